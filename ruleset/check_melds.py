"""Melds that no cards can make, that are always read as something else, and categories that beat each other in a circle."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, pairwise

from . import core, model
from .check_survey import Survey, in_circles, walk
from .check_values import Values
from .finding import Finding, error, warning

TRIES = 20_000
"""So many times a set of cards is held against a meld; where that does not settle it, nothing is reported."""

Cards = Sequence[model.Card]


def circles(survey: Survey) -> Iterator[Finding]:
    """Categories of melds that beat each other in a circle, so that no meld of them is ever the strongest."""
    rules = survey.ruleset
    beats: dict[str, dict[str, model.MeldType]] = {name: {} for name in rules.categories}
    for meld in rules.melds.values():
        if meld.category in meld.beats:
            message = f"'{meld.name}' is one of '{meld.category}', and would beat itself"
            hint = "in a category the later type is the stronger one: name under `beats` only other categories"
            yield error("R660", meld.span, message, hint)
        for name in rules.categories if "*" in meld.beats else meld.beats:
            if name != meld.category and name in beats and meld.category in beats:
                beats[meld.category].setdefault(name, meld)
    for chain in in_circles(beats):
        name, steps = chain[0], [*chain, chain[0]]
        meld = beats[name][steps[1]]
        said = " beats ".join(f"'{s}'" for s in steps)
        yield error(
            "R660",
            meld.span,
            f"these categories beat each other in a circle: {said}",
            "name under `beats` only what is weaker; `all` takes in every other category",
            related=tuple((beats[a][b].span, f"'{a}' beats '{b}'") for a, b in pairwise(steps[1:])),
        )


# --------------------------------------------------------------------------- what one player can hold


def copies(survey: Survey) -> dict[int, int]:
    """How many of each kind of card can come together in one hand."""
    rules = survey.ruleset
    found = {}
    apart = stays_with_owner(survey)
    for card in rules.cards:
        homes = [z for z in rules.zones.values() if card.type in z.starts]
        decks = sum((1 if apart or not z.each else rules.players[1]) for z in homes)
        found[card.index] = card.copies * max(decks, 1)
    return found


def stays_with_owner(survey: Survey) -> bool:
    """Whether no card ever comes from one player to another."""
    rules = survey.ruleset
    for body in survey.bodies:
        zones = {}
        for part in walk((body.rest, body.procedure.body)):
            match part:
                case core.Pick(slot, _, core.MeldsIn(zone) | core.CardsFrom(source=zone)):
                    zones[slot] = zone
                case core.MoveFrom(source, _, _, _, target):
                    if not same_owner(source, target):
                        return False
                case core.MoveCards(core.Local(slot), place, target):
                    if place == "under" or slot not in zones or not same_owner(zones[slot], target):
                        return False
                case core.MoveCards():
                    return False
    return all(z.each for z in rules.zones.values())


def same_owner(one: core.Expr, two: core.Expr) -> bool:
    match one, two:
        case core.Zone(owner=core.Local(a)), core.Zone(owner=core.Local(b)):
            return a == b
    return False


# --------------------------------------------------------------------------- whether cards can make a group


class Making:
    """Which groups the cards of a ruleset can make."""

    def __init__(self, survey: Survey) -> None:
        self.survey, self.rules = survey, survey.ruleset
        self.copies = copies(survey)
        self.cards: dict[int, list[model.Card]] = {}
        self.tries = 0

    def allowed(self, group: model.Group) -> list[model.Card]:
        """The kinds of cards that a group can be made of, one by one."""
        if id(group) in self.cards:
            return self.cards[id(group)]
        cards = [c for c in self.rules.cards if self.copies[c.index]]
        if group.where is not None:
            cards = [c for c in cards if not Values(self.survey, card=c.values).excluded([(group.where, True)])]
        self.cards[id(group)] = [c for c in cards if all(c.values.get(a) is not None for a in (group.by, *group.same) if a)]
        return self.cards[id(group)]

    def surely(self, where: core.Expr, card: model.Card) -> bool:
        """Whether a card fits a condition for certain."""
        return Values(self.survey, card=card.values).excluded([(where, False)])

    def order(self, attribute: str, cards: Cards) -> list[object]:
        """The values of an attribute in the order of runs."""
        if attribute in self.rules.run_orders:
            return list(self.rules.run_orders[attribute])
        if attribute in self.rules.lists:
            return list(self.rules.lists[attribute].values)
        values = {v for c in cards if isinstance(v := c.values.get(attribute), int)}
        return [*range(min(values), max(values) + 1)] if values and max(values) - min(values) < 1000 else [*sorted(values)]

    def why_not(self, group: model.Group) -> str | None:
        """Why no cards make a group, if none do."""
        if group.word == "exactly":
            for index, wanted in Counter(group.codes).items():
                if wanted > self.copies.get(index, 0):
                    card = self.rules.cards[index]
                    return f"it asks for {wanted} of '{card.code}', of which there are {self.copies[index]}"
            return None
        cards = self.allowed(group)
        if not cards:
            return "no card fits its condition" if group.where is not None else "no card has what it goes by"
        if any(isinstance(c.values.get(a), tuple) for c in cards for a in (group.by, *group.same, *group.different, *group.mixed) if a):
            return None
        if group.mixed and group.low * group.each == 1 and group.high == 1:
            return f"one card alone cannot be mixed in {group.mixed[0]}"
        buckets: dict[tuple[object, ...], list[model.Card]] = defaultdict(list)
        for card in cards:
            buckets[tuple(card.values.get(a) for a in group.same)].append(card)
        if any(self.fits(group, bucket) for bucket in buckets.values()):
            return None
        return self.lacking(group, list(buckets.values()))

    def fits(self, group: model.Group, cards: Cards) -> bool:
        """Whether cards that may lie together make a group; where it is not sure, they do."""
        match group.word:
            case "card" | "cards":
                return self.many(group, cards) >= group.low and self.varied(group, cards, group.low)
            case "set" if group.by:
                values = defaultdict(list)
                for card in cards:
                    values[card.values.get(group.by)].append(card)
                return any(self.many(group, held) >= group.low and self.varied(group, held, group.low) for held in values.values())
            case "run" if group.by:
                if group.by in self.rules.wraps:
                    return True
                return self.longest(group, cards) >= group.low
        return True

    def longest(self, group: model.Group, cards: Cards) -> int:
        """How many values in a row there are enough cards for."""
        held: Counter[object] = Counter()
        for card in cards:
            held[card.values.get(group.by or "")] += self.copies[card.index]
        most = row = 0
        for value in self.order(group.by or "", cards):
            row = row + 1 if held[value] >= group.each else 0
            most = max(most, row)
        return most

    def many(self, group: model.Group, cards: Cards) -> int:
        """How many of some cards can lie in a group, no two alike where it asks for that."""
        most = sum(self.copies[c.index] for c in cards)
        for attribute in group.different:
            most = min(most, len({c.values.get(attribute) for c in cards}))
        return most

    def varied(self, group: model.Group, cards: Cards, number: int) -> bool:
        return number < 2 or all(len({c.values.get(a) for c in cards}) > 1 for a in group.mixed)

    def lacking(self, group: model.Group, buckets: list[list[model.Card]]) -> str:
        alike = f" alike in {' and '.join(group.same)}" if group.same else ""
        match group.word:
            case "run":
                most = max(self.longest(group, b) for b in buckets)
                each = f" with {group.each} cards each" if group.each > 1 else ""
                return f"it asks for {group.low} in a row{each}{alike}, but at most {most} follow each other by {group.by}"
            case "set":
                alike = f" and {' and '.join(group.same)}" if group.same else ""
                most = max((n for b in buckets for n in self.alike(group, b)), default=0)
                return f"it asks for {group.low} cards alike in {group.by}{alike}, but at most {most} come together"
        return f"it asks for {group.low} cards{alike}, but there are not so many"

    def alike(self, group: model.Group, cards: Cards) -> Iterator[int]:
        values = defaultdict(list)
        for card in cards:
            values[card.values.get(group.by or "")].append(card)
        for held in values.values():
            yield self.many(group, held)

    # ------------------------------------------------------------- one reading among others

    def matches(self, group: model.Group, cards: Cards) -> bool:
        """Whether just these cards make a group."""
        self.tries += 1
        number = len(cards)
        if group.where is not None and any(c not in self.allowed(group) for c in cards):
            return False
        size = number if group.word != "run" else number // group.each
        if size < group.low or (group.high is not None and size > group.high) or (group.word == "run" and number % group.each):
            return False
        for attribute in group.same:
            if len({c.values.get(attribute) for c in cards}) > 1:
                return False
        for attribute in group.different:
            if len({c.values.get(attribute) for c in cards}) < number:
                return False
        if any(len({c.values.get(a) for c in cards}) < 2 for a in group.mixed):
            return False
        match group.word:
            case "set":
                return len({c.values.get(group.by or "") for c in cards}) == 1
            case "run":
                order = self.order(group.by or "", self.rules.cards)
                held = Counter(c.values.get(group.by or "") for c in cards)
                places = sorted(order.index(v) for v in held if v in order)
                return (
                    len(places) == len(held) == size and places[-1] - places[0] == size - 1 and all(n == group.each for n in held.values())
                )
        return True


def impossible(survey: Survey) -> Iterator[Finding]:
    """Melds that no cards of one player can make."""
    making = Making(survey)
    for name, meld in survey.ruleset.melds.items():
        for part in meld.parts:
            if part.group and (part.group.low < 1 or part.group.each < 1):
                yield error("R661", part.span, f"'{name}' asks for no cards, and a meld is made of one or more", "write 1 or more")
                break
            if part.group and not part.as_many and (why := making.why_not(part.group)):
                yield warning("R661", part.span, f"no cards can make '{name}': {why}", "ask for fewer cards, or let there be more of them")
                break


def overtaken(survey: Survey) -> Iterator[Finding]:
    """Types that are never the strongest reading: all cards that make them make a later type of the category, too."""
    making = Making(survey)
    rules = survey.ruleset
    for category in rules.categories.values():
        if category.reading != "strongest":
            continue
        types = [rules.melds[t] for t in category.types if t in rules.melds]
        groups = [t.parts[0].group if len(t.parts) == 1 and not t.parts[0].types else None for t in types]
        for place, group in enumerate(groups[:-1]):
            later = [(types[place + 1 + i], g) for i, g in enumerate(groups[place + 1 :]) if g is not None]
            if (
                group is None
                or not later
                or any(isinstance(v, tuple) for c in rules.cards for v in c.values.values())
                or not all(g and g.low > 0 and g.each > 0 for g in (group, *(g for _, g in later)))
                or making.why_not(group)
            ):
                continue
            strong = next((t for t, g in later if covers(g, group)), None) or tried(making, group, later)
            if strong is not None:
                name = types[place].name
                yield warning(
                    "R662",
                    types[place].span,
                    f"'{name}' is never the strongest reading: cards that make it always make '{strong.name}', which stands later",
                    "put the plainer meld first, or let them differ (`same`, `different`, `mixed`)",
                    related=((strong.span, "the stronger one"),),
                )


def covers(wide: model.Group, narrow: model.Group) -> bool:
    """Whether every group of one shape is one of another, as the two are written."""
    plain = {"card", "cards"}
    same_word = wide.word == narrow.word or {wide.word, narrow.word} <= plain
    if not same_word or wide.word == "exactly" or (wide.by, wide.each) != (narrow.by, narrow.each):
        return False
    sizes = wide.low <= narrow.low and (wide.high is None or (narrow.high is not None and narrow.high <= wide.high))
    rights = set(wide.same) <= set(narrow.same) and set(wide.different) <= set(narrow.different) and set(wide.mixed) <= set(narrow.mixed)
    return sizes and rights and wide.where is None


def tried(making: Making, group: model.Group, later: list[tuple[model.MeldType, model.Group]]) -> model.MeldType | None:
    """A later type that goes for all cards that make a group of one size, found by trying; None where some make none."""
    size = group.low * group.each
    if group.high != group.low or group.word == "exactly" or size > 5 or making.rules.wraps or making.rules.run_orders:
        return None
    later = [(t, g) for t, g in later if g.word != "exactly"]
    found: model.MeldType | None = None
    cards = making.allowed(group)
    for chosen in combinations_with_replacement(cards, size):
        if making.tries > TRIES:
            return None
        if not making.matches(group, chosen) or any(n > making.copies[i] for i, n in Counter(c.index for c in chosen).items()):
            continue
        found = next((t for t, g in later if making.matches(g, chosen)), None)
        if found is None:
            return None
    return found
