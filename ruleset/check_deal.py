"""The set-up carried out on numbers of cards: how many lie where, as long as that is sure."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from . import core
from .check_early import at_first
from .check_survey import Survey, effects, reads, walk
from .check_values import Values
from .signatures import CARD_TYPES
from .source import Span
from .types import Kind

STEPS = 2000
"""So many instructions are followed at most."""

DEEPEST = 12
"""So many procedures are followed into each other."""

Place = tuple[str, int]
"""A zone and whose it is: a seat from 0, -1 for the table's; for a place of a zone, the zone's name with the place's number."""


@dataclass(frozen=True, slots=True)
class Shortage:
    """An instruction that should move more cards than there are. `places` counts the places that are filled one by one."""

    span: Span
    zone: str
    wanted: int
    had: int
    places: int = 0
    players: int = 0


class Unsure(Exception):
    """From here on it is not sure what happens."""


@dataclass(slots=True)
class Pile:
    """Cards in one place: how many of each type while that is known, else only how many. `held`: whether there ever were any."""

    kinds: Counter[str] | None = field(default_factory=Counter)
    number: int = 0
    held: bool = False

    def put(self, kinds: Counter[str] | None, number: int) -> None:
        self.number += number
        self.held |= number > 0
        self.kinds = self.kinds + kinds if self.kinds is not None and kinds is not None else None

    def take(self, number: int) -> Counter[str] | None:
        """The types of the cards taken from the top, where they are sure."""
        taken: Counter[str] | None = None
        if self.kinds is not None and number == self.number:
            taken = self.kinds
        elif self.kinds is not None and len(self.kinds) == 1:
            taken = Counter({next(iter(self.kinds)): number})
        self.number -= number
        self.kinds = self.kinds - taken if self.kinds is not None and taken is not None else None if self.number else Counter()
        return taken


