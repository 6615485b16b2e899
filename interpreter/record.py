"""Records: a game as it was played; rules, options, seed and moves."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from ..ruleset import model
from ..ruleset.catalog import shipped
from ..ruleset.errors import NotThere
from ..ruleset.source import Span
from .codec import LONG
from .compiled import Compiled
from .move import Move
from .reading import Tree, read_tree
from .result import Result

COMMENT = "A record of a game: rules, seed and moves. Who has it knows the cards of all players."


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
        tree = read_tree(source, "record", name)
        return cls.of(tree.value, RecordPlace(tree))

    @classmethod
    def of(cls, value: Mapping[str, Any], place: "RecordPlace") -> Self:
        """The record that values of the right shape say."""
        rules, seed = value["rules"], value["seed"]
        played = tuple([Played(m["move"], m.get("time"), m.get("note")) for m in value["moves"]])
        return cls(
            rules["name"], rules.get("version"), rules["content"], rules.get("path"), value["options"], value["seats"],
            None if seed is None else int(seed), value.get("setup"), played, value.get("result"), place,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where a record stands: the file's tree, and the keys that lead to it there."""

    tree: Tree
    within: tuple[str, ...] = ()

    @property
    def folder(self) -> Path | None:
        """The folder of the file, None for a text."""
        return self.tree.folder

    def span(self, *path: str | int) -> Span:
        """The place of a part, such as `("moves", 3, "move")`; of what is not there the place of the whole."""
        whole, node = self.tree.at(*self.within), self.tree.at(*self.within, *path)
        return node.span if node is not whole else node.span.source.span(node.span.start)


class Recorded(Protocol):
    """What a record is made of: a table, or anything that tells as much."""

    @property
    def game(self) -> Compiled: ...
    @property
    def seed(self) -> int | None: ...
    @property
    def setup(self) -> Any: ...
    @property
    def moves(self) -> tuple[Move, ...]: ...
    @property
    def result(self) -> Result | None: ...


def record_of(table: Recorded, times: Sequence[str | None] = (), notes: Mapping[int, str] | None = None) -> Record:
    """The record of a table. `times` has when each move was made, `notes` remarks by number of the move (from 1)."""
    game, notes, made = table.game, notes or {}, table.moves
    ruleset = game.ruleset
    for number in [*notes, *range(len(made) + 1, len(times) + 1)]:
        if not 1 <= number <= len(made):
            raise NotThere(f"there is no move {number}: {len(made)} have been made")
    moves = tuple(Played(str(m), times[i] if i < len(times) else None, notes.get(i + 1)) for i, m in enumerate(made))
    setup = None if table.setup is None else table.setup.text
    result = None if table.result is None else str(table.result)
    seed = table.seed if setup is None else None
    path = None if _is_shipped(ruleset) else ruleset.path
    return Record(
        ruleset.name, ruleset.credits.get("edition"), ruleset.content, path, dict(game.options), game.seats, seed, setup, moves, result
    )


def _is_shipped(ruleset: model.Ruleset) -> bool:
    """Whether a game comes with croupier, so that its name alone finds it anywhere."""
    return Path(ruleset.path).resolve().is_relative_to(shipped().resolve())


def _without_nothing(tree: Mapping[str, str | None]) -> dict[str, str]:
    return {key: value for key, value in tree.items() if value is not None}


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
