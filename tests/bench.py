"""How fast it is: `make bench`. All figures of one run, beside the yardsticks where there are any, and the last committed ones.

The yardsticks are simulators of the same game, written by hand. They are no part of this project: `CROUPIER_YARDSTICKS` names
their folder, else `../shared/bench` beside the checkout is looked for. `--write` keeps the figures as the last ones. All times
are the processor's, and games in a second are measured turn by turn with the yardsticks, so that whatever else the machine does
weighs on all alike; compare ratios, not figures of two machines.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from croupier.interpreter.game import Game, load
from croupier.interpreter.runtime import Rng
from croupier.ruleset.catalog import shipped

HERE = Path(__file__).parent
LAST = HERE / "bench_last.json"

NEEDED = {
    "times naive": (30.0, "at least"),
    "copy of a table, us": (10.0, "under"),
    "count of a lead, us": (20.0, "under"),
    "load to first choice, s": (0.4, "under"),
    "validate, s": (0.4, "under"),
    "version, s": (0.15, "under"),
    "random play, MB": (80.0, "under"),
}
"""What is asked of a figure; these hold for a machine that does nothing else."""

Play = Callable[[float], float]
"""Plays for so many seconds, and gives the games of a second."""


# --------------------------------------------------------------------------- play


def our_play(game: Game) -> Play:
    """Random games of ours."""
    rng, seeds = Rng(1), iter(range(1 << 60))

    def play(seconds: float) -> float:
        start, games = process_time(), 0
        while process_time() - start < seconds:
            table = game.deal(seed=next(seeds))
            while not table.over:
                table.play(table.choice.deal(rng))
            games += 1
        return games / (process_time() - start)

    return play


def yardsticks() -> Path | None:
    """The folder of the yardsticks, if there is any."""
    named = os.environ.get("CROUPIER_YARDSTICKS")
    folder = Path(named) if named else HERE.parent.parent / "shared" / "bench"
    return folder if (folder / "gs_naive.py").is_file() else None


def naive_play(folder: Path) -> Play:
    """Random games of the straightforward simulator."""
    spec = spec_from_file_location("gs_naive", folder / "gs_naive.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    rng, counts = Random(1), Counter[str]()

    def play(seconds: float) -> float:
        start, games = process_time(), 0
        while process_time() - start < seconds:
            module.play(rng, counts)
            games += 1
        return games / (process_time() - start)

    return play


def interleaved(plays: dict[str, Play], rounds: int, seconds: float) -> dict[str, float]:
    """The median games of a second of each, measured turn by turn."""
    found: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(rounds):
        for name, play in plays.items():
            found[name].append(play(seconds))
    return {name: median(rates) for name, rates in found.items()}


def ratios(plays: dict[str, Play], of: str, to: str, rounds: int, seconds: float) -> tuple[float, float, float]:
    """The rates of two, and the median of their ratios round by round."""
    pairs = [(plays[of](seconds), plays[to](seconds)) for _ in range(rounds)]
    return median(a for a, _ in pairs), median(b for _, b in pairs), median(a / b for a, b in pairs)


# --------------------------------------------------------------------------- single things


def microseconds(work: Callable[[], object], times: int, rounds: int = 7) -> float:
    """The least time of one call."""
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        for _ in range(times):
            work()
        best = min(best, process_time() - start)
    return best / times * 1e6


def lead_count(game: Game) -> float:
    """The time of counting the moves of a first choice that was not counted before."""
    tables = [game.deal(seed=seed) for seed in range(200)]

    def count() -> None:
        for table in tables:
            table._choice = None  # else the choice would remember its count
            table.choice.count()

    return microseconds(count, 1) / len(tables)


def cold(*command: str, rounds: int = 5) -> float:
    """The least processor seconds of a command in a process of its own, its modules compiled as an installation has them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    best = float("inf")
    with TemporaryDirectory() as folder:
        for _ in range(rounds + 1):
            before = os.times()
            subprocess.run(command, check=False, capture_output=True, env=kept | {"PYTHONPYCACHEPREFIX": folder})
            after = os.times()
            best = min(best, after.children_user + after.children_system - before.children_user - before.children_system)
    return best