class Deal:
    """Follows the set-up from its first instruction to the first choice. `shortages` gathers what is not there."""

    def __init__(self, survey: Survey, options: Mapping[str, int | bool | str], players: int) -> None:
        self.survey, self.rules, self.players = survey, survey.ruleset, players
        self.values = Values(survey, options)
        self.piles: dict[Place, Pile] = {}
        self.shortages: dict[Span, Shortage] = {}
        self.running: list[str] = []
        self.entered: set[str] = set()
        self.loops: list[tuple[core.Stmt, ...]] = []
        self.given: set[str] = set()
        self.assigned(tuple(r.procedure for r in self.rules.rules.values()))
        self.steps = 0

    def follow(self) -> tuple[Shortage, ...]:
        self.gather()
        with suppress(Unsure):
            self.play(self.rules.start, None)
        return tuple(self.shortages.values())

    # ----------------------------------------------------------------- cards

    def gather(self) -> None:
        self.piles = {}
        for zone in self.rules.zones.values():
            kinds = Counter({t: sum(c.copies for c in self.rules.cards if c.type == t) for t in zone.starts})
            for seat in range(self.players) if zone.each else (-1,):
                self.piles[zone.name, seat] = Pile(Counter(+kinds), sum(kinds.values()), bool(kinds))

    def place(self, expr: core.Expr, seats: Mapping[int, object]) -> Place:
        """The pile that an expression names; Unsure where that is open, or where it is a whole row of piles."""
        match expr:
            case core.Zone(name) if self.rules.zones[name].places:
                raise Unsure
            case core.Zone(name, None):
                return (name, -1)
            case core.Zone(name, owner) if owner is not None:
                return (name, self.seat(owner, seats))
            case core.Local(slot) if isinstance(found := seats.get(slot), tuple):
                return found
        raise Unsure

    def seat(self, expr: core.Expr, seats: Mapping[int, object]) -> int:
        match expr:
            case core.Local(slot) if isinstance(found := seats.get(slot), int):
                return found
            case core.Call("next" | "previous" as word, (item,)):
                return (self.seat(item, seats) + (1 if word == "next" else -1)) % self.players
            case core.Call("seat", (item,)):
                return (self.amount(item) - 1) % self.players
        raise Unsure

    def amount(self, expr: core.Expr) -> int:
        low, high = self.values.bounds(expr)
        if low != high or not 0 <= low < 100_000:
            raise Unsure
        return int(low)

    def pile(self, place: Place) -> Pile:
        return self.piles.setdefault(place, Pile())

    def move(self, stmt: core.MoveFrom, seats: Mapping[int, object], filling: int) -> None:
        source = self.pile(self.place(stmt.source, seats))
        wanted = source.number if stmt.amount is None else self.amount(stmt.amount)
        if wanted > source.number:
            if any(not at_rest(r.procedure.body) for r in self.survey.rules_during([("procedure", p) for p in self.entered])):
                raise Unsure  # a standing rule may have brought more cards, or ended what goes on here
            zone = stmt.source.name if isinstance(stmt.source, core.Zone) else " ".join(stmt.source.span.text.split())
            had = source.number
            if source.held or not any(self.brings(body, zone) for body in self.loops):  # the first time round there are none yet
                self.shortages.setdefault(stmt.span, Shortage(stmt.span, zone, wanted, had, filling, self.players))
            wanted = source.number
        kinds = source.take(wanted)
        match stmt.target:
            case _ if stmt.place == "under":
                raise Unsure
            case _:
                self.pile(self.place(stmt.target, seats)).put(kinds, wanted)

    def brings(self, block: tuple[core.Stmt, ...], zone: str) -> bool:
        """Whether a loop moves cards to a zone, itself or in what it plays and offers."""
        begun = self.survey.reach(effects(block).begins)
        bodies = (block, *(b.procedure.body for b in self.survey.bodies if b.node in begun))
        moves = [p for p in walk(bodies) if isinstance(p, core.MoveFrom | core.MoveCards)]
        return any(m.place == "under" or (isinstance(m.target, core.Zone) and m.target.name == zone) for m in moves)

    def sort(self, stmt: core.MoveCards, seats: Mapping[int, object]) -> None:
        """`move cards in ZONE where type == T to ZONE`."""
        match stmt.cards:
            case core.Filter(slot, _, domain, where, kind) if stmt.place != "under":
                source = self.pile(self.place(domain, seats))
                wanted = typed(self.survey, slot, where)
                if (where is not None and wanted is None) or source.kinds is None:
                    raise Unsure
                taken = Counter(
                    {t: n for t, n in source.kinds.items() if (wanted is None or (t == wanted[0]) == wanted[1]) and kind in (None, t)}
                )
                source.kinds -= taken
                source.number -= taken.total()
                self.pile(self.place(stmt.target, seats)).put(taken, taken.total())
            case _:
                raise Unsure

    # ----------------------------------------------------------------- instructions

    def play(self, name: str, seat: object) -> None:
        procedure = self.rules.procedures.get(name)
        if procedure is None or name in self.running or len(self.running) >= DEEPEST:
            raise Unsure
        self.running.append(name)
        self.entered.add(name)
        self.block(procedure.body, {} if seat is None else {core.PLAYER_SLOT: seat})
        self.running.pop()

    def block(self, stmts: tuple[core.Stmt, ...], seats: Mapping[int, object], filling: int = 0) -> None:
        for stmt in stmts:
            self.steps += 1
            if self.steps > STEPS:
                raise Unsure
            self.stmt(stmt, seats, filling)

    def loop(self, body: tuple[core.Stmt, ...], seats: Mapping[int, object], filling: int) -> None:
        """The body of a loop, once."""
        self.loops.append(body)
        self.block(body, seats, filling)
        self.loops.pop()

    def assigned(self, item: object) -> None:
        """Notes the memories that have been given something, or may have been."""
        self.given.update(p.target.name for p in walk(item) if isinstance(p, core.Assign))

    def passed_by(self, until: core.Expr | None, loop_while: core.Expr | None) -> bool:
        """Whether a loop may be over before its first time."""
        tests = [(t, over) for t, over in ((until, True), (loop_while, False)) if t is not None]
        known = [fact for t, _ in tests for p in walk(t) for fact in at_first(self.survey, p, self.given)]
        return any(self.values.excluded([*known, (t, not over)]) for t, over in tests)

    def stmt(self, stmt: core.Stmt, seats: Mapping[int, object], filling: int) -> None:
        match stmt:
            case core.Shuffle() | core.Say() | core.Show() | core.Let():
                return
            case core.Assign():
                self.assigned(stmt)
            case core.Gather():
                self.gather()
            case core.MoveFrom():
                self.move(stmt, seats, filling)
            case core.MoveCards():
                self.sort(stmt, seats)
            case core.Play(name, player):
                self.play(name, seats.get(player.slot) if isinstance(player, core.Local) else None)
            case core.If(branches, otherwise):
                self.branch(branches, otherwise, seats, filling)
            case core.ForEach(over):
                if over.where is None and over.kind is None:
                    members = self.members(over.domain)
                    for member in members:
                        self.loop(stmt.body, {**seats, over.slot: member}, len(members) if isinstance(member, tuple) else filling)
                elif not harmless(stmt.body):
                    raise Unsure
                self.assigned(stmt)
            case core.Repeat(times) if times is not None:
                for _ in range(min(self.amount(times), STEPS)):
                    self.loop(stmt.body, seats, filling)
            case core.Repeat(until=until, loop_while=loop_while):
                # a loop that does not look at cards is gone through once at least: why else would it stand there
                if not reads((until, loop_while)).zones and not self.passed_by(until, loop_while):
                    self.loop(stmt.body, seats, filling)
                raise Unsure
            case _:
                raise Unsure

    def branch(
        self,
        branches: tuple[tuple[core.Expr, tuple[core.Stmt, ...]], ...],
        otherwise: tuple[core.Stmt, ...],
        seats: Mapping[int, object],
        filling: int,
    ) -> None:
        for test, block in branches:
            if self.values.excluded([(test, False)]):
                return self.block(block, seats, filling)
            if not self.values.excluded([(test, True)]):
                if all(harmless(b) for b in (*(b for _, b in branches), otherwise)):
                    return self.assigned((branches, otherwise))
                raise Unsure
        return self.block(otherwise, seats, filling)

    def members(self, domain: core.Expr) -> tuple[object, ...]:
        """What a loop goes through: seats, places of a zone, or as many times as something has members."""
        match domain:
            case core.Members("players"):
                return tuple(range(self.players))
            case core.Members(of):
                return (None,) * len(self.survey.names.symbols(of))
            case core.Range(low, high):
                return (None,) * min(max(self.amount(high) - self.amount(low) + 1, 0), STEPS)
            case core.Call("places", (core.Zone(name, None),)):
                return tuple((f"{name} {i}", -1) for i in range(min(self.places(name), STEPS)))
        raise Unsure

    def places(self, zone: str) -> int:
        declared = self.rules.zones[zone].places
        return declared if isinstance(declared, int) else self.amount(declared)


def at_rest(block: tuple[core.Stmt, ...]) -> bool:
    """Whether the instructions of a standing rule change nothing, and begin and end nothing."""
    found = effects(block)
    return found.idle and not (found.begins or found.ends)


def harmless(block: tuple[core.Stmt, ...]) -> bool:
    """Whether a block leaves all cards where they are, asks nobody and goes nowhere."""
    found = effects(block)
    return not (found.zones or found.asks or found.ends or found.begins)


def typed(survey: Survey, slot: int, where: core.Expr | None) -> tuple[str, bool] | None:
    """The card type that a condition on the card in a slot asks for, and whether it is that one or any other."""
    match where:
        case core.Not(item):
            inside = typed(survey, slot, item)
            return (inside[0], not inside[1]) if inside else None
        case core.Compare("==" | "!=" as op, core.Call("type", (core.Local(at),)), core.Const(word=word, type=type)) | core.Compare(
            "==" | "!=" as op, core.Const(word=word, type=type), core.Call("type", (core.Local(at),))
        ) if at == slot and type.kind is Kind.SYMBOL and type.of == CARD_TYPES:
            return (word, op == "==")
    return None
