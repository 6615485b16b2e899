"""Mutated rules files: whatever is done to a file, its reader gets findings or a game, soon and in little memory.

`python tests/mutants.py 20000 [FIRST]` reads so many and plays those that load; it prints what failed.
"""

import random
import re
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from croupier.cli.new import RULES
from croupier.interpreter.game import Game
from croupier.ruleset import CroupierError, load_source, model
from croupier.ruleset.catalog import find_games
from croupier.ruleset.finding import Finding
from croupier.ruleset.signatures import WORDS

GAMES = Path(__file__).parent / "games"
PLIES = 30
LONGEST = 1.0  # seconds
LARGEST = 300  # MB

SIGNS = [
    *"#:-|>&*!%@`'\"{}[](),=<>+/?.\\~^$ \t\n\r\0\ufeff\u00a0\u2028é０１аβ²–’“🂡",
    *("==", "<=", "!=", "+=", "<<: ", "- ", "  ", "\r\n", "{{", "}}"),
]
TOKENS = [
    *WORDS, "if", "else", "for each", "repeat", "until", "while", "turns from", "move", "all", "from", "to", "under", "bottom of",
    "choose", "offer", "end", "play", "do", "let", "say", "shuffle", "gather", "show", "not", "and", "or", "is", "is not", "empty",
    "none", "in", "any", "every", "no", "where", "count of", "sum of", "highest", "cards in", "melds in", "covers of", "full", "player",
    "players", "winner", "blocked", "random", "seat", "next", "previous", "top of", "by", "as", "among", "won by", "card", "set of",
    "run of", "same", "different", "exactly", "or more", "as many", "0", "1", "-1", "99999999999999999999", "1..6", "6..1", "1 to 6",
    "2.5", "true", "null", "~", "[]", "{}", "[a, b]", "''", "\"x\"", "()",
]  # fmt: skip
VALUES = [
    "", "null", "true", "false", "0", "-3", "7", "1000000000", "1e9", "0x1F", "010", "1:30", "2024-02-25", ".nan", "[]", "{}", "[1, 2]",
    "{a: b}", "text", "'quoted'", "\"{x}\"", "|", ">", "&a", "*a", "!x y", "a b c", "player", "number", "card", "hidden", "owner", "all",
    "1..1000", "x" * 300,
]  # fmt: skip
KEY = re.compile(r"(?m)(?:^ *|[{,] *|- )([\w-]+)(?=:(?: |$))")
VALUE = re.compile(r"(?m)(?<=: )[^\n{}\[\],#]+")
WORD = re.compile(r"[\w-]+|[^\w\s]+")


@dataclass(frozen=True)
class Sprout:
    """A rules file to mutate, and the folder in which it would lie."""

    name: str
    text: str
    folder: Path


@cache
def sprouts() -> tuple[Sprout, ...]:
    """The shipped games and variants, the game that `croupier new` writes, and the games of the tests."""
    paths = [path for game in find_games() for path in (game.path, *(p for _, p in game.variants))]
    greasy = [path for path in paths if "greasy_spoon" in path.parts]
    paths += [*greasy, *sorted(GAMES.glob("*.yaml"))]
    found = [Sprout(f"{p.parent.name}/{p.stem}", p.read_text(encoding="utf-8"), p.parent) for p in paths]
    return (*found, Sprout("new", RULES.format(title="New"), Path("/nowhere")))


def mutant(number: int) -> Sprout:
    """The mutant of that number: the same each time."""
    rng = random.Random(number)
    sprout = rng.choice(sprouts())
    text = sprout.text
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5, 8))):
        text = rng.choice(MUTATIONS)(text, rng)
    return Sprout(sprout.name, text, sprout.folder)


