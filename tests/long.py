"""The long runs, each with as many choices or games as wanted: `python tests/long.py WHAT N`, or `make long`.

It prints what fails with the ruleset and seed that show it, what the runs counted, and ends with 1 where anything did.
"""

import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from croupier.interpreter.position import load_position, write_position
from croupier.interpreter.record import Record
from croupier.interpreter.replays import replay
from croupier.interpreter.save import load_save, save_text
from croupier.interpreter.table import Table
from croupier.ruleset.errors import CroupierError
from croupier.tests import mutants
from croupier.tests.playing import (
    GAMES,
    SPOONS,
    agrees_with_the_rulebook,
    comes_from_its_save,
    dealt,
    game_of,
    lists_itself,
    people,
    playout,
    replays,
    same,
    set_up_again,
    shipped,
    spoon,
    tables,
    toy,
    toys,
    uniformly,
)  # fmt: skip
from croupier.tests.test_diner import shown_alike as diner_shown_alike
from croupier.tests.test_payments import agree as payments_agree
from croupier.tests.test_payments import as_moves
from croupier.tests.test_programs import agree as programs_agree
from croupier.tests.test_view import GAMES as VIEWED
from croupier.tests.test_view import shown_alike

SLOWEST = 1.0  # seconds of the processor, so that a busy machine changes nothing
CHUNK = 100
EVERY = 60.0  # seconds between two words on how far a run is

Job = Callable[[], object]
"""What is to be done; where it gives a Counter, such as of who won, these are added up and printed."""


def oracle(count: int) -> Iterator[tuple[str, Job]]:
    """So many choices of each ruleset of Greasy Spoon against the brute force over the hand."""
    for name in SPOONS:
        for seed in range(0, count, CHUNK):
            yield f"{name} {seed}", partial(agree, name, seed, min(CHUNK, count - seed))


def agree(name: str, seed: int, count: int) -> None:
    rng = Random(seed)
    for table in tables(spoon(name), count, seed=1000 * seed + 1):
        agrees_with_the_rulebook(table, SPOONS[name], rng)
        if rng.random() < 0.1:
            lists_itself(table, rng)


