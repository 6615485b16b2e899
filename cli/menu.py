"""Legal moves as people look at them: grouped as the menu is, counted, and not all at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..ruleset import core
from ..ruleset.decode import visible
from ..ruleset.types import Kind

if TYPE_CHECKING:
    from ..interpreter import Choice, Move
    from ..interpreter.option import Option

WALKED = 20_000
"""How many moves are walked at the most; of a larger choice the rest is only counted."""


@dataclass(frozen=True, slots=True)
class Group:
    """Moves that belong together: a heading, the word that asks for them, and (number in the choice from 1, move) for each."""

    heading: str
    word: str
    moves: tuple[tuple[int, "Move"], ...]


def grouped(choice: "Choice") -> tuple[Group, ...]:
    """The moves of a choice: an action's together, melds by category and type in the order of the rules."""
    found: dict[tuple[int, ...], tuple[str, str, list[tuple[int, Move]]]] = {}
    number = 0
    for place, option in enumerate(choice.options):
        count = option.count()
        for values in islice(option.walk(), WALKED):
            number += 1
            key, heading, word = heading_of(choice, option, values)
            found.setdefault((place, *key), (heading, word, []))[2].append((number, choice.move(option, values)))
        number += max(count - WALKED, 0)
    return tuple(Group(heading, word, tuple(moves)) for _, (heading, word, moves) in sorted(found.items()))


def heading_of(choice: "Choice", option: "Option", values: tuple[Any, ...]) -> tuple[tuple[int, ...], str, str]:
    """The place, heading and word of the group that a move belongs to."""
    if option.picks and option.picks[0].domain.type.kind is Kind.MELD:
        meld = values[0][0]
        ruleset = choice.game.ruleset
        place = list(ruleset.melds).index(meld.type)
        alone = len(ruleset.categories[meld.category].types) == 1
        name = meld.type if alone else f"{meld.category}: {meld.type}"
        return (place,), f"{option.name} {name}".replace("_", " "), meld.type
    if len(option.picks) > 1:
        first = option.picks[0]
        return (0,), f"{option.name}, by {first.name}".replace("_", " "), option.name
    if option.picks and isinstance(option.picks[0].domain, core.CardsFrom) and not option.picks[0].domain.single:
        size = len(values[0])
        return (size,), f"{option.name}: {'none' if not size else f'{size} card' + 's' * (size != 1)}".replace("_", " "), f"{size} card"
    return (0,), option.name.replace("_", " "), option.name


def listed(choice: "Choice", most: int, only: str = "") -> Iterator[str]:
    """The groups as lines, at most so many moves of each; `only` shows the groups with this word in full."""
    groups = grouped(choice)
    asked = only.lower().replace("_", " ")
    exact = [g for g in groups if g.word.replace("_", " ") == asked]
    chosen = (exact or [g for g in groups if asked in g.heading.lower()]) if only and only != "all" else list(groups)
    if only and not chosen:
        yield f"no moves under '{visible(only)}'; there are: {', '.join(g.heading for g in groups)}"
        return
    numbers = not asks_numbers(choice)
    for group in chosen:
        yield f"{group.heading} ({len(group.moves)})"
        shown = group.moves if only else group.moves[:most]
        for number, move in shown:
            yield f"  {number if numbers else '':>4}  {move}"
        if len(shown) < len(group.moves):
            yield f"        and {len(group.moves) - len(shown)} more: `moves {group.word}`"
    walked = sum(len(g.moves) for g in groups)
    if choice.count() > walked:
        yield f"{choice.count():,} moves in all"


def asks_numbers(choice: "Choice") -> bool:
    """Whether what is asked for is said by numbers: numbers themselves, players, places, or cards and words that are called so."""
    if choice.is_offer:
        return False
    type = choice.options[0].picks[0].domain.type
    if type.kind in (Kind.NUMBER, Kind.PLAYER, Kind.PLACE):
        return True
    if type.kind is Kind.SYMBOL:
        words = map(str, choice.game.notation.constants.symbols(str(type.of))) if type.of else map(str, choice)
        return any(word.isdecimal() for word in words)
    is_of_cards = type.kind is Kind.CARD or type.holds_cards
    return is_of_cards and any(card.code.isdecimal() for card in choice.game.ruleset.cards)
