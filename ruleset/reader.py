"""Reading a YAML file into values that know where they stand.

The file is read event by event with the C parser where there is one, and the tree is built here: that keeps the place of every
key and value, and leaves no room for what YAML would do on its own (dates, octal numbers, references, types).
"""

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from .charmap import offsets
from .decode import CONTROLS, SEPARATORS, SURROGATES, decode, describe, load
from .finding import Finding, Severity, error, in_order
from .lines import Line, line_at, quote
from .mistakes import ANCHOR_NAME, DEEPEST, TAG_NAME, explain, quote_whole, too_deep
from .nodes import Entry, Mapping, Node, Scalar, Sequence
from .scalars import disguised, look_alike, odd_number, odd_range, resolve, same_to_others
from .source import Source, Span, Text

MOST_VALUES = 750_000
MOST_FINDINGS = 500
MOST_ROUNDS = 20  # how many mistakes of punctuation are told at once
LONGEST_TO_RETRY = 200_000  # characters

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# A character in two halves, as programs write it into JSON; not behind a backslash that stands for itself.
PAIR = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
# A hash that ends a text: blanks, a hash, and no blank behind it. Rules drawn with `###`, `#---` or `#===` are comments.
CUT = re.compile(r"[ \t]+#(?=[^\s#=-])")
# Lines are taken whole: where CR LF could also be read as two line ends, many of them would be tried in every combination.
DIRECTIVE = re.compile(r"(?:[ \t]*+(?:#[^\r\n]*+)?(?>\r\n|\r|\n))*+(%[^\r\n]*)")
GLUED = re.compile(r"([\w-]+):(\S.*)")
# A comment that reads on where the rule text before it stops.
READS_ON = re.compile(r"[ \t]+#[ \t]+(?=(?:and|or|beats|is|[<>+*/]=?|[=!]=)[ ])")
# A line in the middle of a text that was meant as a part of a list.
DASH = re.compile(r"[\r\n][ ]*(-[ ][^\r\n]*)")


class Unreadable(Exception):
    """Reading ends here: what is wrong has been noted."""


@dataclass(slots=True)
class Reading:
    """One pass over a file: what it is read from, what was found so far, and whether the tree can be trusted."""

    source: Source
    text: str
    events: Iterator[yaml.Event]
    findings: list[Finding] = field(default_factory=list)
    is_whole: bool = True
    values: int = 0

    def note(self, finding: Finding, *, is_whole: bool = True) -> None:
        self.findings.append(finding)
        self.is_whole = self.is_whole and is_whole
        if len(self.findings) > MOST_FINDINGS:
            raise Unreadable


def read_file(path: Path, name: str | None = None) -> tuple[Node | None, tuple[Finding, ...]]:
    """The tree of a YAML file, and everything that is wrong with it as a file. `name` is how its reader knows it.

    The tree is None where it could not be made without guessing.
    """
    known_as = str(path) if name is None else name
    data = load(path, known_as)
    if isinstance(data, Finding):
        return None, (data,)
    return read_text(data, known_as)


def read_text(text: str | bytes, name: str) -> tuple[Node | None, tuple[Finding, ...]]:
    """The tree of a YAML text, and everything that is wrong with it, as `read_file` gives them."""
    source, findings = decode(text, name)
    if any(finding.code != "R117" for finding in findings):
        return None, in_order(findings)
    written = SEPARATORS.sub(" ", source.text) if findings else source.text
    if written.lstrip()[:1] == "{":
        written = PAIR.sub(_paired, written)
    with _no_pauses(len(written)):
        node, noted = _read(source, written)
    return node, in_order((*findings, *noted))


def _paired(match: re.Match[str]) -> str:
    """A character that JSON writes as two halves, as YAML writes it, and as long: a line that is broken off adds nothing."""
    high, low = int(match[2], 16), int(match[3], 16)
    return f"{match[1]}\\\n\\U{0x10000 + ((high - 0xD800) << 10) + low - 0xDC00:08X}"


