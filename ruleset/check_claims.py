"""What conditions ask at a moment when nobody can act: terms of single claims, and the ways in which those can come out.

What keeps the player who acts from acting keeps every player from it, so that a claim such as `hand is empty` is one about all
of them: `every player where hand is empty` then is that claim again, and `count of player where hand is empty` all players or 0.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import product
from math import inf
from typing import Any

from . import core
from .check_sums import Key, key_of
from .check_survey import Survey, walk
from .check_values import Values
from .source import Span
from .types import NUMBER, TRUTH, Kind, Type

TRIES = 5_000
"""So many steps are taken in trying."""

MOST_PLAYERS = 100
"""For so many numbers of players it is looked at how many all of them are."""

Term = tuple[str, tuple[Any, ...]]
"""`and`, `or`, `not`, `is` (a claim by its number), `true`."""

TRUE: Term = ("and", ())
FALSE: Term = ("or", ())

Fact = tuple[core.Expr, bool]


@dataclass(slots=True)
class Claims:
    """Single claims by number, with the expression each stands for (None: a pick that there is or is not)."""

    values: Values
    numbers: dict[Key, int] = field(default_factory=dict)
    exprs: list[core.Expr | None] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    decided: bool = False
    """Whether some condition always comes out alike, which is told elsewhere, or cannot be told from the claims."""
    loose: bool = False
    """Whether a condition asks something of players of which the claims say little."""
    ending: bool = False
    """Whether it is what ends the turns that is looked at, rather than what players can do."""
    homes: frozenset[str] | None = None
    """The zones in which cards can lie, once it has been asked."""

    def claim(self, key: Key, expr: core.Expr | None, words: str) -> Term:
        if key not in self.numbers:
            self.numbers[key] = len(self.exprs)
            self.exprs.append(expr)
            self.words.append(words)
        return ("is", (self.numbers[key],))

    def term(self, expr: core.Expr, private: str = "", slots: frozenset[int] = frozenset()) -> Term:
        """A condition as a term; claims about what is picked (`slots`) are those of one action (`private`) alone."""
        match expr:
            case core.Not(item):
                return ("not", (self.term(item, private, slots),))
            case core.Logic(op, items):
                self.decided |= self.values.excluded([(expr, True)])
                return (op, tuple(self.term(i, private, slots) for i in items))
            case core.Const(value, _, type) if type.kind is Kind.TRUTH:
                return TRUE if value else FALSE
        if self.values.excluded([(expr, True)]) or self.values.excluded([(expr, False)]):
            self.decided = True
        match expr:
            case core.Quantified("any" | "every" | "no" as word, over) if everybody(over) or (self.ending and self.asked_of_all(over)):
                inside = self.member(over, private, slots)
                return ("not", (inside,)) if word == "no" else inside
            case core.Compare() if counts := {key_of(p): p.over for p in counts_of_players(expr)}:
                return self.how_many(expr, counts, private, slots)
        if self.ending:
            self.loose |= any(isinstance(p, core.Filter) and is_players(p) for p in walk(expr))
            if key_of(expr) not in self.numbers and key_of(seated(expr)) in self.numbers:
                expr = seated(expr)
        about = any(isinstance(p, core.Local) and p.slot in slots for p in walk(expr)) if slots else False
        key = (private, key_of(expr)) if about else key_of(expr)
        return self.claim(key, None if about else expr, " ".join(expr.span.text.split()))

    def empty(self, zone: core.Expr) -> Term:
        return self.term(core.Is("empty", zone, None, TRUTH, zone.span))

    def asked_of_all(self, over: core.Filter) -> bool:
        """Whether a filter takes the other players by what every player is asked for before acting."""
        others = isinstance(over.domain, core.Call) and over.domain.word == "others" and self.values.ruleset.players[0] > 1
        asked = [] if over.where is None or not others or asks_who(over.where, over.slot) else list(parts_of(seated(over.where, over.slot)))
        return bool(asked) and all(key_of(item) in self.numbers for item in asked)

    def member(self, over: core.Filter, private: str, slots: frozenset[int]) -> Term:
        """What holds of each player that a filter takes."""
        return TRUE if over.where is None else self.term(seated(over.where, over.slot), private, slots)

    def how_many(self, expr: core.Compare, counts: Mapping[Key, core.Filter], private: str, slots: frozenset[int]) -> Term:
        """A comparison of how many players something holds for, which is all of them or none."""
        found = self.values.sum(expr.left).plus(self.values.sum(expr.right), -1)
        members = {key: self.member(over, private, slots) for key, over in counts.items() if key in found.terms}
        asked = list(dict.fromkeys(m for m in members.values() if m not in (TRUE, FALSE)))
        fewest, most = self.values.ruleset.players
        ways: list[Term] = []
        corners: dict[int, list[float]] = {}
        for holds in product((True, False), repeat=len(asked)) if len(asked) <= 2 else ():
            given = dict(zip(asked, holds, strict=True)) | {TRUE: True, FALSE: False}
            results: set[bool | None] = set()
            for players in range(fewest, min(most, fewest + MOST_PLAYERS) + 1):
                low = high = found.number + sum(found.terms[key] * players for key, member in members.items() if given[member])
                for key in found.terms.keys() - members.keys():
                    many, (least, highest) = found.terms[key], self.values.known[key]
                    low, high = low + min(many * least, many * highest), high + max(many * least, many * highest)
                results.add(compared(expr.op, low, high))
                corners.setdefault(players, []).extend((low, high))
            whole = self.claim(key_of(expr), expr, " ".join(expr.span.text.split())) if len(results) > 1 else TRUE
            self.decided |= None in results
            literals = [m if h else ("not", (m,)) for m, h in zip(asked, holds, strict=True)]
            ways.append(("and", (*literals, FALSE if results == {False} else whole)))
        # one player after another comes to be counted, and so the number may have been met on the way
        self.decided |= len(asked) > 2 or (expr.op in ("==", "!=") and any(min(c) < 0 < max(c) for c in corners.values()))
        return ("or", tuple(ways))


def parts_of(test: core.Expr) -> Iterator[core.Expr]:
    """The single conditions that a condition is made of."""
    match test:
        case core.Not(item):
            yield from parts_of(item)
        case core.Logic(_, items):
            for item in items:
                yield from parts_of(item)
        case _:
            yield test


def compared(op: str, low: float, high: float) -> bool | None:
    """How a number between two compares with 0, None where that is open."""
    match op:
        case "==" | "!=":
            return (op == "!=") if low > 0 or high < 0 else (op == "==") if low == high else None
        case "<" | ">=":
            below = True if high < 0 else False if low >= 0 else None
            return below if op == "<" or below is None else not below
    above = True if low > 0 else False if high <= 0 else None
    return above if op == ">" or above is None else not above


def is_players(over: core.Filter) -> bool:
    """Whether it is players that a filter takes."""
    return over.domain.type.member.kind is Kind.PLAYER


def everybody(over: core.Filter) -> bool:
    """Whether a filter takes all players of whom something holds, whoever they are."""
    whole = isinstance(over.domain, core.Members) and over.domain.of == "players"
    return whole and over.kind is None and not asks_who(over.where, over.slot)


def counts_of_players(expr: core.Expr) -> Iterator[core.Quantified]:
    """The numbers of players in an expression, `count of player where passed`."""
    for part in walk(expr):
        if isinstance(part, core.Quantified) and part.word == "count" and everybody(part.over):
            yield part


def asks_who(item: object, slot: int) -> bool:
    """Whether a condition asks who the player in a slot is, rather than what that player has."""
    owners = {id(p.owner) for p in walk(item) if isinstance(p, core.Zone | core.State)}
    return any(isinstance(p, core.Local) and p.slot == slot and id(p) not in owners for p in walk(item))


def seated(item: Any, slot: int | None = None) -> Any:
    """An expression in which the player in a slot is the one who acts; without a slot, whoever owns a zone or memory."""
    match item:
        case core.Local() if item.slot == slot:
            return replace(item, slot=core.PLAYER_SLOT)
        case core.Zone() | core.State() if slot is None and item.owner is not None:
            span = item.owner.span
            return replace(item, owner=core.Local(core.PLAYER_SLOT, "player", item.owner.type.known(), span))
        case tuple():
            return tuple(seated(i, slot) for i in item)
        case Span() | Type() | None | str() | int():
            return item
    return replace(item, **{f.name: seated(getattr(item, f.name), slot) for f in fields(item)})


def named(term: Term) -> Iterator[int]:
    """The numbers of the claims in a term."""
    op, items = term
    for item in items:
        if op == "is":
            yield item
        else:
            yield from named(item)


# --------------------------------------------------------------------------- what is so anyway


def never_below(claims: Claims) -> list[Fact]:
    """That no counter is below 0, for those which begin there or above and of which nothing else is known."""
    facts: dict[Key, Fact] = {}
    for part in walk(tuple(e for e in claims.exprs if e is not None)):
        if isinstance(part, core.State) and part.type.kind is Kind.NUMBER and claims.values.bounds(part)[0] == -inf:
            first = claims.values.ruleset.state[part.name].initial
            if first is None or claims.values.bounds(first)[0] >= 0:
                none = core.Const(0, "0", NUMBER, part.span)
                facts[key_of(part)] = (core.Compare(">=", part, none, TRUTH, part.span), True)
    return list(facts.values())


def homes(survey: Survey) -> frozenset[str]:
    """The zones in which cards can lie, where their number is fixed; none where cards can lie in places, too."""
    found = {z.name for z in survey.ruleset.zones.values() if z.starts}
    for part in survey.everything:
        if isinstance(part, core.MoveFrom | core.MoveCards):
            if not isinstance(part.target, core.Zone) or part.place == "under":
                return frozenset()
            found.add(part.target.name)
    return frozenset() if any(survey.ruleset.zones[name].each and survey.ruleset.zones[name].starts for name in found) else frozenset(found)


def gathered(claims: Claims, tests: list[Fact]) -> list[Fact]:
    """That all cards lie in one zone of the table, where every other one is empty."""
    zones = {p.name: p for e in claims.exprs for p in walk(e) if isinstance(p, core.Zone) and (p.owner is None or is_acting(p.owner))}
    if claims.homes is None:
        claims.homes = homes(claims.values.survey)
    held = claims.homes
    if not held or not held <= zones.keys():
        return []
    filled = [z for name, z in zones.items() if name in held and not claims.values.excluded([*tests, (is_empty(z), False)])]
    if len(filled) != 1 or filled[0].owner is not None:
        return []
    (zone,) = filled
    total = core.Const(claims.values.survey.cards, str(claims.values.survey.cards), NUMBER, zone.span)
    return [(core.Compare("==", core.Call("size", (zone,), NUMBER, zone.span), total, TRUTH, zone.span), True)]


def is_empty(zone: core.Zone) -> core.Expr:
    return core.Is("empty", zone, None, TRUTH, zone.span)


def is_acting(owner: core.Expr) -> bool:
    return isinstance(owner, core.Local) and owner.slot == core.PLAYER_SLOT


# --------------------------------------------------------------------------- trying all ways


def assignment(claims: Claims, term: Term, fixed: Mapping[int, bool], facts: Iterable[Fact]) -> Mapping[int, bool] | None:
    """A way in which the claims can come out so that a term holds, and that the claims' own meaning and some facts allow."""
    chosen: dict[int, bool] = {}
    steps = 0

    def search(number: int) -> bool:
        nonlocal steps
        steps += 1
        if steps > TRIES:
            return False
        state = evaluate(term, chosen)
        if state is False:
            return False
        if state is True or number == len(claims.exprs):
            tests = [*((e, holds) for n, holds in chosen.items() if (e := claims.exprs[n]) is not None), *facts]
            steps += 20  # as costly as so many others
            return not claims.values.excluded(tests) and not claims.values.excluded([*tests, *gathered(claims, tests)])
        for holds in (fixed[number],) if number in fixed else (True, False):
            chosen[number] = holds
            if search(number + 1):
                return True
        del chosen[number]
        return False

    return dict(chosen) if search(0) else None


def evaluate(term: Term, chosen: Mapping[int, bool]) -> bool | None:
    """Whether a term is true by the claims chosen so far, None where that is still open."""
    op, items = term
    match op:
        case "is":
            return chosen.get(items[0])
        case "not":
            found = evaluate(items[0], chosen)
            return None if found is None else not found
    results = [evaluate(i, chosen) for i in items]
    stop = op == "or"
    return stop if stop in results else None if None in results else not stop
