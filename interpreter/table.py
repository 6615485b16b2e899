"""A game in play: everything that changes, and the only three ways in which it does: `play`, `undo`, `copy`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

from ..ruleset import core
from ..ruleset.errors import IllegalMove, RuleFault, StepLimit
from .asking import named, whose
from .choice import Choice
from .compiled import Compiled
from .faults import FAULTS, fault_of
from .generate import CHOSE, HALT
from .layout import ACTOR, LOG, PLIES, POINT, RANDOM, RESULT, SEAT, WINNER
from .move import NO_MOVE, Move, Ply
from .option import Option
from .program import Settle, Step
from .record import Record, record_of
from .result import Result
from .runtime import MASK, draw
from .view import View, view_of

STEP_LIMIT = 50_000
"""Stretches of instructions that may follow each other without a choice."""


class Table:
    """The state of one game. `state` is the list of slots (see `layout`); nothing else in a table changes a game."""

    __slots__ = ("_choice", "check", "game", "last", "seed", "setup", "state")

    def __init__(self, game: Compiled, state: list[Any], seed: int | None) -> None:
        self.game, self.state, self.seed = game, state, seed
        self.last: Ply | None = None
        self.setup: Any = None
        self.check = False
        self._choice: Choice | None = None

    @classmethod
    def begin(cls, game: Compiled, seed: int) -> Self:
        """A table at the first choice of a new game."""
        state = list(game.start)
        state[RANDOM] = stream(seed)
        table = cls(game, state, seed)
        start = game.ruleset.start
        state[ACTOR] = 0
        table._run(game.code.functions["begin"](state, list(game.program.bodies).index(start), HALT, None, None))
        return table

    # ----------------------------------------------------------------- what is waited for

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[RESULT] is not None

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return self.state[RESULT]  # type: ignore[no-any-return]

    @property
    def choice(self) -> Choice:
        """What the table waits for. Raises IllegalMove where the game is over."""
        if self._choice is None:
            if self.over:
                raise IllegalMove("the game is over: there is nothing to choose")
            self._choice = Choice(self.game, self.state)
        return self._choice

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return int(self.state[PLIES])

    # ----------------------------------------------------------------- play

    def play(self, move: Move | str) -> Move:
        """Makes a move, and goes on to the next choice or the end. Gives the move as it was understood.

        Raises IllegalMove, with every reason, where the move cannot be made: then nothing has changed.
        """
        choice = self.choice
        if choice.drawn is not None and choice.drawn[0] is move:
            made, option = choice.drawn
            values = made.values[1:]  # type: ignore[index]  # a move that was drawn has values
        else:
            if not isinstance(move, Move | str):
                raise TypeError(NO_MOVE.format(move))
            option, values = choice.resolve(move)
            made = choice.move(option, values)
        state = self.state
        self._choice = None
        try:
            self._run(self._enter(choice, option, values))
        except FAULTS as error:
            state[:] = choice.state
            raise fault_of(error) from error
        except BaseException:
            state[:] = choice.state
            raise
        self.last = Ply(made, choice.state, self.last)
        return made

    def _enter(self, choice: Choice, option: Option, values: tuple[Any, ...]) -> int:
        """Binds what was picked, and says where the game goes on."""
        s, ask = self.state, option.ask
        seat = s[ACTOR] = s[SEAT]
        s[PLIES] += 1
        if ask.do is None:
            s[ask.slot] = values[0]  # type: ignore[index]  # what is chosen is always bound
            s[LOG] = (s[LOG], (CHOSE, seat, choice.point.index, values))
            return choice.point.pc + 1
        if ask.slot is not None:
            s[ask.slot] = ask.number
        return ask.do(s, seat, choice.point.pc, *values)

    def go_on(self) -> None:
        """Comes to the present choice once more, and passes it over where there is nothing to choose."""
        self._choice = None
        self._run(self.game.program.points[self.state[POINT]].pc)

    def _run(self, pc: int) -> None:
        """Carries out instructions up to the next choice that has anything to choose, or to the end."""
        blocks, s, points = self.game.code.blocks, self.state, self.game.program.points
        here = pc
        try:
            for _ in range(STEP_LIMIT):
                here = pc
                pc = blocks[pc](s)  # type: ignore[misc]  # jumps lead to blocks only
                if pc >= 0:
                    continue
                if self.check:
                    self.conserve()
                if pc == HALT:
                    s[POINT] = -1
                    s[RESULT] = self._count_up()
                    return
                choice = Choice(self.game, s)
                if choice:
                    self._choice = choice
                    return
                point = points[s[POINT]]
                slot = point.stmt.pick.slot if isinstance(point.stmt, core.Choose) else point.stmt.answer
                if slot is not None:
                    s[self.game.layout.bodies[point.body] + slot] = None
                pc = point.pc + 1
            raise StepLimit("the game goes on and on without a choice", self._span(here))
        except RuleFault as fault:
            raise fault_of(fault, self._span(here)) from None
        except FAULTS as error:
            raise fault_of(error, self._span(here)) from error

    def _span(self, pc: int) -> Any:
        """The place in the rules file of the first instruction of a block that does something."""
        code = self.game.program.code
        if isinstance(code[pc], Settle):
            return code[pc].span
        return next((i.span for i in code[pc:] if isinstance(i, Step) and i.body == code[pc].body), code[pc].span)

    # ----------------------------------------------------------------- the end

    def _count_up(self) -> Result:
        """The result: who won by the rules, else by score."""
        s, ruleset, seats = self.state, self.game.ruleset, self.game.seats
        scores = None
        if ruleset.score is not None:
            points, evaluate = ruleset.score.points, self.game.code.evaluate
            try:
                scores = tuple([int(evaluate(points, ruleset.start, s, {core.PLAYER_SLOT: seat})) for seat in range(seats)])
            except FAULTS as error:
                raise fault_of(error, points.span) from error
        won = s[WINNER]
        if scores is None:
            rest = tuple(seat + 1 for seat in range(seats) if seat != won)
            return Result(
                () if won is None else (won + 1,),
                ((rest,) if won is None else ((won + 1,), rest)),
                None,
                "won" if won is not None else "tied",
            )
        assert ruleset.score is not None
        best = sorted(set(scores), reverse=not ruleset.score.lowest)
        ranking = [tuple(seat + 1 for seat in range(seats) if scores[seat] == points) for points in best]
        if won is not None:
            ranking = [(won + 1,), *(r for group in ranking if (r := tuple(seat for seat in group if seat != won + 1)))]
            return Result((won + 1,), tuple(ranking), scores, "won")
        if len(ranking[0]) > 1 and ruleset.score.ties == "nobody":
            return Result((), tuple(ranking), scores, "tied")
        return Result(ranking[0], tuple(ranking), scores, "score")

    # ----------------------------------------------------------------- back and beside

    def undo(self) -> Move:
        """Takes the last move back, the random stream included. Raises IllegalMove where there is none."""
        if self.last is None:
            raise IllegalMove("there is no move to take back")
        move = self.last.move
        self.state[:] = self.last.before
        self.last = self.last.last
        self._choice = None
        return move

    def copy(self) -> Self:
        """Another table in the same state; what happens on one leaves the other as it is."""
        other = type(self).__new__(type(self))
        other.game, other.state, other.seed, other.last, other.setup = self.game, self.state[:], self.seed, self.last, self.setup
        other.check, other._choice = self.check, self._choice
        return other

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far, first to last."""
        return tuple(ply.move for ply in reversed(tuple(self.plies())))

    def plies(self) -> Iterator[Ply]:
        """The plies so far, last to first."""
        ply = self.last
        while ply is not None:
            yield ply
            ply = ply.last

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickled table is its first state and its moves: chains of plies and of the log would be too deep to be followed."""
        first = tuple(self.state)
        for ply in self.plies():
            first = ply.before
        return again, (type(self), self.game, first, self.seed, self.setup, self.check, tuple(map(str, self.moves)))

    # ----------------------------------------------------------------- looking

    def view(self, seat: int | None = None) -> View:
        """What a seat (from 1) may see, or with None somebody who only looks on. Raises NotThere."""
        return view_of(self, seat)

    def record(self, times: Sequence[str | None] = (), notes: Mapping[int, str] | None = None) -> Record:
        """The game so far as a record; `times` has when each move was made, `notes` remarks by number of the move (from 1).

        Raises NotThere for remarks and times of moves that have not been made.
        """
        return record_of(self, times, notes)

    def cards(self, zone: str, seat: int | None = None) -> tuple[str, ...]:
        """The codes of the cards in a zone (of a seat, from 1), the top one first where it is ordered.

        Raises NotThere for a zone or a seat that there is not, for a player's own zone without a seat, and for a shared one with a seat.
        """
        slots = named("zone", zone, self.game.layout.zones)
        found = slots.of(whose(zone, slots.each, seat, self.game.seats))
        return tuple(
            self.game.ruleset.cards[kind].code for slot in found for kind, _ in self.game.code.functions["cards"](self.state, slot)
        )

    def value(self, name: str, seat: int | None = None) -> Any:
        """The value of a counter or memory (of a seat, from 1), as it is written; a number or truth as it is.

        Raises NotThere as `cards` does.
        """
        declared = named("counter or memory", name, self.game.ruleset.state)
        value = self.state[self.game.layout.state[name] + whose(name, declared.each, seat, self.game.seats)]
        return (
            value
            if isinstance(value, int) and declared.type.kind.value in ("number", "truth")
            else self.game.notation.write(value, declared.type)
        )

    def __repr__(self) -> str:
        """What is going on, with nothing that is hidden."""
        made = f"<Table of {self.game.ruleset.name}, {self.game.seats} seats, after {self.ply} move{'s' * (self.ply != 1)}"
        return f"{made}: {self.result}>" if self.over else f"{made}: player {self.choice.seat}, {self.choice.label}>"

    def conserve(self) -> None:
        """Raises AssertionError where cards have been lost or made."""
        layout = self.game.layout
        if counted(layout, self.state) != (counted(layout, layout.start) if self.setup is None else self.setup.cards):
            raise AssertionError("cards have been lost or made")


def again(
    kind: type[Table], game: Compiled, first: tuple[Any, ...], seed: int | None, setup: Any, check: bool, moves: Iterable[str]
) -> Table:
    """The table that these moves lead to from a state."""
    table = kind(game, list(first), seed)
    table.setup, table.check = setup, check
    for move in moves:
        table.play(move)
    return table


def stream(seed: int) -> int:
    """The state of the random stream at the beginning of a game."""
    rest, high = abs(seed) >> 64, 0
    while rest:  # seeds of any length: each 64 bits of it count
        rest, high = rest >> 64, high ^ rest & MASK
    return draw(draw((seed + 1) & MASK)[1] ^ high)[1]


def counted(layout: Any, state: Any) -> Counter[int]:
    """How many cards of each kind there are in all zones."""
    found: Counter[int] = Counter()
    for slot in layout.zone_slots:
        found.update(state[slot] if layout.ordered[slot] else layout.packing.unpack(state[slot]))
    return found