@contextmanager
def _no_pauses(size: int) -> Iterator[None]:
    """Keeps Python from looking for garbage while a large tree grows: there is none, and looking takes half of the time."""
    pause = size > LONGEST_TO_RETRY and gc.isenabled()
    if pause:
        gc.disable()
    try:
        yield
    finally:
        if pause:
            gc.enable()


def _read(source: Source, text: str) -> tuple[Node | None, list[Finding]]:
    """One reading, and another after each mistake of punctuation that can be taken out to read on behind it."""
    mistakes: list[Finding] = []
    for _ in range(MOST_ROUNDS):
        reading = Reading(source, text, iter(()))
        try:
            reading.events = yaml.parse(text, Loader=LOADER)
            node = _document(reading)
            return (node if reading.is_whole and not mistakes else None), mistakes + reading.findings
        except Unreadable:
            return None, mistakes + reading.findings
        except (yaml.YAMLError, ValueError) as problem:
            mistake = explain(source, problem)
            if mistake.finding in mistakes:
                return None, mistakes + reading.findings
            mistakes.append(mistake.finding)
            if mistake.without is None or len(text) > LONGEST_TO_RETRY:
                return None, mistakes + reading.findings
            start, end = mistake.without
            text = text[:start] + "x" * (end - start) + text[end:]
    return None, mistakes


def _document(reading: Reading) -> Node | None:
    """The one document of a file."""
    node: Node | None = None
    documents = 0
    for event in reading.events:
        match event:
            case yaml.DocumentStartEvent():
                documents += 1
                start = _start(event)
                if documents > 1:
                    message = "a second document begins here, and a file may hold one only"
                    finding = error("R107", reading.source.span(start, start + 3), message, "put it in a file of its own")
                    reading.note(finding, is_whole=False)
                    raise Unreadable
                if found := DIRECTIVE.match(reading.text):
                    directive = reading.source.span(found.start(1), found.end(1))
                    reading.note(error("R122", directive, "a line that begins with % is an instruction to YAML", "delete this line"))
            case yaml.NodeEvent():
                node = _node(reading, event, 1)
    if node is None or (isinstance(node, Scalar) and node.plain and node.text.value == ""):
        reading.note(
            error(
                "R106",
                reading.source.span(0, 0),
                "this file holds nothing but blanks or comments",
                "write something in it, or name another file",
            )
        )
        return None
    return node


def _node(reading: Reading, event: yaml.Event, depth: int) -> Node:
    """The value that begins with an event."""
    source, start = reading.source, _start(event)
    reading.values += 1
    if reading.values > MOST_VALUES:
        message = f"this file holds more than {MOST_VALUES:,} values"
        reading.note(error("R116", source.span(start), message, "move long lists of cards into tables (.csv)"), is_whole=False)
        raise Unreadable
    if depth > DEEPEST:
        reading.note(too_deep(source, start), is_whole=False)
        raise Unreadable
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
        reading.note(_anchor(reading, event), is_whole=False)
    elif getattr(event, "tag", None) is not None:
        reading.note(_tag(reading, event), is_whole=False)
    match event:
        case yaml.ScalarEvent():
            return _scalar(reading, event)
        case yaml.SequenceStartEvent():
            items = []
            while not isinstance(following := next(reading.events), yaml.SequenceEndEvent):
                items.append(_node(reading, following, depth + 1))
            return Sequence(tuple(items), source.span(start, _end(reading, following)))
        case yaml.MappingStartEvent():
            entries = []
            while not isinstance(following := next(reading.events), yaml.MappingEndEvent):
                key = _key(reading, following, depth + 1)
                value = _node(reading, next(reading.events), depth + 1)
                if key is not None:
                    _glued(reading, key, value)
                    entries.append(Entry(key, value))
            return Mapping(_distinct(reading, entries), source.span(start, _end(reading, following)))
    return Scalar(None, Text(source, "", range(start, start + 1)), source.span(start, _stop(event)))


