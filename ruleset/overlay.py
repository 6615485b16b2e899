"""A variant laid over the game that it extends: maps merge key by key, lists and texts replace, `null` removes.

What is in a map keeps its order, unless the variant names all of it.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .catalog import RULES, find_games, shipped
from .finding import Finding, did_you_mean, error, in_order, warning
from .nodes import Entry, Node, Scalar
from .nodes import Mapping as MappingNode
from .reader import read_file, read_text
from .schema import check_shape
from .source import Source, Span

Read = Callable[[Path, str], tuple[Node | None, tuple[Finding, ...]]]

LONGEST_CHAIN = 16  # variants of variants
LONGEST_NAME = 80  # characters that a message shows
ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Files:
    """The files that a ruleset is made of. `home` is the game's own folder, `folders` tells where each text was read from."""

    home: Path
    folders: Mapping[Source, Path]

    def folder(self, source: Source) -> Path:
        """The folder of the file that a text was read from."""
        return self.folders.get(source, self.home)

    def holds(self, path: Path) -> bool:
        """Whether a file lies, with links followed, in the game's own folder or among the games that come with croupier."""
        real = path.resolve()
        return real.is_relative_to(self.home.resolve()) or real.is_relative_to(shipped().resolve())


def table_file(node: Scalar, files: Files) -> tuple[Path, str] | Finding:
    """The table that a text names, beside the file in which it is named, and the name by which findings tell of it."""
    text, source = node.text.value, node.span.source
    short, folder = text[:LONGEST_NAME], files.folder(source)
    hint = "put the table into the folder of the game, and write its name, such as cards.csv"
    if "\\" in text or ":" in text or "\0" in text or text.startswith(("/", "~")):
        return error("R419", node.span, f"'{short}' is not a name inside the game's own folder", hint)
    path = folder / text
    try:
        is_inside, is_there, is_folder = files.holds(path), path.exists(), path.is_dir()
    except (OSError, RuntimeError):  # a name that is too long, links in a circle
        is_inside, is_there, is_folder = True, False, False
    if not is_inside:
        return error("R419", node.span, f"'{short}' lies outside the game's own folder", hint)
    if is_folder:
        return error("R419", node.span, f"'{short}' is a folder, not a table", hint)
    if not is_there:
        near = did_you_mean(text, [table.relative_to(folder).as_posix() for table in folder.glob("*.csv")])
        return error("R419", node.span, f"there is no table '{short}' beside this file", near or hint)
    return path, os.path.normpath(os.path.join(os.path.dirname(source.name), text))


@dataclass(frozen=True, slots=True)
class _Layer:
    """A file of the chain: its tree, its real path and the name by which it is told of."""

    root: MappingNode
    path: Path | None
    name: str


@dataclass(slots=True)
class _Chain:
    """A variant, what it extends, and so on, as far as it has been followed."""

    home: Path
    read: Read
    layers: list[_Layer] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    is_whole: bool = True

    def fail(self, finding: Finding) -> None:
        self.findings.append(finding)
        self.is_whole = False


def load(path: Path, name: str, read: Read = read_file) -> tuple[Node | None, tuple[Finding, ...], Files]:
    """The tree of a rules file with all that it extends laid under it, everything wrong with its shape, and its files.

    The tree is None where the file, or one that it extends, cannot be read.
    """
    root, findings = read(path, name)
    return _laid(root, findings, name, path.parent, path, read)


def load_text(text: str | bytes, name: str, folder: Path, read: Read = read_file) -> tuple[Node | None, tuple[Finding, ...], Files]:
    """The same for rules that were not read from a file; what they extend is looked for from `folder`."""
    root, findings = read_text(text, name)
    return _laid(root, findings, name, folder, None, read)


