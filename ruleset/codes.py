"""How cards are written and typed: templates such as `{suit:1}{rank}`, and codes made from titles."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .cells import Column
from .finding import Finding, did_you_mean, error
from .model import Value
from .source import Span, Text

PIECE = re.compile(r"\{([^{}]*)\}|[{}]")
FIELD = re.compile(r"\s*([^:]*?)\s*(?::\s*(.*?)\s*)?")
NOT_CODE = re.compile(r"\W+")
APOSTROPHE = re.compile("['\u2019]")
LONGEST = 60  # characters of a code
PLAIN = ("number", "symbol", "text")


@dataclass(frozen=True, slots=True)
class Template:
    """Texts and attributes in turn; of an attribute with a length its first letters are taken, in capitals."""

    parts: tuple[str | tuple[str, int], ...]
    span: Span

    def fill(self, values: Mapping[str, Value]) -> str:
        """The code or title of a card with these values."""
        return "".join(part if isinstance(part, str) else _cut(str(values.get(part[0], "")), part[1]) for part in self.parts)


def _cut(word: str, length: int) -> str:
    return word[:length].upper() if length else word


def code_of(title: str) -> str:
    """A code made from a title: its words in small letters, joined by `_`.

    >>> code_of("Dealer's choice, large")
    'dealers_choice_large'
    """
    return NOT_CODE.sub("_", APOSTROPHE.sub("", title).lower()).strip("_")[:LONGEST]


def is_code(text: str) -> bool:
    """Whether a text can be a card's code: letters, digits and `_`."""
    return bool(text) and len(text) <= LONGEST and not NOT_CODE.search(text)


def read_template(text: Text, columns: Mapping[str, Column], findings: list[Finding]) -> Template | None:
    """What a `code` or `title` is made from, or None where it names what there is not."""
    parts: list[str | tuple[str, int]] = []
    problems: list[Finding] = []
    last = 0
    for piece in PIECE.finditer(text.value):
        parts.append(text.value[last : piece.start()])
        last = piece.end()
        if piece[1] is None:
            hint = "write an attribute between { and }, such as {rank}"
            problems.append(error("R409", text.span(piece.start()), f"this '{piece[0]}' has no partner", hint))
        elif isinstance(part := _field(text, piece, columns), Finding):
            problems.append(part)
        else:
            parts.append(part)
    findings += problems
    return None if problems else Template((*parts, text.value[last:]), text.span(0, len(text.value)))


def _field(text: Text, piece: re.Match[str], columns: Mapping[str, Column]) -> tuple[str, int] | Finding:
    match = FIELD.fullmatch(piece[1])
    name, length = (match[1], match[2]) if match else (piece[1], None)
    span = text.span(piece.start() + 1, piece.end() - 1)
    usable = [known for known, column in columns.items() if column.shape in PLAIN]
    if name not in columns:
        hint = did_you_mean(name, usable) or (f"write {{{usable[0]}}}" if usable else "these cards have no attributes")
        return error("R409", span, f"these cards have no attribute '{name[:40]}'", hint)
    if name not in usable:
        return error("R409", span, f"'{name}' is {columns[name]}, and cannot be a part of a code", None)
    if length is not None and not (length.isascii() and length.isdigit() and 0 < int(length[:9]) <= LONGEST):
        return error("R409", span, f"'{length[:40]}' is not a number of letters", f"write {{{name}:1}} for the first letter")
    return name, int(length) if length else 0
