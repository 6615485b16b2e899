"""What a designer did where the YAML reader gave up: its report, told in the words of the file.

The reader names the place where it could not go on and what it was doing. What was meant is read from the line that stands there:
most often a rule text that begins with a sign of YAML and has to be quoted.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

import yaml

from .finding import Finding, error
from .lines import BLOCK_HEADER, FARTHEST, LONGEST_LINE, PAIRS, QUOTED, Line, closing, line_above, line_at, parents_of, quote
from .lookalikes import look_alike
from .source import Source

DEEPEST = 60
FARTHEST_QUOTE = 400  # lines between a quote and the next one that was taken for its other end
STEP = 2  # columns by which a rules file is indented, if it is indented as usual
OPENING_QUOTE = re.compile(r"""(?:^[ ]*|[\[{,][ ]*|[:?-][ ]+)(?:(")(?:[^"\\]|\\.)*|(')(?:[^']|'')*)$""")
RULE = re.compile(r"(?:if|else if|for each|repeat|turns)\b[ ]|(?:repeat|else)$")
INSTRUCTION = re.compile(r"(?:move|shuffle|show|let|choose|offer|play|do|end|say|gather)\b(?! *:)|[a-z_][\w ]* [-+]?= ")
GLUED = re.compile(r"(?:^|[\s,{\[])([\w-]+:)$")  # up to where the reader stops
ANCHOR_NAME = re.compile(r"[&*][\w-]+\s*(?:$|[\[{\"'|>])")
TAG_NAME = re.compile(r"!(?:[!<].*|[\w-]*\s*(?:$|[\[{\"'|>].*))")
SIGNS = {
    ">": "it begins a text on the lines below",
    "|": "it begins a text on the lines below",
    "!": "it begins a type",
    "&": "it begins a label",
    "*": "it refers to a label",
    "{": "it begins a table in one line",
    "}": "it ends a table in one line",
    "[": "it begins a list in one line",
    "]": "it ends a list in one line",
    "@": "it is reserved",
    "`": "it is reserved",
    "%": "it begins an instruction",
    ",": "it stands between the parts of a list",
    "?": "it begins a name of several lines",
    '"': "it begins a quoted text, and nothing may follow the closing quote",
    "'": "it begins a quoted text, and nothing may follow the closing quote",
}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A finding, and the text that may be taken out so that what follows can be read too."""

    finding: Finding
    without: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What the YAML reader said: its words, the place, and where the thing began that it was reading."""

    source: Source
    problem: str
    doing: str
    at: int
    begun: int

    @property
    def line(self) -> Line:
        return line_at(self.source, self.at)


def explain(source: Source, problem: yaml.YAMLError | ValueError) -> Mistake:
    """The mistake behind an exception of the YAML reader."""
    if not isinstance(problem, yaml.MarkedYAMLError) or problem.problem_mark is None:
        return Mistake(error("R109", source.span(0, 0), "this file cannot be read as YAML", "look for broken characters in it"))
    at = min(problem.problem_mark.index, len(source.text))
    begun = min(problem.context_mark.index, len(source.text)) if problem.context_mark else at
    report = Report(source, problem.problem or "", problem.context or "", at, begun)
    return next(mistake for reason in REASONS if (mistake := reason(report)))


def quote_whole(line: Line) -> Mistake:
    """The mistake that the value of a line begins with a sign of YAML."""
    sign = line.value[0]
    return _signed("R111" if sign in "&*" else "R113", line.source, line.place, line.value, f"put quotes around the text: {line.quoted()}")


def _signed(code: str, source: Source, place: int, value: str, hint: str) -> Mistake:
    meaning = SIGNS.get(value[0], "it means something else")
    message = f"a text must not begin with {value[0]} unless it is quoted: to YAML {meaning}"
    if value[0] == "!":
        hint += "; if you mean 'not', write not"
    return Mistake(error(code, source.span(place, place + len(value)), message, hint), (place, place + len(value)))


def _plain(report: Report, place: int, message: str, hint: str, end: int | None = None) -> Mistake:
    return Mistake(error("R109", report.source.span(place, end), message, hint))


def _tab(report: Report) -> Mistake | None:
    text, at = report.source.text, report.at
    line = report.line
    blanks = line.text[: line.first - line.start]
    if "\t" in blanks and ("tab" in report.problem or "cannot start any token" in report.problem or "expected" in report.problem):
        at = line.start + blanks.index("\t")
    elif "tab" not in report.problem and not ("cannot start any token" in report.problem and text[at : at + 1] == "\t"):
        return None
    return Mistake(error("R108", report.source.span(at), "a tab cannot be used to indent", "use spaces: two for each step"))


def _directive(report: Report) -> Mistake | None:
    if "directive" not in report.problem + report.doing:
        return None
    return Mistake(
        error("R122", report.source.span(report.line.start), "a line that begins with % is an instruction to YAML", "delete this line")
    )


def _open_quote(report: Report) -> Mistake | None:
    """A quote whose other end is missing shows up where the next quote stands, or at the end of the file."""
    last = report.line.number
    if "end of stream" in report.problem and "quoted" in report.doing:
        return _unclosed(report, report.begun)
    if "quoted" in report.doing and "document indicator" in report.problem:
        return _unclosed(report, report.begun)
    for number in range(max(1, last - FARTHEST_QUOTE), last):
        line = line_at(report.source, report.source.line_starts[number - 1])
        match = OPENING_QUOTE.search(line.text) if len(line.text) <= LONGEST_LINE else None
        if match is None or line.text.lstrip().startswith("#"):
            continue
        mark = match[1] or match[2]
        opened = line.start + (match.start(1) if match[1] else match.start(2))
        closing = report.source.text.find(mark, line.start + len(line.text))
        if closing >= 0 and report.source.position(closing)[0] == last:
            return _unclosed(report, opened)
    return None


def _unclosed(report: Report, opened: int) -> Mistake:
    mark = report.source.text[opened : opened + 1]
    return _plain(report, opened, f"the text that begins here with {mark} has no closing {mark}", f"put {mark} at the end of the text")


def _escape(report: Report) -> Mistake | None:
    if "escape" not in report.problem and "hexdecimal" not in report.problem and "hexadecimal" not in report.problem:
        return None
    hint = "write \\\\ for a backslash, or use single quotes: '...'"
    return _plain(report, report.at, "a backslash inside double quotes has a meaning of its own, and this one has none", hint)


def _sign(report: Report) -> Mistake | None:
    text = report.source.text
    scanning = report.doing.startswith("while scanning") and "simple key" not in report.doing
    line = line_at(report.source, report.begun) if scanning else report.line
    at = report.begun if scanning and "block scalar" not in report.doing else report.at
    if line.value and line.place <= max(at, report.at) and _begins_wrongly(line):
        return quote_whole(line)
    sign = text[at : at + 1]
    if (scanning or "cannot start any token" in report.problem) and sign in SIGNS and sign not in "\"'[]{}":
        code = "R111" if sign in "&*" else "R113"
        rest = re.match(r"[^,\]}\r\n#]*", text[at : at + LONGEST_LINE])
        value = rest[0].rstrip() if rest and rest[0].strip() else sign
        return _signed(code, report.source, at, value, f"put quotes around the text: {quote(value)}")
    return None


def _begins_wrongly(line: Line) -> bool:
    """A value that is neither what its first sign means nor a plain text."""
    value, sign = line.value, line.value[0]
    match sign:
        case ">" | "|":
            return not BLOCK_HEADER.fullmatch(value)
        case '"' | "'":
            closed = QUOTED.match(value)
            return closed is not None and value[closed.end() :].lstrip()[:1] not in ("", ":", ",", "]", "}")
        case "[" | "{":
            closed_at = closing(value)
            return closed_at is not None and value[closed_at + 1 :].lstrip()[:1] not in ("", ",", "]", "}", ":")
        case "?":
            return line.key is not None
        case "]" | "}":
            return True
        case "&" | "*" | "!":
            return True
    return sign in "@`%,"


def _colon(report: Report) -> Mistake | None:
    """A colon where no key can stand: inside a text, behind a line that has its value, or in the wrong column."""
    if "mapping values are not allowed" not in report.problem:
        return None
    line, source = report.line, report.source
    if line.key is not None and report.at >= line.place and ": " in line.value + " ":
        return _inner_colon(report, line)
    if shallow := _shallow_rule(report):
        return shallow
    above = line_above(line)
    if above is None:
        return _plain(report, report.at, "this colon cannot stand here", "put quotes around a text that holds a colon")
    if line.content > above.content and (above.key is not None or above.value):
        return _deeper(report, line, above)
    if above.key is not None and above.value[:1] not in ("", ">", "|"):
        return _deeper(report, line, above)
    return _missing_colon(report, above if source.text[above.first : above.first + 1] else line)


def _shallow_rule(report: Report) -> Mistake | None:
    """A line of a rule text that is indented less than the text, so that it ends it, and what follows is no text any more."""
    for line in parents_of(report.line):
        if line.key is None or not RULE.match(line.key) or not (above := line_above(line)) or above.column <= line.column:
            continue
        while above and above.column > line.column:
            top, above = above, line_above(above)
        if above and BLOCK_HEADER.fullmatch(above.value) and above.value:
            message = f"this line seems to belong to the text that begins in line {top.number}, but it is not indented so"
            return _plain(report, line.first, message, f"start it in column {top.column + 1}", line.start + len(line.text))
    return None


def _inner_colon(report: Report, line: Line) -> Mistake:
    value = line.value
    for opening, ending in PAIRS.items():
        if value.endswith(ending) and value.count(ending) > value.count(opening):
            hint = f"write {opening} before it"
            return _plain(report, line.place, f"this ends with {ending}, but no {opening} opens it", hint, line.place + len(value))
    end = line.place + len(value)
    message = "a text that holds a colon and a space must be quoted: to YAML it is a second key"
    finding = error("R113", report.source.span(line.place, end), message, f"put quotes around the text: {line.quoted()}")
    return Mistake(finding, (line.place, end))


def _deeper(report: Report, line: Line, above: Line) -> Mistake:
    message = f"this line is indented deeper than line {above.number}, which has its value already"
    return _plain(
        report, line.first, message, f"start it in column {above.content + 1}, like line {above.number}", line.start + len(line.text)
    )


def _missing_colon(report: Report, line: Line) -> Mistake:
    content = line.text[line.content :]
    if unmarked := _unmarked_rule(report, line):
        return unmarked
    if twin := next((n for n, char in enumerate(line.text) if look_alike(char) in (":", " ")), None):
        point = f"U+{ord(line.text[twin]):04X} {unicodedata.name(line.text[twin], '')}".strip()
        what = "colon" if look_alike(line.text[twin]) == ":" else "space"
        message, hint = f"this is no plain {what} but {point}", f"type a {what} in its place"
        return _plain(report, line.start + twin, message, hint, line.start + twin + 1)
    glued = re.match(r"([\w-]+):(\S.*)", content)
    place = line.start + line.content
    end = line.start + len(line.text.rstrip())
    if glued:
        return _plain(report, place, "a space is missing after the colon", f"write {glued[1]}: {glued[2].rstrip()}", end)
    word = re.match(r"[\w-]+", content)
    if re.match(r"-[^\s-]", content):
        return _plain(report, place, "a space is missing after the dash", f"write - {content[1:].rstrip()}", end)
    hint = f"write {word[0]}: and then its value" if word else "write a name, a colon, a space and the value"
    return _plain(report, place, "a colon is missing in this line, or it does not belong here", hint, end)


def _unmarked_rule(report: Report, line: Line) -> Mistake | None:
    """The first instruction below a key that has no `|`."""
    above = line_above(line)
    if above is None or above.key is None or above.value or above.column >= line.column or not INSTRUCTION.match(line.text.strip()):
        return None
    message = f"this line reads like an instruction, and '{above.key}' in line {above.number} does not say that a text follows"
    hint = f"write '{above.key}: |' in line {above.number}"
    return _plain(report, line.start + line.content, message, hint, line.start + len(line.text.rstrip()))


def _no_colon(report: Report) -> Mistake | None:
    if "could not find expected ':'" not in report.problem:
        return None
    return _missing_colon(report, line_at(report.source, report.begun))


def _too_deep(report: Report) -> Mistake | None:
    """More brackets inside each other than even the YAML reader can follow."""
    if "flow" not in report.doing and "nesting" not in report.problem:
        return None
    depth = 0
    for match in re.finditer(r"[\[\]{}]", report.source.text[: report.at]):
        depth = max(0, depth + (1 if match[0] in PAIRS else -1))
        if depth > DEEPEST:
            return Mistake(too_deep(report.source, match.start()))
    return None


def too_deep(source: Source, place: int) -> Finding:
    """The finding that lists and tables stand too deep inside each other at a place."""
    message = f"lists and tables stand inside each other more than {DEEPEST} deep"
    return error("R115", source.span(place), message, "flatten them; look for brackets that are not closed")


def _bracket(report: Report) -> Mistake | None:
    """A list or table in one line that does not end as it began."""
    if "flow" not in report.doing:
        return None
    text = report.source.text
    opening = text[report.begun : report.begun + 1]
    closing = PAIRS.get(opening)
    found = text[report.at : report.at + 1]
    here, there = report.line, line_at(report.source, report.begun)
    if closing is None:
        if not text[report.at :].strip():
            return _plain(
                report, report.at, "the file ends inside a list or a table in one line", "close every [ with ] and every { with }"
            )
        return _plain(report, report.at, f"something is missing before {found}", "write it, or take the sign out")
    if found in ("]", "}"):
        return _plain(report, report.at, f"{opening} is closed with {found} here", f"write {closing}")
    new_line = here.number > there.number and (here.column <= there.column or not here.text.strip())
    if new_line or not text[report.at :].strip():
        return _plain(report, report.begun, f"the {opening} that stands here is not closed", f"write {closing} where it ends")
    return _plain(
        report, report.at, f"a comma is missing before this, or {closing} to end what line {there.number} began", f"write , or {closing}"
    )


def _list_in_line(report: Report) -> Mistake | None:
    if "sequence entries are not allowed" not in report.problem:
        return None
    line = report.line
    if line.key is not None:
        return _plain(report, line.place, "a list with dashes begins on the line below its key", "start a new line, or write [a, b, c]")
    above = line_above(line)
    hint = f"line {above.number} has its value already" if above else "start a new line"
    return _plain(report, line.first, "a list cannot begin here", hint)


def _indentation(report: Report) -> Mistake | None:
    if not any(words in report.problem for words in ("expected key", "'-' indicator", "<block end>")):
        return None
    line, source = report.line, report.source
    if report.at > line.first:
        return _plain(
            report, report.at, "this does not belong to the value before it", "put quotes around the whole text, or start a new line"
        )
    end = line.start + len(line.text)
    began = source.position(report.begun)[1]
    column = source.position(report.at)[1]
    if column == began and ("'-' indicator" in report.problem or "collection" in report.doing):
        return _plain(report, line.first, "the lines above are a list, and this line does not begin with a dash", "write - before it", end)
    if line.text.lstrip().startswith(":"):
        return _plain(report, line.first, "a name is missing before the colon", "write one", end)
    if column == began:
        return _plain(
            report, line.first, "the lines above are names with values, and this one is not", "write a name, a colon and a value", end
        )
    above = line_above(line)
    if above and above.column == line.column and above.key is None and above.value[:1].isalpha() and above.lead.isspace():
        return _missing_colon(report, above)
    if outlier := _outlier(report, line):
        return outlier
    columns = sorted({source.position(line_start.first)[1] for line_start in parents_of(line)})
    hint = "start it in column " + " or ".join(str(c) for c in columns) if columns else f"start it in column {began}"
    return _plain(report, line.first, "this line is indented unlike any line that it could belong to", hint, end)


def _outlier(report: Report, line: Line) -> Mistake | None:
    """The line above that is out of place where this one is not: what comes first in a block makes the others look wrong."""
    column = line.column
    between: list[Line] = []
    parent = line_above(line)
    while parent and parent.column >= column and line.number - parent.number < FARTHEST:
        between.append(parent)
        parent = line_above(parent)
    if parent is None or parent.column >= column or not between:
        return None
    first, before = between[-1], line_above(parent)
    is_step = column - parent.column == STEP
    is_header = first.key is not None and (not first.value or BLOCK_HEADER.fullmatch(first.value) is not None)
    is_empty = is_header and len(between) > 1 and between[-2].column <= first.column
    if is_step and first.column != column and (is_empty or first.column != column + STEP or len(between) == 1):
        return _misplaced(report, first, column, line)
    if before and before.column >= column and _has_peer(before, column):
        return _misplaced(report, parent, column, line)
    if before and before.key is not None and not before.value and before.column == column - STEP <= parent.column:
        return _misplaced(report, parent, column, line)
    return None


def _has_peer(line: Line, column: int) -> bool:
    """Whether the block that ends with a line has names in a column."""
    above: Line | None = line
    while above and above.column > column and line.number - above.number < FARTHEST:
        above = line_above(above)
    return above is not None and above.column == column and above.key is not None


def _misplaced(report: Report, line: Line, column: int, like: Line) -> Mistake:
    message = f"this line is not indented like line {like.number}, which seems to belong beside it"
    return _plain(report, line.first, message, f"start it in column {column + 1}", line.start + len(line.text))


def _after_the_end(report: Report) -> Mistake | None:
    if "document start>" not in report.problem:
        return None
    line = report.line
    above = line_above(line)
    if above and above.text.startswith("..."):
        message = "a line of three dots ends the file, and more follows"
        return Mistake(error("R107", report.source.span(report.at), message, "delete the dots, or put the rest in a file of its own"))
    if line.text.startswith(" ") or report.at > line.first:
        return _plain(report, line.first, "this does not belong to what stands above it", "check its indentation")
    return _plain(
        report,
        line.first,
        "the file cannot go on here: what stands above is complete",
        "give it a name, a colon and a value, like the lines above",
    )


def _glued(report: Report) -> Mistake | None:
    end = report.at + report.source.text.startswith(":", report.at)
    if report.source.text[end : end + 1].isspace():
        return None
    match = GLUED.search(report.source.text, max(0, end - LONGEST_LINE), end)
    return _plain(report, match.start(1), "a space is missing after the colon", f"write {match[1]} and a space", end) if match else None


def _anything(report: Report) -> Mistake:
    return _plain(
        report, report.at, "this cannot be read as YAML", "check quotes, colons and indentation here, or put quotes around the text"
    )


# Asked in this order; the first that knows an answer gives it.
REASONS: tuple[Callable[[Report], Mistake | None], ...] = (
    _tab,
    _directive,
    _escape,
    _open_quote,
    _sign,
    _colon,
    _no_colon,
    _too_deep,
    _glued,
    _bracket,
    _list_in_line,
    _indentation,
    _after_the_end,
    _anything,
)
