"""What the expressions of the rule language are worth, told by walking their trees: plain and slow, for comparison with the engine.

It knows the model of the rules and nothing of the interpreter. Options, melds and covers are left out: they have brute forces of their
own. A card is (kind, place where it lies); a place is (zone, seat or None, number or None), all three from 0; symbols are their places
in their lists; none is None.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.ruleset import core, model
from croupier.ruleset.types import Kind, Type

Value = Any
Locals = dict[object, Value]
"""What the slots of a body hold; a round of turns also keeps here how many turns in a row were idle."""

EMPTY = {Kind.NUMBER: 0, Kind.TRUTH: False, Kind.TEXT: ""}


class Place(NamedTuple):
    zone: str
    seat: int | None
    number: int | None


class Card(NamedTuple):
    kind: int
    place: Place


class Places(tuple[Place, ...]):
    """A zone of several places."""


class Refused(Exception):
    """The rules ask for something that is not there, such as the hand of nobody."""


class Chance:
    """The numbers of a seed, made by SplitMix64 (Steele, Lea and Flood, 2014)."""

    FULL = (1 << 64) - 1

    def __init__(self, seed: int) -> None:
        self.state = (seed + 1) & self.FULL
        self.state = self.bits()
        self.state = self.bits()

    def bits(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & self.FULL
        mixed = ((self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9) & self.FULL
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & self.FULL
        return mixed ^ (mixed >> 31)

    def below(self, number: int) -> int:
        return (self.bits() * number) >> 64


class Expressions:
    """The cards and memories of a table, and what expressions are worth there."""

    def __init__(self, rules: model.Ruleset, seats: int, seed: int) -> None:
        self.rules, self.seats, self.chance = rules, seats, Chance(seed)
        self.winner: int | None = None
        self.start: dict[Place, list[int]] = {}
        for zone in rules.zones.values():
            kinds = [card.index for card in rules.cards if card.type in zone.starts for _ in range(card.copies)]
            for seat in range(seats) if zone.each else [None]:
                for place in self.places(zone.name, seat):
                    self.start[place] = kinds
        self.piles = self.gathered()
        self.state: dict[tuple[str, int | None], Value] = {}
        for memory in rules.state.values():
            for seat in range(seats) if memory.each else [None]:
                initial = (
                    EMPTY.get(memory.type.kind) if memory.initial is None else self.value(memory.initial, {core.PLAYER_SLOT: seat or 0})
                )
                self.state[memory.name, seat] = initial

    # ----------------------------------------------------------------- cards

    def gathered(self) -> dict[Place, list[int]]:
        """The cards where they start, each pile from its bottom to its top."""
        return {place: list(kinds) for place, kinds in self.start.items()}

    def places(self, zone: str, seat: int | None) -> Places:
        count = self.rules.zones[zone].places
        assert isinstance(count, int)
        return Places(Place(zone, seat, number) for number in (range(count) if count else [None]))

    def is_ordered(self, place: Place) -> bool:
        return self.rules.zones[place.zone].ordered

    def cards_at(self, place: Place) -> list[Card]:
        """From the top where there is one, else in the order of the rules."""
        kinds = self.piles[place]
        return [Card(kind, place) for kind in (reversed(kinds) if self.is_ordered(place) else sorted(kinds))]

    def members(self, value: Value, type: Type) -> list[Value]:
        """What is in a zone, place or list."""
        if type.kind in (Kind.ZONE, Kind.PLACE):
            if value is None:
                raise Refused("no place")
            return [card for place in (value if isinstance(value, Places) else [value]) for card in self.cards_at(place)]
        return [] if value is None else list(value)

    def symbols(self, of: str) -> Sequence[int | str]:
        named = {"card type": tuple(self.rules.card_types), "action": tuple(self.rules.actions)}
        return named[of] if of in named else self.rules.lists[of].values

    def attribute(self, name: str, card: Card | None) -> Value:
        type = self.rules.attributes[name].type
        value = None if card is None else self.rules.cards[card.kind].values.get(name)
        if value is None:
            return EMPTY.get(type.kind)
        return self.symbols(str(type.of)).index(value) if type.kind is Kind.SYMBOL else value  # type: ignore[arg-type]

    # ----------------------------------------------------------------- expressions

    def sure(self, expression: core.Expr, held: Locals) -> Value:
        """What an expression is worth where it must not be none."""
        value = self.value(expression, held)
        if value is None:
            raise Refused(f"{expression.span.text} is none")
        return value

    def value(self, expression: core.Expr, held: Locals) -> Value:
        match expression:
            case core.Const(value):
                return value
            case core.Local(slot):
                return held.get(slot)
            case core.State(name, owner):
                return self.state[name, None if owner is None else self.sure(owner, held)]
            case core.Zone(name, owner):
                places = self.places(name, None if owner is None else self.sure(owner, held))
                return places if self.rules.zones[name].places else places[0]
            case core.Winner():
                return self.winner
            case core.Blocked(slot, among):
                return held["idle", slot] >= len(self.seats_among(among, held))
            case core.Attribute(name, item):
                return self.attribute(name, self.value(item, held))
            case core.Call(word, arguments):
                return self.call(word, arguments, held)
            case core.Members(of):
                return tuple(range(self.seats if of == "players" else len(self.symbols(of))))
            case core.Range(low, high):
                return tuple(range(self.value(low, held), self.value(high, held) + 1))
            case core.Items(items):
                return tuple(value for value in [self.value(item, held) for item in items] if value is not None)
            case core.Filter():
                return tuple(self.filtered(expression, held))
            case core.Quantified():
                return self.quantified(expression, held)
            case core.Random(domain):
                drawn = self.members(self.value(domain, held), domain.type)
                return drawn[self.chance.below(len(drawn))] if drawn else None
            case core.Logic(word, items):
                return (all if word == "and" else any)(self.value(item, held) for item in items)
            case core.Not(item):
                return not self.value(item, held)
            case core.Compare(sign, left, right):
                return self.compared(sign, self.value(left, held), self.value(right, held))
            case core.Is():
                return self.stands(expression, held)
            case core.Arithmetic(sign, left, right):
                return self.reckoned(sign, self.value(left, held), self.value(right, held))
        raise AssertionError(f"{type(expression).__name__} is not walked")

    def domain(self, over: core.Filter, held: Locals) -> list[Value]:
        """What a filter looks at."""
        members = self.members(self.value(over.domain, held), over.domain.type)
        return members if over.kind is None else [card for card in members if self.rules.cards[card.kind].type == over.kind]

    def filtered(self, over: core.Filter, held: Locals) -> list[Value]:
        return [m for m in self.domain(over, held) if over.where is None or self.value(over.where, {**held, over.slot: m})]

    def seats_among(self, among: core.Filter | None, held: Locals) -> list[int]:
        where = None if among is None else among.where
        return [s for s in range(self.seats) if among is None or where is None or self.value(where, {**held, among.slot: s})]

    def quantified(self, expression: core.Quantified, held: Locals) -> Value:
        over, found = expression.over, self.filtered(expression.over, held)
        match expression.word:
            case "any":
                return bool(found)
            case "every":
                return len(found) == len(self.domain(over, held))
            case "no":
                return not found
            case "count":
                return len(found)
        assert expression.value is not None
        values = [self.value(expression.value, {**held, over.slot: member}) for member in found]
        return {"sum": sum, "highest": max, "lowest": min}[expression.word](values or [0])

    def compared(self, sign: str, left: Value, right: Value) -> bool:
        if sign in ("==", "!="):
            return self.alike(left, right) is (sign == "==")
        if left is None or right is None:
            return False
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]

    def alike(self, left: Value, right: Value) -> bool:
        """Cards are alike where they are of one kind, wherever they lie."""
        if isinstance(left, Card) and isinstance(right, Card):
            return left.kind == right.kind
        return bool(left == right)

    def reckoned(self, sign: str, left: int, right: int) -> int:
        match sign:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left // right
        return left % right

    def stands(self, expression: core.Is, held: Locals) -> bool:
        value = self.value(expression.item, held)
        if expression.state == "none":
            return value is None
        if expression.state == "empty":
            return not self.members(value, expression.item.type)
        assert expression.other is not None
        return any(self.alike(value, m) for m in self.members(self.value(expression.other, held), expression.other.type))

    def call(self, word: str, arguments: Sequence[core.Expr], held: Locals) -> Value:
        values = [self.value(argument, held) for argument in arguments]
        first = values[0]
        if first is None and arguments[0].type.kind in (Kind.CARD, Kind.PLAYER):
            if word == "others":
                raise Refused("nobody has no others")
            return None
        match word:
            case "size":
                return len(self.members(first, arguments[0].type))
            case "owner":
                return first.place.seat
            case "type":
                return self.symbols("card type").index(self.rules.cards[first.kind].type)
            case "title":
                return self.rules.cards[first.kind].title
            case "place":
                return first.place
            case "places":
                return tuple(first)
            case "tops":
                return tuple(self.cards_at(place)[0] for place in (first if isinstance(first, Places) else [first]) if self.piles[place])
            case "top":
                return next(iter(self.cards_at(first)), None) if self.has_top(first) else None
            case "top_cards":
                number, place = values
                return tuple(self.cards_at(place)[: max(number, 0)]) if self.has_top(place) else ()
            case "next":
                return (first + 1) % self.seats
            case "previous":
                return (first - 1) % self.seats
            case "others":
                return tuple((first + step) % self.seats for step in range(1, self.seats))
            case "seat":
                if not 1 <= first <= self.seats:
                    raise Refused("no such seat")
                return first - 1
        raise AssertionError(f"{word} is not walked")

    def has_top(self, place: Place | None) -> bool:
        """Whether cards of a place have an order, and so a top."""
        if place is None:
            raise Refused("no place")
        return self.is_ordered(place)

    # ----------------------------------------------------------------- texts

    def said(self, text: core.Template, held: Locals) -> str:
        return "".join(part if isinstance(part, str) else self.spoken(self.value(part, held), part.type) for part in text.parts)

    def spoken(self, value: Value, type: Type) -> str:
        match type.kind:
            case Kind.PLAYER:
                return "nobody" if value is None else f"Player {value + 1}"
            case Kind.LIST:
                words = [self.spoken(member, type.member) for member in value or ()]
                return ", ".join(words) or ("no cards" if type.holds_cards else "nothing")
            case Kind.CARD if value is not None:
                return self.rules.cards[value.kind].title
            case Kind.SYMBOL if value is not None:
                return str(value if type.is_word else self.symbols(str(type.of))[value]).replace("_", " ")
            case Kind.TRUTH:
                return str(value).lower()
        return "none" if value is None else str(value)
