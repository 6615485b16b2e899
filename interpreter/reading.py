"""Files that the program wrote, or a person by hand: positions, saves and records, read as trees of the right shape."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from ..ruleset.decode import load
from ..ruleset.errors import PositionError
from ..ruleset.finding import Finding, error, has_errors
from ..ruleset.nodes import Mapping as MappingNode
from ..ruleset.nodes import Node, Plain, Sequence, plain
from ..ruleset.reader import read_text
from ..ruleset.scalars import odd_number, resolve
from ..ruleset.schema import check_shape, has_shape
from ..ruleset.source import Source, Span

LARGEST_PLAIN = 1_000_000
"""Characters up to which a file is first read as plain JSON: of fewer no more values can be made than the reader of all files takes."""


@dataclass(slots=True)
class Tree:
    """A file of the right shape: its values, and the tree of their places, which is read when something has to be pointed at."""

    value: Mapping[str, Any]
    source: Source
    folder: Path | None = None
    """Where the file lies, None for a text."""
    _node: MappingNode | None = field(default=None, compare=False, repr=False)

    @property
    def node(self) -> MappingNode:
        """The values with their places. Raises PositionError where they are not to be told from a text that is no YAML."""
        if self._node is None:
            node, findings = read_text(self.source.text, self.source.name)
            if not isinstance(node, MappingNode):
                raise PositionError("this cannot be read", findings)
            self._node = node
        return self._node

    def at(self, *path: str | int) -> Node:
        """The part that keys and places of lists lead to, such as `("moves", 3, "move")`, or the last on the way that is there."""
        node: Node = self.node
        for step in path:
            found = node.items[step] if isinstance(node, Sequence) and isinstance(step, int) else None
            found = node.get(step) if isinstance(node, MappingNode) and isinstance(step, str) else found
            if found is None:
                break
            node = found
        return node

    def span(self, *path: str | int) -> Span:
        """Where such a part stands; of the whole where it begins."""
        node = self.at(*path)
        return node.span if node is not self.node else self.source.span(node.span.start)


def read_tree(source: str | Path, schema: str, name: str) -> Tree:
    """What a file or text holds that has the shape of its schema. Raises PositionError."""
    if not isinstance(source, str | Path):
        raise TypeError(f"a {schema} is a path, or a text of several lines, not {source!r:.60}")
    if isinstance(source, str) and ("\n" in source or source.lstrip()[:1] in ("{", "")):
        data: str | bytes = source
        folder = None
    else:
        name, folder = str(source), Path(source).parent
        loaded = load(Path(source), name)
        if isinstance(loaded, Finding):
            raise PositionError(f"this is no {schema}", (loaded,))
        data = loaded
    quick = plain_json(data)
    if quick is not None and kind_of(quick) in (schema, None) and has_shape(quick, schema):
        return Tree(quick, Source(name, data if isinstance(data, str) else data.decode("ascii")), folder)
    node, found = read_text(data, name)
    findings = list(found)
    value = None if node is None else plain(node)
    if node is not None and not has_errors(findings):
        other = kind_of(value) if isinstance(value, dict) else None
        if isinstance(node, MappingNode) and other is not None and other != schema:
            findings.append(mistaken(node, other, schema))
        else:
            findings += check_shape(node, schema)
    if has_errors(findings) or not isinstance(node, MappingNode) or not isinstance(value, dict):
        raise PositionError(f"this is no {schema}", findings)
    return Tree(value, node.span.source, folder, node)


def plain_json(data: str | bytes) -> dict[str, Plain] | None:
    """The value of a text in the plainest JSON, such as programs write; None of any other, which wants a closer look.

    It is what the reader of YAML makes of the text, which tells what is wrong with others, and takes many times as long.
    """
    if len(data) > LARGEST_PLAIN or not data.isascii():
        return None
    text = data if isinstance(data, str) else data.decode("ascii")
    if any(sign in text for sign in "\\\t\x7f"):
        return None
    try:
        value = JSON.decode(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _distinct(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    found = dict(pairs)
    if len(found) < len(pairs) or "" in found:
        raise ValueError("a key is written twice, or missing")
    return found


def _whole(text: str) -> int:
    value = resolve(text)
    if not isinstance(value, int) or odd_number(text) is not None:
        raise ValueError(text)
    return value


def _refused(text: str) -> NoReturn:
    raise ValueError(text)


JSON = json.JSONDecoder(object_pairs_hook=_distinct, parse_int=_whole, parse_float=_refused, parse_constant=_refused)


MARKS = {"save": ("record", "table"), "record": ("rules", "moves"), "ruleset": ("flow", "cards"), "position": ("choice", "zones")}
"""Keys by which one kind of file is known, that another does not have together."""

ONES = {
    "save": ("a saved game", "go on with it by `croupier resume FILE`"),
    "record": ("the record of a game", "play it again by `croupier replay FILE`"),
    "ruleset": ("a rules file", "play it by `croupier play FILE`"),
    "position": ("a position", "look at it by `croupier moves GAME --position FILE`"),
}


def kind_of(value: Mapping[str, Any]) -> str | None:
    """What kind of file holds these keys; None where they do not say."""
    return next((kind for kind, keys in MARKS.items() if all(key in value for key in keys)), None)


def mistaken(node: MappingNode, kind: str, wanted: str) -> Finding:
    """That a file is of one kind, and another is asked for."""
    one, hint = ONES[kind]
    return error("P119", node.entries[0].key.span, f"this is {one}, not {ONES[wanted][0]}", hint)
