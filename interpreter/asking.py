"""What somebody asks for by name, seat or number, and that it is not there."""

from collections.abc import Mapping
from operator import index
from typing import TypeVar

from ..ruleset.errors import NotThere
from ..ruleset.finding import did_you_mean

T = TypeVar("T")


def whole(what: str, value: object) -> int:
    """A whole number that was given. Raises TypeError for anything else, for True and False too."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{what} is a whole number, not {value!r:.60}")
    return index(value)


def seat_from(seat: object, seats: int) -> int:
    """A seat counted from 0, of one counted from 1. Raises NotThere where nobody sits."""
    number = whole("a seat", seat)
    if not 1 <= number <= seats:
        raise NotThere(f"there is no seat {number}: this game has {seats} players")
    return number - 1


def named(what: str, name: str, known: Mapping[str, T]) -> T:
    """What has this name. Raises NotThere, with the names that there are."""
    if not isinstance(name, str):
        raise TypeError(f"a {what} is asked for by its name, not by {name!r:.60}")
    if name not in known:
        hint = did_you_mean(name, known) or f"there are: {', '.join(known) or 'none'}"
        raise NotThere(f"there is no {what} '{name}'; {hint}")
    return known[name]


def whose(name: str, is_each: bool, seat: object, seats: int) -> int:
    """The seat from 0 whose own of something is asked for, 0 for what all share.

    Raises NotThere where it is not said whose, and where it is said of what is nobody's own.
    """
    if not is_each:
        if seat is not None:
            raise NotThere(f"there is one '{name}' for all players: ask for it without a seat")
        return 0
    if seat is None:
        raise NotThere(f"every player has a '{name}': say whose, as a seat from 1")
    return seat_from(seat, seats)
