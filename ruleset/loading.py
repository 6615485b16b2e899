"""From a file to a checked ruleset: every stage in turn, and everything that is wrong."""

from pathlib import Path

from .assemble import assemble
from .cards import build_cards
from .catalog import find
from .checks import check
from .errors import RulesetError
from .finding import Finding, has_errors, in_order
from .misspelt import settle
from .model import Ruleset
from .nodes import Mapping
from .overlay import Files, load_text
from .overlay import load as load_layers

ODD = {"R109", "R120", "R121"}
SHAPE = {"R150", "R152", "R157"}
"""Codes of numbers, ranges and keys in an odd spelling, and of what they are taken for."""

LISTS = {"R400", "R401", "R403"}
CELLS = {"R411", "R412"}
"""Codes of what is wrong with a list, and of cells that would be right if their list were."""

Loaded = tuple[Ruleset | None, tuple[Finding, ...]]


def load(game: str | Path) -> Ruleset:
    """The ruleset of a shipped game's name or of a path; warnings do not keep it from being played.

    Raises RulesetError, which carries every finding, where the rules have errors; OptionError where there is no such game.
    """
    ruleset, findings = load_file(find(str(game)), str(game) if Path(game).suffix else None)
    if ruleset is None:
        raise RulesetError(findings)
    return ruleset


def load_file(path: Path, name: str | None = None) -> Loaded:
    """The ruleset of a file (None where it has errors), and every finding."""
    node, findings, files = load_layers(path, name or str(path))
    return _loaded(node, findings, files, game_name(path), str(path))


def check_file(path: Path, name: str | None = None) -> tuple[Finding, ...]:
    """Everything that is wrong with a rules file; `name` is how its reader knows it."""
    return load_file(path, name)[1]


def check_text(text: str | bytes, name: str, folder: Path | None = None) -> tuple[Finding, ...]:
    """Everything that is wrong with a rules text; its tables and base are looked for in `folder`."""
    return load_source(text, name, folder)[1]


def load_source(text: str | bytes, name: str, folder: Path | None = None) -> Loaded:
    """The ruleset of a text, and every finding."""
    node, findings, files = load_text(text, name, folder or Path())
    return _loaded(node, findings, files, "text", name)


def game_name(path: Path) -> str:
    """How a game is called: its folder, and the variant behind it: `rummy/small_hand`."""
    path = path.resolve()
    if path.stem == "ruleset":
        return path.parent.name
    return f"{path.parent.parent.name}/{path.stem}" if path.parent.name == "variants" else path.stem


def _loaded(node: object, found: tuple[Finding, ...], files: Files, name: str, path: str) -> Loaded:
    # what is written in an odd way has no right shape, either
    odd = {(f.span.source, f.span.start) for f in found if f.code in ODD}
    findings = [f for f in found if f.code not in SHAPE or (f.span.source, f.span.start) not in odd]
    if not isinstance(node, Mapping):
        return None, in_order(findings)
    if has_errors(findings):
        # names would only be missed because of what is told already; what stands in the texts can be told all the same
        return None, in_order([*findings, *syntax_findings(node)])
    cards = build_cards(node, files)
    ruleset, names, more = assemble(node, cards, name, path)
    findings += settle(
        node, names, [f for f in (*cards.findings, *more) if f.code not in CELLS or not LISTS & {g.code for g in cards.findings}]
    )
    if ruleset is not None and not has_errors(findings):  # a game that lacks some of its cards would seem to have other mistakes, too
        findings += check(ruleset, names)
    return None if has_errors(findings) else ruleset, in_order(findings)


def syntax_findings(root: Mapping) -> tuple[Finding, ...]:
    """What is wrong with the texts of a rules file as texts, whatever their names mean."""
    from .assemble import texts_of

    return tuple(finding for parse, text in texts_of(root) for finding in parse(text)[1])
