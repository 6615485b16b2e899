"""The surface tree, one function for each production of the grammar (the name behind its `->`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from . import syntax as s
from .finding import Finding, error
from .lalr import Build, Slot, Token
from .source import Span, Text

Parts = Sequence[Slot]


class Chain(NamedTuple):
    """`and` or `or` while it still grows."""

    op: str
    items: list[s.Expr]


class Place(NamedTuple):
    word: str
    target: s.Expr


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of a compound instruction: its word, and what stands behind it."""

    word: str
    parts: tuple[object, ...]
    span: Span


class LineParts(NamedTuple):
    """One line of a block: a simple instruction, a head, or both."""

    head: Head | None
    simple: s.Stmt | None


@dataclass(frozen=True)
class Tree:
    """Builds the tree of one text; `findings` gathers what parses but cannot be meant."""

    text: Text
    findings: list[Finding]
    template: Callable[[Text], tuple[s.Template | None, tuple[Finding, ...]]]

    def builds(self) -> Mapping[str, Build]:
        """The function of each production."""
        return {
            # ------------------------------------------------------------ passing on
            "nothing": lambda p, a, b: None,
            "second": lambda p, a, b: p[1].value,
            "second_name": lambda p, a, b: self.name(p[1]),
            "word": lambda p, a, b: _token(p[0]).text,
            "list": lambda p, a, b: [p[0].value],
            "list_more": lambda p, a, b: _more(p[0], p[2].value),
            "paren": lambda p, a, b: p[1].value,
            "names": lambda p, a, b: [self.name(p[0])],
            "names_more": lambda p, a, b: _more(p[0], self.name(p[-1])),
            # ------------------------------------------------------------ lines
            "line_simple": lambda p, a, b: LineParts(None, _stmt(p[0])),
            "line_head": lambda p, a, b: LineParts(_head(p[0]), None),
            "line_both": lambda p, a, b: LineParts(_head(p[0]), _stmt(p[2])),
            "move_all": lambda p, a, b: self.move(p, a, b, None, False, _expr(p[3]), None),
            "move_amount": lambda p, a, b: self.move(p, a, b, _expr(p[1]), False, _expr(p[3]), None),
            "move_random": lambda p, a, b: self.move(p, a, b, _expr(p[1]), True, _expr(p[4]), None),
            "move_cards": lambda p, a, b: self.move(p, a, b, None, False, None, _expr(p[1])),
            "place": lambda p, a, b: self.place(p),
            "place_word": lambda p, a, b: Place(_token(p[1]).text, _expr(p[2])),
            "place_bottom": lambda p, a, b: Place("bottom", _expr(p[3])),
            "gather": lambda p, a, b: s.Gather(self.span(a, b)),
            "shuffle": lambda p, a, b: s.Shuffle(_expr(p[1]), self.span(a, b)),
            "show": lambda p, a, b: s.Show(_expr(p[1]), _expr(p[3]), self.span(a, b)),
            "let": lambda p, a, b: s.Let(self.name(p[1]), _expr(p[3]), self.span(a, b)),
            "assign": lambda p, a, b: s.Assign(self.name(p[0]), None, _token(p[1]).text, _expr(p[2]), self.span(a, b)),
            "assign_of": lambda p, a, b: s.Assign(self.name(p[0]), _expr(p[2]), _token(p[3]).text, _expr(p[4]), self.span(a, b)),
            "play": lambda p, a, b: s.Play(self.name(p[1]), self.span(a, b)),
            "do": lambda p, a, b: s.Do(_expr(p[1]), self.span(a, b)),
            "end": lambda p, a, b: s.End(self.name(p[1]), None, self.span(a, b)),
            "end_won": lambda p, a, b: s.End(self.name(p[1]), _expr(p[4]), self.span(a, b)),
            "say": self.say,
            "choose": lambda p, a, b: s.Choose(cast(s.Pick, p[1].value), None, self.span(a, b)),
            "choose_by": lambda p, a, b: s.Choose(cast(s.Pick, p[1].value), _expr(p[3]), self.span(a, b)),
            "offer": lambda p, a, b: s.Offer(_names(p[1]), _maybe(p[2]), cast(s.Name | None, p[3].value), self.span(a, b)),
            "head_if": lambda p, a, b: Head("if", (_expr(p[1]),), self.span(a, b)),
            "head_else_if": lambda p, a, b: Head("else if", (_expr(p[2]),), self.span(a, b)),
            "head_else": lambda p, a, b: Head("else", (), self.span(a, b)),
            "head_for": lambda p, a, b: Head("for each", (p[2].value, _maybe(p[3]), _maybe(p[4])), self.span(a, b)),
            "head_repeat": lambda p, a, b: Head("repeat", (None, None, None), self.span(a, b)),
            "head_times": lambda p, a, b: Head("repeat", (_expr(p[1]), None, None), self.span(a, b)),
            "head_until": lambda p, a, b: Head("repeat", (None, _expr(p[2]), None), self.span(a, b)),
            "head_while": lambda p, a, b: Head("repeat", (None, None, _expr(p[2])), self.span(a, b)),
            "head_turns": lambda p, a, b: Head("turns", (_expr(p[2]), _maybe(p[3]), _maybe(p[4])), self.span(a, b)),
            "among": self.among,
            # ------------------------------------------------------------ what can be chosen
            "pick": self.pick,
            "melds": lambda p, a, b: s.Melds((), _expr(p[2]), _maybe(p[3]), self.span(a, b)),
            "melds_of": lambda p, a, b: s.Melds(_names(p[2]), _expr(p[4]), _maybe(p[5]), self.span(a, b)),
            "covers": lambda p, a, b: s.Covers(_expr(p[2]), _expr(p[4]), False, self.span(a, b)),
            "covers_full": lambda p, a, b: s.Covers(_expr(p[3]), _expr(p[5]), True, self.span(a, b)),
            "one_card": lambda p, a, b: s.SomeCards(None, _expr(p[2]), _maybe(p[3]), self.span(a, b)),
            "some_cards": lambda p, a, b: s.SomeCards(cast(s.Amount, p[0].value), _expr(p[3]), _maybe(p[4]), self.span(a, b)),
            "lot_cards": lambda p, a, b: s.SomeCards(
                s.Amount(self.number(p[0]), None, self.at(p[0])), _expr(p[3]), _maybe(p[4]), self.span(a, b)
            ),
            "numbers": lambda p, a, b: s.Numbers(s.Amount(_expr(p[0]), _expr(p[2]), self.span(a, b)), self.span(a, b)),
            "lot_numbers": lambda p, a, b: s.Numbers(s.Amount(self.number(p[0]), _expr(p[2]), self.span(a, b)), self.span(a, b)),
            "lot_numbers_from": lambda p, a, b: s.Numbers(s.Amount(_expr(p[1]), _expr(p[4]), self.span(a, b)), self.span(a, b)),
            "each": lambda p, a, b: s.Each(_expr(p[0]), _maybe(p[1]), self.span(a, b)),
            "exact": lambda p, a, b: s.Amount(_expr(p[0]), None, self.span(a, b)),
            "between": lambda p, a, b: s.Amount(_expr(p[0]), _expr(p[2]), self.span(a, b)),
            # ------------------------------------------------------------ conditions and values
            "finish": lambda p, a, b: self.finish(p[0]),
            "chain": self.chain,
            "not_": lambda p, a, b: s.Not(_expr(p[1]), self.span(a, b)),
            "compare": lambda p, a, b: s.Compare(_token(p[1]).text, self.left(p[0], p[1]), _expr(p[2]), self.span(a, b)),
            "is_state": lambda p, a, b: s.IsState(self.left(p[0], p[1]), _token(p[2]).text, False, self.span(a, b)),
            "is_not_state": lambda p, a, b: s.IsState(self.left(p[0], p[1]), _token(p[3]).text, True, self.span(a, b)),
            "is_in": lambda p, a, b: s.IsIn(self.left(p[0], p[1]), _expr(p[3]), False, self.span(a, b)),
            "is_not_in": lambda p, a, b: s.IsIn(self.left(p[0], p[1]), _expr(p[4]), True, self.span(a, b)),
            "beats": lambda p, a, b: s.Beats(self.left(p[0], p[1]), _expr(p[2]), self.span(a, b)),
            "quantified": lambda p, a, b: s.Quantified(cast(str, p[0].value), _subject(p[1]), _expr(p[3]), self.span(a, b)),
            "subject": lambda p, a, b: s.Subject(self.name(p[0]), None, self.span(a, b)),
            "subject_in": lambda p, a, b: s.Subject(self.name(p[0]), _expr(p[2]), self.span(a, b)),
            "arithmetic": lambda p, a, b: s.Arithmetic(_token(p[1]).text, _expr(p[0]), _expr(p[2]), self.span(a, b)),
            "negative": lambda p, a, b: s.Negative(_expr(p[1]), self.span(a, b)),
            "of": lambda p, a, b: s.Of(self.name(p[0]), _expr(p[2]), self.span(a, b)),
            "count": lambda p, a, b: s.Count(_subject(p[2]), _maybe(p[3]), self.span(a, b)),
            "aggregate": lambda p, a, b: s.Aggregate(cast(str, p[0].value), self.name(p[2]), _expr(p[4]), _maybe(p[5]), self.span(a, b)),
            "cards": lambda p, a, b: s.Cards(_expr(p[2]), _maybe(p[3]), self.span(a, b)),
            "top": lambda p, a, b: s.Top(None, _expr(p[2]), self.span(a, b)),
            "top_count": lambda p, a, b: s.Top(_expr(p[1]), _expr(p[3]), self.span(a, b)),
            "step": lambda p, a, b: s.Step(_token(p[0]).text, _expr(p[1]), self.span(a, b)),
            "seat": lambda p, a, b: s.Seat(_expr(p[1]), self.span(a, b)),
            "random": lambda p, a, b: s.RandomOf(cast(s.Domain, p[1].value), self.span(a, b)),
            "number": lambda p, a, b: self.number(p[0]),
            "string": lambda p, a, b: s.String(_token(p[0]).text[1:-1], self.span(a, b)),
            "name": lambda p, a, b: self.name(p[0]),
            "no_items": lambda p, a, b: s.Items((), self.span(a, b)),
            "items": lambda p, a, b: s.Items(tuple(cast(list[s.Expr], p[1].value)), self.span(a, b)),
            # ------------------------------------------------------------ shapes of melds
            "shape": self.shape,
            "parts_many": lambda p, a, b: _more(p[0], (p[4].value, True)),
            "named": lambda p, a, b: s.Named(self.name(p[0]), self.span(a, b)),
            "exactly": lambda p, a, b: s.Exactly(_names(p[1]), self.span(a, b)),
            "group_card": lambda p, a, b: self.group(_token(p[0]).text, s.Size(1, 1, self.span(a, b)), None, a, b),
            "group_cards": lambda p, a, b: self.group(cast(str, p[1].value), p[0].value, None, a, b),
            "group_of": lambda p, a, b: self.group(_token(p[0]).text.rstrip("s"), p[2].value, p[3].value, a, b),
            "group_run_of_sets": lambda p, a, b: self.group("run", p[2].value, p[6].value, a, b, self.number(p[5]).value),
            "size": lambda p, a, b: s.Size(self.number(p[0]).value, self.number(p[0]).value, self.span(a, b)),
            "size_more": lambda p, a, b: s.Size(self.number(p[0]).value, None, self.span(a, b)),
            "size_between": lambda p, a, b: s.Size(self.number(p[0]).value, self.number(p[2]).value, self.span(a, b)),
            "qual": lambda p, a, b: (_token(p[1]).text, self.name(p[2]) if _token(p[1]).kind != "WHERE" else p[2].value),
            "qual_where": lambda p, a, b: ("where", p[1].value),
            "quals_more": lambda p, a, b: _more(p[0], p[1].value),
            "qualified": self.qualified,
        }

    # ---------------------------------------------------------------- parts

    def span(self, start: int, end: int) -> Span:
        return self.text.span(start, end)

    def at(self, slot: Slot) -> Span:
        return self.text.span(slot.start, slot.end)

    def name(self, slot: Slot) -> s.Name:
        token = _token(slot)
        return s.Name(token.text, self.span(token.start, token.end))

    def number(self, slot: Slot) -> s.Number:
        token = _token(slot)
        return s.Number(int(token.text), self.span(token.start, token.end))

    def finish(self, slot: Slot) -> s.Expr:
        value = slot.value
        return s.Logic(value.op, tuple(value.items), self.at(slot)) if isinstance(value, Chain) else cast(s.Expr, value)

    def chain(self, p: Parts, start: int, end: int) -> Chain:
        op, first = _token(p[1]).text, p[0].value
        if isinstance(first, Chain) and first.op == op:
            first.items.append(self.finish(p[2]))
            return first
        return Chain(op, [self.finish(p[0]), self.finish(p[2])])

    def left(self, slot: Slot, sign: Slot) -> s.Expr:
        """The left side of a comparison; a bare `where` in it would have taken the comparison for its own."""
        value = _expr(slot)
        if _ends_open(value, self.at(slot).end):
            word = _token(sign).text
            message = f"it is not clear what '{word}' compares here: the condition behind 'where' takes everything to its right"
            self.findings.append(error("R339", self.at(sign), message, f"put ( ) around what stands before '{word}'"))
        return value

    # ---------------------------------------------------------------- instructions

    def place(self, p: Parts) -> Place:
        target = _expr(p[1])
        if isinstance(target, s.Top) and target.count is None and _token_before(self.text, p[1]):
            return Place("top", target.zone)
        return Place("to", target)

    def move(
        self, p: Parts, start: int, end: int, amount: s.Expr | None, random: bool, source: s.Expr | None, cards: s.Expr | None
    ) -> s.Move:
        place = cast(Place, p[-1].value)
        self.no_range(amount)
        return s.Move(amount, random, source, cards, place.word, place.target, self.span(start, end))

    def no_range(self, value: s.Expr | None) -> None:
        """A finding for `1 - 6`, where only `1 to 6` can be meant."""
        match value:
            case s.Arithmetic(op="-", left=s.Number(value=low), right=s.Number(value=high), span=span):
                self.findings.append(error("R315", span, f"{low} - {high} is a subtraction", f"a range is written '{low} to {high}'"))

    def say(self, p: Parts, start: int, end: int) -> s.Say:
        token = _token(p[1])
        inside = Text(self.text.source, token.text[1:-1], self.text.offsets[token.start + 1 : token.end])
        made, findings = self.template(inside)
        self.findings.extend(findings)
        span = self.at(p[1])
        return s.Say(s.Template(made.parts, span) if made else s.Template((), span), self.span(start, end))

    def among(self, p: Parts, start: int, end: int) -> s.Expr:
        token = _token(p[1])
        if token.text not in ("players", "player"):
            place = self.span(token.start, token.end)
            self.findings.append(
                error("R340", place, f"turns go among players, not among '{token.said}'", "write 'among players where ...'")
            )
        return _expr(p[3])

    def pick(self, p: Parts, start: int, end: int) -> s.Pick:
        match p[2].value:
            case s.Each(domain=value) | s.SomeCards(amount=s.Amount(low=value, high=None)):
                self.no_range(value)
        return s.Pick(self.name(p[0]), cast(s.Domain, p[2].value), self.span(start, end))

    # ---------------------------------------------------------------- shapes of melds

    def group(self, word: str, size: object, by: object, start: int, end: int, each: int = 1) -> s.Group:
        return s.Group(word, cast(s.Size, size), cast(s.Name | None, by), each, (), (), (), None, self.span(start, end))

    def qualified(self, p: Parts, start: int, end: int) -> s.Group:
        group = cast(s.Group, p[0].value)
        quals = cast(list[tuple[str, object]], p[1].value)
        where = [cast(s.Expr, value) for word, value in quals if word == "where"]
        same, different, mixed = (tuple(cast(s.Name, v) for w, v in quals if w == word) for word in ("same", "different", "mixed"))
        if len(where) > 1:
            self.findings.append(error("R300", where[1].span, "there is a 'where' already", "join the two conditions with 'and'"))
        condition = where[0] if where else None
        return s.Group(group.word, group.size, group.by, group.each, same, different, mixed, condition, self.span(start, end))

    def shape(self, p: Parts, start: int, end: int) -> s.Shape:
        parts = (v if isinstance(v, tuple) else (v, False) for v in cast(list[object], p[0].value))
        return s.Shape(tuple(s.Part(cast(s.Group, shape), as_many) for shape, as_many in parts), self.span(start, end))


