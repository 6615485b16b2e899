"""The log as one seat heard it: what others were told besides is not in it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..ruleset.types import Kind, Type
from .compiled import Compiled
from .generate import CHOSE, DID, SAID, SHOWN
from .layout import LOG
from .view import HEARD, Seen, secret_effect, sees, tell


def heard(table: Seen, viewer: int) -> Any:
    """The log of a table with nothing in it that a seat (from 0) was not told."""
    game, node, last = table.game, table.state[LOG], table.last
    known = _heard_so_far(game, viewer)
    new: list[Any] = []
    while node is not None and node is not known[0]:
        while last is not None and last.before[LOG] is node:
            last = last.last
        node, event = node
        new.append(_as_heard(game, event, viewer, None if last is None else last.before))
    log = None if node is None else known[1]
    for event in reversed(new):
        log = (log, event)
    known[:] = table.state[LOG], log
    return log


@lru_cache(maxsize=64)
def _heard_so_far(game: Compiled, viewer: int) -> list[Any]:
    """The log that was asked for last, and what it became: a game goes on, and its log is only added to."""
    return [None, None]


def _as_heard(game: Compiled, event: tuple[Any, ...], viewer: int, before: Sequence[Any] | None) -> tuple[Any, ...]:
    kind, seat, at, *rest = event
    if kind in (SAID, HEARD) or seat == viewer:
        return event
    if kind == DID:
        types = [pick.domain.type for pick in game.ruleset.actions[at].picks]
    elif kind == CHOSE:
        types = [game.program.points[at].stmt.pick.domain.type]
    if kind == SHOWN or any(map(lambda value, type: _has_unseen(game, value, type, viewer), rest[0], types)):
        return HEARD, seat, at if kind == CHOSE else None, tell(game, event, viewer, before)
    if kind == CHOSE and before is not None and secret_effect(game, before, viewer) is not None:
        return HEARD, seat, at, tell(game, event, viewer, before)
    return event


def _has_unseen(game: Compiled, value: Any, type: Type, viewer: int) -> bool:
    """Whether a pick names a card that a seat does not see."""
    match type.kind:
        case Kind.MELD | Kind.CARD:
            return value is not None and not sees(game, value[-1], viewer)
        case Kind.LIST if type.member.kind is Kind.CARD:
            return any([not sees(game, card[1], viewer) for card in value or ()])
    return False
