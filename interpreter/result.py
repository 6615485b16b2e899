"""How a game ended."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. Seats count from 1; `ranking` lists seats from best to worst, those that tie together.

    `how` says what ended it: `won` by the rules, `score`, or `tied` where a tie leaves nobody the winner.
    """

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...] | None
    how: str

    def __str__(self) -> str:
        who = " and ".join(f"player {seat}" for seat in self.winners)
        told = f"{who} {'wins' if len(self.winners) == 1 else 'win'}" if self.winners else "nobody wins"
        return f"{told} ({', '.join(map(str, self.scores))})" if self.scores is not None else told
