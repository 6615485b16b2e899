"""`croupier games`: what there is to play."""

import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import typer

from ..ruleset.catalog import GameFile, find_games
from ..ruleset.decode import visible
from ..ruleset.errors import OptionError
from .console import say

EXAMPLE = """\b
Examples:
  croupier games
  croupier games my_games/ --format json
"""


class Format(StrEnum):
    text = "text"
    json = "json"


def games(
    folder: str | None = typer.Argument(
        None, metavar="FOLDER", show_default=False, help="A folder of games; without one, those that come with croupier."
    ),
    format: Format = typer.Option(Format.text, "--format", "-f", help="How the list is written."),
) -> None:
    """List the games, with players, options and variants."""
    if folder is not None and not Path(folder).is_dir():
        raise OptionError(f"there is no folder '{folder}'")
    found = find_games(None if folder is None else Path(folder))
    if not found and folder is not None:
        raise OptionError(f"'{folder}' holds no games: a game is a folder with a ruleset.yaml")
    listed = [summary(game) for game in found]
    if format is Format.json:
        say(json.dumps(listed, indent=2))
    else:
        say("\n\n".join("\n".join(_lines(entry)) for entry in listed))


def summary(game: GameFile) -> dict[str, Any]:
    """What there is to know about a game before it is checked; `problem` tells that its file cannot be read."""
    rules = _outline(game.path)
    told: dict[str, Any] = {
        "name": game.name,
        "path": str(game.path),
        "title": _text(rules.get("title")) or game.name,
        "about": _text(rules.get("about")),
        "players": _players(rules.get("players")),
        "options": [_option(str(name), value) for name, value in _mapping(rules.get("options")).items()],
        "variants": [],
    }
    for name, path in game.variants:
        variant = _outline(path)
        title, about = _text(variant.get("title")) or name, _text(variant.get("about"))
        told["variants"].append({"name": f"{game.name}/{name}", "path": str(path), "title": title, "about": about})
    if not rules:
        told["problem"] = f"cannot be read; see: croupier validate {game.path}"
    return told


def _outline(path: Path) -> dict[str, Any]:
    """The keys and values of a rules file as far as it can be read at all, unchecked."""
    import yaml

    try:
        return _mapping(yaml.load(path.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        return {}


def _mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    """A single value as text in one line; nothing for a list or a table, which has no place here."""
    if isinstance(value, bool):
        return str(value).lower()
    return visible(" ".join(str(value).split())) if isinstance(value, str | int | float) else ""


def _plain(value: object) -> bool | int | str:
    return value if isinstance(value, bool | int) else _text(value)


def _players(value: object) -> dict[str, bool | int | str]:
    entry = _mapping(value)
    return {"min": _plain(entry.get("min", value)), "max": _plain(entry.get("max", value))}


def _option(name: str, value: object) -> dict[str, Any]:
    entry = _mapping(value) or {"default": value}
    choices = entry.get("choices")
    told: dict[str, Any] = {"name": visible(name), "about": _text(entry.get("about"))}
    told |= {key: _plain(entry[key]) for key in ("default", "min", "max") if key in entry}
    if isinstance(choices, list):
        told["choices"] = [_plain(choice) for choice in choices[:100]]
    return told


def _lines(entry: dict[str, Any]) -> Iterator[str]:
    low, high = entry["players"]["min"], entry["players"]["max"]
    players = f", {low if low == high else f'{low} to {high}'} players" if low else ""
    yield f"{entry['name']}: {entry['title']}{players}"
    if "problem" in entry:
        yield f"  {entry['problem']}"
    if entry["about"]:
        yield f"  {entry['about']}"
    tables = {
        "options": [(option["name"], _option_line(option)) for option in entry["options"]],
        "variants": [(variant["name"], variant["about"] or variant["title"]) for variant in entry["variants"]],
    }
    for head, rows in tables.items():
        if rows:
            yield f"  {head}:"
            wide = max(len(name) for name, _ in rows)
            yield from (f"    {name:{wide}}  {text}".rstrip() for name, text in rows)


def _option_line(option: dict[str, Any]) -> str:
    allowed = ""
    if "choices" in option:
        allowed = f" ({', '.join(map(_text, option['choices']))})"
    elif "min" in option or "max" in option:
        allowed = f" ({option.get('min', '')}..{option.get('max', '')})"
    about = f": {option['about']}" if option["about"] else ""
    return f"{_text(option.get('default'))}{allowed}{about}"
