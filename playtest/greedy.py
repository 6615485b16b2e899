"""A player that looks one move ahead, at no more than its seat knows."""

from dataclasses import dataclass

from ..interpreter.choice import Choice
from ..interpreter.move import Move
from ..interpreter.runtime import Rng
from ..interpreter.table import Table
from ..ruleset.core import PLAYER_SLOT
from ..ruleset.errors import IllegalMove, RuleFault
from .determinize import determinize

Worth = tuple[float, float]
"""How a game ended for a seat (0 while it goes on), then how much it has more than the others."""

FOLLOWED, SPREAD, ANSWERED = 3, 6, 8
"""How many choices of its own after a move are looked into, how many answers to each, and how many choices of others are answered."""


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Makes the move after which the table is worth most to its seat: first by result, then by the ruleset's `value`.

    Rules without a `value` are played by score, and without any score by lot. `most` is how many moves are looked at; of
    more than that, so many are drawn.
    """

    most: int = 60

    def choose(self, table: Table, rng: Rng) -> Move:
        choice = table.choice
        moves = drawn(choice, self.most, rng)
        if len(moves) == 1:
            return moves[0]
        world = determinize(table, choice.seat, rng)
        going_on = choice.depth + choice.is_offer
        best: Worth | None = None
        found: list[Move] = []
        for move in moves:
            worth = _ahead(world, move, choice.seat, rng, going_on)
            if worth is not None and (best is None or worth > best):
                best, found = worth, [move]
            elif worth == best:
                found.append(move)
        return found[rng.randrange(len(found))]


def drawn(choice: Choice, most: int, rng: Rng) -> list[Move]:
    """All moves of a choice, or so many drawn from them where there are more."""
    if choice.count() <= most:
        return list(choice)
    some = {move.values: move for move in (choice.deal(rng) for _ in range(most))}
    return list(some.values())


def _ahead(world: Table, move: Move, seat: int, rng: Rng, going_on: int, deep: int = FOLLOWED) -> Worth | None:
    """What a move is worth; None where this world does not have it.

    While the move is going on (choices at that depth or deeper), what it asks of its own seat is answered well, and what it
    asks of others by lot: they may block it.
    """
    after = world.copy()
    try:
        after.play(move)
        for _ in range(ANSWERED):
            if after.over or after.choice.seat == seat or after.choice.depth < going_on:
                break
            after.play(after.choice.sample(rng))
    except (IllegalMove, RuleFault):
        return None  # a card that lies elsewhere in this world
    if deep and not after.over and after.choice.seat == seat and after.choice.depth >= going_on:
        found = [_ahead(after, answer, seat, rng, going_on, deep - 1) for answer in drawn(after.choice, SPREAD, rng)]
        return max((worth for worth in found if worth is not None), default=None)
    return worth_of(after, seat)


def worth_of(table: Table, seat: int) -> Worth:
    """What a table is worth to a seat (from 1): won 1, lost -1, else 0; then its value less the mean of the others'."""
    result = table.result
    ended = 0.0
    if result is not None and result.winners:
        ended = 1 / len(result.winners) if seat in result.winners else -1.0
    ruleset = table.game.ruleset
    expression = ruleset.value
    if expression is None:
        if ruleset.score is None:
            return ended, 0.0
        expression = ruleset.score.points
    seats = range(table.game.seats)
    values = [int(table.game.code.evaluate(expression, ruleset.start, table.state, {PLAYER_SLOT: of})) for of in seats]
    if ruleset.value is None and ruleset.score is not None and ruleset.score.lowest:
        values = [-value for value in values]
    own = values.pop(seat - 1)
    return ended, own - sum(values) / max(len(values), 1)
