"""The lines of a file, cut as YAML cuts them: dashes, a key, a value."""

import re
from dataclasses import dataclass

from .source import Source

FARTHEST = 2_000  # lines that are looked at above one
LONGEST_LINE = 2_000  # longer ones are not looked at closely

LINE = re.compile(
    r"""(?P<lead>[ ]*(?:-[ ]+)*)
        (?:(?P<key>"(?:[^"\\]|\\.)*"[ ]* | '(?:[^']|'')*'[ ]* | [^\s"'\#\[{>|&*!@%`,-][^\#]*? | -[^\s\#][^\#]*?):(?=[ ]|$)[ ]*)?
        (?P<value>.*)""",
    re.VERBOSE,
)
COMMENT = re.compile(r"(?:^|(?<=[ \t]))#(?:\s.*)?$")
BLOCK_HEADER = re.compile(r"[|>](?:[1-9][+-]?|[+-][1-9]?)?(?:\s+#.*|\s*)")
QUOTED = re.compile(r""""(?:[^"\\\n\r]|\\.)*"|'(?:[^'\n\r]|'')*'""")
PAIRS = {"[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, cut where `key: value` and `- value` are cut."""

    source: Source
    number: int
    start: int
    text: str
    lead: str
    key: str | None
    value: str
    place: int

    @property
    def first(self) -> int:
        """Where the line's first character stands that is no blank."""
        return self.start + len(self.text) - len(self.text.lstrip(" \t"))

    @property
    def column(self) -> int:
        """The column, from 0, of the line's first character that is no blank."""
        return self.first - self.start

    @property
    def content(self) -> int:
        """The column, from 0, behind blanks and dashes."""
        return len(self.lead)

    def quoted(self) -> str:
        """The line with its value, or the condition before the colon, in quotes."""
        start = self.lead.strip() + " " if self.lead.strip() else ""
        if self.key is not None:
            return f"{start}{self.key}: {quote(self.value)}"
        colon = self.value.find(": ", _inside(self.value))
        return start + (quote(self.value) if colon < 0 else f"{quote(self.value[:colon])}{self.value[colon:]}")


def quote(text: str) -> str:
    """A text in single quotes, as YAML reads it back."""
    return "'" + text.replace("'", "''") + "'"


def line_at(source: Source, offset: int) -> Line:
    """The line on which an offset stands, cut into its parts."""
    number = source.position(min(offset, len(source.text)))[0]
    start = source.line_starts[number - 1]
    text = source.line(number)
    match = LINE.match(text.rstrip()) if len(text) <= LONGEST_LINE else None
    if match is None:
        return Line(source, number, start, text, "", None, "", start + len(text))
    key = match["key"].rstrip() if match["key"] is not None else None
    value = COMMENT.sub("", match["value"]).rstrip()
    return Line(source, number, start, text, match["lead"], key, value, start + match.start("value"))


def _inside(value: str) -> int:
    """How much of a text stands inside the quotes or brackets that it begins with."""
    if closed := QUOTED.match(value):
        return closed.end()
    return (closing(value) or 0) if value[0] in PAIRS else 0


def closing(value: str) -> int | None:
    open_signs: list[str] = []
    i = 0
    while i < len(value):
        if value[i] in "\"'" and (quoted := QUOTED.match(value, i)):
            i = quoted.end()
            continue
        if value[i] in PAIRS:
            open_signs.append(PAIRS[value[i]])
        elif value[i] in "]}":
            if not open_signs or open_signs.pop() != value[i]:
                return None
            if not open_signs:
                return i
        i += 1
    return None


def line_above(line: Line) -> Line | None:
    """The nearest line above that is neither blank nor a comment; None if there is none near."""
    for number in range(line.number - 1, max(0, line.number - 200), -1):
        above = line_at(line.source, line.source.line_starts[number - 1])
        if above.text.strip() and not above.text.lstrip().startswith("#"):
            return above
    return None


def parents_of(line: Line) -> list[Line]:
    """The nearest line above in each column: those that this one may be meant to stand under."""
    parents: list[Line] = []
    above = line_above(line)
    while above:
        if not parents or above.column < parents[-1].column:
            parents.append(above)
        above = line_above(above) if above.column > 0 and line.number - above.number < FARTHEST else None
    return parents