def characters(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    end = min(len(text), at + rng.choice((0, 1, 1, 2, 5, 40)))
    return text[:at] + rng.choice(("", rng.choice(SIGNS), rng.choice(SIGNS) * rng.choice((1, 2, 200)), text[at:end] * 2)) + text[end:]


def replaced(pattern: re.Pattern[str], text: str, rng: random.Random, others: list[str]) -> str:
    """One match replaced by another of the file or by something else."""
    matches = list(pattern.finditer(text))
    if not matches:
        return text
    group = 1 if pattern.groups else 0
    match = rng.choice(matches)
    new = rng.choice((rng.choice(matches)[group], rng.choice(others)))
    return text[: match.start(group)] + new + text[match.end(group) :]


def keys(text: str, rng: random.Random) -> str:
    return replaced(
        KEY,
        text,
        rng,
        ["x-a", "extends", "rows", "table", "copies", "places", "lists", "runs", "value", "key", "beats", "decides", "reading"],
    )


def values(text: str, rng: random.Random) -> str:
    return replaced(VALUE, text, rng, VALUES)


def tokens(text: str, rng: random.Random) -> str:
    return replaced(WORD, text, rng, TOKENS)


def more_tokens(text: str, rng: random.Random) -> str:
    at = rng.choice([match.end() for match in WORD.finditer(text)] or [0])
    return f"{text[:at]} {rng.choice(TOKENS)}{text[at:]}"


def indentation(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    first = rng.randrange(len(lines))
    last = first + rng.choice((1, 1, 1, 2, 5))
    step = rng.choice((1, 2, -1, -2, 4))
    blanks = rng.choice((" ", " ", " ", "\t")) * max(step, 0)
    lines[first:last] = [blanks + line if step > 0 else line[min(-step, len(line) - len(line.lstrip())) :] for line in lines[first:last]]
    return "\n".join(lines)


def lines_(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at, size = rng.randrange(len(lines)), rng.choice((1, 1, 2, 5))
    taken = lines[at : at + size]
    if rng.random() < 0.7:
        del lines[at : at + size]
    if rng.random() < 0.7:
        to = rng.randrange(len(lines) + 1)
        lines[to:to] = taken
    return "\n".join(lines)


MUTATIONS = (characters, characters, keys, values, values, tokens, tokens, tokens, more_tokens, indentation, lines_)


@dataclass(frozen=True)
class Outcome:
    """How long a mutant took to read and to play, what was found, and what went wrong (nothing, where all is well)."""

    findings: tuple[Finding, ...]
    reading: float
    playing: float
    fault: str


def outcome(sprout: Sprout, *, playing: bool = True) -> Outcome:
    begun = time.process_time()
    try:
        ruleset, findings = load_source(sprout.text, sprout.name, sprout.folder)
        [str(finding) for finding in findings]
    except Exception:
        return Outcome((), time.process_time() - begun, 0.0, traceback.format_exc())
    read = time.process_time() - begun
    if ruleset is None:
        return Outcome(findings, read, 0.0, "" if findings else "neither a game nor findings")
    try:
        if playing:
            play(ruleset)
        fault = ""
    except CroupierError:
        fault = ""
    except Exception:
        fault = traceback.format_exc()
    return Outcome(findings, read, time.process_time() - begun - read, fault)


def play(ruleset: model.Ruleset) -> None:
    """Some random plies of a game. Raises CroupierError where the rules ask for what cannot be."""
    options = {name: option.default for name, option in ruleset.options.items()}
    table = Game(ruleset, ruleset.players[0], options).deal(seed=1)
    rng = random.Random(1)
    for _ in range(PLIES):
        if table.over:
            break
        table.play(table.choice.sample(rng))


def failures(numbers: range) -> Iterator[tuple[int, Sprout, Outcome, str]]:
    """The mutants that raised what they should not, or took too long."""
    for number in numbers:
        sprout = mutant(number)
        found = outcome(sprout)
        if found.fault:
            yield number, sprout, found, found.fault.strip().splitlines()[-1]
        elif found.reading > LONGEST:
            yield number, sprout, found, f"reading took {found.reading:.1f} s"
        elif found.playing > LONGEST:
            yield number, sprout, found, f"playing took {found.playing:.1f} s"


def main(count: int, first: int = 0) -> int:
    kinds: Counter[str] = Counter()
    begun = time.perf_counter()
    for number, sprout, found, what in failures(range(first, first + count)):
        place = [line.strip() for line in found.fault.splitlines() if line.strip().startswith("File")][-1:]
        kinds[f"{what} {place}"] += 1
        if kinds[f"{what} {place}"] == 1:
            print(f"{number} {sprout.name}: {what}\n{found.fault}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{count} mutants in {time.perf_counter() - begun:.0f} s, {sum(kinds.values())} failures, peak {peak:.0f} MB")
    for what, times in kinds.most_common():
        print(f"{times:6} {what}")
    return int(bool(kinds) or peak > LARGEST)


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:]) if sys.argv[1:] else (600,)))