FIRST_CHOICE = "import croupier; croupier.load('greasy_spoon').deal(seed=1).choice.count()"
RANDOM_PLAY = """
import resource, sys, croupier
from croupier.interpreter.runtime import Rng
game, rng = croupier.load('greasy_spoon', early_remix=False), Rng(1)
for seed in range(200):
    table = game.deal(seed=seed)
    while not table.over:
        table.play(table.choice.deal(rng))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak / (1 << 20 if sys.platform == 'darwin' else 1 << 10))
"""


def peak_memory() -> float:
    """The most megabytes that a process of random play holds."""
    done = subprocess.run([sys.executable, "-c", RANDOM_PLAY], check=True, capture_output=True, text=True)
    return float(done.stdout)


# --------------------------------------------------------------------------- all of it


def measure(quick: bool) -> Iterator[tuple[str, float]]:
    """Every figure by name."""
    rounds, seconds = (3, 0.5) if quick else (9, 1.0)
    game = load("greasy_spoon", early_remix=False)
    plays: dict[str, Play] = {"ours": our_play(game)}
    plays["ours"](seconds)  # so that tables are made
    folder = yardsticks()
    if folder is None:
        print("no yardsticks: set CROUPIER_YARDSTICKS to their folder; compared with our own last figures only\n", file=sys.stderr)
        yield "greasy_spoon, games/s", interleaved(plays, rounds, seconds)["ours"]
    else:
        plays["naive"] = naive_play(folder)
        ours, naive, ratio = ratios(plays, "ours", "naive", rounds, seconds)
        yield "naive, games/s", naive
        yield "greasy_spoon, games/s", ours
        yield "times naive", ratio
    table = game.deal(seed=1)
    yield "copy of a table, us", microseconds(table.copy, 2000)
    yield "count of a lead, us", lead_count(game)
    yield "load to first choice, s", cold(sys.executable, "-c", FIRST_CHOICE)
    command = str(Path(sys.executable).parent / "croupier")
    yield "validate, s", cold(command, "validate", "greasy_spoon")
    yield "version, s", cold(command, "--version")
    yield "random play, MB", peak_memory()
    others = {name: our_play(load(path)) for name, path in sorted(rulesets())}
    for play in others.values():
        play(0.01)
    for name, rate in interleaved(others, 1 if quick else 3, 0.5).items():
        yield f"{name}, games/s", rate


def rulesets() -> Iterator[tuple[str, Path]]:
    """Every shipped game and variant, as it comes."""
    games = shipped()
    for path in games.glob("*/ruleset.yaml"):
        yield f"{path.parent.name} as it comes", path
        yield from ((f"{path.parent.name}/{variant.stem}", variant) for variant in path.parent.glob("variants/*.yaml"))


def table_of(found: dict[str, float], last: dict[str, float]) -> Iterator[str]:
    """The figures as lines, with their ratio to the last ones and what is needed."""
    yield f"{'':<46}{'now':>10}{'last':>10}{'ratio':>8}  needed"
    for name, value in found.items():
        before = last.get(name)
        ratio = f"{value / before:.2f}" if before else ""
        needed = ""
        if name in NEEDED:
            bound, word = NEEDED[name]
            met = value >= bound if word == "at least" else value < bound
            needed = f"{word} {bound:g}" + ("" if met else "  <-- not met")
        yield f"{name:<46}{value:>10.3g}{'' if before is None else f'{before:.3g}':>10}{ratio:>8}  {needed}".rstrip()


def main() -> None:
    asked = argparse.ArgumentParser(description="Measures croupier, and compares with the last committed figures.")
    asked.add_argument("--write", action="store_true", help="keep these figures as the last ones")
    asked.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    given = asked.parse_args()
    last: dict[str, Any] = json.loads(LAST.read_text()) if LAST.is_file() else {}
    found = dict(measure(given.quick))
    print("\n".join(table_of(found, last.get("figures", {}))))
    if given.write:
        figures = {name: float(f"{value:.4g}") for name, value in found.items()}
        kept = {"python": platform.python_version(), "machine": platform.machine(), "figures": figures}
        LAST.write_text(json.dumps(kept, indent=2) + "\n")
        print(f"\nkept as {LAST.name}")


if __name__ == "__main__":
    main()
