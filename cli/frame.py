"""Findings as a person reads them, with the line and a caret, and as other programs do."""

import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TextIO
from urllib.parse import quote

from ..ruleset.decode import visible, visible_character
from ..ruleset.finding import Finding, Severity
from ..ruleset.source import Source, Span
from .console import has_colour, width

TAB = 4
PAINT = {"place": "1", "error": "1;31", "warning": "1;33", "gutter": "34", "hint": "36"}
CUT = "..."


def as_text(findings: Sequence[Finding], colour: bool = False, columns: int = 80, fold: bool = False) -> str:
    """Every finding with its line and a caret below, and a closing line that counts them; empty without findings.

    Long messages go on in the next line with `fold`: for people, as programs look for one line a message.
    """
    if not findings:
        return ""
    parts = [_one(finding, colour, columns, fold) for finding in findings]
    return "\n\n".join([*parts, count(findings)]) + "\n"


def print_findings(findings: Sequence[Finding], to: TextIO | None = None) -> None:
    """Print findings as text, as wide and as coloured as the stream allows."""
    stream = to or sys.stdout
    stream.write(as_text(findings, has_colour(stream), width(), fold=stream.isatty()))


def count(findings: Sequence[Finding]) -> str:
    """How many there are and in how many files: `3 errors, 1 warning in 2 files`."""
    amounts = {str(s): sum(f.severity is s for f in findings) for s in Severity}
    told = ", ".join(_plural(n, word) for word, n in amounts.items() if n)
    return f"{told} in {_plural(len({f.span.source.name for f in findings}), 'file')}"


