"""Texts and places in them: every later stage points into a `Source`, never copies from it."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True)
class Source:
    """One text and the name under which its reader knows it (a path, or `<stdin>`)."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> Sequence[int]:
        """Offsets of the first character of each line; `\\n`, `\\r\\n` and `\\r` end a line."""
        starts = array("L", [0])
        starts.extend(end.end() for end in LINE_END.finditer(self.text))
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column (both from 1, in characters) of an offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def span(self, start: int, end: int | None = None) -> "Span":
        """The stretch from `start` up to `end` (one character where `end` is not given)."""
        return Span(self, start, start + 1 if end is None else end)

    def __getstate__(self) -> dict[str, str]:
        return {"name": self.name, "text": self.text}


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source: offsets in characters, `end` not included."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"

    def __repr__(self) -> str:
        return f"<{self}>"


def cover(spans: Iterable[Span]) -> Span:
    """The smallest span that holds all of the given ones (of one source)."""
    spans = tuple(spans)
    return Span(spans[0].source, min(s.start for s in spans), max(s.end for s in spans))


@dataclass(frozen=True, slots=True)
class Text:
    """A text that was written inside a file: its value, and where each character of it stands.

    `offsets[i]` is the place of `value[i]` in the file; one more entry gives the place behind the last.
    """

    source: Source
    value: str
    offsets: Sequence[int]

    def span(self, start: int, end: int | None = None) -> Span:
        """The stretch of the file that `value[start:end]` was read from (at least one character)."""
        end = start + 1 if end is None else end
        last = len(self.offsets) - 1
        first = self.offsets[min(start, last)]
        if end <= start:
            return Span(self.source, first, first)
        return Span(self.source, first, max(self.offsets[min(end - 1, last)] + 1, first))

    @classmethod
    def plain(cls, source: Source) -> "Text":
        """A whole source as one text."""
        return cls(source, source.text, range(len(source.text) + 1))
