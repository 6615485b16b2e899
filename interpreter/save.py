"""Saves: a game in the middle, to be gone on with elsewhere.

A save holds the record so far and the table as it stands. The record is played again when the save is loaded, so undo works
as before, and the table it leads to has to be the one that was saved: a save that has been changed is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..ruleset.errors import PositionError
from ..ruleset.finding import Finding, error
from ..ruleset.nodes import Mapping as MappingNode
from ..ruleset.nodes import Node, Plain, plain
from .compiled import Compiled
from .position import position_tree, set_up
from .reading import read_tree
from .record import Record, RecordPlace, as_json, record_of
from .replays import replay
from .table import Table

COMMENT = "A saved game. It holds the cards of all players, the order of the decks and what chance will bring: do not show it to players."


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save holds: the table, when each of its moves was made, and who sat where (nothing where it does not say)."""

    table: Table
    times: tuple[str | None, ...] = ()
    players: tuple[str, ...] = ()


def save_text(table: Table, times: Sequence[str | None] = (), players: Sequence[str] = ()) -> str:
    """A table as the text of a save, in the middle of a turn too; `schemas/save.schema.json` describes it."""
    tree: dict[str, Plain] = {"croupier": 1, "secrets": True, "comment": COMMENT}
    if players:
        tree["players"] = list(players)
    tree["record"] = record_of(table, times).as_dict()
    return as_json(tree | {"table": None if table.over else position_tree(table)})


def load_save(source: str | Path, *, game: Compiled | None = None, name: str = "<save>") -> Table:
    """The table that was saved, its moves with it. `source` is a path, or a text of several lines.

    Raises PositionError where the file is no save, where it has been changed, and where the rules have changed since.
    """
    return read_save(source, game=game, name=name).table


def read_save(source: str | Path, *, game: Compiled | None = None, name: str = "<save>") -> Saved:
    """All that a save holds; `source` and errors are those of `load_save`."""
    tree = read_tree(source, "save", name)
    record = Record.of(tree.value["record"], RecordPlace(tree, ("record",)))
    table = replay(record, game=game)
    now: Plain = None if table.over else position_tree(table)
    if tree.value["table"] != now:
        raise PositionError("this save has been changed", _differences(table, tree.at("table"), now))
    players = tree.value.get("players")
    if players is not None and len(players) != table.game.seats:
        message = f"{len(players)} sat at the table by this list, and the game was played by {table.game.seats}"
        raise PositionError(message, (error("P106", tree.span("players"), message, "name one for each seat, or delete the key"),))
    return Saved(table, tuple(played.time for played in record.moves), tuple(players or ()))


def _differences(table: Table, stored: Node, now: Plain) -> tuple[Finding, ...]:
    """Where the saved table is impossible, or another than the one that the moves lead to."""
    if isinstance(stored, MappingNode) and isinstance(now, dict):
        try:
            set_up(table.game, stored, "")
        except PositionError as failure:
            return failure.findings
        there = {entry.name: entry for entry in stored}
        for key in [*now, *(key for key in there if key not in now)]:
            if key not in there:
                message = f"the saved table has no '{key}', and the moves of the game lead to one that has"
                return (error("P117", stored.span.source.span(stored.span.start), message),)
            if plain(there[key].value) != now.get(key):
                hint = "a save is not meant to be edited: write a position instead"
                return (error("P117", there[key].key.span, f"'{key}' is not as the moves of the game lead to", hint),)
    return (error("P117", stored.span, "the saved table is not the one that the moves of the game lead to"),)
