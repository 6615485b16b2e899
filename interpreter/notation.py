"""How values are written for people, and read back."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, product
from typing import Any

from ..ruleset import core
from ..ruleset.finding import did_you_mean
from ..ruleset.types import Kind, Type
from .emit import Constants
from .layout import Layout
from .melds import MeldBook
from .naming import CardNames, Unreadable
from .runtime import Card
from .somecards import picks

LONGEST_NUMBER = 4300
"""Numbers of more signs are not read: Python writes none."""

MOST_CARDS = 200
"""Of more cards than this, and than there are, no meld is looked for."""

TRUTHS = ("false", "true")

MOST_WAYS = 1000
"""In how many ways cards can lie that somebody typed without saying where."""


@dataclass(frozen=True, slots=True)
class Notation:
    """Writes and reads the values of one game."""

    constants: Constants
    book: Callable[[], MeldBook]
    names: CardNames = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", CardNames(self.constants.ruleset.cards))

    @property
    def layout(self) -> Layout:
        return self.constants.layout

    # ----------------------------------------------------------------- writing

    def write(self, value: Any, type: Type) -> str:
        """A value as it is typed: codes of cards, seats from 1, words of lists, places from 1."""
        if value is None:
            return "none"
        match type.kind:
            case Kind.MELD:
                return str(value[0]) + self.announced(value[0])
            case Kind.CARD:
                return self.code(value)
            case Kind.PLAYER:
                return str(value + 1)
            case Kind.SYMBOL if not type.is_word:
                return str(self.constants.symbols(str(type.of))[value])
            case Kind.PLACE if self.layout.zones[self.layout.zone_at[value]].places:
                return self.place(value)
            case Kind.PLACE | Kind.ZONE:
                return self.zone(value)
            case Kind.TRUTH:
                return "true" if value else "false"
            case Kind.BAG:
                return ", ".join(f"{count} {name}" for name, count in value) or "nothing"
            case Kind.LIST if type.member.kind is Kind.CARD:
                return " ".join(self.code(card) for card in value)
            case Kind.LIST:
                return " ".join(self.write(item, type.member) for item in value)
        return str(value)

    def code(self, card: Card) -> str:
        return self.constants.ruleset.cards[card[0]].code

    def placed(self, value: Any, type: Type, whole: bool) -> str:
        """A place with its zone, or cards with where each lies (`whole`: with the zone in any case)."""
        if type.kind is Kind.PLACE:
            return self.zone(value)
        return " ".join([self.code_at(card, whole) for card in ([value] if type.kind is Kind.CARD else value)])

    def code_at(self, card: Card, whole: bool = False) -> str:
        """A card with the place where it lies, as `ring@3`: a place by number, a player's zone by its seat, else the zone.

        Where that could be in several zones, it is `whole`: `ring@offers.3`.
        """
        return f"{self.code(card)}@{self.where(card[1], whole)}"

    def where(self, slot: int, whole: bool = False) -> str:
        zone, seat = self.layout.zones[self.layout.zone_at[slot]], self.layout.owner[slot]
        parts = [*([str(seat + 1)] if seat is not None else []), *([self.place(slot)] if zone.places else [])]
        return ".".join(parts if parts and not whole else [zone.name, *parts])

    def place(self, slot: int) -> str:
        """A place by its number in its zone."""
        zone = self.layout.zones[self.layout.zone_at[slot]]
        return str((slot - zone.base) % zone.stride + 1) if zone.places else zone.name

    def zone(self, slot: int) -> str:
        """A zone by its name, of a player's with the seat behind it; of one with places the place, too."""
        zone, seat = self.layout.zones[self.layout.zone_at[slot]], self.layout.owner[slot]
        return " ".join([zone.name, *([str(seat + 1)] if seat is not None else []), *([self.place(slot)] if zone.places else [])])

    def announced(self, meld: Any) -> str:
        """` [type]` where the cards alone do not say as what they are meant."""
        categories = self.constants.ruleset.categories
        if len(categories) == 1 and categories[meld.category].reading != "announced":
            return ""  # the strongest type is the only one
        return f" [{meld.type}]" if len(self.book().meld(meld.parts)) > 1 else ""

    # ----------------------------------------------------------------- reading

    def read(self, text: str, pick: core.Pick, near: Iterable[Card] = ()) -> Iterator[Any]:
        """Every value that a text can mean, whether or not it can be picked; `near` are the cards, or zones, in reach.

        Raises Unreadable where it means nothing.
        """
        type = pick.domain.type
        match type.kind:
            case Kind.MELD:
                yield from self.read_meld(text)
            case Kind.CARD:
                code, _, where = text.partition("@")
                ways = self.names.read_cards(code.strip(), near)
                cards = [kinds[0] for kinds in ways if len(kinds) == 1]
                if not cards:
                    raise Unreadable(f"'{pick.name}' is one card, not {len(ways[0])}")
                yield from self.at(cards, where.strip(), near) if where else chain.from_iterable(self.lying(kind, near) for kind in cards)
            case Kind.LIST if type.member.kind is Kind.CARD and "@" in text:
                said = [word.partition("@") for word in text.split()]
                yield from self.strewn([(self.names.read_codes([code])[0], where) for code, _, where in said], near)
            case Kind.LIST if type.member.kind is Kind.CARD:
                for kinds in self.names.read_cards(text, near):
                    yield from self.strewn([(kind, "") for kind in kinds], near)
            case Kind.PLAYER | Kind.NUMBER:
                what = "a player by number" if type.kind is Kind.PLAYER else "a number"
                word = text.lower().removeprefix("player ").strip()
                if not word.removeprefix("-").isdecimal() or not word.isascii() or len(word) > LONGEST_NUMBER:
                    raise Unreadable(f"'{pick.name}' is {what}, which '{text}' is not")
                yield int(word) - 1 if type.kind is Kind.PLAYER else int(word)
            case Kind.PLACE:
                yield from self.read_place(text, pick)
            case Kind.ZONE:
                slots = {self.zone(slot): slot for slot in self.layout.zone_slots}
                likely = [self.zone(slot) for slot in near]  # type: ignore[arg-type]  # zones that can be picked
                zone = _nearest(text, likely) or _nearest(text, list(slots))
                if zone is None:
                    raise Unreadable(_beginnings(text, likely) or f"there is no zone '{text}'{_hint(text, slots)}")
                yield slots[zone]
            case Kind.SYMBOL if type.is_word:
                yield text
            case Kind.SYMBOL:
                yield self.read_symbol(text, str(type.of))
            case Kind.TRUTH:
                truth = _nearest(text, TRUTHS)
                if truth is None:
                    raise Unreadable(f"'{pick.name}' is true or false, which '{text}' is not")
                yield bool(TRUTHS.index(truth))
            case _:
                raise Unreadable(f"'{pick.name}' cannot be typed")

    def read_symbol(self, text: str, of: str) -> int:
        values = [str(v) for v in self.constants.symbols(of)]
        found = _nearest(text, values)
        if found is None:
            raise Unreadable(_beginnings(text, values) or f"there is no {of} '{text}'{_hint(text, values)}")
        return values.index(found)

    def read_place(self, text: str, pick: core.Pick) -> Iterator[int]:
        word = text.lower().removeprefix("place ").strip()
        if (found := {self.zone(slot).lower(): slot for slot in self.layout.zone_slots}.get(word)) is not None:
            yield found
            return
        if not word.isdecimal() or not word.isascii() or len(word) > 6:
            raise Unreadable(f"'{pick.name}' is a place by number, which '{text}' is not")
        most = max((zone.places for zone in self.layout.zones.values()), default=0)
        if not 1 <= int(word) <= most:
            raise Unreadable(f"there is no place {int(word)}: places are 1 to {most}")
        for zone in self.layout.zones.values():
            if 1 <= int(word) <= zone.places:
                yield from (zone.of(seat)[int(word) - 1] for seat in range(zone.seats))

    def read_meld(self, text: str) -> Iterator[Any]:
        """Melds, without seat and slot: `K5 K5 R5 + M1 R1`, `K3 K4 [flush]`, the cards in any order."""
        body, bracket, rest = text.partition("[")
        kind = self.read_kind(rest) if bracket else None
        parts = [self.names.read_codes(part.split()) for part in body.split("+")]
        if any(not part for part in parts):
            raise Unreadable("no card stands there" if len(parts) == 1 else "a part of the meld has no card")
        if sum(map(len, parts)) > max(MOST_CARDS, sum(self.layout.caps)):
            raise Unreadable("these are too many cards")
        found = self.book().meld(parts) if len(parts) > 1 else self.book().readings(parts[0])
        if not found:  # the parts may be said in another order, too
            said = sorted(sorted(part) for part in parts)
            found = tuple(m for m in self.book().readings([k for p in parts for k in p]) if sorted(sorted(p) for p in m.parts) == said)
        cards = " + ".join(" ".join(self.constants.ruleset.cards[k].code for k in part) for part in parts)
        if not found:
            raise Unreadable(f"{cards} makes no meld")
        if kind is not None and not any(m.type == kind for m in found):
            raise Unreadable(f"{cards} is {' or '.join(dict.fromkeys(m.type for m in found))}, not {kind}")
        yield from (m for m in found if kind in (None, m.type))

    def read_kind(self, text: str) -> str:
        """The type of meld that a text behind `[` names, with blanks and capitals as people write them."""
        name, closing, behind = text.partition("]")
        if not closing:
            raise Unreadable("the bracket with the name of the meld is not closed")
        if behind.strip() or "[" in name:
            raise Unreadable("what the meld is called stands once, in brackets behind all of its cards")
        if not name.strip():
            raise Unreadable("nothing stands in the brackets: write what the meld is called, or leave them out")
        ruleset = self.constants.ruleset
        said = {type.lower().replace("_", " "): type for type in ruleset.melds}
        kind = said.get(" ".join(name.lower().replace("_", " ").split()))
        if kind is not None:
            return kind
        category = next((c for c in ruleset.categories.values() if c.name.lower() == name.strip().lower()), None)
        if category is not None:
            raise Unreadable(f"'{category.name}' are of several kinds: write {', '.join(category.types)}")
        raise Unreadable(f"there is no meld called '{name.strip()}'{_hint(name.strip(), ruleset.melds)}")

    def at(self, kinds: Sequence[int], where: str, near: Iterable[Card]) -> Iterator[Card]:
        """The card of one of these kinds that lies there. Raises Unreadable where none does."""
        found = [card for card in dict.fromkeys(near) if card[0] in kinds and where.lower() in self.names_of(card[1])]
        if not found:
            raise Unreadable(f"no {self.constants.ruleset.cards[kinds[0]].code} lies at '{where}'")
        yield from found

    def names_of(self, slot: int) -> tuple[str, str]:
        """What can be typed for where a card lies, in small letters."""
        return self.where(slot).lower(), self.where(slot, whole=True).lower()

    def lying(self, kind: int, near: Iterable[Card]) -> Iterator[Card]:
        """A card as (kind, slot): wherever one lies among those in reach, else nowhere (-1)."""
        yield from ((kind, slot) for slot in dict.fromkeys(s for k, s in near if k == kind) or [-1])

    def strewn(self, said: Sequence[tuple[int, str]], near: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
        """Cards, each with where it is said to lie ("": anywhere), in every way in which they can lie among those in reach.

        Of a card that is said more often than it is there all are meant to lie where the first of them does.
        """
        near, ways = tuple(near), []
        if len({slot for _, slot in near}) == 1 and not any(where for _, where in said):  # one pile, as most are
            slots = dict(near)
            yield tuple(sorted([(kind, slots.get(kind, -1)) for kind, _ in said]))
            return
        for (kind, where), count in Counter(said).items():
            found = list(self.at((kind,), where, near) if where else self.lying(kind, near))
            held = [(card, near.count(card)) for card in found]
            ways.append(list(islice(picks(held, count), MOST_WAYS)) or [(found[0],) * count])
        yield from dict.fromkeys(tuple(sorted(chain.from_iterable(way))) for way in islice(product(*ways), MOST_WAYS))


def _nearest(text: str, values: Sequence[str]) -> str | None:
    """The value that a text names: whole, or shortened where only one begins so."""
    if text in values:
        return text
    said = text.lower().replace("_", " ")
    exact = [v for v in values if v.lower().replace("_", " ") == said]
    starting = exact or [v for v in values if v.lower().replace("_", " ").startswith(said)]
    return starting[0] if len(starting) == 1 and text else None


def _beginnings(text: str, values: Sequence[str]) -> str | None:
    """That a text is the beginning of several values; None where it is not."""
    starting = [v for v in values if text and v.lower().startswith(text.lower())]
    return f"'{text}' can be {', '.join(starting)}" if len(starting) > 1 else None


def _hint(word: str, known: Iterable[str]) -> str:
    hint = did_you_mean(word, known)
    return f"; {hint}" if hint else ""
