"""Where a game stands, in words: the bodies that are running, each with the place from which it was begun."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ..ruleset import core
from ..ruleset.nodes import Plain
from .codec import Codec, slot_names, slot_types
from .compiled import Compiled
from .generate import HALT
from .layout import ACTIVE, STACK
from .liveness import live_at, use
from .program import Ask, Call, Point, Settle

Loop = core.ForEach | core.Repeat | core.Turns

MOST_CHAINS = 40
MOST_STEPS = 1_000
"""How far chains are looked for before the search is given up."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way from a place in one body into another: `back` is where the game goes on after it."""

    label: str
    body: str
    to: str
    back: int
    loops: tuple[Loop, ...]
    player: core.Expr | bool | None
    """Whose body it is that is begun, as the caller says it; True: of the seat that chooses or for which a rule applies."""


@dataclass(frozen=True, slots=True)
class Link:
    """A running body: the way that led into it (None for the outermost), and locals that are known."""

    body: str
    way: Way | None
    values: dict[int, Any] = field(default_factory=dict)


@lru_cache(maxsize=8)
def ways_into(game: Compiled) -> Mapping[str, Sequence[Way]]:
    """For each body all places from which it can be begun."""
    program = game.program
    found: dict[str, list[Way]] = {}
    for site in program.sites:
        instr = program.code[site.pc]
        for to in site.to:
            is_offer = isinstance(instr, Ask)
            is_free = is_offer and program.ruleset.actions[to.removeprefix("action ")].free
            player = is_offer or (instr.player if isinstance(instr, Call) else None)
            back = site.pc if is_free else site.pc + 1
            found.setdefault(to, []).append(Way(site.label, site.body, to, back, site.loops, player))
    counts: dict[str, int] = {}
    for pc, instr in enumerate(program.code):
        if isinstance(instr, Settle):
            counts[instr.body] = count = counts.get(instr.body, 0) + 1
            label = f"{instr.body}: whenever" + (f" #{count}" if count > 1 else "")
            loops = tuple(loops_in(program.bodies[instr.body].body))  # which of them run here does not matter much: all may
            for rule in instr.rules:
                each = program.ruleset.rules[rule].each
                found.setdefault(f"rule {rule}", []).append(Way(label, instr.body, f"rule {rule}", pc, loops, each))
    return found


def loops_in(body: tuple[core.Stmt, ...]) -> Iterator[Loop]:
    """All loops of a body."""
    for part in core.walk(body):
        if isinstance(part, core.ForEach | core.Repeat | core.Turns):
            yield part


def chains(game: Compiled, point: Point, most: int = MOST_STEPS) -> Iterator[tuple[Link, ...]]:
    """The ways from the start of a game to a choice on which no body runs twice, outermost first; not all where there are many."""
    ways, start, steps = ways_into(game), game.ruleset.start, 0

    def climb(body: str, below: tuple[Link, ...]) -> Iterator[tuple[Link, ...]]:
        nonlocal steps
        steps += 1
        if body == start:
            yield (Link(body, None), *below)
        if steps > most:
            return
        running = {body, *(link.body for link in below)}
        for way in ways.get(body, ()):
            if way.body not in running:
                yield from climb(way.body, (Link(body, way), *below))

    yield from climb(point.body, ())


def labels(chain: Sequence[Link], point: Point) -> list[str]:
    """A chain as a file names it: the places on the way, and the choice."""
    return [*(link.way.label for link in chain if link.way is not None), point.label]


def follows(labels: Sequence[str], asked: Sequence[str]) -> bool:
    """Whether the asked places are among the labels, in this order."""
    rest = iter(labels)
    return all(label in rest for label in asked)


# --------------------------------------------------------------------------- running bodies as a stack


def put_stack(game: Compiled, state: list[Any], chain: Sequence[Link], point: Point, seat: int) -> None:
    """Sets the frames, the running procedures and the locals of running bodies; what is not known stands as at the seat's turn."""
    layout, program = game.layout, game.program
    stack: Any = None
    active = 0
    for depth, link in enumerate(chain):
        base, size = layout.bodies[link.body], len(program.bodies[link.body].slots)
        saved = tuple(state[base : base + size]) if link.body in program.recursive else None
        back = HALT if link.way is None else link.way.back
        stack = (back, game.body_numbers[link.body], saved, active, stack)
        if link.body in program.during:
            active |= 1 << program.during.index(link.body)
        player = _player_of(game, state, link.way, seat)
        values = {**usual(game, state, link, place_in(chain, depth, point)[1], seat), core.PLAYER_SLOT: player, **link.values}
        state[base : base + size] = [values.get(slot) for slot in range(size)]
    state[STACK], state[ACTIVE] = stack, active


