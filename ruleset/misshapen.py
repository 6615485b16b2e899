"""What does not fit its schema, told in the designer's words: each failure of the schema turned into a finding about the file."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from . import shapewords as words
from .finding import Finding, did_you_mean, error
from .nodes import Entry, Node, Plain, Scalar, Sequence, plain
from .nodes import Mapping as MappingNode
from .scalars import look_alike, looks_like
from .scan import check_name
from .source import Span
from .spelling import one_slip

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

Schema: TypeAlias = Mapping[str, Any]
Path = tuple[str | int, ...]

SAME = {
    "hidden": ("down", "face_down", "face down", "nobody", "none", "secret"),
    "owner": ("player", "self", "own", "private", "holder"),
    "nobody": ("none", "no", "no one", "nobody wins", "draw"),
    "shared": ("share", "split", "both", "all", "tie", "everybody", "joint"),
    "all": ("up", "face_up", "face up", "open", "public", "everyone", "everybody", "any", "shown"),
    "player": ("seat", "everyone", "all"),
}
"""Words of a rules file, each with what people write in its place."""
TEXTS = ("a text", "a shape", "a pick", "a condition")
CARD_KEYS = ("copies", "code", "title", "about", "rows", "table", "columns")
VALUE_RULES = ("type", "anyOf", "oneOf")
BRANCHING = ("anyOf", "oneOf")


@dataclass(frozen=True, slots=True)
class Shape:
    """A schema made ready: its validator, and for each key the things that have it."""

    schema: Schema
    validator: "Draft202012Validator"
    homes: Mapping[str, tuple[str, ...]]

    def resolve(self, schema: Schema) -> Schema:
        """What a schema refers to, with what stands beside the reference laid over it."""
        while "$ref" in schema:
            target = self.schema["$defs"][schema["$ref"].removeprefix("#/$defs/")]
            schema = {**target, **{k: v for k, v in schema.items() if k != "$ref"}}
        return schema

    def fits(self, value: Plain, schema: Schema) -> bool:
        """Whether a value has the shape of a part of the schema."""
        return next(iter(self.validator.descend(value, schema)), None) is None

    def item(self, section: str) -> Schema | None:
        """The schema of what a section such as `zones` holds by name."""
        part = self.schema["properties"].get(section, {})
        found = [s for pattern, s in part.get("patternProperties", {}).items() if pattern != "^x-"]
        more = part.get("additionalProperties")
        return found[0] if found else more if isinstance(more, dict) else None


@dataclass(frozen=True, slots=True)
class Failure:
    """One rule of the schema that a value breaks: the rule, what it asks for, the value and where that stands."""

    rule: str
    asks: Any
    value: Any
    path: Path
    schema: Schema


def failures_of(problem: "ValidationError") -> Iterator[Failure]:
    """The innermost failures; of several forms that a value may have, those of the form that it was meant to have."""
    rule: Any = problem.validator
    schema: Any = problem.schema
    meant: list[list[ValidationError]] = []
    if rule in BRANCHING:
        branches: dict[object, list[ValidationError]] = {}
        for part in problem.context or ():
            branches.setdefault(part.relative_schema_path[0], []).append(part)
        meant = [parts for parts in branches.values() if not any(p.validator == "type" and not p.relative_path for p in parts)]
    if meant:
        for part in meant[0]:
            yield from failures_of(part)
    else:
        yield Failure(rule, problem.validator_value, problem.instance, tuple(problem.absolute_path), schema)


def meant(name: str, known: Iterable[str]) -> str | None:
    """A hint that names the key that was meant by another: one that it is another word for, else the nearest."""
    known = list(known)
    key = words.key_meant(name, known)
    return f"it is called '{key}' here" if key else did_you_mean(name, known)


def is_nothing(node: Node) -> bool:
    """Whether a value is `null`, or not written at all."""
    return isinstance(node, Scalar) and node.value is None


class Teller:
    """Turns failures into findings about one file."""

    def __init__(self, root: MappingNode, shape: Shape, complete: bool) -> None:
        self.root = root
        self.shape = shape
        self.complete = complete
        self.top = shape.schema.get("properties", {})

    def tell_all(self, failures: Iterable[Failure]) -> Iterator[Finding]:
        missing: list[tuple[Path, Finding, str]] = []
        meant: set[tuple[Path, str]] = set()
        failures = list(failures)
        lost = {place for leaf in failures for place in self._lost(leaf)}
        renamed = dict(self._renamed(failures))
        for leaf in failures:
            path = leaf.path
            if path in lost and leaf.rule in VALUE_RULES:  # a line that belongs to what stands above
                continue
            if stray := self._stray(path):
                meant.add(((), stray.span.text))
                yield stray
                continue
            if leaf.rule == "required":
                for key in leaf.asks if self.complete else ():
                    if key not in leaf.value:
                        missing.append((path, self._missing(leaf, path, key), key))
            elif leaf.rule == "additionalProperties":
                for entry, finding in self._unknown(leaf, path):
                    if key := renamed.get((path, entry.name)):
                        meant.add((path, key))
                        finding = error("R150", finding.span, f"{finding.message}, which lacks '{key}'", f"did you mean '{key}'?")
                    meant |= {(path, key) for key in self._near(entry.name, leaf.schema)}
                    if (*path, entry.name) not in lost:
                        yield finding
            elif self.complete or leaf.rule != "minProperties":  # a variant may only remove
                if owner := self._beside(path):
                    meant.add(((path[0], owner), str(path[-1])))
                yield self._wrong(leaf, path)
        yield from (finding for path, finding, key in missing if (path, key) not in meant)

    def _renamed(self, failures: Iterable[Failure]) -> Iterator[tuple[tuple[Path, str], str]]:
        """Keys that have another name: where one is unknown and one is missing, and the value is such as that has."""
        unknown: dict[Path, list[Entry]] = {}
        lacking: dict[Path, dict[str, Schema]] = {}
        for leaf in failures:
            if leaf.rule == "additionalProperties":
                unknown[leaf.path] = [entry for entry, finding in self._unknown(leaf, leaf.path) if finding.code == "R150"]
            elif leaf.rule == "required" and self.complete:
                known = leaf.schema["properties"]
                lacking.setdefault(leaf.path, {}).update({key: known[key] for key in leaf.asks if key not in leaf.value and key in known})
        for path, keys in lacking.items():
            if len(keys) == 1 and len(entries := unknown.get(path, [])) == 1:
                key, schema = next(iter(keys.items()))
                if self.shape.fits(plain(entries[0].value), schema):
                    yield (path, entries[0].name), key

    # ------------------------------------------------------------ places

    def _steps(self, path: Path) -> tuple[Node, Entry | None]:
        """The value at a path, and the entry that it is the value of, if it is one's."""
        node: Node = self.root
        entry: Entry | None = None
        for step in path:
            if isinstance(node, MappingNode) and isinstance(step, str):
                entry = node.entry(step)
                node = entry.value if entry else node
            elif isinstance(node, Sequence) and isinstance(step, int):
                entry, node = None, node.items[step]
        return node, entry

    def _place(self, path: Path) -> Span:
        """Where to point for something that a part of the file lacks: the part's key, or its beginning."""
        node, entry = self._steps(path)
        if entry:
            return entry.key.span
        return node.span.source.span(node.span.start)

    def _stray(self, path: Path) -> Finding | None:
        """A part of the file, such as `melds`, that was written inside another part because it is indented too far."""
        for depth in (1, 2):
            key = path[depth] if len(path) > depth else None
            if not isinstance(key, str):
                return None
            around, _ = self._steps(path[:depth])
            entry = around.entry(key) if isinstance(around, MappingNode) else None
            if not entry or not isinstance(around, MappingNode):
                return None
            before = around.entries[: around.entries.index(entry) + 1]
            parts = [e for e in before if is_nothing(e.value)]  # what stands below them is indented no further
            if self._is_part(key) and self.shape.fits(plain(entry.value), self.top[key]):
                parts.append(entry)
            for part in parts:
                if self._is_part(part.name):
                    return self._too_far(part, path[:depth])
        return None

    def _too_far(self, part: Entry, path: Path) -> Finding:
        message = f"'{part.name}' belongs at the top level of the file, and stands inside {words.container(path)}"
        return error("R157", part.key.span, message, "begin its line at the left edge")

    def _is_part(self, name: str) -> bool:
        return name in self.top and self.root.entry(name) is None

    # ------------------------------------------------------------ keys

    def _missing(self, leaf: Failure, path: Path, key: str) -> Finding:
        part = self.shape.resolve(leaf.schema["properties"].get(key, {}))
        for section in self.root if not path else ():
            inner = section.value.entry(key) if isinstance(section.value, MappingNode) else None
            if inner and self.shape.fits(plain(inner.value), part):
                return self._too_far(inner, (section.name,))
        return error("R151", self._place(path), f"{words.container(path)} has no '{key}'", words.wanted(key, part))

    def _near(self, name: str, schema: Schema) -> list[str]:
        known = list(schema.get("properties", ()))
        hint = meant(name, known)
        return [key for key in known if hint and f"'{key}'" in hint]

    def _unknown(self, leaf: Failure, path: Path) -> Iterator[tuple[Entry, Finding]]:
        node, _ = self._steps(path)
        assert isinstance(node, MappingNode)
        known = leaf.schema.get("properties", {})
        patterns = [re.compile(p) for p in leaf.schema.get("patternProperties", {})]
        for entry in node:
            name = entry.name
            if name not in leaf.value or name in known or any(p.search(name) for p in patterns):
                continue
            if look_alike(name):  # told by the reader
                continue
            bad = check_name(entry.key.text) if len(patterns) > 1 and name not in self.shape.homes else None
            yield entry, bad or self._unknown_key(entry, path, known)

    def _unknown_key(self, entry: Entry, path: Path, known: Mapping[str, Any]) -> Finding:
        name, span = entry.name, entry.key.span
        message = f"unknown key '{name}'" + (f" in {words.container(path)}" if path else "")
        if path and name in self.top and not words.key_meant(name, known):
            return error("R157", span, f"{message}: it belongs at the top level of the file", "begin its line at the left edge")
        item = self.shape.item(str(path[0])) if len(path) == 2 else None
        if item and (is_nothing(entry.value) or (isinstance(entry.value, MappingNode) and self.shape.fits(plain(entry.value), item))):
            hint = f"is it indented too far? {words.noun(str(path[0]))} '{name}' goes directly under '{path[0]}'"
            return error("R157", span, message, hint)
        near = meant(name, known)
        if name in self.shape.homes and not near:
            homes = words.any_of(self.shape.homes[name])
            return error("R157", span, f"{message}: it belongs in {homes}", "move it there; is it indented too little or too far?")
        return error("R150", span, message, near or self._where_to(entry, path, known))

    def _where_to(self, entry: Entry, path: Path, known: Mapping[str, Any]) -> str:
        if path:
            listed = f"{words.any_of(map(repr, known), 'and')} can stand here; " if known else ""
            return one_slip(entry.name, list(self.top)) or f"{listed}a key of your own begins with x-"
        before = self.root.entries[: self.root.entries.index(entry)]
        empty = next((e.name for e in reversed(before) if is_nothing(e.value) and e.name in known), None)
        return f"indent it so that it stands under '{empty}'" if empty else "a key of your own begins with x-"

    # ------------------------------------------------------------ values

    def _wrong(self, leaf: Failure, path: Path) -> Finding:
        node, entry = self._steps(path)
        schema = self.shape.resolve(leaf.schema)
        if isinstance(node, Scalar) and is_nothing(node) and leaf.rule in ("type", "enum", "const", *BRANCHING):
            return self._nothing(node, entry, path, schema)
        match leaf.rule:
            case "type":
                return self._wrong_kind(node, entry, path, words.expected(schema))
            case "anyOf" | "oneOf":
                forms = [words.expected(self.shape.resolve(form)) for form in leaf.asks]
                return self._wrong_kind(node, entry, path, words.any_of(forms))
            case "enum" | "const":
                return self._wrong_word(node, path, [leaf.asks] if leaf.rule == "const" else leaf.asks)
            case "minimum" | "maximum":
                edge = "at least" if leaf.rule == "minimum" else "at most"
                return error("R155", node.span, f"{words.key_of(path)} is {words.bare(node)}, and must be {edge} {leaf.asks}")
            case "minItems" | "minProperties" | "minLength":
                message = f"{words.key_of(path)} is empty, where {words.expected(schema)} should stand"
                return error("R158", node.span, message, "fill it, or leave the key out")
            case "maxItems" | "maxProperties":
                hint = "begin each with '- ' on a line of its own"
                return error("R158", node.span, f"only {leaf.asks} can stand here, and there are {len(leaf.value)}", hint)
            case _:
                return error("R152", node.span, f"{words.expected(schema)} is expected here, not {words.seen(node)}")

    def _nothing(self, node: Scalar, entry: Entry | None, path: Path, schema: Schema) -> Finding:
        span = entry.key.span if entry and not node.text.value else node.span
        expected = words.expected(schema)
        what = f"nothing is written behind '{entry.name}:'" if entry else "nothing is written here"
        children = schema.get("type") == "object" or "object" in [self.shape.resolve(s).get("type") for s in schema.get("anyOf", ())]
        if entry and children and (after := self._after(entry, path)):
            message = f"'{after.name}' is not indented, so that nothing stands under '{entry.name}:'"
            return error("R154", after.key.span, message, "begin its line two spaces further to the right")
        is_action = len(path) == 2 and path[0] == "actions"
        is_needed = path[-1] in self.shape.schema.get("required", ()) if len(path) == 1 else False
        hint = (
            "write {} if there is nothing to say about it"
            if is_action
            else "fill it in"
            if is_needed
            else "fill it in, or leave the key out"
        )
        return error("R154", span, f"{what}, where {expected} should stand", hint)

    def _after(self, entry: Entry, path: Path) -> Entry | None:
        """The entry that follows, if it was meant to stand under this one, and is not indented."""
        around, _ = self._steps(path[:-1])
        if not isinstance(around, MappingNode) or len(path) > 2:
            return None
        following = next(iter(around.entries[around.entries.index(entry) + 1 :]), None)
        if following is None or following.key.span.column != entry.key.span.column or following.key.span.source != entry.key.span.source:
            return None
        item = self.shape.item(str(path[0])) if len(path) == 2 else None
        is_proper = (
            not isinstance(following.value, Scalar) and self.shape.fits(plain(following.value), item)
            if item
            else following.name in self.top
        )
        return None if is_proper else following

    def _lost(self, leaf: Failure) -> Iterator[Path]:
        """The paths of what follows a key with nothing under it, where that was meant to stand there."""
        node, entry = self._steps(leaf.path)
        if entry and is_nothing(node) and (first := self._after(entry, leaf.path)):
            around, _ = self._steps(leaf.path[:-1])
            assert isinstance(around, MappingNode)
            later = around.entries[around.entries.index(first) :] if len(leaf.path) == 2 else (first,)
            yield from ((*leaf.path[:-1], e.name) for e in later)

    def _beside(self, path: Path) -> str | None:
        """The part above, if the key at a path belongs inside it and is not indented: `do` beside a rule, not in it."""
        _, entry = self._steps(path)
        item = self.shape.item(str(path[0])) if len(path) == 2 else None
        around = self.root.get(str(path[0])) if item and entry else None
        if not item or not entry or not isinstance(around, MappingNode) or entry.name not in self.shape.resolve(item).get("properties", {}):
            return None
        before = around.entries[: around.entries.index(entry)]
        return next((e.name for e in reversed(before) if isinstance(e.value, MappingNode)), None)

    def _wrong_kind(self, node: Node, entry: Entry | None, path: Path, expected: str) -> Finding:
        if entry and len(path) == 2 and isinstance(node, Scalar):
            item = self.shape.item(str(path[0]))
            known = self.shape.resolve(item).get("properties", {}) if item else {}
            if entry.name in known:
                noun = words.noun(str(path[0]))
                hint = f"is it indented too little? put it under the name of its {noun}"
                return error("R157", entry.key.span, f"'{entry.name}' belongs inside a {noun}, not beside one", hint)
        near = did_you_mean(entry.name, CARD_KEYS) if entry and len(path) == 3 and path[0] == "cards" else None
        if entry and near and f"'{entry.name}'" not in near:
            return error("R150", entry.key.span, f"'{entry.name}' is no list of an attribute", near)
        return error("R152", node.span, f"{expected} is expected here, not {words.seen(node)}", self._kind_hint(node, expected))

    def _kind_hint(self, node: Node, expected: str) -> str | None:
        match node:
            case Scalar() if node.text.value == "~":
                return "write null to take away what this file extends, or leave it out"
            case Scalar() if expected.startswith("an option"):
                return f"write {{default: {node.text.value}}}"
            case Scalar() if isinstance(node.value, bool) and expected == "a whole number":
                return None
            case Scalar() if isinstance(node.value, bool):
                return f"write '{node.text.value}' in quotes to use it as a text"
            case Scalar() if isinstance(node.value, str):
                hint = looks_like(node.text.value) or ""
                asked = "true or false" if hint in ("write true", "write false") else "range" if ".." in hint else "number"
                return hint if hint and asked in expected else self._listed(node) if expected.startswith("a list") else None
            case Scalar():
                return None
            case MappingNode() if expected.startswith(TEXTS):
                return "a text that holds ': ' or begins with '{' goes in quotes, or on lines of its own behind '|'"
            case MappingNode() if expected.startswith("a list"):
                return "begin each of them with '- '"
            case Sequence() if expected.startswith(TEXTS):
                return "a text that begins with '[' goes in quotes; several lines go behind '|'"
            case _:
                return None

    def _listed(self, node: Scalar) -> str | None:
        text = node.text.value
        return "begin it with '- ' on a line of its own" if "\n" in text or " " in text else f"write [{text}]"

    def _meant(self, word: str, known: list[str]) -> str | None:
        """The word that another word stands for, or that it is a slip of."""
        same = next((one for one, others in SAME.items() if one in known and word.lower() in others), None)
        return f"write {same}" if same else did_you_mean(word, known)

    def _wrong_word(self, node: Node, path: Path, allowed: list[str | int]) -> Finding:
        known = [str(word).lower() if isinstance(word, bool) else str(word) for word in allowed]
        if path == ("croupier",) and isinstance(node, Scalar) and node.text.value == "1":
            return error("R152", node.span, "the version is a number, and this is a text", "write 1 without quotes")
        if path == ("croupier",):
            message = f"this file asks for version {words.bare(node)} of the rules language, and there is only version 1"
            return error("R160", node.span, message, "write 1")
        hint = self._meant(node.text.value, known) if isinstance(node, Scalar) else None
        message = f"{words.any_of(map(repr, known))} is expected here, not {words.seen(node)}"
        only = None if len(known) > 1 else f"write {known[0]}" if allowed == [True] else f"write {known[0]}, or leave the key out"
        return error("R153", node.span, message, hint or only)
