"""Where each character of a text stands in the file that it was read from.

A text in YAML is not a slice of its file: lines are folded, quotes doubled, escapes resolved, indentation dropped. The map is
built by reading the text once more, in stretches of characters that stand side by side, and it counts only if the stretches
make up the value that the YAML reader returned.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

# What is written, and where its first character stands; the rest of it follows without a gap.
Stretch = tuple[str, int]

BREAK = re.compile(r"\r\n?|\n")
WHITE = re.compile(r"[ \t]*(?:(\r\n?|\n)((?:[ \t]*(?:\r\n?|\n))*)[ \t]*)?")
ESCAPED_BREAK = re.compile(r"(?:\r\n?|\n)((?:[ \t]*(?:\r\n?|\n))*)[ \t]*")
HEADER = re.compile(r"[|>](?:([1-9])([+-]?)|([+-])([1-9]?))?[^\r\n]*(?:\r\n?|\n|$)")
# Characters that stand for themselves, with the blanks between them, for each way of writing a text.
ITSELF = {
    "": re.compile(r"[^ \t\r\n]+(?:[ \t]+[^ \t\r\n]+)*"),
    "'": re.compile(r"[^' \t\r\n]+(?:[ \t]+[^' \t\r\n]+)*"),
    '"': re.compile(r'[^"\\ \t\r\n]+(?:[ \t]+[^"\\ \t\r\n]+)*'),
}
ESCAPES = {
    **{"0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b"},
    **{" ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"},
}
HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
DEEPEST = 120  # how many columns of indentation are tried where the file does not tell


@dataclass(frozen=True, slots=True)
class Pieces(Sequence[int]):
    """Offsets that run on in stretches: index `starts[k]` stands at `places[k]`, and what follows stands behind it."""

    starts: tuple[int, ...]
    places: tuple[int, ...]
    size: int

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(self.size)))
        if index < 0:
            index += self.size
        if not 0 <= index < self.size:
            raise IndexError(index)
        piece = bisect_right(self.starts, index) - 1
        return self.places[piece] + index - self.starts[piece]


def offsets(text: str, value: str, style: str, start: int, end: int) -> Sequence[int]:
    """The place in `text` of every character of `value`, and of what follows the last one: `len(value) + 1` numbers.

    `style` is how it was written between `start` and `end`: "" for plain, or one of ' " | >. Where no map makes up the value,
    every character is said to stand at the start.
    """
    inner = range(start, end + 1) if style == "" else range(start + 1, end)
    if style in ITSELF and len(inner) == len(value) + 1 and text.startswith(value, inner.start):
        return inner
    return mapped(text, value, style, start, end) or (start,) * (len(value) + 1)


def mapped(text: str, value: str, style: str, start: int, end: int) -> Sequence[int] | None:
    """The offsets of a value as `offsets` gives them, or None where no map makes up the value."""
    for stretches in _readings(text, style, start, end):
        if "".join(written for written, _ in stretches) == value:
            return _joined(stretches, start)
    return None


def _readings(text: str, style: str, start: int, end: int) -> Iterator[list[Stretch]]:
    """The ways in which a text may be read: one, but for blocks whose indentation is not known for sure."""
    if style == "":
        yield list(_flow(text, style, start, end))
    elif style in ITSELF:
        yield list(_flow(text, style, start + 1, end - 1))
    elif header := HEADER.match(text, start):
        digit = header[1] or header[4]
        chomp = header[2] or header[3] or ""
        lines = list(_lines(text, header.end(), end))
        if not digit:
            yield list(_block(text, lines, _indentation(text, lines), style == ">", chomp))
        for indentation in range(int(digit or 0), DEEPEST):
            yield list(_block(text, lines, indentation, style == ">", chomp))


def _joined(stretches: list[Stretch], start: int) -> Pieces:
    starts, places, size, behind = [], [], 0, -1
    for written, place in stretches:
        if place != behind:
            starts.append(size)
            places.append(place)
        size += len(written)
        behind = place + len(written)
    if not starts:
        return Pieces((0,), (start,), 1)
    return Pieces(tuple(starts), tuple(places), size + 1)


def _flow(text: str, style: str, i: int, end: int) -> Iterator[Stretch]:
    """The stretches of a plain or quoted text, its lines folded."""
    itself = ITSELF[style]
    while i < end:
        if match := itself.match(text, i, end):
            yield match[0], i
            i = match.end()
        elif text[i] in " \t\r\n":
            white = WHITE.match(text, i, end)
            assert white is not None
            if white[1] is None:
                yield white[0], i
            elif not white[2]:
                yield " ", white.start(1)
            else:
                yield from _breaks(text, white.start(2), white.end(2))
            i = white.end()
        elif style == '"' and text[i] == "\\":
            yield from _escape(text, i)
            i = _behind_escape(text, i, end)
        else:
            yield text[i], i
            i += 2  # a quote written twice


def _escape(text: str, i: int) -> Iterator[Stretch]:
    sign = text[i + 1 : i + 2]
    if match := ESCAPED_BREAK.match(text, i + 1):
        yield from _breaks(text, match.start(1), match.end(1))
    elif sign in HEX_DIGITS:
        code = int(text[i + 2 : i + 2 + HEX_DIGITS[sign]] or "0", 16)
        yield chr(code) if code < 0x110000 else "?", i
    else:
        yield ESCAPES.get(sign, sign), i


def _behind_escape(text: str, i: int, end: int) -> int:
    if match := ESCAPED_BREAK.match(text, i + 1, end):
        return match.end()
    return i + 2 + HEX_DIGITS.get(text[i + 1 : i + 2], 0)


def _breaks(text: str, start: int, end: int) -> Iterator[Stretch]:
    return (("\n", match.start()) for match in BREAK.finditer(text, start, end))


def _lines(text: str, i: int, end: int) -> Iterator[tuple[int, int, int | None]]:
    """For each line of a block: where it starts, where it ends, and where its line break stands."""
    for match in BREAK.finditer(text, i, end):
        yield i, match.start(), match.start()
        i = match.end()
    if i < end:
        yield i, end, None


def _indentation(text: str, lines: list[tuple[int, int, int | None]]) -> int:
    deepest = 0
    for start, end, _ in lines:
        blanks = _spaces(text, start, end)
        deepest = max(deepest, blanks)
        if start + blanks < end:
            break
    return deepest


def _spaces(text: str, start: int, end: int) -> int:
    return end - start - len(text[start:end].lstrip(" "))


def _block(text: str, lines: list[tuple[int, int, int | None]], indentation: int, folded: bool, chomp: str) -> Iterator[Stretch]:
    """The stretches of a `|` or `>` block of the given indentation."""
    blank_lines: list[Stretch] = []
    last_break: int | None = None
    last_was_text = False
    for start, end, line_break in lines:
        first = start + min(indentation, _spaces(text, start, end))
        if first == end:
            if line_break is not None:
                blank_lines.append(("\n", line_break))
            continue
        is_text = text[first] not in " \t"
        if last_break is not None:
            if not (folded and last_was_text and is_text):
                yield "\n", last_break
            elif not blank_lines:
                yield " ", last_break
        yield from blank_lines
        blank_lines.clear()
        yield text[first:end], first
        last_break, last_was_text = line_break, is_text
    if chomp != "-" and last_break is not None:
        yield "\n", last_break
    if chomp == "+":
        yield from blank_lines
