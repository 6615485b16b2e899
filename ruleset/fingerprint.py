"""A hash over everything that decides play: two files with the same hash play the same game, whatever their texts say."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from .model import Ruleset
from .source import Span

SILENT = frozenset({"span", "about", "credits", "content", "path", "reason", "say", "places"})
"""Fields that no choice depends on."""


def fingerprint(item: object) -> str:
    """64 hexadecimal digits: the SHA-256 of a value's canonical text."""
    digest = hashlib.sha256()
    for piece in canonical(item):
        digest.update(piece.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def canonical(item: object) -> Iterator[str]:
    """The pieces of a value's text, the same on every machine and Python version."""
    if isinstance(item, Span):
        return
    if is_dataclass(item):
        yield type(item).__name__
        for f in fields(item):
            if f.name not in SILENT and not (isinstance(item, Ruleset) and f.name in ("name", "title")):
                yield f.name
                yield from canonical(getattr(item, f.name))
        yield ";"
    elif isinstance(item, Mapping):
        yield "{"
        for key, value in item.items():
            yield str(key)
            yield from canonical(value)
        yield "}"
    elif isinstance(item, tuple | list):
        yield "["
        for value in item:
            yield from canonical(value)
        yield "]"
    elif isinstance(item, frozenset):
        yield from canonical(sorted(item, key=str))
    elif isinstance(item, Enum):
        yield str(item.value)
    else:
        yield f"{type(item).__name__}:{item}"
