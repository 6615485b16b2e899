"""Mistakes in how lines stand below each other: colons that lack or are too many, and indentation."""

import re
import unicodedata

from .finding import error
from .lines import BLOCK_HEADER, FARTHEST, LONGEST_LINE, PAIRS, Line, line_above, line_at, parents_of
from .lookalikes import look_alike
from .misread import Mistake, Report, misread

STEP = 2  # columns by which a rules file is indented, if it is indented as usual
RULE = re.compile(r"(?:if|else if|for each|repeat|turns)\b[ ]|(?:repeat|else)$")
INSTRUCTION = re.compile(r"(?:move|shuffle|show|let|choose|offer|play|do|end|say|gather)\b(?! *:)|[a-z_][\w ]* [-+]?= ")
GLUED = re.compile(r"(?:^|[\s,{\[])([\w-]+:)$")  # up to where the reader stops


def colon(report: Report) -> Mistake | None:
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
        return misread(report, report.at, "this colon cannot stand here", "put quotes around a text that holds a colon")
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
            return misread(report, line.first, message, f"start it in column {top.column + 1}", line.start + len(line.text))
    return None


def _inner_colon(report: Report, line: Line) -> Mistake:
    value = line.value
    for opening, ending in PAIRS.items():
        if value.endswith(ending) and value.count(ending) > value.count(opening):
            hint = f"write {opening} before it"
            return misread(report, line.place, f"this ends with {ending}, but no {opening} opens it", hint, line.place + len(value))
    end = line.place + len(value)
    message = "a text that holds a colon and a space must be quoted: to YAML it is a second key"
    finding = error("R113", report.source.span(line.place, end), message, f"put quotes around the text: {line.quoted()}")
    return Mistake(finding, (line.place, end))


def _deeper(report: Report, line: Line, above: Line) -> Mistake:
    message = f"this line is indented deeper than line {above.number}, which has its value already"
    return misread(
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
        return misread(report, line.start + twin, message, hint, line.start + twin + 1)
    glued = re.match(r"([\w-]+):(\S.*)", content)
    place = line.start + line.content
    end = line.start + len(line.text.rstrip())
    if glued:
        return misread(report, place, "a space is missing after the colon", f"write {glued[1]}: {glued[2].rstrip()}", end)
    word = re.match(r"[\w-]+", content)
    if re.match(r"-[^\s-]", content):
        return misread(report, place, "a space is missing after the dash", f"write - {content[1:].rstrip()}", end)
    hint = f"write {word[0]}: and then its value" if word else "write a name, a colon, a space and the value"
    return misread(report, place, "a colon is missing in this line, or it does not belong here", hint, end)


def _unmarked_rule(report: Report, line: Line) -> Mistake | None:
    """The first instruction below a key that has no `|`."""
    above = line_above(line)
    if above is None or above.key is None or above.value or above.column >= line.column or not INSTRUCTION.match(line.text.strip()):
        return None
    message = f"this line reads like an instruction, and '{above.key}' in line {above.number} does not say that a text follows"
    hint = f"write '{above.key}: |' in line {above.number}"
    return misread(report, line.start + line.content, message, hint, line.start + len(line.text.rstrip()))


def no_colon(report: Report) -> Mistake | None:
    if "could not find expected ':'" not in report.problem:
        return None
    return _missing_colon(report, line_at(report.source, report.begun))


def list_in_line(report: Report) -> Mistake | None:
    if "sequence entries are not allowed" not in report.problem:
        return None
    line = report.line
    if line.key is not None:
        return misread(report, line.place, "a list with dashes begins on the line below its key", "start a new line, or write [a, b, c]")
    above = line_above(line)
    hint = f"line {above.number} has its value already" if above else "start a new line"
    return misread(report, line.first, "a list cannot begin here", hint)


def indentation(report: Report) -> Mistake | None:
    if not any(words in report.problem for words in ("expected key", "'-' indicator", "<block end>")):
        return None
    line, source = report.line, report.source
    if report.at > line.first:
        return misread(
            report, report.at, "this does not belong to the value before it", "put quotes around the whole text, or start a new line"
        )
    end = line.start + len(line.text)
    began = source.position(report.begun)[1]
    column = source.position(report.at)[1]
    if column == began and ("'-' indicator" in report.problem or "collection" in report.doing):
        return misread(report, line.first, "the lines above are a list, and this line does not begin with a dash", "write - before it", end)
    if line.text.lstrip().startswith(":"):
        return misread(report, line.first, "a name is missing before the colon", "write one", end)
    if column == began:
        return misread(
            report, line.first, "the lines above are names with values, and this one is not", "write a name, a colon and a value", end
        )
    above = line_above(line)
    if above and above.column == line.column and above.key is None and above.value[:1].isalpha() and above.lead.isspace():
        return _missing_colon(report, above)
    if outlier := _outlier(report, line):
        return outlier
    columns = sorted({source.position(line_start.first)[1] for line_start in parents_of(line)})
    hint = "start it in column " + " or ".join(str(c) for c in columns) if columns else f"start it in column {began}"
    return misread(report, line.first, "this line is indented unlike any line that it could belong to", hint, end)


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
    return misread(report, line.first, message, f"start it in column {column + 1}", line.start + len(line.text))


def after_the_end(report: Report) -> Mistake | None:
    if "document start>" not in report.problem:
        return None
    line = report.line
    above = line_above(line)
    if above and above.text.startswith("..."):
        message = "a line of three dots ends the file, and more follows"
        return Mistake(error("R107", report.source.span(report.at), message, "delete the dots, or put the rest in a file of its own"))
    if line.text.startswith(" ") or report.at > line.first:
        return misread(report, line.first, "this does not belong to what stands above it", "check its indentation")
    return misread(
        report,
        line.first,
        "the file cannot go on here: what stands above is complete",
        "give it a name, a colon and a value, like the lines above",
    )


def glued(report: Report) -> Mistake | None:
    end = report.at + report.source.text.startswith(":", report.at)
    if report.source.text[end : end + 1].isspace():
        return None
    match = GLUED.search(report.source.text, max(0, end - LONGEST_LINE), end)
    return misread(report, match.start(1), "a space is missing after the colon", f"write {match[1]} and a space", end) if match else None
