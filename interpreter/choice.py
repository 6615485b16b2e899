"""What a table waits for: a seat, and the moves it can make, as a set that is never listed unless somebody walks it."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ..ruleset import core, model
from ..ruleset.errors import IllegalMove
from ..ruleset.types import Kind
from .layout import POINT, SEAT
from .move import Move
from .notation import Unreadable
from .picks import CardPicks, Kept, ListPicks, Picks
from .program import Point
from .verdict import Failure, Verdict, judge

if TYPE_CHECKING:
    from .game import Game

Values = tuple[Any, ...]


class Random(Protocol):
    """What `sample` draws from: `random.Random` or croupier's own `Rng`."""

    def randrange(self, n: int, /) -> int: ...


class Ask:
    """One action of an offer, or what a `choose` asks for, at whatever state: its functions, made once for a game.

    `test` is the conditions that need no pick (None: nothing but picks decides); `sets[i]` gives what the i-th pick can be.
    `do` takes an action (None for a `choose`). What was picked, or which action was taken, is bound to `slot`, if there is one.
    """

    __slots__ = ("body", "do", "key", "name", "notation", "number", "picks", "sets", "slot", "strewn", "test", "write")

    def __init__(self, game: "Game", name: str, body: str, key: str, picks: tuple[core.Pick, ...], slot: int | None) -> None:
        functions, write = game.code.functions, game.notation.write
        self.slot, self.number = slot, game.action_numbers.get(name)
        self.notation = game.notation
        self.name, self.body, self.key, self.picks = name, body, key, picks
        is_action = key[0] == "a"
        self.do: Callable[..., int] | None = functions[f"{key}_do"] if is_action else None
        self.test: Callable[[Any, int], bool] | None = functions[key] if is_action else None
        self.sets: tuple[Callable[..., Picks], ...] = tuple(functions[f"{key}_{i}" if is_action else key] for i in range(len(picks)))
        types = [p.domain.type for p in picks]
        self.write = lambda values: tuple([write(v, t) for v, t in zip(values[1:], types, strict=True)])
        self.strewn = tuple([i for i, pick in enumerate(picks) if is_strewn(pick.domain)])


def is_strewn(domain: core.Domain) -> bool:
    """Whether cards are picked that may lie in several places, so that cards alike are not one and the same choice."""
    if isinstance(domain, core.CardsFrom):
        return not (isinstance(domain.source, core.Zone) and domain.source.owner is not None)
    return isinstance(domain, core.OneOf) and domain.type.kind is Kind.CARD


def asks(game: "Game") -> tuple[tuple[Ask, ...], ...]:
    """For each choice that a program can wait for what it asks."""
    found = []
    for point in game.program.points:
        base = game.layout.bodies[point.body]
        if isinstance(point.stmt, core.Offer):
            slot = None if point.stmt.answer is None else base + point.stmt.answer
            actions = [(n, f"a{game.action_numbers[n]}", game.ruleset.actions[n].picks) for n in point.stmt.actions]
            found.append(tuple(Ask(game, n, f"action {n}", key, picks, slot) for n, key, picks in actions))
        else:
            pick = point.stmt.pick
            found.append((Ask(game, pick.name, point.body, f"c{point.index}", (pick,), base + pick.slot),))
    return tuple(found)


