"""Melds that more cards make than play can tell apart."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from . import model
from .check_melds import Making
from .check_survey import Survey
from .finding import Finding, error


def vast(survey: Survey) -> Iterator[Finding]:
    """Melds with a part whose cards are listed in play, and are too many for that, whatever the options say."""
    counting = Counting(survey)
    for meld in survey.ruleset.melds.values():
        deciding = min(meld.decides, len(meld.parts)) if meld.decides else len(meld.parts)
        for place, part in enumerate(meld.parts):
            group = part.group
            if group is None or group.low < 1 or group.each < 1:
                continue
            loose = group.word in ("card", "cards") and not (group.same or group.different)
            if (loose and place >= deciding) or counting.ways(group) <= model.MOST_MELDS:
                continue
            hint = "ask for fewer cards, or set a narrower `where`"
            if loose and not group.mixed and len(meld.parts) == 1 and group.low == group.high:
                hint += f"; or write `{{shape: card + {group.low - 1} cards, decides: 1}}`: who lays it says which card decides"
            message = f"more than {model.MOST_MELDS:,} different choices of cards make '{meld.name}', more than can be told apart in play"
            yield error("R663", part.span, message, hint)
            break


class Counting:
    """In how many ways the cards of a ruleset surely make a group."""

    def __init__(self, survey: Survey) -> None:
        self.making = Making(survey)
        rules = survey.ruleset
        homes = {c.index: [z for z in rules.zones.values() if c.type in z.starts] for c in rules.cards}
        apart = all(z.each for z in rules.zones.values() if z.starts)  # then those of one player may never come to another
        self.copies = {
            c.index: c.copies * (1 if apart and homes[c.index] else sum(rules.players[1] if z.each else 1 for z in homes[c.index]))
            for c in rules.cards
        }

    def ways(self, group: model.Group) -> int:
        """How many choices of cards make a group, at least; 0 for runs, of which play keeps only the values, and where it is not sure."""
        by = (group.by or "rank",) if group.word == "set" else ()
        if group.word in ("run", "exactly") or len(group.different) > 1:
            return 0
        cards = [c for c in self.making.allowed(group) if self.copies[c.index]]
        if group.where is not None:
            cards = [c for c in cards if self.making.surely(group.where, c)]
        attributes = (*by, *group.same, *group.different, *group.mixed)
        if any(isinstance(c.values.get(a), tuple) for c in cards for a in attributes):
            return 0
        total = 0
        for pool in alike((*by, *group.same), cards):
            total += self.choices(group, pool)
            for attribute in group.mixed:  # at most so many of them are not mixed
                total -= sum(self.choices(group, same) for same in alike((attribute,), pool, lacking=True))
        return total

    def choices(self, group: model.Group, cards: Sequence[model.Card]) -> int:
        """How many different choices of as many cards as a group asks for there are in a pool."""
        if group.different:
            counts = [(1, len(kinds)) for kinds in alike(group.different, cards)]
        else:
            counts = [(self.copies[c.index], 1) for c in cards]
        room = sum(most for most, _ in counts)
        high = room if group.high is None else min(group.high, room)
        ways = [1, *[0] * max(high, 0)]
        for most, kinds in counts:  # so many cards of one kind, or one card of so many kinds
            ways = [have + kinds * sum(ways[max(size - most, 0) : size]) for size, have in enumerate(ways)]
        return sum(ways[group.low :])


def alike(attributes: Sequence[str], cards: Sequence[model.Card], lacking: bool = False) -> list[list[model.Card]]:
    """Cards, those that are alike in some attributes together; without those that lack one unless these are asked for."""
    pools = defaultdict[tuple[model.Value, ...], list[model.Card]](list)
    for card in cards:
        values = tuple(card.values.get(a) for a in attributes)
        if lacking or None not in values:
            pools[values].append(card)
    return list(pools.values())
