"""A record played again: the game that comes of it, or the first move that does not fit."""

from collections.abc import Callable
from pathlib import Path

from ..ruleset.catalog import find
from ..ruleset.errors import CroupierError, IllegalMove, OptionError, PositionError, RuleFault
from ..ruleset.finding import Finding, error
from .compiled import Compiled
from .game import load
from .position import load_position
from .record import Played, Record
from .table import Table


def replay(
    record: Record, on_ply: Callable[[Table, Played], object] | None = None, *, anyway: bool = False, game: Compiled | None = None
) -> Table:
    """The table at the end of a record; `on_ply` is called with the table at the start (no move) and after each move.

    The rules are found by the record (or are those of `game`). Raises PositionError where they have changed since, unless
    they are to be used `anyway`, and where a move does not fit, which it names.
    """
    given = game_of(record, game)
    if given.ruleset.content != record.content and not anyway:
        raise PositionError(*_changed(record, given))
    if record.setup is not None:
        table = load_position(given, record.setup if "\n" in record.setup else record.setup + "\n", "<setup of the record>")
    elif record.seed is None:
        raise PositionError(*_told(record, "P116", None, "this record has neither a seed nor a position to begin from"))
    else:
        table = Table.begin(given, record.seed)
    for number, played in enumerate(record.moves, 1):
        try:
            table.play(played.move)
        except (IllegalMove, RuleFault) as failure:
            told = played.move if len(played.move) <= 60 else played.move[:57] + "..."
            message = f"move {number} of {len(record.moves)}, '{told}', does not fit: {_reason(failure, told)}"
            raise PositionError(*_told(record, "P116", number, message)) from None
        if on_ply is not None:
            on_ply(table, played)
    result = None if table.result is None else str(table.result)
    if record.result is not None and record.result != result and not anyway:
        message = f"the record says that the game ended with '{record.result[:60]}', and its moves lead to {result or 'no end'}"
        raise PositionError(*_told(record, "P116", None, message))
    return table


def game_of(record: Record, game: Compiled | None = None) -> Compiled:
    """The game that a record was played by, with its options and seats. Raises PositionError where there is none such."""
    try:
        ruleset = game.ruleset if game is not None else load(rules_file(record)).ruleset
        same = game is not None and (game.seats, game.options) == (record.seats, dict(record.options))
        return game if same and game is not None else load(ruleset, seats=record.seats, **record.options)
    except OptionError as failure:
        raise PositionError(*_told(record, "P106", None, str(failure))) from None


def rules_file(record: Record) -> str | Path:
    """The rules file of a record: where it lay, seen from the record or from here, else the game of that name. Raises OptionError.

    Of the path the end alone is enough, from the game's folder on: a record may be read on another machine than it was written on.
    """
    folder = record.source.folder if record.source is not None else None
    parts = Path(record.path).parts if record.path is not None else ()
    ends = [Path(*parts[i:]) for i in range(max(len(parts) - 1, min(len(parts), 1)))]
    for end in ends:
        for base in (folder, Path()):
            if base is not None and (base / end).is_file():
                return base / end
    return find(record.name)


def _changed(record: Record, game: Compiled) -> tuple[str, tuple[Finding, ...]]:
    message = (
        f"the rules have changed since: this was played by '{record.name}' {record.content[:12]}, "
        f"and {game.ruleset.path} is now {game.ruleset.content[:12]}"
    )
    return _told(record, "P115", 0, message)


def _told(record: Record, code: str, number: int | None, message: str) -> tuple[str, tuple[Finding, ...]]:
    """A message, and the finding that it is where the record was read from a file (`number` of a move; 0: its rules)."""
    place = record.source
    if place is None:
        return message, ()
    span = place.whole.source.span(place.whole.start) if number is None else place.moves[number - 1] if number else place.rules
    return message, (error(code, span, message),)


def _reason(failure: CroupierError, told: str) -> str:
    return str(failure).removeprefix(f"{told}: ")