class Option:
    """An `Ask` at a state: the moves it has, counted pick by pick."""

    __slots__ = ("_first", "_open", "_s", "_seat", "_sets", "_total", "ask")

    def __init__(self, ask: Ask, s: Sequence[Any], seat: int) -> None:
        self.ask = ask
        self._s = s
        self._seat = seat
        self._first: Picks | None = None
        self._sets: dict[Values, Picks] | None = None
        self._total = -1
        self._open: bool | None = None

    @property
    def name(self) -> str:
        return self.ask.name

    @property
    def body(self) -> str:
        return self.ask.body

    @property
    def key(self) -> str:
        return self.ask.key

    @property
    def picks(self) -> tuple[core.Pick, ...]:
        return self.ask.picks

    def picks_after(self, before: Values) -> Picks:
        """What can be picked after the picks made so far."""
        if not before:
            if self._first is None:
                self._first = self.ask.sets[0](self._s, self._seat)
            return self._first
        if self._sets is None:
            self._sets = {}
        found = self._sets.get(before)
        if found is None:
            found = self._sets[before] = self.ask.sets[len(before)](self._s, self._seat, *before)
        return found

    def write(self, values: Values) -> tuple[str, ...]:
        """The texts of picks. Where cards alike lie in several places, each says in which, as `ring@3`."""
        ask = self.ask
        texts = ask.write(values)
        if not ask.strewn:
            return texts
        told = list(texts)
        for i in ask.strewn:
            value, found = values[i + 1], self.picks_after(values[1 : i + 1])
            others = found if isinstance(found, ListPicks | Kept) else ()
            if any(other != value and kinds_of(other) == kinds_of(value) for other in others):
                cards = value if isinstance(value[0], tuple) else (value,)
                told[i] = " ".join([ask.notation.code_at(card) for card in cards])
        return tuple(told)

    def is_open(self) -> bool:
        """Whether the conditions hold that need no pick."""
        if self._open is None:
            self._open = self.ask.test is None or bool(self.ask.test(self._s, self._seat))
        return self._open

    def exists(self) -> bool:
        """Whether there is any move."""
        if not self.is_open():
            return False
        left = len(self.ask.picks)
        if left == 1:
            return self.picks_after(()).exists()
        return left == 0 or next(self.walk(), None) is not None

    def count(self) -> int:
        """How many moves there are."""
        if self._total < 0:
            if self._open is False or not self.is_open():
                self._total = 0
            elif len(self.ask.picks) == 1:
                self._total = self.picks_after(()).count()
            else:
                self._total = self._counted(())
        return self._total

    def _counted(self, before: Values) -> int:
        left = len(self.ask.picks) - len(before)
        if left == 0:
            return 1
        found = self.picks_after(before)
        return found.count() if left == 1 else sum(self._counted((*before, value)) for value in found)

    def nth(self, i: int) -> Values:
        """The picks of the move at place `i`."""
        left = len(self.ask.picks)
        if left < 2:
            return (self.picks_after(()).nth(i),) if left else ()
        before: Values = ()
        while len(before) < left - 1:
            for value in self.picks_after(before):
                count = self._counted((*before, value))
                if i < count:
                    before = (*before, value)
                    break
                i -= count
        return (*before, self.picks_after(before).nth(i))

    def holds(self, values: Values) -> bool:
        if len(values) != len(self.ask.picks) or not self.is_open():
            return False
        for i, value in enumerate(values):
            if value not in self.picks_after(values[:i]):
                return False
        return True

    def walk(self, before: Values = ()) -> Iterator[Values]:
        if not before and not self.is_open():
            return
        if len(before) == len(self.picks):
            yield before
            return
        for value in self.picks_after(before):
            yield from self.walk((*before, value))


