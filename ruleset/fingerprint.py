"""A hash over everything that decides play: two files with the same hash play the same game, whatever their texts say."""

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache

from .core import Random, Template, walk
from .model import Card, Ruleset
from .source import Span

SILENT = frozenset({"span", "about", "credits", "content", "path", "reason"})
"""Fields that no choice depends on."""

SILENT_IN: Mapping[type, frozenset[str]] = {Ruleset: frozenset({"name", "title"}), Card: frozenset({"places"})}
"""Fields of one class alone that no choice depends on: the name of a game, and where the cells of a card stand."""


def fingerprint(item: object) -> str:
    """64 hexadecimal digits: the SHA-256 of a value's canonical text."""
    pieces: list[str] = []
    gather(item, pieces)
    return hashlib.sha256("".join(f"{piece}\0" for piece in pieces).encode()).hexdigest()


@cache
def telling(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass on which a choice can depend."""
    silent = SILENT | SILENT_IN.get(kind, frozenset())
    return tuple(f.name for f in fields(kind) if f.name not in silent)


def gather(item: object, pieces: list[str]) -> None:
    """Adds the pieces of a value's text, the same on every machine and Python version."""
    kind = type(item)
    if kind is Span:
        return
    if kind is str or kind is int or kind is bool or item is None:
        pieces.append(f"{kind.__name__}:{item}")
    elif isinstance(item, Template):  # of a text only what is drawn by lot for it: the next lot comes out otherwise then
        gather(tuple(part for part in walk(item.parts) if isinstance(part, Random)) or None, pieces)
    elif is_dataclass(kind):
        pieces.append(kind.__name__)
        for name in telling(kind):
            pieces.append(name)
            gather(getattr(item, name), pieces)
        pieces.append(";")
    elif isinstance(item, Mapping):
        pieces.append("{")
        for key, value in item.items():
            pieces.append(str(key))
            gather(value, pieces)
        pieces.append("}")
    elif isinstance(item, tuple | list):
        pieces.append("[")
        for value in item:
            gather(value, pieces)
        pieces.append("]")
    elif isinstance(item, frozenset):
        gather(sorted(item, key=str), pieces)
    elif isinstance(item, Enum):
        pieces.append(str(item.value))
    else:
        pieces.append(f"{kind.__name__}:{item}")
