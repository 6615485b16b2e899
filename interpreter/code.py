"""The code of a program: its generated source, compiled together with the functions that it calls."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..ruleset import core
from ..ruleset.errors import RuleFault, StepLimit
from ..ruleset.source import Span
from .choosers import Generator
from .faults import PROGRAM
from .layout import ACTIVE, STACK, WINNER
from .melds import MeldBook, both, either, inverse
from .picks import makers
from .program import Program, Settle
from .runtime import namespace

Block = Callable[[list[Any]], int]


@dataclass(slots=True)
class Code:
    """The functions of a program: its blocks by instruction, and for each action and choice the sets of picks."""

    program: Program
    generator: Generator
    source: str
    functions: dict[str, Any]
    blocks: list[Block | None]
    asked: dict[tuple[Any, ...], Callable[..., Any]] = field(default_factory=dict)

    def evaluate(self, e: core.Expr, body: str, s: Sequence[Any], values: Mapping[int, Any], *, listed: bool = False) -> Any:
        """The value of an expression of a body, some of whose locals are given."""
        slots = tuple(values)
        key = (id(e), body, slots, listed)
        found = self.asked.get(key)
        if found is None:
            at = self.generator.names(body, {slot: f"x{i}" for i, slot in enumerate(slots)})
            source = self.generator.listed(e, at) if listed else self.generator.expr(e, at)
            self.functions.update(self.generator.constants.values)
            params = ", ".join(["s", *(f"x{i}" for i in range(len(slots)))])
            found = self.asked[key] = eval(f"lambda {params}: {source}", self.functions)  # source of our own making
        return found(s, *values.values())


def generate(program: Program, book: Callable[[], MeldBook], counted: bool = False) -> Code:
    """The code of a program; `counted` begins every body by `begin`, so that they can be counted."""
    generator = Generator(program, counted)
    generator.blocks()
    generator.choices()
    source = "\n".join(generator.lines) + "\n"
    layout, constants = program.layout, generator.constants
    covers = _covered(program)
    players = layout.players
    categories = len(program.ruleset.categories)
    functions: dict[str, Any] = {
        **namespace(layout, book), **makers(layout, book, covers[0], covers[1]), **frames(program), **constants.values,
        "book": book, "both": both, "either": either, "inverse": inverse, "EVERYTHING": (-1,) * categories, "NOTHING": (0,) * categories,
        "PLACES": generator.places, "UNIT": layout.packing.unit,
        "START": list(layout.start[layout.zone_slots.start : layout.zone_slots.stop]),
        "OTHERS": tuple(tuple((first + i) % players for i in range(1, players)) for first in range(players)),
        "SEATS": tuple(tuple((first + i) % players for i in range(players)) for first in range(players)),
    }  # fmt: skip
    exec(compile(source, f"{PROGRAM}{program.ruleset.name}>", "exec"), functions)  # source of our own making
    blocks = [functions.get(f"b{pc}") for pc in range(len(program.code))]
    return Code(program, generator, source, functions, blocks)


def _covered(program: Program) -> tuple[Callable[[int], Any], Callable[[int], int]]:
    """What a kind of card covers (its attribute `covers`), and how many needs at once (`worth`, 1 where it has none)."""
    covered, worth = [], []
    for card in program.ruleset.cards:
        symbols, units = card.values.get("covers"), card.values.get("worth")
        covered.append(symbols if isinstance(symbols, tuple) else () if symbols is None else (str(symbols),))
        worth.append(units if isinstance(units, int) else 1)
    return covered.__getitem__, worth.__getitem__


def frames(program: Program) -> dict[str, Callable[..., Any]]:
    """The functions that begin and leave bodies. A frame is (where to go on, body, locals set aside, running before, frame below)."""
    names = tuple(program.bodies)
    entry = [program.entries[name] for name in names]
    base = [program.layout.bodies[name] for name in names]
    size = [len(program.bodies[name].slots) for name in names]
    aside = [name in program.recursive for name in names]
    bit = [1 << program.during.index(name) if name in program.during else 0 for name in names]
    is_effect = [program.bodies[name].kind == "effect" for name in names]

    def begin(s: list[Any], body: int, pc: int, player: int | None, card: Any) -> int:
        start = base[body]
        saved = tuple(s[start : start + size[body]]) if aside[body] else None
        active = s[ACTIVE]
        s[STACK] = (pc, body, saved, active, s[STACK])
        s[start] = player
        if is_effect[body]:
            s[start + 1] = card
        if bit[body]:
            s[ACTIVE] = active | bit[body]
        return entry[body]

    def back(s: list[Any], is_procedure: int) -> int:
        pc, body, saved, active, below = s[STACK]
        if saved is not None:
            s[base[body] : base[body] + size[body]] = saved
        s[ACTIVE], s[STACK] = active, below
        if is_procedure:
            s[WINNER] = None
        return int(pc)

    def leave(s: list[Any], body: int, winner: int | None) -> int:
        frame = s[STACK]
        while frame is not None and frame[1] != body:
            if frame[2] is not None:
                s[base[frame[1]] : base[frame[1]] + size[frame[1]]] = frame[2]
            frame = frame[4]
        if frame is None:
            raise RuleFault(f"'{names[body]}' is not running here, so it cannot be ended")
        s[STACK] = frame
        pc = back(s, 1)
        s[WINNER] = winner
        return pc

    def endless(pc: int) -> None:
        instr = program.code[pc]
        rules = " and ".join(f"'{r}'" for r in instr.rules) if isinstance(instr, Settle) else ""
        raise StepLimit(f"the standing rules {rules} apply again and again without end", first_rule(program, instr))

    return {"begin": begin, "back": back, "leave": leave, "endless": endless}


def first_rule(program: Program, instr: object) -> Span | None:
    """Where the first of the standing rules stands that an instruction looks at, None for any other instruction."""
    return program.ruleset.rules[instr.rules[0]].span if isinstance(instr, Settle) else None
