"""Where the values of locals come from, and so who can know them: read off the rules, once for each body."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache

from ..interpreter.codec import slot_types
from ..interpreter.compiled import Compiled
from ..interpreter.liveness import following, live_at, slots_in, use
from ..interpreter.program import Instr, Step
from ..ruleset import core
from ..ruleset.types import CARD, MELD, Kind, Type

Look = core.Zone | core.Local | None
"""What is looked into: a zone, a local that tells which (a zone or place), or None where it may be any."""


class How(StrEnum):
    LET = "let"
    PICK = "pick"
    LOOP = "loop"
    EFFECT = "effect"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a local's value comes from: `value` is what it is counted as, or picked out of; `looks` are zones whose cards that shows.

    `reads` are the other locals in it.
    """

    slot: int
    how: How
    type: Type
    value: core.Expr | None
    looks: tuple[Look, ...]
    reads: tuple[int, ...]
    kinds: tuple[str, ...]
    """The types of meld that it can be, all where empty."""

    @property
    def holds_cards(self) -> bool:
        return has_cards(self.type)


def has_cards(type: Type) -> bool:
    """Whether a value of a type names cards: a card, cards, or a meld."""
    return type.kind in (Kind.CARD, Kind.MELD) or (type.kind is Kind.LIST and type.member.kind is Kind.CARD)


@lru_cache(maxsize=4096)
def origins(game: Compiled, body: str) -> Mapping[int, Origin]:
    """For each local of a body that may tell of cards where its value comes from, in the order of the rules."""
    procedure, types = game.program.bodies[body], slot_types(game, body)
    found: dict[int, Origin] = {}

    def add(slot: int, how: How, type: Type, value: core.Expr | None, kinds: tuple[str, ...] = ()) -> None:
        is_where = how is How.LET and value is not None and value.type.kind in (Kind.ZONE, Kind.PLACE)
        looked = tuple(_counted(value, {}) if is_where and value is not None else looks(value))
        reads = tuple(sorted(slots_in(value)))
        if has_cards(type) or (how is How.LET and (looked or reads)):
            found[slot] = Origin(slot, how, type, value, looked, reads, kinds)

    def pick(pick: core.Pick, type: Type) -> None:
        match pick.domain:
            case core.MeldsIn(zone, kinds):
                add(pick.slot, How.PICK, MELD, zone, kinds)
            case core.CoversOf(_, zone):
                add(pick.slot, How.PICK, type, zone)
            case core.CardsFrom(_, _, value) | core.OneOf(value):
                add(pick.slot, How.PICK, type, value)

    if procedure.kind == "effect":
        add(1, How.EFFECT, CARD, None)
    if procedure.kind == "action":
        for one in game.ruleset.actions[body.removeprefix("action ")].picks:
            pick(one, types[one.slot])
    for part in core.walk(procedure.body):
        match part:
            case core.Let(slot, _, value):
                add(slot, How.LET, types[slot], value)
            case core.Choose(one):
                pick(one, types[one.slot])
            case core.ForEach(over, _, work):
                add(over.slot, How.LOOP, types[over.slot], over.domain)
                add(work, How.LOOP, types[work], over.domain)
    return dict(sorted(found.items()))


@lru_cache(maxsize=4096)
def asked_for(game: Compiled, body: str, pc: int) -> tuple[Origin, ...]:
    """The locals that may tell of cards and are still read from an instruction on, with those that they are counted from."""
    known = origins(game, body)
    todo, needed = [slot for slot in live_at(game, pc) if slot in known], set[int]()
    if game.program.bodies[body].kind == "effect":
        todo.append(1)
    while todo:
        slot = todo.pop()
        if slot not in needed:
            needed.add(slot)
            todo += [read for read in known[slot].reads if read in known]
    return tuple(origin for slot, origin in known.items() if slot in needed)


@lru_cache(maxsize=4096)
def kept_at(game: Compiled, body: str, pc: int) -> tuple[int, ...]:
    """The locals of a body that are still read from an instruction on, or that tell what is known of those."""
    found = {core.PLAYER_SLOT, *live_at(game, pc)}
    for origin in asked_for(game, body, pc):
        found |= {origin.slot, *origin.reads}
    found |= {to for slot, to in told_at(game, body, pc) if slot in found and to != EVERYBODY}
    return tuple(sorted(found))


