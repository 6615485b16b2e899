"""What a designer did where the YAML reader gave up: its report, told in the words of the file.

The reader names the place where it could not go on and what it was doing. What was meant is read from the line that stands there:
most often a rule text that begins with a sign of YAML and has to be quoted.
"""

import re
from collections.abc import Callable

import yaml

from .finding import Finding, error
from .lines import BLOCK_HEADER, LONGEST_LINE, PAIRS, QUOTED, Line, closing, line_at, quote
from .misread import Mistake, Report, misread
from .mistakes_lines import after_the_end, colon, glued, indentation, list_in_line, no_colon
from .source import Source

DEEPEST = 60
FARTHEST_QUOTE = 400  # lines between a quote and the next one that was taken for its other end
OPENING_QUOTE = re.compile(r"""(?:^[ ]*|[\[{,][ ]*|[:?-][ ]+)(?:(")(?:[^"\\]|\\.)*|(')(?:[^']|'')*)$""")
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
    return misread(report, opened, f"the text that begins here with {mark} has no closing {mark}", f"put {mark} at the end of the text")


def _escape(report: Report) -> Mistake | None:
    if "escape" not in report.problem and "hexdecimal" not in report.problem and "hexadecimal" not in report.problem:
        return None
    hint = "write \\\\ for a backslash, or use single quotes: '...'"
    return misread(report, report.at, "a backslash inside double quotes has a meaning of its own, and this one has none", hint)


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
            return misread(
                report, report.at, "the file ends inside a list or a table in one line", "close every [ with ] and every { with }"
            )
        return misread(report, report.at, f"something is missing before {found}", "write it, or take the sign out")
    if found in ("]", "}"):
        return misread(report, report.at, f"{opening} is closed with {found} here", f"write {closing}")
    new_line = here.number > there.number and (here.column <= there.column or not here.text.strip())
    if new_line or not text[report.at :].strip():
        return misread(report, report.begun, f"the {opening} that stands here is not closed", f"write {closing} where it ends")
    return misread(
        report, report.at, f"a comma is missing before this, or {closing} to end what line {there.number} began", f"write , or {closing}"
    )


def _anything(report: Report) -> Mistake:
    return misread(
        report, report.at, "this cannot be read as YAML", "check quotes, colons and indentation here, or put quotes around the text"
    )


# Asked in this order; the first that knows an answer gives it.
REASONS: tuple[Callable[[Report], Mistake | None], ...] = (
    _tab,
    _directive,
    _escape,
    _open_quote,
    _sign,
    colon,
    no_colon,
    _too_deep,
    glued,
    _bracket,
    list_in_line,
    indentation,
    after_the_end,
    _anything,
)