def _player_of(game: Compiled, state: Sequence[Any], way: Way | None, seat: int) -> int | None:
    """Whose a running body is: the player that a local of its caller holds, else most likely the one whose turn it is."""
    match None if way is None else way.player:
        case None | False:
            return None
        case core.Local(slot) if way is not None:
            return state[game.layout.bodies[way.body] + slot]  # type: ignore[no-any-return]
    return seat


def place_in(chain: Sequence[Link], depth: int, point: Point) -> tuple[int, tuple[Loop, ...]]:
    """Where a running body goes on, and the loops that it is in there."""
    way = chain[depth + 1].way if depth + 1 < len(chain) else None
    return (point.pc, point.loops) if way is None else (way.back, way.loops)


@lru_cache(maxsize=4096)
def set_before(game: Compiled, body: str, pc: int) -> frozenset[int]:
    """The locals of a body that an instruction in front of another one can have set, picks of an action included."""
    first = game.program.entries[body]
    before = {slot for at in range(first, pc) for slot in use(game.program, game.program.code[at]).sets}
    picks = game.ruleset.actions[body.removeprefix("action ")].picks if body.startswith("action ") else ()
    return frozenset((before | {pick.slot for pick in picks}) & set(slot_types(game, body)))


def unsaid(game: Compiled, state: Sequence[Any], chain: Sequence[Link], point: Point, seat: int) -> Iterator[tuple[str, str]]:
    """The locals that can still be read and that nothing says: (body, name)."""
    for depth, link in enumerate(chain):
        pc, loops = place_in(chain, depth, point)
        known = {core.PLAYER_SLOT, *usual(game, state, link, loops, seat), *link.values}
        names = slot_names(game, link.body)
        for slot in sorted((live_at(game, pc) & set_before(game, link.body, pc)) - known):
            yield link.body, names[slot]


def usual(game: Compiled, state: Sequence[Any], link: Link, loops: Sequence[Loop], seat: int) -> dict[int, Any]:
    """The locals of a running body, but for its player, as they most likely are when it is a seat's turn."""
    found: dict[int, Any] = {}
    if game.program.bodies[link.body].kind == "effect":
        found[1] = _card_of(game, state, link.body)
    types = slot_types(game, link.body)
    for loop in loops:
        match loop:
            case core.Turns():
                found |= {loop.player: seat, loop.idle: 0, loop.mark: 0}
            case core.Repeat(times, _, _, work) if times is not None:
                found[work] = 0
            case core.ForEach(over, _, work):
                found |= {over.slot: seat if types[over.slot].kind == "player" else None, work: ()}
    return found


def _card_of(game: Compiled, state: Sequence[Any], body: str) -> tuple[int, int] | None:
    """A card whose effect a body is, in a zone where one lies."""
    kinds = {card.index for card in game.ruleset.cards if any(p.name == body for p in card.effects.values())}
    cards = (card for slot in game.layout.zone_slots for card in game.code.functions["cards"](state, slot))
    return next((card for card in cards if card[0] in kinds), None)


def read_stack(game: Compiled, state: Sequence[Any], point: Point) -> tuple[Link, ...]:
    """The running bodies of a state, outermost first, with those of their locals that can still be read."""
    layout, names, ways = game.layout, list(game.program.bodies), ways_into(game)
    slots, frame, here = list(state), state[STACK], point.pc
    found: list[Link] = []
    while frame is not None:
        back, number, saved, _, below = frame
        body = names[number]
        base, size = layout.bodies[body], len(game.program.bodies[body].slots)
        caller = None if below is None else names[below[1]]
        way = next((w for w in ways.get(body, ()) if w.back == back and w.body == caller), None)
        live = sorted(live_at(game, here) & set(slot_types(game, body)))
        given = {core.PLAYER_SLOT} | set_before(game, body, here)
        values = {slot: slots[base + slot] for slot in live if slot in given or slots[base + slot] is not None}
        found.append(Link(body, way, values))
        if saved is not None:
            slots[base : base + size] = saved
        here, frame = back, below
    return tuple(reversed(found))


def told(codec: Codec, chain: Sequence[Link]) -> list[Plain]:
    """Running bodies as a file holds them."""
    found: list[Plain] = []
    for link in chain:
        names, types = slot_names(codec.game, link.body), slot_types(codec.game, link.body)
        frame: dict[str, Plain] = {"body": link.body}
        if link.way is not None:
            frame["from"] = link.way.label
        values: dict[str, Plain] = {names[slot]: codec.write(value, types[slot]) for slot, value in sorted(link.values.items())}
        if values:
            frame["locals"] = values
        found.append(frame)
    return found
