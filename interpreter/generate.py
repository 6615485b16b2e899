"""From a program to Python: a function for each stretch of instructions between two places where it can stop or turn.

A function `b7(s)` carries out the instructions from 7 on and says at which instruction to go on, or -1 for a choice that
is waited for, or -2 for the end. `s` is the list of slots (see `layout`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..ruleset import core, model
from ..ruleset.errors import RuleFault, StepLimit
from ..ruleset.source import Span
from ..ruleset.types import Kind
from .emit import Constants, Expressions, Names
from .layout import ACTIVE, ACTOR, LOG, PLIES, POINT, SEAT, STACK, WINNER
from .melds import MeldBook, both, either, inverse
from .picks import ListPicks, makers
from .program import (
    Ask, Call, Gather, Jump, Leave, Next, NextSeat, Program, Return, Seats, Settle, Step, TurnDone, Unless,
)  # fmt: skip
from .runtime import namespace

STOP, HALT = -1, -2

SAID, SHOWN, CHOSE, DID = "said", "shown", "chose", "did"
"""What the log holds: (SAID, text, values), (SHOWN, seat, cards), (CHOSE, seat, point, values), (DID, seat, action, values)."""

RULE_LIMIT = 20_000
"""How often standing rules may be carried out in a row."""

Block = Callable[[list[Any]], int]


class Generator(Expressions):
    """Source of the blocks and choices of one program."""

    def __init__(self, program: Program) -> None:
        super().__init__(Constants(program.ruleset, program.layout, program.options))
        self.program = program
        self.ids = {name: i for i, name in enumerate(program.bodies)}
        self.lines: list[str] = []

    def names(self, body: str, given: Mapping[int, str] | None = None) -> Names:
        return Names(self.layout.bodies[body], given or {})

    # ----------------------------------------------------------------- blocks

    def leaders(self) -> list[int]:
        """Where a function begins: bodies, targets of jumps, standing rules, choices, and what comes after a call."""
        found = {0, *self.program.entries.values()}
        for pc, instr in enumerate(self.program.code):
            match instr:
                case Jump(to) | Unless(_, to) | Next(_, _, _, to) | NextSeat(_, to):
                    found.add(to)
                case Call():
                    found.add(pc + 1)
                case Settle() | Ask():
                    found |= {pc, pc + 1}
        return sorted(pc for pc in found if pc < len(self.program.code))

    def blocks(self) -> None:
        leaders = self.leaders()
        for start, end in zip(leaders, [*leaders[1:], len(self.program.code)], strict=True):
            self.lines.append(f"def b{start}(s):")
            for pc in range(start, end):
                self.lines += ["    " + line for line in self.instr(pc)]
                if isinstance(self.program.code[pc], Jump | Return | Leave | Call | Ask | Settle):
                    break
            else:
                # straight on into standing rules: no need to come back to the loop in between
                after = self.program.code[end] if end < len(self.program.code) else None
                self.lines.append(f"    return b{end}(s)" if isinstance(after, Settle) else f"    return {end}")

    def instr(self, pc: int) -> list[str]:
        instr = self.program.code[pc]
        at = self.names(instr.body)
        match instr:
            case Step(stmt):
                return self.step(stmt, at)
            case Jump(to):
                return [f"return {to}"]
            case Unless(test, to):
                return [f"if not {self.expr(test, at)}: return {to}"]
            case Gather(work, value, start):
                if value.type.kind is Kind.NUMBER:
                    return [f"{at(work)} = {self.expr(value, at)}"]
                if start is not None:
                    first = f"owner({self.expr(start, at)})" if start.type.optional else self.expr(start, at)
                    return [f"{at(work)} = tuple([({first} + i) % {self.layout.players} for i in range({self.layout.players})])"]
                if isinstance(value, core.Members) and value.of == "players":
                    return [f"{at(work)} = {tuple(range(self.layout.players))}"]
                return [f"{at(work)} = tuple({self.listed(value, at)})"]
            case Next(work, None, _, to):
                return [f"if {at(work)} <= 0: return {to}", f"{at(work)} -= 1"]
            case Next(work, slot, kind, to):
                assert slot is not None
                found = [f"if not {at(work)}: return {to}", f"{at(slot)} = {at(work)}[0]", f"{at(work)} = {at(work)}[1:]"]
                if kind is not None:
                    types = list(self.ruleset.card_types)
                    table = self.constants.named("TYPE", lambda: tuple(types.index(c.type) for c in self.ruleset.cards))
                    found.append(f"if {table}[{at(slot)}[0]] != {types.index(kind)}: return {pc}")
                return found
            case Seats(turns):
                start = self.expr(turns.start, at)
                start = f"owner({start})" if turns.start.type.optional else start
                return [f"{at(turns.player)} = ({start} + {self.layout.players - 1}) % {self.layout.players}", f"{at(turns.idle)} = 0"]
            case NextSeat(turns, to):
                return self.next_seat(turns, to, at)
            case TurnDone(turns):
                return [f"{at(turns.idle)} = {at(turns.idle)} + 1 if s[{PLIES}] == {at(turns.mark)} else 0"]
            case Call():
                return self.call_body(instr, pc, at)
            case Return():
                return [f"return back(s, {int(self.program.bodies[instr.body].kind == 'procedure')})"]
            case Leave(name, winner):
                return [f"return leave(s, {self.ids[name]}, {self.expr(winner, at) if winner is not None else None})"]
            case Settle(rules):
                return self.settle(rules, pc)
            case Ask(point):
                stmt = self.program.points[point].stmt
                who = stmt.to if isinstance(stmt, core.Offer) else stmt.by
                seat = f"owner({self.expr(who, at)})" if who.type.optional else self.expr(who, at)
                return [f"s[{POINT}] = {point}", f"s[{SEAT}] = {seat}", f"return {STOP}"]

    def next_seat(self, turns: core.Turns, to: int, at: Names) -> list[str]:
        player, count = at(turns.player), self.layout.players
        mark = f"{at(turns.mark)} = s[{PLIES}]"
        if turns.among is None or turns.among.where is None:
            return [f"{player} = ({player} + 1) % {count}", mark]
        test = self.expr(turns.among.where, at.having(turns.among.slot, player))
        return [f"for _ in range({count}):", f"    {player} = ({player} + 1) % {count}", f"    if {test}: break", f"else: return {to}", mark]

    def call_body(self, call: Call, pc: int, at: Names) -> list[str]:
        player = self.expr(call.player, at) if call.player is not None else None
        if call.effect is None:
            return [f"return begin(s, {self.ids[call.name]}, {pc + 1}, {player}, None)"]
        card = self.expr(call.effect.card, at)
        table = self.constants.attribute(call.effect.attribute)
        ids = self.constants.keep(self.ids)
        return [
            f"card = {card}",
            f"effect = None if card is None else {table}[card[0]]",
            f"if effect is None: return {pc + 1}",
            f"return begin(s, {ids}[effect], {pc + 1}, {player}, card)",
        ]

    def settle(self, rules: tuple[str, ...], pc: int) -> list[str]:
        """The first rule that applies is carried out, then all are looked at again, until none applies.

        A rule that only moves or changes things is carried out on the spot, any other as a body of its own that comes back here.
        """
        seats = [f"p = seats[{i}]" for i in range(self.layout.players)]
        found = [f"seats, active = SEATS[s[{ACTOR}]], s[{ACTIVE}]", f"for _ in range({RULE_LIMIT}):"]
        for name in rules:
            rule = self.ruleset.rules[name]
            indent = "    "
            if rule.during is not None:
                found.append(f"{indent}if active & {1 << self.program.during.index(rule.during)}:")
                indent += "    "
            at = self.names(f"rule {name}", {0: "p"})
            test = self.expr(rule.test, at)
            body = self.inline(name, at)
            if body is None:
                body = [f"return begin(s, {self.ids[f'rule {name}']}, {pc}, p, None)"]
            for bind in seats if rule.each else ["p = None"]:
                found += [f"{indent}{bind}", f"{indent}if {test}:", *(f"{indent}    {line}" for line in body)]
        return [*found, f"    return {pc + 1}", f"endless({pc})"]

    def inline(self, name: str, at: Names) -> list[str] | None:
        """The steps of a rule's body where it has nothing else."""
        start = self.program.entries[f"rule {name}"]
        found: list[str] = []
        for instr in self.program.code[start:]:
            match instr:
                case Step(stmt):
                    found += self.step(stmt, at)
                case Return():
                    return [*found, "continue"]
                case _:
                    return None
        return None

    # ----------------------------------------------------------------- steps

    def step(self, stmt: core.Stmt, at: Names) -> list[str]:
        match stmt:
            case core.Let(slot, _, value):
                return [f"{at(slot)} = {self.expr(value, at)}"]
            case core.Assign(target, op, value):
                return self.assign(target, op, value, at)
            case core.MoveFrom():
                return self.move_from(stmt, at)
            case core.MoveCards():
                return self.move_cards(stmt, at)
            case core.Gather():
                zones = self.layout.zone_slots
                return [f"s[{zones.start}:{zones.stop}] = START"]
            case core.Shuffle(zone):
                if self.has_places(zone):
                    return [f"for i in {self.slots(zone, at)}: shuffle(s, i)"]
                return [f"shuffle(s, {self.slot(zone, at)})"]
            case core.Say(text):
                return [f"s[{LOG}] = (s[{LOG}], ('{SAID}', {self.constants.keep(text)}, {self.template(text, at)}))"]
            case core.Show(cards, to):
                seen = f"({self.expr(cards, at)},)" if cards.type.kind is Kind.CARD else self.listed(cards, at)
                return [f"s[{LOG}] = (s[{LOG}], ('{SHOWN}', owner({self.expr(to, at)}), tuple({seen})))"]
        raise AssertionError(f"{stmt} is lowered to jumps")

    def template(self, text: core.Template, at: Names) -> str:
        """The values of a text, as a tuple."""
        return "(" + "".join(f"{self.value(p, at)}, " for p in text.parts if not isinstance(p, str)) + ")"

    def value(self, e: core.Expr, at: Names) -> str:
        """An expression as a value that can be told: the cards of a zone rather than its slot."""
        return self.listed(e, at) if e.type.kind in (Kind.ZONE, Kind.LIST) else self.expr(e, at)

    def assign(self, target: core.State, op: str, value: core.Expr, at: Names) -> list[str]:
        written = self.expr(value, at)
        if op != "=":
            op = f"{op[0]}="
        if target.owner is not None and target.owner.type.optional:
            # nobody's counter: as much is done as can be done
            base = self.layout.state[target.name]
            return [f"seat = {self.expr(target.owner, at)}", f"if seat is not None: s[{base} + seat] {op} {written}"]
        return [f"{self.expr(target, at)} {op} {written}"]

    def move_from(self, m: core.MoveFrom, at: Names) -> list[str]:
        if m.place == "under":
            return [f"move_under(s, {self.source_cards(m, at)}, {self.expr(m.target, at)})"]
        a, b, place = self.slot(m.source, at), self.slot(m.target, at), repr(m.place)
        if m.amount is None:
            if self.has_places(m.source):
                return [f"for i in {self.slots(m.source, at)}: move_all(s, i, {b}, {place})"]
            return [f"move_all(s, {a}, {b}, {place})"]
        amount = self.expr(m.amount, at)
        if m.random:
            return [f"move_random(s, {a}, {b}, {amount}, {place})"]
        if amount == "1" and self.is_ordered(m.source) and self.is_ordered(m.target) is False:
            return [f"a = {a}", "z = s[a]", f"if z: s[{b}] += UNIT[z[-1]]; s[a] = z[:-1]"]
        return [f"move_top(s, {a}, {b}, {amount}, {place})"]

    def source_cards(self, m: core.MoveFrom, at: Names) -> str:
        slot = self.slot(m.source, at)
        return f"cards(s, {slot})" if m.amount is None else f"top_cards(s, {self.expr(m.amount, at)}, {slot})"

    def move_cards(self, m: core.MoveCards, at: Names) -> list[str]:
        cards = self.expr(m.cards, at)
        kept = f"{cards} = " if isinstance(m.cards, core.Local) else ""
        single = m.cards.type.kind is Kind.CARD
        if m.place == "under":
            if single:
                return [f"moved = move_under(s, () if {cards} is None else ({cards},), {self.expr(m.target, at)})"] + ([f"if moved: {cards} = moved[0]"] if kept else [])
            if m.cards.type.kind is Kind.MELD:
                return [f"move_under(s, meld_cards({cards}), {self.expr(m.target, at)})"]
            return [f"{kept}move_under(s, {cards}, {self.expr(m.target, at)})"]
        word = {Kind.CARD: "move_card", Kind.MELD: "move_meld"}.get(m.cards.type.kind, "move_cards")
        return [f"{kept}{word}(s, {cards}, {self.slot(m.target, at)}, {m.place!r})"]

    # ----------------------------------------------------------------- choices

    def choices(self) -> None:
        for name, action in self.ruleset.actions.items():
            number = list(self.ruleset.actions).index(name)
            body = f"action {name}"
            given = {0: "p"}
            fixed, pending = [], list(action.conditions)
            pending, ready = self.split(pending, {0})
            fixed = [self.expr(c.test, self.names(body, given)) for c in ready]
            self.function(f"a{number}", "s, p", " and ".join(fixed) or "True")
            for i, pick in enumerate(action.picks):
                before = ", ".join(["s", "p", *given_names(given)])
                given = {**given, pick.slot: f"v{i}"}
                pending, ready = self.split(pending, set(given))
                self.domain(f"a{number}_{i}", before, pick, [c.test for c in ready], self.names(body, given), "p", clamp=False)
            self.take(f"a{number}_do", action, body, given)
        for point in self.program.points:
            if isinstance(point.stmt, core.Choose):
                self.domain(f"c{point.index}", "s, p", point.stmt.pick, [], self.names(point.body), "p", clamp=True)

    def take(self, name: str, action: model.Action, body: str, given: Mapping[int, str]) -> None:
        """A function that takes an action: it tells of it, binds what was picked, and begins its body."""
        values = "".join(f"{v}, " for v in given_names(given))
        self.lines.append(f"def {name}(s, p, pc, {values}):" if values else f"def {name}(s, p, pc):")
        if action.say is not None:
            event = f"('{SAID}', {self.constants.keep(action.say)}, {self.template(action.say, self.names(body, given))})"
        else:
            event = f"('{DID}', p, {action.name!r}, ({values}))"
        back = "pc" if action.free else "pc + 1"
        base = self.layout.bodies[body]
        binds = [f"s[{base + slot}] = {v}" for slot, v in given.items() if slot]
        self.lines += [
            "    " + line for line in (f"s[{LOG}] = (s[{LOG}], {event})", f"pc = begin(s, {self.ids[body]}, {back}, p, None)", *binds, "return pc")
        ]

    def function(self, name: str, params: str, value: str) -> None:
        self.lines += [f"def {name}({params}):", f"    return {value}"]

    def split(self, conditions: list[Any], known: set[int]) -> tuple[list[Any], list[Any]]:
        """Conditions that need picks still to come, and those that can be asked now."""
        later = [c for c in conditions if self.free_locals(c.test) - known]
        return later, [c for c in conditions if c not in later]

    def free_locals(self, test: core.Expr) -> set[int]:
        bound = {p.slot for p in core.walk(test) if isinstance(p, core.Filter)}
        return {p.slot for p in core.walk(test) if isinstance(p, core.Local)} - bound

    def domain(self, name: str, params: str, pick: core.Pick, tests: list[core.Expr], at: Names, seat: str, clamp: bool) -> None:
        """A function that gives the set of what can be picked; `tests` are conditions on what is picked."""
        d = pick.domain
        var = at.given.get(pick.slot, "v")
        at = at.having(pick.slot, var)
        match d:
            case core.MeldsIn():
                if d.where is not None:
                    tests = [*tests, self.about(d.where, d.slot, pick.slot)]
                masks, rest = [f"of_types({d.kinds!r})"] if d.kinds else [], []
                for test in flat_and(tests):
                    mask = self.mask(test, pick.slot, at)
                    (masks if mask is not None else rest).append(mask if mask is not None else self.expr(test, at))
                mask = masks[0] if masks else "EVERYTHING"
                for other in masks[1:]:
                    mask = f"both({mask}, {other})"
                keep = f"lambda {var}: {' and '.join(rest)}" if rest else "None"
                self.function(name, params, f"melds_in(s, {self.slot(d.zone, at)}, {seat}, {mask}, {keep})")
                return
            case core.CoversOf():
                made = f"covers_in(s, {self.expr(d.needs, at)}, {self.slot(d.zone, at)}, {d.full})"
            case core.CardsFrom():
                made = self.some_cards(d, at, clamp)
            case core.OneOf():
                made = f"one_of({self.expr(d.domain, at)})"
        if tests:
            made = f"kept({made}, lambda {var}: {' and '.join(self.expr(t, at) for t in tests)})"
        self.function(name, params, made)

    def about(self, where: core.Expr, slot: int, pick: int) -> core.Expr:
        """A condition on the subject of a `where` as one on what is picked."""
        return _renamed(where, slot, pick)

    def some_cards(self, d: core.CardsFrom, at: Names, clamp: bool) -> str:
        test = f"lambda w: {self.expr(d.where, at.having(d.slot, 'w'))}" if d.where is not None else "None"
        low, high = self.expr(d.low, at), self.expr(d.high, at)
        if d.source.type.kind in (Kind.ZONE, Kind.PLACE) and not self.has_places(d.source):
            made = f"some_cards(s, {self.slot(d.source, at)}, {low}, {high}, {test}, {clamp and not d.single})"
        else:
            made = f"some_of({self.listed(d.source, at)}, {low}, {high}, {test}, {clamp and not d.single})"
        return f"singles({made})" if d.single else made

    def mask(self, test: core.Expr, slot: int, at: Names) -> str | None:
        """A condition on a meld as a mask of strength classes, None where it cannot be one."""
        if slot not in self.free_locals(test):
            return f"(EVERYTHING if {self.expr(test, at)} else NOTHING)"
        match test:
            case core.Beats(core.Local(left), right) if left == slot and slot not in self.free_locals(right):
                return f"beating({self.expr(right, at)})"
            case core.Logic(op, items):
                found = ""
                for item in reversed(items):
                    mask = self.mask(item, slot, at)
                    if mask is None:
                        return None
                    if not found:
                        found = mask
                    elif slot in self.free_locals(item):
                        found = f"{'both' if op == 'and' else 'either'}({mask}, {found})"
                    else:  # decided without looking at any meld
                        asked = self.expr(item, at)
                        found = f"({found} if {asked} else NOTHING)" if op == "and" else f"(EVERYTHING if {asked} else {found})"
                return found
            case core.Not(item):
                inner = self.mask(item, slot, at)
                return None if inner is None else f"inverse({inner})"
        return None