def _laid(
    root: Node | None, findings: tuple[Finding, ...], name: str, folder: Path, path: Path | None, read: Read
) -> tuple[Node | None, tuple[Finding, ...], Files]:
    chain = _Chain(home_of(folder), read)
    chain.findings.extend(findings)
    if not isinstance(root, MappingNode):
        if root is not None:
            chain.findings.extend(check_shape(root))
        return None, in_order(chain.findings), Files(chain.home, {})
    source = root.span.source
    folders = {source: folder.resolve()}
    chain.layers.append(_Layer(root, path.resolve() if path else None, name))
    while chain.is_whole and (extends := chain.layers[-1].root.entry("extends")):
        if layer := _base(chain, extends, folders[chain.layers[-1].root.span.source]):
            chain.layers.append(layer)
            folders[layer.root.span.source] = layer.path.parent if layer.path else folder
    merged = _merged(chain)
    return merged if chain.is_whole else None, in_order(chain.findings), Files(chain.home, folders)


def _merged(chain: _Chain) -> MappingNode:
    """The layers laid over each other; the shape of each is checked by itself, and that nothing is missing at the end."""
    is_alone = len(chain.layers) == 1 and chain.is_whole
    for layer in chain.layers:
        chain.findings.extend(check_shape(layer.root, complete=is_alone))
    if is_alone or not chain.is_whole:
        return chain.layers[0].root
    tree = chain.layers[-1].root
    for layer in reversed(chain.layers[:-1]):
        tree = _over(tree, layer.root, chain.findings, ())
    tree = MappingNode(tuple(e for e in tree if e.name != "extends"), chain.layers[0].root.span)
    known = set(chain.findings)
    chain.findings.extend(f for f in check_shape(tree) if f not in known)
    return tree


# --------------------------------------------------------------------------- the file that another extends


def home_of(folder: Path) -> Path:
    """The folder of the game that a rules file in `folder` belongs to: there, or up to two above, where a `ruleset.yaml` lies."""
    folder = folder.resolve()
    for place in (folder, *folder.parents[:2]):
        if (place / RULES).is_file():
            return place
    return folder.parent if folder.name == "variants" else folder


def _base(chain: _Chain, extends: Entry, folder: Path) -> _Layer | None:
    """The file that a layer extends, read; None, with a finding, where there is none that may be read."""
    value = extends.value
    if isinstance(value, Scalar) and value.value is None:
        chain.fail(error("R130", extends.key.span, "no file is named", "write a path from this file, or leave the key out"))
        return None
    if not isinstance(value, Scalar) or not isinstance(value.value, str):
        chain.is_whole = False  # its shape tells
        return None
    try:
        path = _path(chain, value.text.value, value.span, folder)
        real = path.resolve() if path else None
    except (OSError, RuntimeError):  # a name that is too long, links in a circle
        path = real = None
        chain.fail(error("R130", value.span, f"'{value.text.value[:LONGEST_NAME]}' cannot be a file's name", "check the path"))
    if path is None or real is None:
        return None
    for start, layer in enumerate(chain.layers):
        if layer.path == real:
            circle = " -> ".join([layer.name for layer in chain.layers[start:]] + [layer.name])
            is_alone = start == len(chain.layers) - 1
            message = "this file extends itself" if is_alone else f"these files extend each other in a circle: {circle}"
            chain.fail(error("R132", value.span, message, "let one of them stand on its own"))
            return None
    if len(chain.layers) >= LONGEST_CHAIN:
        chain.fail(error("R135", value.span, f"more than {LONGEST_CHAIN} files extend each other", "put some of them together"))
        return None
    name = _told(real, path, chain.layers[-1])
    root, findings = chain.read(path, name)
    chain.findings.extend(findings)
    if isinstance(root, MappingNode):
        return _Layer(root, real, name)
    if root is not None:
        chain.findings.extend(check_shape(root))
    chain.is_whole = False
    return None


