"""Single-edit mistakes on a rules file: what a designer's finger does wrong, one at a time, always the same ones.

Only what makes the file wrong is made: free texts, comments and names that nobody else names are left alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
FREE = (
    re.compile(r"#[^\n]*"),
    re.compile(r"^title:([^\n]*)", re.M),
    re.compile(r"^about:([^\n]*)", re.M),
    re.compile(r"^credits:\n((?:  [^\n]*\n)+)", re.M),
    re.compile(r"about: (\"[^\"]*\"|[^\n}]*)"),
    re.compile(r"^      - [^:\n]*: ([^\n{]*)", re.M),
    re.compile(r"say:? \"([^\"]*)\""),
    re.compile(r"^whenever:[^\n]*\n(  [^\n]*\n)", re.M),
    re.compile(r"^  (?:refill|out|match):", re.M),
)
"""Stretches (the group, or all of it) in which a slip is none: nothing else stands for what is written there."""

OPERATORS = (
    (r" == ", " = "), (r" == ", " === "), (r" = ", " == "), (r" and ", " && "), (r" or ", " || "), (r" not ", " ! "), (r" < ", " =< "),
    (r" > ", " => "), (r" \+= ", " =+ "), (r" of ", " "), (r" is ", " "), (r" to ", " "), (r" from ", " "), (r" in ", " "),
    (r" is ", " = "), (r" is not ", " isn't "), (r" and ", " und "), (r" is not ", " not "), (r" \+ ", " & "), (r" where ", " "),
    (r" where ", " with "),
)  # fmt: skip
"""Signs and small words, and what is written in their place."""

RENAMED = {
    "players": "seats", "options": "settings", "cards": "deck", "zones": "piles", "melds": "menu", "state": "memory", "flow": "procedures",
    "actions": "moves", "whenever": "rules", "score": "scoring", "default": "value", "choices": "oneof", "copies": "count",
    "starts": "begins", "faces": "visible", "each": "per", "type": "kind", "choose": "pick", "if": "when", "do": "then", "say": "message",
    "during": "while",
    "free": "is_free", "points": "counts", "min": "least", "max": "most", "code": "symbol", "croupier": "version", "title": "name",
}  # fmt: skip
"""Keys, and another word for each."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """An edited file, the line of the edit (from 1), and the right word where one was misspelt."""

    kind: str
    text: str
    line: int
    word: str | None
    edit: str


def mistakes(text: str, names: frozenset[str]) -> Iterator[Mistake]:
    """Every mistake that is made here; `names` are those that the file declares."""
    free = free_places(text)
    yield from misspelt(text, names, free)
    yield from renamed(text, free)
    yield from operators(text, free)
    yield from indented(text)
    yield from punctuation(text, free)


def free_places(text: str) -> frozenset[int]:
    """The offsets at which a slip is no mistake; what stands in braces inside a text counts again."""
    found: set[int] = set()
    for pattern in FREE:
        for match in pattern.finditer(text):
            found.update(range(*match.span(1 if pattern.groups else 0)))
    for match in re.finditer(r"\{\w+\}", text):
        if match.start() in found and "#" not in text[text.rfind("\n", 0, match.start()) + 1 : match.start()]:
            found.difference_update(range(*match.span()))
    return frozenset(found)


def changed(text: str, start: int, end: int, new: str, kind: str, word: str | None = None) -> Mistake:
    line = text.count("\n", 0, start) + 1
    old = text[start:end]
    return Mistake(kind, text[:start] + new + text[end:], line, word, f"line {line}: {old!r} -> {new!r}")


def misspelt(text: str, names: frozenset[str], free: frozenset[int]) -> Iterator[Mistake]:
    """A letter dropped, doubled or swapped with the next one."""
    words = [match for match in WORD.finditer(text) if match.start() not in free]
    known = {match[0] for match in words} | names
    for n, match in enumerate(words):
        word = match[0]
        if word in names and sum(other[0] == word for other in words) == 1:
            continue
        at = (n * 7) % len(word)
        dropped = word[:at] + word[at + 1 :]
        doubled = word[: at + 1] + word[at:]
        swapped = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        for kind, new in (("dropped", dropped), ("doubled", doubled), ("swapped", swapped)):
            if new and new not in known and not new[0].isdigit():
                yield changed(text, *match.span(), new, kind, word)


def renamed(text: str, free: frozenset[int]) -> Iterator[Mistake]:
    for match in re.finditer(r"(\w+):(?= |\n)", text):
        if match[1] in RENAMED and match.start() not in free:
            yield changed(text, *match.span(1), RENAMED[match[1]], "renamed")


def operators(text: str, free: frozenset[int]) -> Iterator[Mistake]:
    for pattern, new in OPERATORS:
        for match in re.finditer(pattern, text):
            if match.start() not in free:
                yield changed(text, *match.span(), new, "operator")


def indented(text: str) -> Iterator[Mistake]:
    """A line one level or one space further in or out."""
    at = 0
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip())
        if line.strip() and not line.lstrip().startswith("#"):
            yield changed(text, at, at, "  ", "level in")
            yield changed(text, at, at, " ", "space in")
            if depth:
                yield changed(text, at, at + 1, "", "space out")
                yield changed(text, at, at + 2, "", "level out")
        at += len(line) + 1


def punctuation(text: str, free: frozenset[int]) -> Iterator[Mistake]:
    """A colon, quote, bracket or comma dropped, a colon or bracket added, a dash lost."""
    for match in re.finditer(r"[:\"{}\[\],]|(?<=  )- |\|(?=\n)", text):
        if match.start() not in free or (match[0] == '"' and match.start() + 1 not in free):
            kind = {":": "colon", '"': "quote", ",": "comma", "- ": "dash", "|": "bar"}.get(match[0], "bracket")
            yield changed(text, *match.span(), "", f"{kind} dropped")
    for match in re.finditer(r"(?<=\w)(?=\n)", text):
        if match.start() - 1 not in free:
            for sign, kind in ((":", "colon"), ("]", "bracket"), ('"', "quote"), (",", "comma"), (")", "bracket"), ("}", "bracket")):
                yield changed(text, match.start(), match.start(), sign, f"{kind} added")
