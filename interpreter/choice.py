"""What a table waits for: a seat, and the moves it can make, as a set that is never listed unless somebody walks it."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from ..ruleset.errors import IllegalMove
from .compiled import Compiled
from .judge import judge
from .move import NO_MOVE, Move
from .option import Option, Values
from .picks import CardPicks
from .question import Question
from .verdict import Verdict


class Random(Protocol):
    """What `sample` draws from: `random.Random` or croupier's own `Rng`."""

    def randrange(self, n: int, /) -> int: ...


class Choice(Question):
    """The moves that a seat can make now. It keeps the state it was made for, so it stays right while the table goes on.

    `len` counts, `in` asks (a move or its text), iterating walks, `sample` draws uniformly.
    """

    __slots__ = ("_counts", "drawn")

    def __init__(self, game: Compiled, s: Sequence[Any]) -> None:
        super().__init__(game, s)
        self._counts: list[int] | None = None
        self.drawn: tuple[Move, Option] | None = None
        """The move that was drawn last, which needs no second look when it is played."""

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

    def __repr__(self) -> str:
        count = self.count()
        return f"<Choice of player {self.seat}: {self.prompt.removesuffix('?')}, {count:,} move{'s' * (count != 1)}>"

    def __reduce__(self) -> Any:
        raise TypeError("a choice is not pickled: pickle its table, which makes it anew")

    def __bool__(self) -> bool:
        for option in self.options:  # noqa: SIM110  # a generator would cost as much again
            if option.exists():
                return True
        return False

    def __iter__(self) -> Iterator[Move]:
        for option in self.options:
            for values in option.walk():
                yield self.move(option, values)

    def __getitem__(self, i: int) -> Move:
        """The move at place `i`, in the order of walking."""
        if not isinstance(i, int) or isinstance(i, bool):
            raise TypeError(f"moves are counted by whole numbers, not by {i!r:.60}; `in` and `parse` take a text")
        if i < 0:
            i += self.count()
        for option, count in zip(self.options, self.counts, strict=True):
            if 0 <= i < count:
                return self.move(option, option.nth(i))
            i -= count
        raise IndexError("there are not so many moves")

    def sample(self, rng: Random) -> Move:
        """A move drawn uniformly from all of them, by a source of chance such as `random.Random(7)`."""
        if not hasattr(rng, "randrange"):
            raise TypeError(f"a move is drawn by a source of chance such as random.Random(7), not by {rng!r:.60}")
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
        if not isinstance(move, Move | str):
            return False
        try:
            self.resolve(move)
        except IllegalMove:
            return False
        return True

    # ----------------------------------------------------------------- moves

    def _drawn(self, option: Option, values: Values) -> Move:
        move = self.move(option, values)
        self.drawn = move, option
        return move

    def parse(self, text: str) -> Move:
        """The move that a text means. Raises IllegalMove, with the reasons, where it means none or several."""
        if not isinstance(text, str):
            raise TypeError(f"the text of a move is expected, not {text!r:.60}")
        option, values = self.resolve(text)
        return self.move(option, values)

    def resolve(self, move: Move | str) -> tuple[Option, Values]:
        """The option and picks of a move. Raises IllegalMove where the choice does not hold it."""
        if isinstance(move, Move) and move.values is not None:
            option = self.option(move.name)
            if option is not None and option.ask is move.values[0] and option.holds(move.values[1:]):
                return option, move.values[1:]
        verdict = self.why(move)
        if verdict.option is None or not verdict.is_legal:
            raise IllegalMove(str(verdict))
        return verdict.option, verdict.values

    def why(self, move: Move | str) -> Verdict:
        """Whether a move can be made, and if not, every condition that fails, with its values and its place in the rules."""
        if not isinstance(move, Move | str):
            raise TypeError(NO_MOVE.format(move))
        return judge(self, str(move))
