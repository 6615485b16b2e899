"""Records: a game as it was played, and the game that comes of it when it is played again."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ..ruleset import model
from ..ruleset.catalog import find
from ..ruleset.errors import CroupierError, IllegalMove, OptionError, PositionError, RuleFault
from ..ruleset.finding import Finding, error
from ..ruleset.nodes import Mapping as MappingNode
from ..ruleset.nodes import Node, Scalar
from ..ruleset.nodes import Sequence as ListNode
from ..ruleset.source import Span
from .game import Game, load
from .position import load_position, read_tree
from .table import Table

COMMENT = "A record of a game: rules, seed and moves. Who has it knows the cards of all players."

LONG = 10**15
"""Numbers from here on are written as texts: not every reader of JSON keeps their digits."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made, in notation, with when (ISO 8601) and a remark, where there are any."""

    move: str
    time: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played. `content` is the hash of the rules, `setup` the text of the position it began from.

    `source` is where the record was read from, None for one that was made.
    """

    name: str
    version: str | None
    content: str
    path: str | None
    options: Mapping[str, int | bool | str]
    seats: int
    seed: int | None
    setup: str | None
    moves: tuple[Played, ...]
    result: str | None = None
    source: "RecordPlace | None" = None

    def as_dict(self) -> dict[str, Any]:
        """The record as JSON values; `schemas/record.schema.json` describes them."""
        moves = [_without_nothing({"move": m.move, "time": m.time, "note": m.note}) for m in self.moves]
        return {
            "croupier": 1,
            "comment": COMMENT,
            "secrets": True,
            "rules": {"name": self.name, "version": self.version, "content": self.content, "path": self.path},
            "options": dict(self.options),
            "seats": self.seats,
            "seed": self.seed if self.seed is None or abs(self.seed) < LONG else str(self.seed),
            "setup": self.setup,
            "moves": moves,
            "result": self.result,
        }

    def as_json(self) -> str:
        """The record as the text of a file, a move a line."""
        return as_json(self.as_dict())

    @classmethod
    def read(cls, source: str | Path, name: str = "<record>") -> Self:
        """The record in a file, or in a text of several lines. Raises PositionError with every finding."""
        node, _ = read_tree(source, "record", name)
        return cls.of(node, Path(source).parent if isinstance(source, Path) or ("\n" not in source and source[:1] != "{") else None)

    @classmethod
    def of(cls, node: MappingNode, folder: Path | None = None) -> Self:
        """The record that a tree of the right shape says."""
        rules, moves, options = node.get("rules"), node.get("moves"), node.get("options")
        assert isinstance(rules, MappingNode) and isinstance(moves, ListNode) and isinstance(options, MappingNode)
        played = tuple(Played(_text(m, "move") or "", _text(m, "time"), _text(m, "note")) for m in moves)
        seats: Any = node.get("seats")
        seed: Any = node.get("seed")
        given: dict[str, int | bool | str] = {e.name: e.value.value for e in options}  # type: ignore[union-attr,misc]  # as the schema says
        place = RecordPlace(node.span, rules.span, tuple(m.span for m in moves), folder)
        return cls(
            _text(rules, "name") or "", _text(rules, "version"), _text(rules, "content") or "", _text(rules, "path"), given, seats.value,
            None if seed.value is None else int(seed.text.value), _text(node, "setup"), played, _text(node, "result"), place,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where a record stands: the file as a whole, its rules, each of its moves, and the folder it lies in."""

    whole: Span
    rules: Span
    moves: tuple[Span, ...]
    folder: Path | None


def record_of(table: Table, times: Sequence[str | None] = (), notes: Mapping[int, str] | None = None) -> Record:
    """The record of a table. `times` has when each move was made, `notes` remarks by number of the move (from 1)."""
    game, notes = table.game, notes or {}
    ruleset = game.ruleset
    moves = tuple(Played(str(m), times[i] if i < len(times) else None, notes.get(i + 1)) for i, m in enumerate(table.moves))
    setup = None if table.setup is None else table.setup.text
    result = None if table.result is None else str(table.result)
    seed = table.seed if setup is None else None
    path = None if _is_shipped(ruleset) else ruleset.path
    return Record(
        ruleset.name, ruleset.credits.get("edition"), ruleset.content, path, dict(game.options), game.seats, seed, setup, moves, result
    )


def replay(
    record: Record, on_ply: Callable[[Table, Played], object] | None = None, *, anyway: bool = False, game: Game | None = None
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
        table = given.deal(record.seed)
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


def game_of(record: Record, game: Game | None = None) -> Game:
    """The game that a record was played by, with its options and seats. Raises PositionError where there is none such."""
    try:
        ruleset = game.ruleset if game is not None else load(rules_file(record)).ruleset
        same = game is not None and (game.seats, game.options) == (record.seats, dict(record.options))
        return game if same and game is not None else load(ruleset, seats=record.seats, **record.options)
    except OptionError as failure:
        raise PositionError(*_told(record, "P106", None, str(failure))) from None


def rules_file(record: Record) -> str | Path:
    """The rules file of a record: beside the record, where it lay, else the game of that name. Raises OptionError."""
    folder = record.source.folder if record.source is not None else None
    for base in (folder, Path()):
        if record.path is not None and base is not None and (base / record.path).is_file():
            return base / record.path
    return find(record.name)


def _is_shipped(ruleset: model.Ruleset) -> bool:
    """Whether a game is found by its name alone."""
    try:
        return Path(find(ruleset.name)).resolve() == Path(ruleset.path).resolve()
    except (CroupierError, OSError):
        return False


def _changed(record: Record, game: Game) -> tuple[str, tuple[Finding, ...]]:
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


def _without_nothing(tree: Mapping[str, str | None]) -> dict[str, str]:
    return {key: value for key, value in tree.items() if value is not None}


def _text(node: Node, key: str) -> str | None:
    found = node.get(key) if isinstance(node, MappingNode) else None
    return found.value if isinstance(found, Scalar) and isinstance(found.value, str) else None


def as_json(tree: Mapping[str, Any]) -> str:
    """A tree as JSON: a key a line, and each item of a list on a line of its own."""
    return "{\n" + ",\n".join(f"  {_json(key)}: {_value(value, '  ')}" for key, value in tree.items()) + "\n}\n"


def _value(value: Any, indent: str) -> str:
    inner = indent + "  "
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(inner + _json(item) for item in value) + f"\n{indent}]"
    if isinstance(value, dict) and any(isinstance(part, list | dict) for part in value.values()):
        return "{\n" + ",\n".join(f"{inner}{_json(key)}: {_value(part, inner)}" for key, part in value.items()) + f"\n{indent}}}"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