def _start(event: yaml.Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _stop(event: yaml.Event) -> int:
    return event.end_mark.index if event.end_mark else 0


def _end(reading: Reading, event: yaml.Event) -> int:
    """The end of a list or table: of its last line that is not blank, where no bracket ends it."""
    end = _stop(event)
    while end > _start(event) - 10_000 and end > 0 and reading.text[end - 1] in " \t\r\n":
        end -= 1
    return end


def _scalar(reading: Reading, event: yaml.ScalarEvent) -> Scalar:
    source, value, style = reading.source, event.value, event.style or ""
    start, end = _start(event), _stop(event)
    text = Text(source, value, offsets(reading.text, value, style, start, end))
    if style not in ("|", ">") and (seen := disguised(value)):
        reading.note(_look_alike(text, *seen))
    if style:
        _hidden(reading, text, style)
        return Scalar(value, text, source.span(start, end), False)
    _cut(reading, start, end)
    if odd := odd_number(value):
        reading.note(error("R120", source.span(start, end), odd.message, odd.hint))
        return Scalar(value if odd.value is None else odd.value, text, source.span(start, end))
    if odd := odd_range(value):
        reading.note(error("R121", source.span(start, end), odd.message, odd.hint))
    one_line = len(value) == end - start and reading.text.startswith(value, start)
    if not one_line and (dash := DASH.search(reading.text, start, end)):
        message = "this line is read as a part of the text above it"
        hint = "indent it like the other dashes, or put quotes around the text"
        reading.note(error("R109", source.span(dash.start(1), dash.end(1)), message, hint))
    return Scalar(resolve(value), text, source.span(start, end), one_line)


def _look_alike(text: Text, at: int, what: str) -> Finding:
    return error("R118", text.span(at), f"a name that is not what it looks like: {what}", "type it anew")


def _hidden(reading: Reading, text: Text, style: str) -> None:
    """Notes a character that an escape asks for and that no text can hold."""
    if style != '"':
        return
    if found := CONTROLS.search(text.value):
        message = f"a character that cannot be seen: {describe(found[0])}"
        reading.note(error("R105", text.span(found.start()), message, "take it out"))
    if found := SURROGATES.search(text.value):
        reading.note(error("R109", text.span(found.start()), "this is half of a character", "write the character itself"))


def _cut(reading: Reading, start: int, end: int) -> None:
    """Notes a text that ends at a hash which looks like a part of it."""
    lost = CUT.match(reading.text, end)
    match = lost or READS_ON.match(reading.text, end)
    if match is None or (not lost and not isinstance(resolve(reading.text[start:end]), str)):
        return
    at = reading.text.index("#", end)
    line = line_at(reading.source, at)
    rest = reading.source.text[at : line.start + len(line.text)].rstrip()
    whole = reading.source.text[start : at + len(rest)].strip()
    severity = Severity.ERROR if lost else Severity.WARNING
    message = f"YAML takes everything from # on as a comment: '{_short(rest)}' is lost"
    hint = "take out the # if this belongs to the text; for a comment, put it on a line of its own"
    if lost:
        hint = f"put quotes around the text: {_before(line, start)}{quote(whole)}; for a comment, write a space after #"
    reading.note(Finding("R112", reading.source.span(at, at + len(rest)), message, hint, severity))


def _before(line: Line, place: int) -> str:
    """What a line says in front of its value, if that is where the value begins."""
    if line.key is not None and line.start < place:
        return f"{line.key}: "
    return "- " if line.lead.strip() else ""


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _anchor(reading: Reading, event: yaml.Event) -> Finding:
    """The refusal of `&name` and `*name`, with what to write instead."""
    source, start = reading.source, _start(event)
    line = line_at(source, start)
    span = source.span(start, min(_stop(event), line.start + len(line.text)) if _stop(event) > start else None)
    instead = "write the value out where it is used, or build on another file with extends"
    sign = source.text[start : start + 1]
    if line.place == start and line.value and not ANCHOR_NAME.match(line.value):
        return quote_whole(line).finding
    if sign == "*" and line.place == start and line.value:
        return error("R111", span, "references with * are not used here", f"{instead}; if it is a text, quote it: {line.quoted()}")
    if sign == "*":
        return error("R111", span, "references with * are not used here", f"{instead}; if it is a text, quote it: {quote(span.text)}")
    return error("R111", span, "labels with & are not used here", f"{instead}; if it is a text, put quotes around it")


def _tag(reading: Reading, event: yaml.Event) -> Finding:
    """The refusal of `!type`, or of a text that begins with an exclamation mark."""
    source, start = reading.source, _start(event)
    line = line_at(source, start)
    if line.place == start and line.value and not TAG_NAME.fullmatch(line.value):
        return quote_whole(line).finding
    tag = re.compile(r"![^\s,\[\]{}]*").match(source.text, start)
    span = source.span(start, tag.end() if tag else None)
    hint = "delete it; if you mean 'not', write not; if it is a text, put quotes around it"
    return error("R114", span, f"types with ! are not used here: '{_short(span.text)}'", hint)


def _key(reading: Reading, event: yaml.Event, depth: int) -> Scalar | None:
    """The key that begins with an event: one line of text. None where it is something else, which has been noted."""
    source, start, end = reading.source, _start(event), _stop(event)
    if not isinstance(event, yaml.ScalarEvent):
        node = _node(reading, event, depth)
        if not isinstance(event, yaml.AliasEvent):
            hint = "write a name and a colon, or put quotes around the text before the colon"
            reading.note(error("R123", node.span, "a list or a table cannot be a name", hint), is_whole=False)
        return None
    reading.values += 1
    if event.anchor is not None:
        reading.note(_anchor(reading, event), is_whole=False)
    elif event.tag is not None:
        reading.note(_tag(reading, event), is_whole=False)
    value, style = event.value, event.style or ""
    text = Text(source, value, offsets(reading.text, value, style, start, end))
    key = Scalar(value, text, source.span(start, end), not style)
    if value == "":
        place = source.span(start, max(end, start + 1))
        reading.note(error("R109", place, "a name is missing before the colon", "write one"), is_whole=False)
    elif "\n" in value or style in ("|", ">") or reading.source.position(start)[0] != reading.source.position(end)[0]:
        message = "a name must stand on one line"
        reading.note(error("R123", source.span(start), message, "write the name, a colon and the value"), is_whole=False)
    elif value == "<<" and not style:
        message = "<< does not take in another table here"
        reading.note(error("R119", key.span, message, "write the keys out, or build on another file with extends"), is_whole=False)
    elif seen := look_alike(value):
        reading.note(_look_alike(text, *seen))
    _hidden(reading, text, style)
    return key


def _glued(reading: Reading, key: Scalar, value: Node) -> None:
    """Notes `{min:2}`, which YAML takes as a name without a value."""
    match = GLUED.fullmatch(key.text.value) if key.plain else None
    if match and isinstance(value, Scalar) and value.plain and not value.text.value:
        reading.note(error("R109", key.span, "a space is missing after the colon", f"write {match[1]}: {match[2]}"))


def _distinct(reading: Reading, entries: list[Entry]) -> tuple[Entry, ...]:
    """The entries whose keys are new, each duplicate noted with both places."""
    kept: list[Entry] = []
    names: dict[str, Span] = {}
    others: dict[str, Entry] = {}
    for entry in entries:
        name, key = entry.name, entry.key
        if (first := names.get(name)) is not None:
            message = f"'{_short(name)}' is written twice: already in line {first.line}"
            hint = "keep one of them, or give one another name"
            reading.note(error("R110", key.span, message, hint, related=((first, "first written here"),)))
            continue
        names[name] = key.span
        kept.append(entry)
        if not key.plain or key.text.value[:1] not in "+-.0123456789tTfF":
            continue
        if (like := others.setdefault(same_to_others(name), entry)) is not entry:
            message = f"'{_short(name)}' and '{_short(like.name)}' (line {like.key.span.line}) are the same key to many programs"
            related = ((like.key.span, "first written here"),)
            reading.note(error("R110", key.span, message, "keep one of them, or put both in quotes", related=related))
    return tuple(kept)
