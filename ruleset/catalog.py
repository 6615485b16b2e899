"""The games that there are: those that come with croupier, and those in a folder."""

import os
from dataclasses import dataclass
from pathlib import Path

from .errors import OptionError
from .finding import did_you_mean

RULES = "ruleset.yaml"
VARIANTS = "variants"


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game by name: its rules file, and the names and rules files of its variants."""

    name: str
    path: Path
    variants: tuple[tuple[str, Path], ...] = ()


PACKAGE = Path(__file__).resolve().parent.parent
"""The folder of the package: `importlib.resources` would take a while to start."""


def shipped() -> Path:
    """The folder of the games that come with croupier."""
    return PACKAGE / "games"


def find_games(folder: Path | None = None) -> tuple[GameFile, ...]:
    """The games in a folder (or the one that the folder itself is), by name; without a folder, the shipped ones."""
    folder = shipped() if folder is None else folder
    if (folder / RULES).is_file():
        return (_game(folder, folder.resolve().name),)
    if not folder.is_dir():
        return ()
    return tuple(_game(child, child.name) for child in sorted(folder.iterdir()) if (child / RULES).is_file())


def _game(folder: Path, name: str) -> GameFile:
    variants = sorted((folder / VARIANTS).glob("*.yaml"))
    return GameFile(name, folder / RULES, tuple((path.stem, path) for path in variants if path.is_file()))


def find(name: str) -> Path:
    """The rules file of a path (a file, or a folder with a `ruleset.yaml`), of a shipped game, or of a `game/variant`.

    Raises OptionError, with the nearest name, where there is none.
    """
    if os.path.exists(name) and not os.path.isdir(name):
        return Path(name)
    if name and os.path.isfile(os.path.join(name, RULES)):
        return Path(name, RULES)
    known = _names()
    if name.strip("/") in known:
        return known[name.strip("/")]
    shown = name if len(name) <= 100 else f"{name[:100]}..."
    if os.path.isdir(name):
        raise OptionError(f"'{shown}' is a folder without a {RULES}")
    hint = did_you_mean(name, known) if len(name) <= 100 else None
    raise OptionError(f"there is no file and no game '{shown}'; {hint or '`croupier games` lists the games'}")


def _names() -> dict[str, Path]:
    """Every name that stands for a shipped rules file: `game` and `game/variant`."""
    games = find_games()
    alone = {game.name: game.path for game in games}
    return alone | {f"{game.name}/{variant}": path for game in games for variant, path in game.variants}
