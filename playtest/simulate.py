"""Many games, each with a seed of its own, so that the figures are the same however the work is split."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import suppress
from itertools import islice
from time import perf_counter

from ..interpreter.game import Game
from ..interpreter.runtime import GAMMA, MASK, Rng, draw
from ..interpreter.table import Table
from ..ruleset.errors import RuleFault, StepLimit
from .coverage import Watch
from .players import Player, RandomPlayer, seated
from .report import Report, report
from .tally import Tally

MOVES = 20_000
"""How many moves a game may take before it is stopped."""

ALONE = 1.5
"""Seconds of work left up to which a second process is not worth its start."""

LOT = 100
"""The most games that are handed out at a time."""

Progress = Callable[[int], None]


def simulate(
    game: Game,
    n: int = 1000,
    seed: int = 0,
    players: Sequence[Player] = (RandomPlayer(),),
    *,
    jobs: int | None = None,
    coverage: bool = False,
    limit: int = MOVES,
    progress: Progress | None = None,
) -> Report:
    """The figures of `n` games between these players (one for each seat, or one for all).

    The figures depend on the game, `n`, `seed` and the players alone. `jobs` is how many processes share the work (None: as
    many as are worth it, at most one for each processor); `progress` is told how many games are done. A game is stopped
    after `limit` moves, and counted as such. Ctrl-C gives the figures of the lots of games that were done by then: see
    `Report.is_partial`. Raises OptionError where there is not a player for each seat.

    >>> from croupier.interpreter import load
    >>> simulate(load("my_game"), 3, seed=1).games  # doctest: +SKIP
    3
    """
    at_table = seated(players, game.seats)
    total = Tally(game.seats)
    with suppress(KeyboardInterrupt):
        for done in _lots(game, n, seed, at_table, jobs, coverage, limit):
            total = total.plus(done)
            if progress is not None:
                progress(total.games)
    names = tuple(told(player) for player in at_table)
    return report(game, total, seed, n, names, coverage)


def told(player: Player) -> str:
    """What a player is called: `random` for a RandomPlayer."""
    name = type(player).__name__
    return (name.removesuffix("Player") or name).lower()


def game_seed(seed: int, index: int) -> int:
    """The seed with which the game at place `index` (from 0) of a simulation is dealt; it can be dealt again by it."""
    return draw((draw(seed & MASK)[1] + index * GAMMA) & MASK)[1] >> 11


# --------------------------------------------------------------------------- one game


def play_out(watch: Watch, players: Sequence[Player], seed: int, index: int, limit: int, tally: Tally) -> None:
    """Plays one game and adds it to a tally."""
    streams = [Rng(seed << 8 | seat) for seat in range(len(players))]
    watch.fresh()
    try:
        with watch:
            table = Table.begin(watch.game, seed)
        while not table.over:
            choice = table.choice
            if table.ply >= limit:
                raise StepLimit(f"still not over after {limit} moves", choice.point.stmt.span)
            tally.ask(choice)
            at = choice.seat - 1
            move = players[at].choose(table, streams[at])
            with watch:
                move = table.play(move)
            tally.take(move)
            if watch.counted:
                watch.took(move.values)
    except RuleFault as fault:
        tally.stop(fault, index, seed)
    else:
        assert table.result is not None
        tally.end(table, table.result, watch.ending)


def play_lot(watch: Watch, players: Sequence[Player], seed: int, first: int, end: int, limit: int) -> Tally:
    """The tally of the games from `first` up to, without, `end`."""
    tally = Tally(watch.game.seats)
    for index in range(first, end):
        play_out(watch, players, game_seed(seed, index), index, limit, tally)
    tally.see(watch)
    return tally


# --------------------------------------------------------------------------- many games


def _lots(game: Game, n: int, seed: int, players: Sequence[Player], jobs: int | None, counted: bool, limit: int) -> Iterator[Tally]:
    """The tallies of all games, in no order: here, and once that would take long, in other processes."""
    most = min(jobs if jobs is not None else os.cpu_count() or 1, n)
    watch, start = Watch(game, counted), perf_counter()
    done, size = 0, 1
    while done < n:
        end = min(done + size, n)
        yield play_lot(watch, players, seed, done, end, limit)
        done = end
        spent = perf_counter() - start
        size = _lot_size(spent / done)
        if most > 1 and (jobs is not None or (spent > ALONE / 4 and spent / done * (n - done) > ALONE)):
            yield from _shared(game, players, seed, range(done, n, size), n, most, counted, limit)
            return


def _lot_size(seconds: float) -> int:
    """How many games of so many seconds each are played between two looks at the clock."""
    return max(1, min(LOT, int(0.2 / max(seconds, 1e-6))))


def _shared(
    game: Game, players: Sequence[Player], seed: int, starts: range, n: int, jobs: int, counted: bool, limit: int
) -> Iterator[Tally]:
    """The tallies of lots that several processes play."""
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(game, tuple(players), counted)) as pool:
        left = iter(starts)
        running = {pool.submit(_work, seed, first, min(first + starts.step, n), limit) for first in islice(left, 2 * jobs)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for lot in done:
                    first = next(left, None)
                    if first is not None:
                        running.add(pool.submit(_work, seed, first, min(first + starts.step, n), limit))
                    yield lot.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


_here: tuple[Watch, tuple[Player, ...]]


def _begin(game: Game, players: tuple[Player, ...], counted: bool) -> None:
    """Makes a process ready to play; Ctrl-C is for the one that started it."""
    global _here
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _here = Watch(game, counted), players


def _work(seed: int, first: int, end: int, limit: int) -> Tally:
    watch, players = _here
    return play_lot(watch, players, seed, first, end, limit)
