"""Games played by walking the trees of the rules: an interpreter of its own, plain and slow, for comparison with the engine.

It knows the model of the rules and nothing of the interpreter; see `walking_expressions` for what is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from croupier.ruleset import core, model
from croupier.ruleset.types import Kind, Type
from croupier.tests.walking_cards import Moving
from croupier.tests.walking_expressions import Locals, Refused, Value

STEPS = 2500
"""So many instructions without a choice are a loop without end."""
DEPTH = 60

Event = tuple[object, ...]
Answer = tuple[str, tuple[Value, ...]]
"""The name of what is picked or done, and what is picked for it."""
Going = Iterator["Asked"]


class Endless(Exception):
    """The rules go on without end."""


@dataclass(eq=False)
class Frame:
    """A body that runs: `kind` is `procedure`, `action`, `rule` or `effect`."""

    kind: str
    name: str
    held: Locals = field(default_factory=dict)


class Ended(Exception):
    """A procedure is ended from inside of it."""

    def __init__(self, frame: Frame, winner: int | None) -> None:
        self.frame, self.winner = frame, winner


@dataclass
class Asked:
    """What a seat can answer; whoever plays puts the `answer` in."""

    seat: int
    is_offer: bool
    options: list[Answer]
    answer: Answer | None = None


def plain(value: Value, type: Type) -> Value:
    """A value to compare: the same for cards in whatever order."""
    if type.kind is Kind.LIST and value is not None:
        return tuple(sorted(value)) if type.holds_cards else tuple(value)
    return value


def slots_read(part: object) -> set[int]:
    """The names that a part of the rules reads."""
    return {local.slot for local in core.walk(part) if isinstance(local, core.Local)}


class Walker(Moving):
    """A table; `game` goes on from choice to choice, `log` is what was said, shown, chosen and done."""

    def __init__(self, rules: model.Ruleset, seats: int, seed: int) -> None:
        super().__init__(rules, seats, seed)
        self.log: list[Event] = []
        self.running: list[Frame] = []
        self.choices = self.steps = self.actor = 0
        self.result: tuple[tuple[int, ...], tuple[int, ...] | None] | None = None

    def game(self) -> Going:
        yield from self.play(self.rules.start, 0)
        winner, score = self.winner, self.rules.score
        points = None if score is None else tuple(self.value(score.points, {core.PLAYER_SLOT: seat}) for seat in range(self.seats))
        winners: tuple[int, ...] = ()
        if winner is not None:
            winners = (winner + 1,)
        elif score is not None and points is not None:
            best = min(points) if score.lowest else max(points)
            winners = tuple(seat + 1 for seat in range(self.seats) if points[seat] == best)
            if len(winners) > 1 and score.ties == "nobody":
                winners = ()
        self.result = winners, points

    # ----------------------------------------------------------------- bodies

    def step(self) -> None:
        self.steps += 1
        if self.steps > STEPS or len(self.running) > DEPTH:
            raise Endless

    def run(self, frame: Frame, body: Sequence[core.Stmt]) -> Going:
        self.running.append(frame)
        depth = len(self.running)
        try:
            if frame.kind == "procedure":
                yield from self.settle()
            yield from self.block(body, frame.held)
        finally:
            del self.running[depth - 1 :]

    def play(self, name: str, player: int | None) -> Going:
        frame = Frame("procedure", name, {core.PLAYER_SLOT: player})
        winner = None
        try:
            yield from self.run(frame, self.rules.procedures[name].body)
        except Ended as end:
            if end.frame is not frame:
                raise
            winner = end.winner
        self.winner = winner

    def block(self, body: Sequence[core.Stmt], held: Locals) -> Going:
        """Where nothing could be chosen, what reads the choice is passed over, and what reads that."""
        missing = set[int]()
        for instruction in body:
            bound = {core.Choose: lambda i: i.pick.slot, core.Let: lambda i: i.slot, core.Offer: lambda i: i.answer}.get(type(instruction))
            slot = None if bound is None else bound(instruction)
            if missing & slots_read(instruction):
                if slot is not None:
                    missing.add(slot)
                    held[slot] = None
                continue
            self.step()
            yield from self.carry_out(instruction, held)
            if isinstance(instruction, core.Choose) and held[instruction.pick.slot] is None:
                missing.add(instruction.pick.slot)
            if not isinstance(instruction, core.Let | core.Say | core.Show | core.End):
                yield from self.settle()

    def is_running(self, procedure: str) -> bool:
        return any(frame.kind == "procedure" and frame.name == procedure for frame in self.running)

    def settle(self) -> Going:
        """Carries out the first standing rule that applies, until none does."""
        # inside of a rule the engine looks at rules only where something is touched: here rules are plain, and none is looked at
        if any(frame.kind == "rule" for frame in self.running):
            return
        while (found := self.applying()) is not None:
            rule, seat = found
            self.step()
            yield from self.run(Frame("rule", rule.name, {core.PLAYER_SLOT: seat}), rule.procedure.body)

    def applying(self) -> tuple[model.Rule, int | None] | None:
        around = [(self.actor + step) % self.seats for step in range(self.seats)]
        for rule in self.rules.rules.values():
            if rule.during is None or self.is_running(rule.during):
                for seat in around if rule.each else [None]:
                    if self.value(rule.test, {core.PLAYER_SLOT: seat}):
                        return rule, seat
        return None

    # ----------------------------------------------------------------- instructions

    def carry_out(self, instruction: core.Stmt, held: Locals) -> Going:
        match instruction:
            case core.Let(slot, _, value):
                held[slot] = self.value(value, held)
            case core.Say(text):
                self.log.append(("said", self.said(text, held)))
            case core.Show(cards, to):
                self.log.append(("shown", self.sure(to, held), tuple(card.kind for card in self.cards(cards, held))))
            case core.Gather():
                self.piles = self.gathered()
            case core.Shuffle(zone):
                self.shuffle(self.sure(zone, held))
            case core.Assign():
                self.assign(instruction, held)
            case core.MoveFrom():
                self.move_from(instruction, held)
            case core.MoveCards():
                self.move_cards(instruction, held)
            case core.Play(name, player):
                yield from self.play(name, None if player is None else self.value(player, held))
            case core.Do():
                yield from self.do(instruction, held)
            case core.End(name, winner):
                won = None if winner is None else self.value(winner, held)
                raise Ended(next(f for f in reversed(self.running) if f.kind == "procedure" and f.name == name), won)
            case core.Choose():
                yield from self.choose(instruction, held)
            case core.Offer():
                yield from self.offer(instruction, held)
            case core.If(branches, otherwise):
                body = next((body for test, body in branches if self.value(test, held)), otherwise)
                yield from self.block(body, held)
            case core.ForEach():
                yield from self.for_each(instruction, held)
            case core.Repeat():
                yield from self.repeat(instruction, held)
            case core.Turns():
                yield from self.turns(instruction, held)

    def assign(self, instruction: core.Assign, held: Locals) -> None:
        owner = instruction.target.owner
        # two lots are drawn in the order of the engine: as in Python, what is put into a name is known before the name
        if instruction.op == "=" and not (owner is not None and owner.type.optional):
            value = self.value(instruction.value, held)
            seat = None if owner is None else self.value(owner, held)
        else:
            seat = None if owner is None else self.value(owner, held)
            value = self.value(instruction.value, held)
        if owner is not None and seat is None:
            if owner.type.optional:
                return  # a memory of nobody is not kept
            raise Refused("nobody")
        key = instruction.target.name, seat
        match instruction.op:
            case "=":
                self.state[key] = value
            case "+=":
                self.state[key] += value
            case "-=":
                self.state[key] -= value

    def do(self, instruction: core.Do, held: Locals) -> Going:
        card = self.value(instruction.card, held)
        effect = None if card is None else self.rules.cards[card.kind].effects.get(instruction.attribute)
        if effect is not None:
            player = None if instruction.player is None else self.value(instruction.player, held)
            its_own = {slot: card for slot, name in enumerate(effect.slots) if slot != core.PLAYER_SLOT and name == "card"}
            yield from self.run(Frame("effect", effect.name, {core.PLAYER_SLOT: player, **its_own}), effect.body)

    def for_each(self, loop: core.ForEach, held: Locals) -> Going:
        members = self.domain(loop.over, held)
        if loop.start is not None:
            first = self.sure(loop.start, held)
            members = [seat for seat in [(first + step) % self.seats for step in range(self.seats)] if seat in members]
        for member in members:
            self.step()
            held[loop.over.slot] = member
            if loop.over.where is None or self.value(loop.over.where, held):
                yield from self.block(loop.body, held)

    def repeat(self, loop: core.Repeat, held: Locals) -> Going:
        times = None if loop.times is None else self.value(loop.times, held)
        done = 0
        while times is None or done < times:
            self.step()
            if loop.loop_while is not None and not self.value(loop.loop_while, held):
                return
            if loop.until is not None and self.value(loop.until, held):
                return
            yield from self.block(loop.body, held)
            done += 1

    def turns(self, loop: core.Turns, held: Locals) -> Going:
        seat = self.sure(loop.start, held)
        held["idle", loop.idle] = 0
        while among := self.seats_among(loop.among, held):
            self.step()
            while seat not in among:
                seat = (seat + 1) % self.seats
            held[loop.player] = seat
            choices = self.choices
            yield from self.block(loop.body, held)
            held["idle", loop.idle] = held["idle", loop.idle] + 1 if self.choices == choices else 0
            if loop.until is not None and self.value(loop.until, held):
                return
            seat = (seat + 1) % self.seats

    # ----------------------------------------------------------------- choices

    def ask(self, seat: int, is_offer: bool, options: list[Answer]) -> Iterator[Asked]:
        self.steps = 0
        asked = Asked(seat, is_offer, options)
        yield asked
        assert asked.answer is not None
        self.choices += 1
        self.actor = seat
        self.answer = asked.answer

    def choose(self, instruction: core.Choose, held: Locals) -> Going:
        pick, seat = instruction.pick, self.sure(instruction.by, held)
        values = self.picks(pick.domain, held)
        held[pick.slot] = None
        if values:
            yield from self.ask(seat, False, [(pick.name, (value,)) for value in values])
            (held[pick.slot],) = self.answer[1]
            self.log.append(("chose", seat, pick.name, (plain(held[pick.slot], pick.domain.type),)))

    def offer(self, instruction: core.Offer, held: Locals) -> Going:
        """A free action is done, and the same is offered again."""
        while True:
            seat = self.sure(instruction.to, held)
            moves = [move for name in instruction.actions for move in self.moves(self.rules.actions[name], seat)]
            if not moves:
                if instruction.answer is not None:
                    held[instruction.answer] = None
                return
            yield from self.ask(seat, True, moves)
            name, values = self.answer
            action = self.rules.actions[name]
            if instruction.answer is not None:
                held[instruction.answer] = list(self.rules.actions).index(name)
            its_own = {core.PLAYER_SLOT: seat, **{pick.slot: value for pick, value in zip(action.picks, values, strict=True)}}
            if action.say is not None:
                self.log.append(("said", self.said(action.say, its_own)))
            else:
                picked = tuple(plain(value, pick.domain.type) for pick, value in zip(action.picks, values, strict=True))
                self.log.append(("did", seat, name, picked))
            yield from self.run(Frame("action", name, its_own), action.procedure.body)
            if not action.free:
                return
            yield from self.settle()

    def moves(self, action: model.Action, seat: int) -> Iterator[Answer]:
        """A condition is asked as soon as what it reads is picked."""
        slots = [pick.slot for pick in action.picks]
        asked_at = [max((slots.index(s) + 1 for s in slots_read(c.test) if s in slots), default=0) for c in action.conditions]

        def further(held: Locals, values: tuple[Value, ...]) -> Iterator[Answer]:
            count = len(values)
            if not all(self.value(c.test, held) for c, asked in zip(action.conditions, asked_at, strict=True) if asked == count):
                return
            if count == len(action.picks):
                yield action.name, values
                return
            pick = action.picks[count]
            for value in self.picks(pick.domain, held, exactly=True):
                yield from further({**held, pick.slot: value}, (*values, value))

        return further({core.PLAYER_SLOT: seat}, ())

    def picks(self, domain: core.Domain, held: Locals, exactly: bool = False) -> list[Value]:
        """What can be picked; where `exactly` is not said, fewer cards than asked for will do where there are not as many."""
        match domain:
            case core.OneOf(listed):
                return list(dict.fromkeys(self.members(self.value(listed, held), listed.type)))
            case core.CardsFrom():
                cards = self.members(self.value(domain.source, held), domain.source.type)
                if domain.where is not None:
                    cards = [card for card in cards if self.value(domain.where, {**held, domain.slot: card})]
                low, high = self.value(domain.low, held), self.value(domain.high, held)
                if domain.single:
                    return list(dict.fromkeys(cards))
                if low > high or (not exactly and low > 0 and not cards):
                    return []
                low = max(low if exactly else min(low, len(cards)), 0)
                sizes = range(low, min(high, len(cards)) + 1)
                return list(dict.fromkeys(some for size in sizes for some in combinations(sorted(cards), size)))
        raise AssertionError(f"{type(domain).__name__} is not walked")
