"""Ordered lists of words and numbers, as they are written under `lists` and in card types."""

import re
from collections.abc import Iterator

from .finding import Finding, error
from .nodes import Node, Scalar, Sequence
from .scalars import looks_like, odd_range, parse_range
from .scan import REASONS
from .signatures import BUILT_IN
from .source import Span

MOST_VALUES = 1000
SYMBOL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
NOT_SYMBOL = re.compile(r"[^A-Za-z0-9_]+")


Values = tuple[int | str, ...]


def read_list(node: Node, findings: list[Finding]) -> Values:
    """The values of a list or range, lowest first; those that cannot be are left out and told."""
    match node:
        case Scalar():
            return _range(node, findings)
        case Sequence():
            return _listed(node, findings)
        case _:
            return ()  # its shape tells


def _range(node: Scalar, findings: list[Finding]) -> Values:
    text = node.text.value
    ends = parse_range(text) if isinstance(node.value, str) else None
    if ends is None:
        if isinstance(node.value, str) and not (node.plain and odd_range(text)):  # the reader tells of odd ranges
            hint = looks_like(text) or (
                f"write [{text}] for a list of one" if SYMBOL.fullmatch(text) else "write a range as 1..6, a list as [a, b, c]"
            )
            findings.append(error("R400", node.span, f"'{text[:40]}' is neither a list nor a range", hint))
        return ()
    low, high = ends
    if low > high:
        findings.append(error("R400", node.span, f"the range {low}..{high} runs downwards", f"write {high}..{low}: the lowest comes first"))
        return ()
    if high - low >= MOST_VALUES:
        findings.append(error("R403", node.span, f"the range {low}..{high} has {high - low + 1} numbers, and {MOST_VALUES} are allowed"))
        return ()
    return tuple(range(low, high + 1))


def _listed(node: Sequence, findings: list[Finding]) -> Values:
    places: dict[int | str, Span] = {}
    for item in node:
        for value in _values(item, findings):
            if (first := places.get(value)) is not None:
                message = f"'{value}' stands twice in this list"
                findings.append(error("R402", item.span, message, "take one of them out", related=((first, "the first one"),)))
            places.setdefault(value, item.span)
    if len(places) > MOST_VALUES:
        findings.append(error("R403", node.span, f"this list has {len(places)} values, and {MOST_VALUES} are allowed"))
        return ()
    return tuple(places)


def _values(item: Node, findings: list[Finding]) -> Iterator[int | str]:
    """What one item of a list stands for: a word, a number, or the numbers of a range."""
    if not isinstance(item, Scalar) or isinstance(item.value, bool) or item.value is None:
        return  # its shape tells
    if isinstance(item.value, int):
        yield item.value
    elif parse_range(item.value):
        yield from _range(item, findings)
    elif SYMBOL.fullmatch(item.value):
        if item.value in REASONS:
            message = f"'{item.value}' cannot stand in a list: in rules it {REASONS[item.value]}"
            findings.append(error("R401", item.span, message, f"take another word, such as {item.value}_1"))
        elif item.value in BUILT_IN:
            message = f"'{item.value}' cannot stand in a list: it is a word of the rule language"
            findings.append(error("R401", item.span, message, f"take another word, such as {item.value}_1"))
        yield item.value
    elif not (item.plain and odd_range(item.value)):
        better = NOT_SYMBOL.sub("_", item.value).strip("_")
        hint = f"write {better}" if SYMBOL.fullmatch(better) else "begin with a letter, and use letters, digits and _"
        message = f"'{item.value[:40]}' cannot stand in a list: its words are made of letters, digits and _"
        findings.append(error("R401", item.span, message, looks_like(item.value) or hint))