def looks(item: object, places: Mapping[int, Look] | None = None) -> Iterator[Look]:
    """The zones whose cards an expression looks at. How many cards a zone has, and which places there are, everybody sees.

    `places` has for each name bound further out the zone that it is a place of.
    """
    bound = dict(places or {})
    match item:
        case core.Call("size" | "places" | "owner", (inner,)) | core.Is("empty", inner):
            yield from _counted(inner, bound)
        case core.Compare(_, left, right) if left.type.kind in (Kind.ZONE, Kind.PLACE):
            yield from (*_counted(left, bound), *_counted(right, bound))
        case core.Quantified("any" | "no" | "count", core.Filter(where=None, kind=None) as over, None):
            yield from _counted(over, bound)
        case core.Filter(slot, _, domain, where):
            yield from looks(domain, bound)
            yield from looks(where, {**bound, slot: _zone_of_places(domain)})
        case core.Quantified(_, over, value):
            yield from looks(over, bound)
            yield from looks(value, {**bound, over.slot: _zone_of_places(over.domain)})
        case core.Zone(owner=owner):
            yield item if owner is None or not slots_in(owner) & set(bound) else None
            yield from looks(owner, bound)
        case core.Local(slot, type=of) if of.kind in (Kind.ZONE, Kind.PLACE):
            yield bound.get(slot, item)
        case core.State(type=of) | core.Call(type=of) | core.Random(type=of) if of.kind in (Kind.ZONE, Kind.PLACE):
            yield None
        case tuple():
            for part in item:
                yield from looks(part, bound)
        case _ if hasattr(item, "__dataclass_fields__") and type(item).__module__ == core.__name__:
            for field in fields(item):  # type: ignore[arg-type]
                yield from looks(getattr(item, field.name), bound)


def _zone_of_places(domain: core.Expr) -> core.Zone | None:
    """The zone through whose places a loop or filter goes, None for anything else."""
    match domain:
        case core.Call("places", (core.Zone() as zone,)):
            return zone
    return None


def _counted(item: core.Expr, bound: Mapping[int, Look]) -> Iterator[Look]:
    """What is looked at where only the number of some cards is asked for, or where they lie."""
    match item:
        case core.Call("place", (inner,)):
            yield from _counted(inner, bound)
        case core.Zone(owner=owner):
            yield from looks(owner, bound)
        case core.Local() | core.State():
            pass
        case core.Filter(domain=domain, where=None, kind=None):
            yield from _counted(domain, bound)
        case _:
            yield from looks(item, bound)


EVERYBODY = -1
Marks = frozenset[tuple[int, int]]
"""Locals of which something holds: (slot, another local that matters for it, or EVERYBODY)."""


@lru_cache(maxsize=4096)
def told_at(game: Compiled, body: str, pc: int) -> Marks:
    """The locals whose value has been told by whatever way an instruction is come to: (slot, local with whom it was told, or EVERYBODY).

    A value is told by saying it, by putting it into a memory, and to one player by showing it.
    """
    start: Marks = frozenset()
    if body.startswith("action "):
        say = game.ruleset.actions[body.removeprefix("action ")].say
        start = frozenset((part.slot, EVERYBODY) for part in (say.parts if say is not None else ()) if isinstance(part, core.Local))
    return _marked(game, body, start, _tells, frozenset.intersection).get(pc, frozenset())


@lru_cache(maxsize=4096)
def moved_at(game: Compiled, body: str, pc: int) -> frozenset[int]:
    """The locals whose cards may have been moved on some way to an instruction, since they were bound."""
    return frozenset(slot for slot, _ in _marked(game, body, frozenset(), _moves, frozenset.union).get(pc, ()))


def _marked(
    game: Compiled, body: str, start: Marks, marks: Callable[[Instr], Marks], meet: Callable[[Marks, Marks], Marks]
) -> Mapping[int, Marks]:
    """What is marked at each instruction that a body comes to; a local that is set anew has no mark any more."""
    code, first = game.program.code, game.program.entries[body]
    found, todo = {first: start}, [first]
    while todo:
        at = todo.pop()
        sets = use(game.program, code[at]).sets
        out = frozenset(pair for pair in found[at] if not sets & set(pair)) | marks(code[at])
        for to in following(code[at], at):
            met = meet(found[to], out) if to in found else out
            if to not in found or met != found[to]:
                found[to] = met
                todo.append(to)
    return found


def _tells(instr: Instr) -> Marks:
    match instr:
        case Step(core.Say(text)):
            return frozenset((part.slot, EVERYBODY) for part in text.parts if isinstance(part, core.Local))
        case Step(core.Assign(_, "=", core.Local(slot))):
            return frozenset({(slot, EVERYBODY)})
        case Step(core.Show(core.Local(slot), core.Local(to))):
            return frozenset({(slot, to)})
    return frozenset()


def _moves(instr: Instr) -> Marks:
    match instr:
        case Step(core.MoveCards(core.Local(slot))):
            return frozenset({(slot, EVERYBODY)})
    return frozenset()