class Choice:
    """The moves that a seat can make now. It keeps the state it was made for, so it stays right while the table goes on.

    `len` counts, `in` asks (a move or its text), iterating walks, `sample` draws uniformly.
    """

    __slots__ = ("_counts", "_s", "drawn", "game", "options", "point")

    def __init__(self, game: "Game", s: Sequence[Any]) -> None:
        self.game = game
        self._s = state = tuple(s)
        self.point: Point = game.program.points[state[POINT]]
        seat = state[SEAT]
        self.options = tuple([Option(ask, state, seat) for ask in game.asks[state[POINT]]])
        self._counts: list[int] | None = None
        self.drawn: tuple[Move, Option] | None = None
        """The move that was drawn last, which needs no second look when it is played."""

    # ----------------------------------------------------------------- who and what

    @property
    def seat(self) -> int:
        """The seat that chooses, from 1."""
        return int(self._s[SEAT]) + 1

    @property
    def label(self) -> str:
        """Where in the flow the choice stands, as positions name it."""
        return self.point.label

    @property
    def is_offer(self) -> bool:
        """Whether actions are offered, rather than one value asked for."""
        return isinstance(self.point.stmt, core.Offer)

    @property
    def names(self) -> tuple[str, ...]:
        """The actions that can be taken, or the name of what is chosen."""
        return tuple(o.name for o in self.options if o.exists())

    @property
    def prompt(self) -> str:
        """One line that says what is asked for."""
        if self.is_offer:
            *most, last = self.names or ("nothing",)
            return f"{', '.join(most)} or {last}?" if most else f"{last}?"
        return f"{self.options[0].name}?"

    # ----------------------------------------------------------------- the set

    @property
    def counts(self) -> list[int]:
        """How many moves each of the options has."""
        if self._counts is None:
            self._counts = [o.count() for o in self.options]
        return self._counts

    def count(self) -> int:
        """How many moves there are, however many (`len` is for fewer than 2**63)."""
        return sum(self.counts)

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        for option in self.options:
            if option.exists():
                return True
        return False

    def __iter__(self) -> Iterator[Move]:
        for option in self.options:
            for values in option.walk():
                yield self.move(option, values)

    def __getitem__(self, i: int) -> Move:
        """The move at place `i`, in the order of walking."""
        if i < 0:
            i += self.count()
        for option, count in zip(self.options, self.counts, strict=True):
            if 0 <= i < count:
                return self.move(option, option.nth(i))
            i -= count
        raise IndexError("there are not so many moves")

    def sample(self, rng: Random) -> Move:
        """A move drawn uniformly from all of them."""
        i = rng.randrange(sum(self.counts))
        for option in self.options:
            count = option.count()
            if i < count:
                return self._drawn(option, option.nth(i))
            i -= count
        raise IndexError("there is nothing to draw from")

    def deal(self, rng: Random) -> Move:
        """A move drawn as people draw: an action's moves uniformly, of some cards first how many and then which."""
        option = self.options[0]
        if option.ask.do is None:
            found = option.picks_after(())
            if isinstance(found, CardPicks):
                return self._drawn(option, (found.by_size(rng.randrange),))
        return self.sample(rng)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            move = Move.parse(move)
        if not isinstance(move, Move):
            return False
        try:
            self.resolve(move)
        except IllegalMove:
            return False
        return True

    # ----------------------------------------------------------------- moves

    def move(self, option: Option, values: Values) -> Move:
        """The move that takes an option with these picks."""
        ask = option.ask
        return Move.made(ask.name, (ask.key, *values), option.write if ask.strewn else ask.write)

    def _drawn(self, option: Option, values: Values) -> Move:
        move = self.move(option, values)
        self.drawn = move, option
        return move

    def option(self, name: str) -> Option | None:
        for option in self.options:
            if option.ask.name == name:
                return option
        return None

    def parse(self, text: str) -> Move:
        """The move that a text means. Raises IllegalMove, with the reasons, where it means none or several."""
        option, values = self.resolve(Move.parse(text), text)
        return self.move(option, values)

    def resolve(self, move: Move, text: str | None = None) -> tuple[Option, Values]:
        """The option and picks of a move. Raises IllegalMove where the choice does not hold it."""
        if move.values is not None:
            option = self.option(move.name)
            if option is not None and option.key == move.values[0] and option.holds(move.values[1:]):
                return option, move.values[1:]
        verdict = self.why(text if text is not None else str(move))
        if verdict.option is None or not verdict.is_legal:
            raise IllegalMove(str(verdict))
        return verdict.option, verdict.values

    def why(self, move: Move | str) -> Verdict:
        """Whether a move can be made, and if not, every condition that fails, with its values and its place in the rules."""
        return judge(self, str(move))

    @property
    def state(self) -> tuple[Any, ...]:
        """The state that the choice was made for."""
        return self._s


def kinds_of(value: Any) -> tuple[int, ...]:
    """The kinds of a card, or of several."""
    return (value[0],) if value and isinstance(value[0], int) else tuple([kind for kind, _ in value])


def actions_of(choice: Choice) -> Sequence[model.Action]:
    """The actions that are offered, whether or not they can be taken."""
    stmt = choice.point.stmt
    return [choice.game.ruleset.actions[name] for name in stmt.actions] if isinstance(stmt, core.Offer) else []


__all__ = ["Choice", "Failure", "Option", "Random", "Unreadable", "Verdict", "actions_of"]
