"""A record played again: the game that comes of it, or the first move that does not fit."""

from collections.abc import Callable
from pathlib import Path

from ..ruleset.catalog import find
from ..ruleset.errors import CroupierError, IllegalMove, OptionError, PositionError, RuleFault
from ..ruleset.finding import Finding, error
from ..ruleset.loading import load as load_ruleset
from .compiled import Compiled
from .game import load
from .options import settle_options
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
    if record.setup is not None and record.seed is not None:
        message = "this record begins from a position and is dealt by a seed, and can do only one of them"
        raise PositionError(*_told(record, "P120", ("seed",), message, "write null for one of them"))
    if record.setup is not None:
        table = load_position(given, record.setup if "\n" in record.setup else record.setup + "\n", "<setup of the record>")
    elif record.seed is None:
        message = "this record has neither a seed nor a position to begin from"
        raise PositionError(*_told(record, "P116", ("seed",), message, "write the seed by which the cards were shuffled"))
    else:
        table = Table.begin(given, record.seed)
    for number, played in enumerate(record.moves, 1):
        try:
            table.play(played.move)
        except (IllegalMove, RuleFault) as failure:
            told = played.move if len(played.move) <= 60 else played.move[:57] + "..."
            message = f"move {number} of {len(record.moves)}, '{told}', does not fit: {_reason(failure, told)}"
            hint = "put it back as it was, or delete it and all moves behind it"
            raise PositionError(*_told(record, "P116", ("moves", number - 1, "move"), message, hint)) from None
        if on_ply is not None:
            on_ply(table, played)
    result = None if table.result is None else str(table.result)
    if record.result is not None and record.result != result and not anyway:
        message = f"the record says that the game ended with '{record.result[:60]}', and its moves lead to {result or 'no end'}"
        raise PositionError(*_told(record, "P116", ("result",), message, "write so, or null"))
    return table


def game_of(record: Record, game: Compiled | None = None) -> Compiled:
    """The game that a record was played by, with its options and seats. Raises PositionError where there is none such."""
    if game is not None and (game.seats, game.options) == (record.seats, dict(record.options)):
        return game
    where: tuple[str | int, ...] = ("rules", "name")
    try:
        ruleset = game.ruleset if game is not None else load_ruleset(rules_file(record))
        for name, value in record.options.items():
            where = ("options", name)
            settle_options(ruleset, {name: value})
        where = ("seats",)
        return load(ruleset, seats=record.seats, **record.options)
    except OptionError as failure:
        raise PositionError(*_told(record, "P106", where, str(failure))) from None


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
    hint = "put the rules back as they were; how far a record goes with those of now, `croupier replay RECORD --anyway` shows"
    return _told(record, "P115", ("rules", "content"), message, hint)


def _told(
    record: Record, code: str, where: tuple[str | int, ...], message: str, hint: str | None = None
) -> tuple[str, tuple[Finding, ...]]:
    """A message, and the finding that it is where the record was read from a file."""
    return message, () if record.source is None else (error(code, record.source.span(*where), message, hint),)


def _reason(failure: CroupierError, told: str) -> str:
    return str(failure).removeprefix(f"{told}: ")
