"""Tables of cards as spreadsheets save them (CSV), with the place of every character of every cell."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .decode import decode, load
from .finding import Finding, Severity, error
from .nodes import Entry, Mapping, Scalar
from .scalars import resolve
from .source import Source, Span, Text, cover

MOST_ROWS = 100_000
MOST_COLUMNS = 200
LONGEST_CELL = 20_000  # characters

SEPARATORS = (",", ";", "\t")
TOLD = re.compile(r"sep=([,;|\t])[ \t,;]*(?:\r\n?|\n)", re.IGNORECASE)
DOUBLED = re.compile(r'""|\r\n?')
LINE_END = re.compile(r"\r\n?|\n")
BLANKS = " \t\u00a0"


@dataclass(frozen=True, slots=True)
class Table:
    """The names of the columns, and the rows as maps from column to cell. Empty cells hold None."""

    header: tuple[Scalar, ...] = ()
    rows: tuple[Mapping, ...] = ()


@dataclass(slots=True)
class _Scan:
    """A table's text on the way to cells."""

    source: Source
    separator: str
    at: int
    findings: list[Finding] = field(default_factory=list)
    is_torn: bool = False

    def tell(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        self.findings.append(error(code, span, message, hint))

    def lines(self) -> Iterator[list[Scalar]]:
        """The cells of each line that is not blank; a cell in quotes may go over several lines."""
        text = self.source.text
        blank = "[ ]*" if self.separator == "\t" else "[ \t]*"
        bare = re.compile(rf"[^{re.escape(self.separator)}\r\n]*")
        quoted = re.compile(rf'{blank}"([^"]*(?:""[^"]*)*)"{blank}')
        cells: list[Scalar] = []
        while self.at < len(text):
            cells.append(self.cell(bare, quoted))
            if text.startswith(self.separator, self.at):
                self.at += 1
                if self.at < len(text):
                    continue
                cells.append(_cell(self.source, self.at, self.at, True))
            elif end := LINE_END.match(text, self.at):
                self.at = end.end()
            if any(cell.text.value for cell in cells):
                yield cells
            cells = []

    def cell(self, bare: re.Pattern[str], quotes: re.Pattern[str]) -> Scalar:
        text, start = self.source.text, self.at
        plain = bare.match(text, start)
        assert plain
        if not plain[0].lstrip(" \t").startswith('"'):
            self.at = plain.end()
            return _cell(self.source, start, self.at, True)
        quoted = quotes.match(text, start)
        if not quoted:
            quote = text.index('"', start)
            self.at, self.is_torn = len(text), True
            message = "this quotation mark is never closed, so that the rest of the table would be one cell"
            hint = 'close it with "; inside a cell in quotes, write "" for one'
            self.tell("R433", self.source.span(quote), message, hint)
            return _cell(self.source, self.at, self.at, True)
        self.at = quoted.end()
        rest = bare.match(text, self.at)
        if rest and rest[0] and "\n" in quoted[1]:
            # the mark that seems to close this cell opens another one, lines below
            hint = 'close it with "; inside a cell in quotes, write "" for one'
            message = "this quotation mark is not closed in its line, and the next one stands in another cell"
            self.tell("R433", self.source.span(quoted.start(1) - 1), message, hint)
            self.at = rest.end()
        elif rest and rest[0]:
            hint = 'put the whole cell into quotes, and write "" for a quotation mark inside'
            message = "there is text behind the closing quotation mark"
            self.tell("R434", self.source.span(self.at, rest.end()), message, hint)
            self.at = rest.end()
        return _cell(self.source, quoted.start(1), quoted.end(1), False)


def _cell(source: Source, start: int, end: int, plain: bool) -> Scalar:
    """The cell between two places; in quotes, a doubled quotation mark is one, and each line end is `\\n`."""
    raw = source.text[start:end]
    if "\n" not in raw and "\r" not in raw:
        start += len(raw) - len(raw.lstrip(BLANKS))
        raw = raw.strip(BLANKS)
    value, offsets = raw, range(start, start + len(raw) + 1)
    span = source.span(start, max(start + len(raw), start + 1) if raw else start)
    if not plain and DOUBLED.search(raw):
        parts: list[str] = []
        places: list[int] = []
        last = 0
        for pair in DOUBLED.finditer(raw):
            parts += [raw[last : pair.start()], '"' if pair[0] == '""' else "\n"]
            places += range(start + last, start + pair.start() + 1)
            last = pair.end()
        value = "".join((*parts, raw[last:]))
        text = Text(source, value, (*places, *range(start + last, start + len(raw) + 1)))
    else:
        text = Text(source, value, offsets)
    number = resolve(value)
    is_number = isinstance(number, int) and not isinstance(number, bool)
    return Scalar(number if is_number else value or None, text, span, plain)  # `null` and `true` are texts in a table


def read_table(path: Path, name: str) -> tuple[Table, tuple[Finding, ...]]:
    """The table in a file, and everything wrong with it as a table. What its cells mean is not looked at."""
    data = load(path, name)
    if isinstance(data, Finding):
        return Table(), (data,)
    return table_of(data, name)


def table_of(data: bytes | str, name: str) -> tuple[Table, tuple[Finding, ...]]:
    """The same for a table that has been read already."""
    source, findings = decode(data, name)
    if any(f.severity is Severity.ERROR and f.code in ("R103", "R104") for f in findings):
        return Table(), findings
    told = TOLD.match(source.text)
    scan = _Scan(source, told[1] if told else _separator(source.text), told.end() if told else 0)
    lines = scan.lines()
    header = _header(next(lines, []), scan.findings)
    if not header:
        if not scan.findings:
            scan.tell("R430", source.span(0, 0), "this table is empty", "its first line names the columns, such as title,points")
        return Table(), (*findings, *scan.findings)
    rows = tuple(_rows(lines, header, scan))
    if not rows and not scan.findings:
        scan.tell("R430", header[-1].span, "this table has no cards: only its first line is there", "write one card on each line")
    return Table(tuple(h for h in header if h.text.value), rows), (*findings, *scan.findings)


def _separator(text: str) -> str:
    """What stands between the cells: the one of `,`, `;` and tab that is most frequent in the first line, outside quotes."""
    first = next((line for line in LINE_END.split(text) if line.strip()), "")
    outside = re.sub(r'"[^"]*"', "", first)
    return max(SEPARATORS, key=outside.count)


def _header(cells: list[Scalar], findings: list[Finding]) -> list[Scalar]:
    """The names of the columns without the empty ones at the end."""
    while cells and not cells[-1].text.value:
        cells.pop()
    if len(cells) > MOST_COLUMNS:
        findings.append(error("R437", cells[MOST_COLUMNS].span, f"a table can have {MOST_COLUMNS} columns, and this one has {len(cells)}"))
        return []
    seen: dict[str, Scalar] = {}
    for cell in cells:
        name = cell.text.value
        if name and name in seen:
            message = f"there are two columns '{name}'"
            findings.append(error("R435", cell.span, message, "rename or delete one", related=((seen[name].span, "the first one"),)))
        seen.setdefault(name, cell)
    return cells


def _rows(lines: Iterator[list[Scalar]], header: list[Scalar], scan: _Scan) -> Iterator[Mapping]:
    nameless: set[int] = set()
    for count, cells in enumerate(lines):
        if count == MOST_ROWS:
            scan.tell("R437", cells[0].span, f"a table can have {MOST_ROWS} rows, and this one has more")
            return
        extra = next((cell for cell in cells[len(header) :] if cell.text.value), None)
        if extra:  # what stands in which column is anyone's guess
            message = f"this line has more cells than the table has columns ({len(header)})"
            scan.tell("R431", extra.span, message, f"put a text that holds '{_visible(scan.separator)}' into double quotes")
            continue
        if len(cells) < len(header):
            if not scan.is_torn:
                names = ", ".join(f"'{h.text.value}'" for h in header[len(cells) :])
                has = f"{len(cells)} cell{'s' * (len(cells) != 1)}"
                lack = "is" if len(header) - len(cells) == 1 else "are"
                message = f"this line has {has}, and the table has {len(header)} columns: {names} {lack} missing"
                hint = f"write the separator '{_visible(scan.separator)}' for an empty cell, too"
                scan.tell("R432", cells[-1].span, message, hint)
            continue
        for index, (name, cell) in enumerate(zip(header, cells, strict=False)):
            if len(cell.text.value) > LONGEST_CELL:
                message = f"a cell can hold {LONGEST_CELL} characters, and this one holds {len(cell.text.value)}"
                scan.tell("R437", cell.span, message)
            if not name.text.value and cell.text.value and index not in nameless:
                nameless.add(index)
                scan.tell("R436", cell.span, "this cell's column has no name in the first line", "name the column, or delete it")
        named = {name.text.value: Entry(name, cell) for name, cell in reversed([*zip(header, cells, strict=False)]) if name.text.value}
        yield Mapping(tuple(reversed(named.values())), cover(cell.span for cell in cells))


def _visible(separator: str) -> str:
    return "tab" if separator == "\t" else separator