def flat_and(tests: list[core.Expr]) -> list[core.Expr]:
    """Conditions that all hold, `and` taken apart."""
    found: list[core.Expr] = []
    for test in tests:
        found += flat_and(list(test.items)) if isinstance(test, core.Logic) and test.op == "and" else [test]
    return found


def given_names(given: Mapping[int, str]) -> list[str]:
    return [name for name in given.values() if name != "p"]


def _renamed(item: Any, old: int, new: int) -> Any:
    """The same expression about another local."""
    from dataclasses import fields, replace

    if isinstance(item, core.Local):
        return replace(item, slot=new) if item.slot == old else item
    if isinstance(item, tuple):
        return tuple(_renamed(i, old, new) for i in item)
    if hasattr(item, "__dataclass_fields__") and hasattr(item, "span"):
        return replace(item, **{f.name: _renamed(getattr(item, f.name), old, new) for f in fields(item) if f.name not in ("span", "type")})
    return item


# --------------------------------------------------------------------------- code


@dataclass(slots=True)
class Code:
    """The functions of a program: its blocks by instruction, and for each action and choice the sets of picks."""

    program: Program
    generator: Generator
    source: str
    functions: dict[str, Any]
    blocks: list[Block | None]
    asked: dict[tuple[Any, ...], Callable[..., Any]] = field(default_factory=dict)

    def evaluate(self, e: core.Expr, body: str, s: list[Any], values: Mapping[int, Any], *, listed: bool = False) -> Any:
        """The value of an expression of a body, some of whose locals are given."""
        slots = tuple(values)
        key = (id(e), body, slots, listed)
        found = self.asked.get(key)
        if found is None:
            at = self.generator.names(body, {slot: f"x{i}" for i, slot in enumerate(slots)})
            source = self.generator.value(e, at) if listed else self.generator.expr(e, at)
            self.functions.update(self.generator.constants.values)
            params = ", ".join(["s", *(f"x{i}" for i in range(len(slots)))])
            found = self.asked[key] = eval(f"lambda {params}: {source}", self.functions)  # source of our own making
        return found(s, *values.values())


