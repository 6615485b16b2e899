"""From a program to Python: a function for each stretch of instructions between two places where it can stop or turn.

A function `b7(s)` carries out the instructions from 7 on and says at which instruction to go on, or -1 for a choice that
is waited for, or -2 for the end. `s` is the list of slots (see `layout`).
"""

from collections.abc import Mapping
from itertools import pairwise

from ..ruleset import core
from ..ruleset.source import Span
from ..ruleset.types import Kind
from .emit import Constants, Expressions, Names
from .layout import ACTIVE, ACTOR, LOG, PLIES, POINT, SEAT
from .program import (
    Ask,
    Call,
    Gather,
    Jump,
    Leave,
    Next,
    NextSeat,
    Program,
    Return,
    Seats,
    Settle,
    Step,
    TurnDone,
    Unless,
)  # fmt: skip

STOP, HALT = -1, -2

SAID, SHOWN, CHOSE, DID = "said", "shown", "chose", "did"
"""What the log holds: (SAID, text, values), (SHOWN, seat, cards), (CHOSE, seat, point, values), (DID, seat, action, values)."""

RULE_LIMIT = 20_000
"""How often standing rules may be carried out in a row."""


class Blocks(Expressions):
    """Source of the blocks of one program."""

    def __init__(self, program: Program, counted: bool = False) -> None:
        super().__init__(Constants(program.ruleset, program.layout, program.options))
        self.program, self.counted = program, counted
        self.ids = {name: i for i, name in enumerate(program.bodies)}
        self.lines: list[str] = []
        self.places: dict[int, Span] = {}
        """For each line (from 1) the place in the rules file that it is made from."""
        self._placed = 0

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
        for start, end in pairwise([*leaders, len(self.program.code)]):
            self.lines.append(f"def b{start}(s):")
            for pc in range(start, end):
                self.lines += ["    " + line for line in self.instr(pc)]
                self.placed(self.program.code[pc].span)
                if isinstance(self.program.code[pc], Jump | Return | Leave | Call | Ask | Settle):
                    break
            else:
                # straight on into standing rules or a choice: no need to come back to the loop in between
                after = self.program.code[end] if end < len(self.program.code) else None
                if isinstance(after, Ask):
                    self.lines += ["    " + line for line in self.instr(end)]
                else:
                    self.lines.append(f"    return b{end}(s)" if isinstance(after, Settle) else f"    return {end}")

    def placed(self, span: Span) -> None:
        """Says of all lines that have no place yet that they are made from this one."""
        for line in range(self._placed + 1, len(self.lines) + 1):
            self.places.setdefault(line, span)
        self._placed = len(self.lines)

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
                everybody = isinstance(value, core.Members) and value.of == "players"
                if start is not None:
                    return [f"{at(work)} = seats_from({self.seat(start, at)}, {'None' if everybody else self.listed(value, at)})"]
                if everybody:
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
                return [
                    f"{at(turns.player)} = ({self.seat(turns.start, at)} + {self.layout.players - 1}) % {self.layout.players}",
                    f"{at(turns.idle)} = 0",
                ]
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
                place = self.seat(who, at)
                return [f"s[{POINT}] = {point}", f"s[{SEAT}] = {place}", f"return {STOP}"]

    def seat(self, player: core.Expr, at: Names) -> str:
        """A player who must be somebody."""
        return f"owner({self.expr(player, at)})" if player.type.optional else self.expr(player, at)

    def next_seat(self, turns: core.Turns, to: int, at: Names) -> list[str]:
        player, count = at(turns.player), self.layout.players
        mark = f"{at(turns.mark)} = s[{PLIES}]"
        if turns.among is None or turns.among.where is None:
            return [f"{player} = ({player} + 1) % {count}", mark]
        test = self.expr(turns.among.where, at.having(turns.among.slot, player))
        return [
            f"for _ in range({count}):",
            f"    {player} = ({player} + 1) % {count}",
            f"    if {test}: break",
            f"else: return {to}",
            mark,
        ]

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
            begun = len(self.lines) + len(found) + 1
            body = None if self.counted else self.inline(name, at)
            if body is None:
                body = [f"return begin(s, {self.ids[f'rule {name}']}, {pc}, p, None)"]
            for bind in seats if rule.each else ["p = None"]:
                found += [f"{indent}{bind}", f"{indent}if {test}:", *(f"{indent}    {line}" for line in body)]
            self.places.update(dict.fromkeys(range(begun, len(self.lines) + len(found) + 1), rule.test.span))
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
                seen = f"there(({self.expr(cards, at)},))" if cards.type.kind is Kind.CARD else self.listed(cards, at)
                return [f"s[{LOG}] = (s[{LOG}], ('{SHOWN}', owner({self.expr(to, at)}), tuple({seen})))"]
        raise AssertionError(f"{stmt} is lowered to jumps")

    def template(self, text: core.Template, at: Names) -> str:
        """The values of a text, as a tuple."""
        return "(" + "".join(f"{self.expr(p, at)}, " for p in text.parts if not isinstance(p, str)) + ")"

    def assign(self, target: core.State, op: str, value: core.Expr, at: Names) -> list[str]:
        written = self.expr(value, at)
        if op != "=":
            op = f"{op[0]}="
        if target.owner is not None and target.owner.type.optional:
            # nobody's counter: as much is done as can be done
            base = self.layout.state[target.name]
            return [f"whose = {self.expr(target.owner, at)}", f"if whose is not None: s[{base} + whose] {op} {written}"]
        return [f"{self.expr(target, at)} {op} {written}"]

    def move_from(self, m: core.MoveFrom, at: Names) -> list[str]:
        if m.place == "under":
            return [f"move_under(s, {self.source_cards(m, at)}, {self.expr(m.target, at)})"]
        if m.random and self.has_places(m.source):
            return [f"move_cards(s, {self.source_cards(m, at)}, {self.slot(m.target, at)}, {m.place!r})"]
        a, b, place = self.slot(m.source, at), self.slot(m.target, at), repr(m.place)
        if m.amount is None:
            if self.has_places(m.source):
                return [f"b = {b}", f"for i in {self.slots(m.source, at)}: move_all(s, i, b, {place})"]
            return [f"move_all(s, {a}, {b}, {place})"]
        amount = self.expr(m.amount, at)
        if m.random:
            return [f"move_random(s, {a}, {b}, {amount}, {place})"]
        if amount == "1" and self.is_ordered(m.source) and self.is_ordered(m.target) is False:
            return [f"a = {a}", "z = s[a]", f"if z: s[{b}] += UNIT[z[-1]]; s[a] = z[:-1]"]
        return [f"move_top(s, {a}, {b}, {amount}, {place})"]

    def source_cards(self, m: core.MoveFrom, at: Names) -> str:
        if m.random and m.amount is not None:
            return f"drawn(s, {self.expr(m.amount, at)}, {self.listed(m.source, at)})"
        return self.listed(m.source, at) if m.amount is None else f"top_cards(s, {self.expr(m.amount, at)}, {self.slot(m.source, at)})"

    def move_cards(self, m: core.MoveCards, at: Names) -> list[str]:
        cards, lines = self.expr(m.cards, at), list[str]()
        if isinstance(m.cards, core.State) and m.cards.owner is not None and core.lots(m.cards.owner):  # a lot is drawn once
            lines, cards = [f"whose = {self.seat(m.cards.owner, at)}"], f"s[{self.layout.state[m.cards.name]} + whose]"
        kept = f"{cards} = " if isinstance(m.cards, core.Local | core.State) else ""  # a name knows where its cards lie
        single = m.cards.type.kind is Kind.CARD
        if m.place == "under":
            if single:
                lines += [f"card = {cards}", f"moved = move_under(s, () if card is None else (card,), {self.expr(m.target, at)})"]
                return [*lines, f"if moved: {cards} = moved[0]"] if kept else lines
            if m.cards.type.kind is Kind.MELD:
                return [*lines, f"move_under(s, meld_cards({cards}), {self.expr(m.target, at)})"]
            return [*lines, f"{kept}move_under(s, {cards}, {self.expr(m.target, at)})"]
        word = {Kind.CARD: "move_card", Kind.MELD: "move_meld"}.get(m.cards.type.kind, "move_cards")
        return [*lines, f"{kept}{word}(s, {cards}, {self.slot(m.target, at)}, {m.place!r})"]
