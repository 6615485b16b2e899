"""Files that the program wrote, or a person by hand: positions, saves and records, read as trees of the right shape."""

from pathlib import Path

from ..ruleset.errors import PositionError
from ..ruleset.finding import Finding, Severity
from ..ruleset.nodes import Mapping as MappingNode
from ..ruleset.reader import read_file, read_text
from ..ruleset.schema import check_shape


def read_tree(source: str | Path, schema: str, name: str) -> tuple[MappingNode, str]:
    """The tree of a file or text that has the shape of its schema, and the text. Raises PositionError."""
    is_text = isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{"))
    node, found = read_text(str(source), name) if is_text else read_file(Path(source))
    findings = list(found)
    if node is not None and not has_errors(findings):
        findings += check_shape(node, schema)
    if has_errors(findings) or not isinstance(node, MappingNode):
        raise PositionError(f"this is no {schema}", findings)
    return node, node.span.source.text


def has_errors(findings: list[Finding]) -> bool:
    return any(f.severity is Severity.ERROR for f in findings)