def _path(chain: _Chain, text: str, span: Span, folder: Path) -> Path | None:
    """The file that `extends` means: a path from the folder of its file, or a game that comes with croupier."""
    hint = f"write a path from this file, such as ../{RULES}, or the name of a game that comes with croupier"
    if "\\" in text:
        chain.fail(error("R131", span, "the parts of a path are joined by /", f"write {text.replace(chr(92), '/')}"))
    elif text.startswith(("/", "~")) or ":" in text or "\0" in text:
        chain.fail(error("R131", span, f"'{text}' is not a path inside the game's own folder", hint))
    elif not text.strip():
        chain.fail(error("R130", span, "no file is named", hint))
    elif game := _games().get(text):
        return game
    else:
        path = folder / text
        if not Files(chain.home, {}).holds(path):
            message = f"'{text}' lies outside the game's own folder"
            chain.fail(error("R131", span, message, "move it beside the game, or extend a game that comes with croupier by its name"))
        elif path.is_dir():
            inside = f"{text.rstrip('/')}/{RULES}"
            better = f"write {inside}" if (folder / inside).is_file() else "name the rules file inside it"
            chain.fail(error("R133", span, f"'{text}' is a folder, not a rules file", better))
        elif not path.exists():
            near = did_you_mean(text, [*_games(), *_files_near(path, folder)])
            chain.fail(error("R130", span, f"there is no file '{text}' to extend, and no game of that name", near or hint))
        else:
            return path
    return None


def _games() -> dict[str, Path]:
    games = find_games()
    return {g.name: g.path for g in games} | {f"{g.name}/{variant}": path for g in games for variant, path in g.variants}


def _files_near(path: Path, folder: Path) -> list[str]:
    """The rules files that `extends` could have meant, written as it would name them."""
    found = []
    for place in {path.parent, folder, folder.parent}:
        try:
            listed = sorted(place.iterdir())[:1000] if place.is_dir() else []
        except OSError:
            listed = []
        found += [os.path.relpath(child, folder).replace(os.sep, "/") for child in listed if child.suffix in ENDINGS]
    return found


def _told(real: Path, path: Path, above: _Layer) -> str:
    """The name by which findings tell of a base: from where its variant's name begins, else the shipped or the whole path."""
    if real.is_relative_to(shipped().resolve()) and not (above.path and above.path.is_relative_to(shipped().resolve())):
        return real.relative_to(shipped().resolve().parent).as_posix()
    if above.path is None or above.name.startswith("<"):
        return str(path)
    return os.path.normpath(os.path.join(os.path.dirname(above.name), os.path.relpath(real, above.path.parent)))


# --------------------------------------------------------------------------- one tree over another


def _over(below: MappingNode, above: MappingNode, findings: list[Finding], path: tuple[str, ...]) -> MappingNode:
    """`above` laid over `below`: its keys win and keep their places there, new ones go to the end.

    Where it names all of the keys below, its own order counts.
    """
    entries = {entry.name: entry for entry in below}
    for entry in above:
        old = entries.get(entry.name)
        if isinstance(entry.value, Scalar) and entry.value.value is None:
            if old is None and not entry.name.startswith("x-"):  # the author's own may be empty
                findings.append(_not_there(entry, entries, path))
            entries.pop(entry.name, None)
        elif isinstance(entry.value, MappingNode):
            base = old.value if old and isinstance(old.value, MappingNode) else MappingNode((), entry.value.span)
            merged = _over(base, entry.value, findings, (*path, entry.name))
            entries[entry.name] = Entry(entry.key, merged)
        else:
            entries[entry.name] = entry
    named = [entry.name for entry in above]
    if {entry.name for entry in below} <= set(named):
        entries = {name: entries[name] for name in named if name in entries}
    return MappingNode(tuple(entries.values()), above.span)


def _not_there(entry: Entry, entries: Mapping[str, Entry], path: tuple[str, ...]) -> Finding:
    where = f" under '{path[-1]}'" if path else ""
    message = f"there is no '{entry.name}'{where} to remove: what this file extends has none"
    return warning("R134", entry.key.span, message, did_you_mean(entry.name, entries) or "take this line out")