def _plural(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _one(finding: Finding, colour: bool, columns: int, fold: bool) -> str:
    def paint(role: str, text: str) -> str:
        return f"\x1b[{PAINT[role]}m{text}\x1b[0m" if colour else text

    line, _ = finding.span.source.position(finding.span.start)
    gutter = len(str(line))
    severity = str(finding.severity)
    head = f"{paint('place', visible(str(finding.span)))}: {paint(severity, f'{severity}[{finding.code}]')} "
    across = columns if fold else None
    shown = visible(f"{finding.span}: {severity}[{finding.code}] ")
    rows = [head + _folded(finding.message, gutter + 3, across, len(shown))]
    code, caret = _window(finding.span, max(columns - gutter - 3, 20))
    if code:
        bar = paint("gutter", "|")
        rows += [
            f"{'':{gutter}} {bar}",
            f"{paint('gutter', str(line))} {bar} {code}",
            f"{'':{gutter}} {bar} {' ' * caret.count(' ')}{paint(severity, caret.strip())}",
        ]
    if finding.hint:
        rows.append(f"{'':{gutter}} {paint('hint', '=')} {_folded(finding.hint, gutter + 3, across)}")
    for span, note in finding.related:
        place = f"{visible(str(span))}: "
        rows.append(f"{'':{gutter}} {paint('hint', '-')} {place}{_folded(note, gutter + 3, across, gutter + 3 + len(place))}")
    return "\n".join(rows)


def _folded(text: str, indent: int, columns: int | None = None, taken: int | None = None) -> str:
    """A text of one or more lines, the later ones indented; cut at blanks into `columns`, of which so many are taken before it."""
    lines = [visible(line).rstrip() for line in text.splitlines()]
    if columns is not None and columns > indent + 20:
        before = indent if taken is None else taken
        lines = [part for i, line in enumerate(lines) for part in _wrapped(line, columns, indent if i else before, indent) or [""]]
    return ("\n" + " " * indent).join(lines)


def _wrapped(line: str, columns: int, before: int, indent: int) -> list[str]:
    parts = wrap(line, columns, initial_indent=" " * before, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    return [part[before if not i else indent :] for i, part in enumerate(parts)]


def _window(span: Span, room: int) -> tuple[str, str]:
    """The line that a span starts on, cut to `room` columns around it, and a line with carets below the span."""
    number, column = span.source.position(span.start)
    line = span.source.line(number)
    if not line.strip():
        return "", ""
    start = min(column - 1, len(line))
    end = max(start + 1, min(start + span.end - span.start, len(line)))
    # Nothing further away than `room` characters can be seen, however long the line is.
    first, last = max(0, start - room), min(len(line), start + 2 * room)
    cells, at = _cells(line[first:last])
    left = at[start - first]
    right = max(at[min(end, last) - first], left + 1)
    if first == 0 and last == len(line) and at[-1] <= room:
        return "".join(cells).rstrip(), " " * left + "^" * (right - left)
    inside = room - 2 * len(CUT)
    # A third of the room before the place, the rest behind it, and no room left empty at the end of the line.
    begin = 0 if first == 0 and right < inside else max(0, min(left - inside // 3, at[-1] - inside))
    kept: list[str] = []
    shift = used = 0
    for cell, where in zip(cells, at, strict=False):
        wide = _columns(cell)
        if where < begin:
            continue
        if not kept:
            shift = where
        if used + wide > inside:
            break
        kept.append(cell)
        used += wide
    front = CUT if first or shift else ""
    back = CUT if shift + used < at[-1] or last < len(line) else ""
    offset = len(front) + left - shift
    return front + "".join(kept) + back, " " * offset + "^" * max(1, min(right - left, used - (left - shift)))


def _cells(text: str) -> tuple[list[str], list[int]]:
    """Each character as it is shown, and the column (from 0) at which each starts; one more for the end."""
    cells, at, column = [], [], 0
    for c in text:
        cell = " " * (TAB - column % TAB) if c == "\t" else visible_character(c)
        cells.append(cell)
        at.append(column)
        column += _columns(cell)
    return cells, [*at, column]


def _columns(cell: str) -> int:
    if cell.isascii():
        return len(cell)
    return sum(_wide(c) for c in cell)


def _wide(c: str) -> int:
    if unicodedata.category(c) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def _place(span: Span) -> dict[str, object]:
    source = span.source
    line, column = source.position(span.start)
    end_line, end_column = source.position(min(max(span.end, span.start), max(len(source.text), span.start)))
    return {"file": source.name, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


def as_json(findings: Iterable[Finding]) -> str:
    """A list of findings; lines and columns count from 1, in characters; the end is the place behind the last one."""
    rows = [
        {
            "code": f.code,
            "severity": str(f.severity),
            **_place(f.span),
            "message": f.message,
            "hint": f.hint,
            "related": [{**_place(span), "message": note} for span, note in f.related],
        }
        for f in findings
    ]
    return json.dumps(rows, indent=2) + "\n"


def as_github(findings: Iterable[Finding]) -> str:
    """One workflow command a finding, which a pull request shows beside the line."""
    return "".join(_github(f) for f in findings)


def _github(finding: Finding) -> str:
    place = _place(finding.span)
    fields = {
        "file": place["file"],
        "line": place["line"],
        "endLine": place["end_line"],
        "col": place["column"],
        "endColumn": place["end_column"],
        "title": finding.code,
    }
    listed = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in fields.items())
    message = f"{finding.message}; {finding.hint}" if finding.hint else finding.message
    return f"::{finding.severity} {listed}::{_escaped(message)}\n"


def _escaped(text: str, more: str = "") -> str:
    for c in "%\r\n" + more:
        text = text.replace(c, f"%{ord(c):02X}")
    return text


def as_sarif(findings: Iterable[Finding]) -> str:
    """A SARIF 2.1.0 log of one run."""
    from importlib.metadata import version

    from .explain import codes as explained

    findings = tuple(findings)
    codes = sorted({f.code for f in findings})
    known = explained() if codes else {}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "croupier",
                        "version": version("croupier"),
                        "rules": [_rule(code, known.get(code, {}).get("title", "")) for code in codes],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [
                    {
                        "ruleId": f.code,
                        "ruleIndex": codes.index(f.code),
                        "level": str(f.severity),
                        "message": {"text": f"{f.message}; {f.hint}" if f.hint else f.message},
                        "locations": [_location(f.span)],
                        "relatedLocations": [{**_location(span), "message": {"text": note}} for span, note in f.related],
                    }
                    for f in findings
                ],
            }
        ],
    }
    return json.dumps(log, indent=2) + "\n"


def _rule(code: str, title: str) -> dict[str, object]:
    about = {"shortDescription": {"text": title}} if title else {}
    return {"id": code, **about, "help": {"text": f"croupier explain {code}"}}


def _location(span: Span) -> dict[str, object]:
    place = _place(span)
    region = {"startLine": place["line"], "startColumn": place["column"], "endLine": place["end_line"], "endColumn": place["end_column"]}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(span.source)}, "region": region}}


def _uri(source: Source) -> str:
    if os.path.isabs(source.name):
        return Path(source.name).as_uri()
    return quote(source.name.replace(os.sep, "/"), errors="surrogateescape")
