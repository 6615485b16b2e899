"""A table-driven LALR(1) parser: shifts, reduces, and never recurses, so that no text is too deep for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from .tabulate import grammar, stamp, tabulate

END = "$END"


def short(written: str) -> str:
    """The beginning of a text that is too long to be quoted."""
    return written if len(written) <= 40 else f"{written[:37]}..."


class Token(NamedTuple):
    """A word or sign of a text: its terminal, what was written, and where (offsets, `end` not included)."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def said(self) -> str:
        """The token as it is quoted in a message: not longer than a reader can take in."""
        return short(self.text)


class Slot(NamedTuple):
    """What a stretch of text became. `depth` counts how deep its tree is nested."""

    value: object
    start: int
    end: int
    depth: int


class Rule(NamedTuple):
    left: str
    size: int
    build: str


# a production's function gets its parts, and where they start and end
Build = Callable[[Sequence[Slot], int, int], object]


class Unexpected(Exception):
    """A token that no rule can take; `states` is the stack at that point, `at` the token's index."""

    def __init__(self, at: int, states: list[int]) -> None:
        self.at, self.states = at, states
        super().__init__(at)


class TooDeep(Exception):
    """A tree nested deeper than any reader could follow, and where it starts and ends."""

    def __init__(self, start: int, end: int) -> None:
        self.start, self.end = start, end
        super().__init__(start)


@dataclass(frozen=True)
class Table:
    words: Mapping[str, str]
    rules: Sequence[Rule]
    doors: Mapping[str, tuple[int, int]]
    rows: Sequence[str]
    read: dict[int, dict[str, tuple[bool, int]]] = field(default_factory=dict, repr=False)

    def row(self, state: int) -> Mapping[str, tuple[bool, int]]:
        """For each symbol, whether to shift, and the next state or the rule to reduce; read when first asked for."""
        row = self.read.get(state)
        if row is None:
            row = self.read[state] = {}
            for action in self.rows[state].split():
                symbol, shift, number = action.partition(">")
                if not shift:
                    symbol, _, number = action.partition("<")
                row[symbol] = (bool(shift), int(number))
        return row

    def parse(self, door: str, tokens: Sequence[Token], builds: Mapping[str, Build], soft: frozenset[str], deepest: int = 10**9) -> object:
        """What the door's functions make of the tokens; raises `Unexpected` and `TooDeep`.

        A terminal of `soft` that cannot stand where it stands is read as a name.
        """
        first, last = self.doors[door]
        states, slots = [first], list[Slot]()
        stop = tokens[-1].end if tokens else 0
        for at, token in enumerate([*tokens, Token(END, "", stop, stop)]):
            kind = token.kind
            if kind in soft and kind not in self.row(states[-1]):
                kind = "NAME"
            reduced = False
            while True:
                action = self.row(states[-1]).get(kind)
                if action is None:
                    raise Unexpected(at, self.after(door, tokens[:at], soft) if reduced else states)
                shift, number = action
                if shift:
                    states.append(number)
                    slots.append(Slot(token, token.start, token.end, 0))
                    break
                reduced = True
                rule = self.rules[number]
                parts = slots[len(slots) - rule.size :]
                start, end = (parts[0].start, parts[-1].end) if parts else (token.start, token.start)
                if rule.size == 0 and slots:
                    start = end = slots[-1].end
                if rule.build == "-":
                    made = parts[0]
                else:
                    depth = max((p.depth for p in parts), default=0) + (rule.build not in FLAT)
                    if depth > deepest:
                        raise TooDeep(start, end)
                    made = Slot(builds[rule.build](parts, start, end), start, end, depth)
                if rule.size:
                    del states[-rule.size :], slots[-rule.size :]
                slots.append(made)
                states.append(self.row(states[-1])[rule.left][1])
                if kind == END and states[-1] == last:
                    return slots[-1].value
        raise AssertionError("the end of a text is always taken or refused")

    def after(self, door: str, tokens: Sequence[Token], soft: frozenset[str]) -> list[int]:
        """The stack right behind some tokens, which must be a beginning that the door takes."""
        states = [self.doors[door][0]]
        for token in tokens:
            kind = token.kind if token.kind not in soft or token.kind in self.row(states[-1]) else "NAME"
            self._feed(states, kind)
        return states

    def expected(self, states: Sequence[int]) -> frozenset[str]:
        """The terminals that can stand behind a stack."""
        return frozenset(k for k in self.row(states[-1]) if (k.isupper() or k == END) and self._feed(list(states), k))

    def _feed(self, states: list[int], kind: str) -> bool:
        while True:
            action = self.row(states[-1]).get(kind)
            if action is None:
                return False
            shift, number = action
            if shift:
                states.append(number)
                return True
            rule = self.rules[number]
            if rule.size:
                del states[-rule.size :]
            states.append(self.row(states[-1])[rule.left][1])
            if kind == END and states[-1] in {last for _, last in self.doors.values()}:
                return True


# what adds no level to a tree: lists, and parts on their way into the thing they belong to
FLAT = frozenset(
    {"chain", "finish", "list", "list_more", "names", "names_more", "nothing", "second", "second_name", "word", "quals_more"}
    | {"number", "string", "name", "place", "exact", "each"}
)


def read(parts: Mapping[str, str]) -> Table:
    """The table out of the four texts that `tabulate` writes."""
    words = dict[str, str](_pair(line) for line in parts["words"].splitlines())
    rules = [Rule(left, int(size), build) for left, size, build in (line.split() for line in parts["rules"].splitlines())]
    doors = {door: (int(first), int(last)) for door, first, last in (line.split() for line in parts["doors"].splitlines())}
    return Table(words, rules, doors, parts["states"].splitlines())


def _pair(line: str) -> tuple[str, str]:
    word, _, terminal = line.partition(" ")
    return word, terminal


@cache
def table() -> Table:
    """The parser's table: as written in `tables`, or built anew where the grammar has been changed since."""
    from . import tables

    try:
        text = grammar()
    except OSError:  # the grammar is for those who change it
        text = ""
    if text and stamp(text) != tables.STAMP:
        return read(tabulate(text))
    return read({"words": tables.WORDS, "rules": tables.RULES, "doors": tables.DOORS, "states": tables.STATES})