def games(count: int) -> Iterator[tuple[str, Job]]:
    """So many games of every shipped ruleset, and a tenth of the others: they end, keep their cards, and agree with their replays."""
    for seed in range(0, count, CHUNK):
        for name in shipped():
            yield f"{name} {seed}", partial(end, name, seed, min(CHUNK, count - seed))
        for name in toys():
            yield f"{name} {seed}", partial(end, name, seed, min(CHUNK, count - seed) // 10 + 1, is_toy=True)


def end(name: str, first: int, count: int, *, is_toy: bool = False) -> None:
    for seed in range(first, first + count):
        game = toy(name) if is_toy else game_of(GAMES / name)
        try:
            replays(playout(dealt(game, seed), Random(seed), (uniformly, people)[seed % 2]))
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise


def again(count: int) -> Iterator[tuple[str, Job]]:
    """So many games of every shipped ruleset, each put away at every choice and gone on with from what was saved."""
    for seed in range(0, count, 10):
        for name in shipped():
            yield f"{name} {seed}", partial(end_again, name, seed, min(10, count - seed))


def end_again(name: str, first: int, count: int) -> None:
    """Of every fiftieth game, positions and records are looked at too."""
    for seed in range(first, first + count):
        game, make = game_of(GAMES / name), (uniformly, people)[seed % 2]
        table, rng = game.deal(seed=seed), Random(seed)
        try:
            while not table.over:
                if seed % 50 == 0:
                    set_up_again(table)
                    comes_from_its_save(table)
                loaded = load_save(save_text(table), game=game)
                assert same(loaded.state, table.state)
                table = loaded
                make(table, rng)
            if seed % 10 == 0:
                comes_from_its_save(table)
            straight = playout(game.deal(seed=seed), Random(seed), make)
            assert same(table.state, straight.state) and table.moves == straight.moves and table.result == straight.result
            table.conserve()
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise


def swap(count: int) -> Iterator[tuple[str, Job]]:
    """At so many choices a seat is shown the same whatever the cards are that it does not see."""
    for name in VIEWED:
        yield name, partial(shown_alike, name, count // len(VIEWED) + 1)


# --------------------------------------------------------------------------- diner


def diner(count: int) -> Iterator[tuple[str, Job]]:
    """So many games of Diner at each number of players, and a tenth of each of its variants."""
    for seed in range(0, count, 20):
        for seats in range(2, 7):
            yield f"{seats} players, {seed}", partial(end_diner, "ruleset.yaml", seats, seed, min(20, count - seed))
            for path in sorted((GAMES / "diner" / "variants").glob("*.yaml")):
                most = game_of(path).ruleset.players[1]
                yield (
                    f"{path.stem}, {seed}",
                    partial(end_diner, f"variants/{path.name}", min(seats, most), seed, min(20, count - seed) // 10),
                )


def end_diner(name: str, seats: int, first: int, count: int) -> Counter[str]:
    """Every fifth game looks after its cards at every choice, and is played again from the texts of its moves.

    Counts who won the games of uniformly random moves.
    """
    won = Counter[str]()
    for seed in range(first, first + count):
        game, closely = game_of(GAMES / "diner" / name, seats), seed % 5 == 0
        try:
            table = playout(dealt(game, seed, check=closely), Random(seed), (uniformly, people)[seed % 2])
            table.conserve()
            if closely:
                replays(table)
            else:
                other = game.deal(seed=seed)
                for move in table.moves:
                    other.play(move)
                assert same(other.state, table.state) and other.result == table.result
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
        if seed % 2 == 0 and table.result is not None:
            won[f"{name}, {seats} players: won by {' and '.join(map(str, table.result.winners)) or 'nobody'}"] += 1
    return won


def diner_swap(count: int) -> Iterator[tuple[str, Job]]:
    """At so many choices of Diner a seat is shown the same whatever the cards are that it does not see."""
    for first in range(0, count, CHUNK):
        yield f"from {first}", partial(diner_shown_alike, min(CHUNK, count - first), first)


def payments(count: int) -> Iterator[tuple[str, Job]]:
    """So many random plates and needs, and a tenth as many boards of the game itself, against the brute force."""
    for first in range(0, count, CHUNK):
        yield f"plates from {first}", partial(payments_agree, first, min(CHUNK, count - first))
        yield f"boards from {first // 10}", partial(as_moves, first // 10, min(CHUNK, count - first) // 10)


# --------------------------------------------------------------------------- mutations

SCRAPS = (" ", ",", "+", "[", "]", "none", "@", ":", "-1", "0", "99999999999999", "\x00", "é", "\n", "serve", "K1", "rings", "{", "}", "'")


def mutated(text: str, rng: Random) -> str:
    """A text with a few stretches dropped, doubled, exchanged or replaced."""
    for _ in range(rng.randrange(1, 4)):
        a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + rng.choice((0, 1, 2, 5, 20)))
        c = rng.randrange(len(text) + 1)
        text = text[:a] + rng.choice((text[b:], text[a:b] + text[a:], rng.choice(SCRAPS) + text[b:], text[c : c + 8] + text[b:]))
    return text


def mutations(count: int) -> Iterator[tuple[str, Job]]:
    """So many mutated typed moves, positions, saves and records: a clear refusal or a game, never anything else, and soon."""
    for seed in range(0, count, 50):
        name = shipped()[seed // 50 % len(shipped())]
        yield f"{name} {seed}", partial(mutate, name, seed, min(50, count - seed))


def mutate(name: str, seed: int, count: int) -> None:
    rng = Random(seed)
    game = game_of(GAMES / name)
    done = 0
    for table in tables(game, 1_000_000, seed=seed):
        if rng.random() < 0.8:
            continue
        for doing in (typed, positioned, saved, recorded):
            text, begun = "", time.process_time()
            try:
                text = doing(table.copy(), rng)
            except CroupierError as refusal:
                assert str(refusal).strip(), "a refusal says why"
            taken = time.process_time() - begun
            assert taken < SLOWEST, f"{taken:.1f} s for {doing.__name__} {text!r}"
        done += 1
        if done == count:
            return


def typed(table: Table, rng: Random) -> str:
    move = mutated(str(table.choice.sample(rng)), rng)
    str(table.choice.why(move))
    table.play(move)
    return move


def positioned(table: Table, rng: Random) -> str:
    text = mutated(write_position(table), rng)
    other = load_position(table.game, text + "\n")
    for _ in range(5):
        if not other.over:
            people(other, rng)
    return text


def saved(table: Table, rng: Random) -> str:
    text = mutated(save_text(table), rng)
    load_save(text + "\n", game=table.game)
    return text


def recorded(table: Table, rng: Random) -> str:
    text = mutated(table.record().as_json(), rng)
    replay(Record.read(text + "\n"), game=table.game)
    return text


def rules(count: int) -> Iterator[tuple[str, Job]]:
    """So many mutated rules files: findings or a clean model."""
    for first in range(0, count, 500):
        yield f"mutants {first}", partial(read_mutants, first, min(500, count - first))


def read_mutants(first: int, count: int) -> None:
    assert mutants.main(count, first) == 0


def programs(count: int) -> Iterator[tuple[str, Job]]:
    """So many random rules files, most of them whole, played side by side with an interpreter that walks their trees."""
    for first in range(0, count, 10):
        yield f"files from {first}", partial(programs_agree, range(first, min(first + 10, count)))


# --------------------------------------------------------------------------- all of them

RUNS: Mapping[str, tuple[Callable[[int], Iterator[tuple[str, Job]]], int]] = {
    "oracle": (oracle, 10_000),
    "games": (games, 10_000),
    "again": (again, 100),
    "swap": (swap, 10_000),
    "diner": (diner, 10_000),
    "diner_swap": (diner_swap, 10_000),
    "payments": (payments, 20_000),
    "mutations": (mutations, 5_000),
    "rules": (rules, 20_000),
    "programs": (programs, 500),
}
"""What can be run, and how often `make long` does."""


def done(job: Job) -> tuple[str, Counter[str]]:
    """What went wrong, as a text (empty where nothing did), and what was counted."""
    try:
        counts = job()
        return "", counts if isinstance(counts, Counter) else Counter()
    except BaseException:
        return traceback.format_exc(), Counter()


def run(what: str, count: int) -> int:
    """How many jobs failed; the first failure of each kind is printed."""
    begun, kinds, counted = time.perf_counter(), Counter[str](), Counter[str]()
    with ProcessPoolExecutor() as pool:
        named = list(RUNS[what][0](count))
        told = begun
        for number, ((name, _), (failure, counts)) in enumerate(zip(named, pool.map(done, [job for _, job in named]), strict=True), 1):
            counted += counts
            if time.perf_counter() - told > EVERY:
                told = time.perf_counter()
                print(f"{what} {count}: {number} of {len(named)} parts after {told - begun:.0f} s", file=sys.stderr, flush=True)
            if failure:
                kind = failure.strip().splitlines()[-1][:100]
                kinds[kind] += 1
                if kinds[kind] == 1:
                    print(f"--- {what} {name}\n{failure}", flush=True)
    for label, times in sorted(counted.items()):
        print(f"{times:8} {label}")
    print(f"{what} {count}: {kinds.total()} of {len(named)} parts failed, {time.perf_counter() - begun:.0f} s", flush=True)
    return kinds.total()


def main(*words: str) -> int:
    """0 where nothing failed."""
    if not words:
        return int(any([run(what, count) for what, (_, count) in RUNS.items()]))
    what = words[0]
    if what not in RUNS or len(words) > 2 or not all(word.isdecimal() for word in words[1:]):
        print(f"python tests/long.py [{' | '.join(RUNS)}] [N]", file=sys.stderr)
        return 2
    return int(run(what, int(words[1]) if len(words) == 2 else RUNS[what][1]) > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
