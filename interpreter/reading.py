"""Files that the program wrote, or a person by hand: positions, saves and records, read as trees of the right shape."""

from pathlib import Path

from ..ruleset.errors import PositionError
from ..ruleset.finding import Finding, error, has_errors
from ..ruleset.nodes import Mapping as MappingNode
from ..ruleset.reader import read_file, read_text
from ..ruleset.schema import check_shape


def read_tree(source: str | Path, schema: str, name: str) -> tuple[MappingNode, str]:
    """The tree of a file or text that has the shape of its schema, and the text. Raises PositionError."""
    if not isinstance(source, str | Path):
        raise TypeError(f"a {schema} is a path, or a text of several lines, not {source!r:.60}")
    is_text = isinstance(source, str) and ("\n" in source or source.lstrip()[:1] in ("{", ""))
    node, found = read_text(str(source), name) if is_text else read_file(Path(source))
    findings = list(found)
    if node is not None and not has_errors(findings):
        other = kind_of(node) if isinstance(node, MappingNode) else None
        if isinstance(node, MappingNode) and other is not None and other != schema:
            findings.append(mistaken(node, other, schema))
        else:
            findings += check_shape(node, schema)
    if has_errors(findings) or not isinstance(node, MappingNode):
        raise PositionError(f"this is no {schema}", findings)
    return node, node.span.source.text


MARKS = {"save": ("record", "table"), "record": ("rules", "moves"), "ruleset": ("flow", "cards"), "position": ("choice", "zones")}
"""Keys by which one kind of file is known, that another does not have together."""

ONES = {
    "save": ("a saved game", "go on with it by `croupier resume FILE`"),
    "record": ("the record of a game", "play it again by `croupier replay FILE`"),
    "ruleset": ("a rules file", "play it by `croupier play FILE`"),
    "position": ("a position", "look at it by `croupier moves GAME --position FILE`"),
}


def kind_of(node: MappingNode) -> str | None:
    """What kind of file a tree is, by its keys; None where they do not say."""
    return next((kind for kind, keys in MARKS.items() if all(node.entry(key) for key in keys)), None)


def mistaken(node: MappingNode, kind: str, wanted: str) -> Finding:
    """That a file is of one kind, and another is asked for."""
    one, hint = ONES[kind]
    return error("P119", node.entries[0].key.span, f"this is {one}, not {ONES[wanted][0]}", hint)
