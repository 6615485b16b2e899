"""Positions: a table set up from a file that a person can write, and a table written as such a file."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..ruleset import model
from ..ruleset.errors import IllegalMove, PositionError
from ..ruleset.finding import Finding
from ..ruleset.nodes import Mapping as MappingNode
from ..ruleset.nodes import Plain
from .chain import Link, chains, put_stack, read_stack, told, unsaid
from .codec import Codec, Misfit
from .compiled import Compiled
from .game import load
from .layout import POINT, RANDOM, SEAT, WINNER
from .program import Point
from .reading import read_tree
from .setting import Setting, game_for
from .table import Table, counted

SECRETS = "A position holds the cards of all players: who reads it knows everything."


@dataclass(frozen=True, slots=True)
class Position:
    """What a table was set up from: the text of the position, what was noted about it, and how many cards there are."""

    text: str
    findings: tuple[Finding, ...] = ()
    cards: Counter[int] = field(default_factory=Counter)


def load_position(game: "Compiled | model.Ruleset | str | Path", source: str | Path, name: str = "<position>") -> Table:
    """A table as a position sets it up; warnings are in `table.setup.findings`.

    `source` is a path, or a text of more than one line (which messages call `name`). What the position does not say of seats
    and options is as in `game`. Raises PositionError with every finding.
    """
    given = game if isinstance(game, Compiled) else load(game)
    tree = read_tree(source, "position", name)
    return set_up(given, tree.node, tree.source.text)


def set_up(given: Compiled, node: MappingNode, text: str) -> Table:
    """The table that a tree says."""
    try:
        game = game_for(given, node)
    except Misfit as misfit:
        raise PositionError(str(misfit), (misfit.finding,)) from None
    setting = Setting(game, node)
    setting.set_up()
    if not setting.is_sound:
        raise PositionError("this position cannot be set up", setting.findings)
    seed: Any = node.get("seed")
    table = Table(game, setting.state, None if node.get("random") is not None else int(seed.value) if seed is not None else 0)
    table.setup = Position(text, tuple(setting.findings), counted(game.layout, setting.state))
    return table


# --------------------------------------------------------------------------- writing


def write_position(table: Table) -> str:
    """A table as a position file, random stream included. It holds secrets, and says so.

    Raises IllegalMove where the game is over: a position has a choice.
    """
    return f"# {SECRETS}\n" + as_yaml(position_tree(table))


def position_tree(table: Table) -> dict[str, Plain]:
    """A table as the tree of a position: nothing that is as it is anyway."""
    if table.over:
        raise IllegalMove("the game is over, and a position has a choice")
    game, state = table.game, table.state
    codec = Codec(game)
    point = game.program.points[state[POINT]]
    options: dict[str, Plain] = {n: v for n, v in game.options.items() if v != game.ruleset.options[n].default}
    choice: dict[str, Plain] = {"seat": state[SEAT] + 1, "at": point.label}
    tree: dict[str, Plain] = {"croupier": 1, "position": game.ruleset.name, "seats": game.seats, "options": options, "choice": choice}
    tree["zones"] = {zone: cards for zone, cards in _zones(game, state)}
    tree["state"] = dict(_memories(codec, state))
    if state[WINNER] is not None:
        tree["winner"] = state[WINNER] + 1
    tree["random"] = f"{state[RANDOM]:016x}"
    frames = told(codec, read_stack(game, state, point))
    if frames != _usual_frames(codec, state, point):
        tree["frames"] = list(frames)
    return {key: value for key, value in tree.items() if value != {}}


def _usual_frames(codec: Codec, state: list[Any], point: Point) -> list[Plain] | None:
    """The running bodies that a position has without `frames`; None where they do not follow from the rest."""
    game = codec.game
    found: list[tuple[Link, ...]] = []
    for chain in chains(game, point, 200):
        found.append(chain)
        if len(found) > 1:
            return None
    if not found:
        return None
    usual = list(state)
    put_stack(game, usual, found[0], point, state[SEAT])
    if next(unsaid(game, usual, found[0], point, state[SEAT]), None) is not None:
        return None
    return told(codec, read_stack(game, usual, point))


def _zones(game: Compiled, state: list[Any]) -> Any:
    """The zones that hold cards, as a file says them."""

    def cards(slot: int) -> str:
        return " ".join(game.ruleset.cards[kind].code for kind, _ in game.code.functions["cards"](state, slot))

    for zone in game.layout.zones.values():
        seats: dict[str, Plain] = {}
        for seat in range(zone.seats):
            piles = [cards(slot) for slot in zone.of(seat)]
            if any(piles):
                seats[str(seat + 1)] = list(piles) if zone.places else piles[0]
        if seats:
            yield zone.name, seats if zone.each else seats["1"]


def _memories(codec: Codec, state: list[Any]) -> Any:
    """The counters and memories that are not as at the beginning."""
    game = codec.game
    for declared in game.ruleset.state.values():
        base = game.layout.state[declared.name]
        seats = range(game.seats if declared.each else 1)
        changed = {str(s + 1): codec.write(state[base + s], declared.type) for s in seats if state[base + s] != game.start[base + s]}
        if changed:
            yield declared.name, changed if declared.each else changed["1"]


def as_yaml(tree: Mapping[str, Plain]) -> str:
    """A tree as YAML: a key a line, what is short in one line."""
    return "".join(line + "\n" for key, value in tree.items() for line in _yaml(key, value, ""))


WIDEST = 110


def _yaml(key: str, value: Plain, indent: str) -> list[str]:
    short = f"{indent}{_key(key)}: {_flow(value)}"
    if len(short) <= WIDEST or not isinstance(value, dict | list) or not value:
        return [short]
    lines = [f"{indent}{_key(key)}:"]
    if isinstance(value, dict):
        return lines + [line for name, part in value.items() for line in _yaml(name, part, indent + "  ")]
    return lines + [f"{indent}  - {_flow(item)}" for item in value]


def _flow(value: Plain) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{_key(k)}: {_flow(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(_flow(item) for item in value) + "]"
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
    return value if _is_plain(value) else json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if key.isdecimal() or _is_plain(key) else json.dumps(key, ensure_ascii=False)


def _is_plain(text: str) -> bool:
    """Whether a text needs no quotes in YAML: words that nothing could take for a number, a truth or nothing."""
    words = text.split(" ")
    first = words[0]
    return (
        all((w and w.isascii() and w.replace("_", "").isalnum()) or w in ("+", "[]") for w in words)
        and first[:1].isalpha()
        and text.lower() not in ("true", "false", "null", "none", "yes", "no", "on", "off", "y", "n")
    )
