"""A YAML file as a tree of plain values that know where they stand."""

from collections.abc import Iterator
from dataclasses import dataclass

from .source import Span, Text

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value. `value` is a truth, a whole number, None (`null` or nothing) or the text.

    `text` is what was written, with the place of each character; it is the value wherever text is asked for,
    so that `title: 21` is the title "21". `plain` tells that it was written without quotes and on one line.
    """

    value: bool | int | str | None
    text: Text
    span: Span
    plain: bool = True


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple["Node", ...]
    span: Span

    def __iter__(self) -> Iterator["Node"]:
        return iter(self.items)


@dataclass(frozen=True, slots=True)
class Entry:
    """A key and its value; `key.text.value` is the key as written."""

    key: Scalar
    value: "Node"

    @property
    def name(self) -> str:
        return self.key.text.value


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order written; keys are distinct."""

    entries: tuple[Entry, ...]
    span: Span

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def get(self, name: str) -> "Node | None":
        """The value of a key, or None."""
        entry = self.entry(name)
        return entry.value if entry else None

    def entry(self, name: str) -> Entry | None:
        return next((e for e in self.entries if e.name == name), None)


Node = Scalar | Sequence | Mapping


def plain(node: Node) -> Plain:
    """The tree without places, as a JSON value."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node]
        case Mapping():
            return {entry.name: plain(entry.value) for entry in node}