def _token(slot: Slot) -> Token:
    return cast(Token, slot.value)


def _expr(slot: Slot) -> s.Expr:
    return cast(s.Expr, slot.value)


def _maybe(slot: Slot) -> s.Expr | None:
    return cast("s.Expr | None", slot.value)


def _stmt(slot: Slot) -> s.Stmt:
    return cast(s.Stmt, slot.value)


def _head(slot: Slot) -> Head:
    return cast(Head, slot.value)


def _subject(slot: Slot) -> s.Subject:
    return cast(s.Subject, slot.value)


def _names(slot: Slot) -> tuple[s.Name, ...]:
    return tuple(cast(list[s.Name], slot.value))


def _more(slot: Slot, item: object) -> list[object]:
    items = cast(list[object], slot.value)
    items.append(item)
    return items


def _token_before(text: Text, slot: Slot) -> bool:
    """Whether the value stands bare, not in brackets."""
    return text.value[slot.start] != "("


def _ends_open(value: s.Expr, end: int) -> bool:
    """Whether a value ends with a `where` that no bracket closes."""
    while value.span.end == end:
        match value:
            case s.Count(where=where) | s.Aggregate(where=where) | s.Cards(where=where) if where is not None:
                return True
            case s.RandomOf(domain=(s.SomeCards() | s.Each()) as domain):
                return domain.where is not None
            case s.Arithmetic(right=value) | s.Of(item=value) | s.Step(item=value) | s.Negative(item=value) | s.Seat(number=value):
                continue
            case s.Top(zone=value):
                continue
            case s.Count(subject=s.Subject(domain=s.Cards() as value)) | s.Aggregate(domain=s.Cards() as value) | s.Cards(domain=value):
                continue
            case _:
                return False
    return False
