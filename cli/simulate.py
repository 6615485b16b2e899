"""`croupier simulate`: what many games tell."""

import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import typer

from ..ruleset.decode import visible
from .console import Ending, complain, has_colour, say, width
from .options import open_game, parse_names

if TYPE_CHECKING:
    from ..playtest.coverage import Place
    from ..playtest.report import Report
    from ..playtest.statistics import Rate, Spread

EXAMPLE = """\b
Examples:
  croupier simulate my_game
  croupier simulate my_game -n 5000 --seed 7 --set hand_size=9
  croupier simulate my_game --seats 2 --players greedy,random
  croupier simulate my_game --coverage
  croupier simulate my_game/ruleset.yaml --format csv > figures.csv

\b
The same game, number, seed and players give the same figures, whatever
--jobs is. Ctrl-C shows the figures of the games played until then, marked
as partial, and ends with 130.
"""


class Format(StrEnum):
    text = "text"
    json = "json"
    csv = "csv"


def simulate(
    game: str = typer.Argument(..., metavar="GAME", show_default=False, help="The name of a game, or the path of a rules file."),
    number: int = typer.Option(1000, "--number", "-n", min=1, metavar="N", help="How many games are played."),
    seed: int = typer.Option(1, "--seed", metavar="N", help="Where chance begins: the same seed gives the same games."),
    seats: int | None = typer.Option(None, "--seats", metavar="N", show_default=False, help="How many play; the fewest, if not said."),
    settings: list[str] = typer.Option([], "--set", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
    players: str = typer.Option("random", "--players", metavar="NAMES", help="Who plays, by seat: random or greedy. One name is for all."),
    jobs: int | None = typer.Option(None, "--jobs", min=1, metavar="N", show_default=False, help="How many processes share the work."),
    limit: int = typer.Option(20_000, "--limit", min=1, metavar="N", help="After how many moves a game is stopped."),
    coverage: bool = typer.Option(False, "--coverage", help="Show which parts of the rules were never carried out."),
    format: Format = typer.Option(Format.text, "--format", "-f", help="How the figures are written."),
) -> None:
    """Play many games, and show how they went.

    Who wins how often, how long games take, what there is to choose, and how games end.
    """
    from ..playtest import players as of
    from ..playtest.simulate import simulate as play_games

    opened = open_game(game, seats, settings)
    named = of.seated([of.player(name) for name in parse_names(players)], opened.seats)
    with progress_bar(number) as progress:
        found = play_games(opened, number, seed, named, jobs=jobs, coverage=coverage, limit=limit, progress=progress)
    written: dict[Format, Callable[[Report], str]] = {Format.text: as_text, Format.json: as_json, Format.csv: as_csv}
    say(written[format](found), end="")
    if found.is_partial:
        complain(f"croupier: interrupted after {found.games} of {found.wanted} games")
        raise typer.Exit(Ending.INTERRUPTED)


@contextmanager
def progress_bar(number: int) -> "Iterator[Callable[[int], None] | None]":
    """What to tell how many games are done: a bar, where somebody looks on."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(file=sys.stderr, no_color=not has_colour(sys.stderr), width=width())
    # no refresh of its own: that would be a thread, and processes are started under it
    with Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, auto_refresh=False, transient=True) as bar:
        task = bar.add_task("", total=number)
        yield lambda done: bar.update(task, completed=done, refresh=True)


# --------------------------------------------------------------------------- as data


def as_json(found: "Report") -> str:
    """The report as JSON."""
    return json.dumps(found.as_dict(), indent=2) + "\n"


def as_csv(found: "Report") -> str:
    """The report as a table of measure, of what, and figure."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("measure", "of", "value"))
    writer.writerow(("partial", "games", str(found.is_partial).lower()))
    writer.writerows(found.rows())
    return text.getvalue()


# --------------------------------------------------------------------------- as text

FEW = 6
"""Up to how many choices inside card effects are told one by one; all of them stand in the other formats."""

HOW = {"won": "won by the rules", "score": "by score", "tied": "without a winner"}


def as_text(found: "Report") -> str:
    """The report for a person, no line longer than 80 columns where words allow."""
    games = f"{found.wanted} games" if not found.is_partial else f"PARTIAL, {found.games} of {found.wanted} games"
    lines = [f"{visible(found.title)}: {games}, seed {found.seed}"]
    if found.options:
        lines += _folded("with " + ", ".join(f"{name} = {_word(value)}" for name, value in found.options.items()), "  ")
    lines += ["", *_seats(found), "", *_lengths(found), "", *_choices(found), "", *_endings(found)]
    if found.stopped:
        lines += ["", *_stopped(found)]
    if found.parts is not None:
        lines += ["", *_coverage(found)]
    return "\n".join(lines) + "\n"


def _seats(found: "Report") -> Iterator[str]:
    has_score = any(seat.score for seat in found.seats)
    shared = any(seat.shared for seat in found.seats)
    row = "{:>4}  {:<12}{:>7}   {:<18}{:>8}{:>12}"
    yield row.format("Seat", "Player", "Won", "95 % interval", "Shared" if shared else "", "Mean score" if has_score else "").rstrip()
    for seat in found.seats:
        score = f"{seat.score.mean:.2f}" if seat.score else ""
        yield row.format(seat.seat, seat.player, _share(seat.won), _bounds(seat.won), seat.shared if shared else "", score).rstrip()
    if found.nobody.count:
        yield row.format("", "nobody", _share(found.nobody), _bounds(found.nobody), "", "").rstrip()


def _lengths(found: "Report") -> Iterator[str]:
    yield f"Length    {_spread(found.length)} moves" if found.length else "Length    no game came to its end"
    yield f"Choices   {found.choices.a_game:.1f} a game, each among {found.choices.branching:.1f} moves"
    if found.offers != found.choices:
        yield f"  offers  {found.offers.a_game:.1f} a game, each among {found.offers.branching:.1f} moves"


def _choices(found: "Report") -> Iterator[str]:
    from ..playtest.report import chosen

    yield f"{'Choice':<24}{'With moves for':<30}{'A game':>8}{'Moves':>9}{'Most':>9}"
    effects = [asked for asked in found.asked if asked.part == "card effect"]
    for asked in found.asked:
        if asked in effects and len(effects) > FEW:
            continue
        first, *more = wrap(", ".join(asked.offered), 28) if asked.is_offer else [""]
        label = visible(asked.label)
        if len(label) > 22:
            yield label
            label = ""
        yield f"{label:<24}{first:<30}{asked.a_game:>8.2f}{_large(asked.branching):>9}{_large(asked.most):>9}"
        yield from (f"{'':<24}{line}" for line in more)
    if len(effects) > FEW:
        all_of = chosen(effects)
        most = max(asked.most for asked in effects)
        places = f"at {len({asked.label for asked in effects})} places"
        yield f"{'in card effects':<24}{places:<30}{all_of.a_game:>8.2f}{_large(all_of.branching):>9}{_large(most):>9}"
    actions = {name for asked in found.asked if asked.is_offer for name in asked.offered}
    if actions:
        yield ""
        taken = ", ".join(f"{name} {count:.2f}" for name, count in found.moves.items() if name in actions)
        yield from _folded(f"Actions a game: {taken}", "  ", first="")


def _endings(found: "Report") -> Iterator[str]:
    yield "Ended"
    for end in found.endings:
        how = HOW[end.how]
        if end.ending is None:
            how += ", where the flow came to its end"
        else:
            how += f", after '{end.ending.text}' of {end.ending.part}{_at(end.ending.at)}"
        yield from _folded(f"{end.games / found.ended:>7.1%}  {how}", " " * 11, first="  ")
    if not found.endings:
        yield "  no game"


def _stopped(found: "Report") -> Iterator[str]:
    stopped = sum(stop.games for stop in found.stopped)
    yield f"Stopped: {stopped} of {found.games} games, left out of who won and of lengths"
    for stop in found.stopped:
        which = f"first game {stop.first + 1}, dealt by seed {stop.seed}"
        yield from _folded(f"{stop.games} by a {stop.kind}: {stop.message}{_at(stop.at)}; {which}", "    ", first="  ")


def _coverage(found: "Report") -> Iterator[str]:
    never, parts = found.never, found.parts or ()
    yield "Carried out"
    for kind in dict.fromkeys(part.kind for part in parts):
        some = [part for part in parts if part.kind == kind]
        yield f"  {kind + 's':<18}{sum(1 for part in some if part.count):>4} of {len(some)}"
    if never:
        yield "Never carried out"
        yield from (f"  {part.kind} '{visible(part.name)}'{_at(part.at)}" for part in never)


def _folded(text: str, indent: str, first: str | None = None) -> list[str]:
    return wrap(text, min(width(), 80), initial_indent=indent if first is None else first, subsequent_indent=indent, break_on_hyphens=False)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _share(rate: "Rate") -> str:
    return "-" if rate.share is None else f"{rate.share:.1%}"


def _bounds(rate: "Rate") -> str:
    return "" if rate.share is None else f"{rate.low:.1%} to {rate.high:.1%}"


def _spread(spread: "Spread") -> str:
    return f"{spread.mean:.1f} ({spread.low:g} to {spread.high:g}, median {spread.median:g})"


def _large(number: float) -> str:
    """A number in at most eight characters."""
    return f"{number:.1f}" if isinstance(number, float) and number < 100_000 else f"{number:.0f}" if number < 10**8 else f"{number:.1e}"


def _at(at: "Place | None") -> str:
    """A place, after something: ` (my_game/ruleset.yaml:14)`."""
    if at is None:
        return ""
    path = Path(at[0])
    return f" ({visible('/'.join(path.parts[-2:]))}:{at[1]})"