def generate(program: Program, book: Callable[[], MeldBook]) -> Code:
    """The code of a program."""
    generator = Generator(program)
    generator.blocks()
    generator.choices()
    source = "\n".join(generator.lines) + "\n"
    layout, constants = program.layout, generator.constants
    covers = _covered(program)
    players = layout.players
    functions: dict[str, Any] = {
        **namespace(layout, book), **makers(layout, book, covers[0], covers[1]), **frames(program, generator.ids), **constants.values,
        "book": book, "EVERYTHING": (-1,) * len(program.ruleset.categories), "NOTHING": (0,) * len(program.ruleset.categories), "both": both, "either": either, "inverse": inverse, "UNIT": layout.packing.unit,
        "START": list(layout.start[layout.zone_slots.start : layout.zone_slots.stop]),
        "SEATS": tuple(tuple((first + i) % players for i in range(players)) for first in range(players)),
    }  # fmt: skip
    exec(compile(source, f"<program of {program.ruleset.name}>", "exec"), functions)  # source of our own making
    blocks = [functions.get(f"b{pc}") for pc in range(len(program.code))]
    return Code(program, generator, source, functions, blocks)


def _covered(program: Program) -> tuple[Callable[[int], Any], Callable[[int], int]]:
    """What a kind of card covers (its attribute `covers`), and how many needs at once (`worth`, 1 where it has none)."""
    cards = program.ruleset.cards

    def symbols(kind: int) -> Any:
        value = cards[kind].values.get("covers")
        return value if isinstance(value, tuple) else () if value is None else (value,)

    def worth(kind: int) -> int:
        value = cards[kind].values.get("worth")
        return value if isinstance(value, int) else 1

    return symbols, worth


def frames(program: Program, ids: Mapping[str, int]) -> dict[str, Callable[..., Any]]:
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

    def singles(picks: Any) -> Any:
        """Single cards out of choices of one card."""
        return ListPicks([cards[0] for cards in picks])

    def endless(pc: int) -> None:
        instr = program.code[pc]
        rules = " and ".join(f"'{r}'" for r in instr.rules) if isinstance(instr, Settle) else ""
        raise StepLimit(f"the standing rules {rules} apply again and again without end", first_rule(program, instr))

    return {"begin": begin, "back": back, "leave": leave, "singles": singles, "endless": endless}


def first_rule(program: Program, instr: object) -> Span | None:
    return program.ruleset.rules[instr.rules[0]].span if isinstance(instr, Settle) else None
