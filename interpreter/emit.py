"""Expressions as Python source over the slots of a game (`s`).

Only numbers, literals and names of our own making get into the source: nothing of a rules file does, but its numbers.
Texts and tables go in as constants by name (`constants`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..ruleset import core, model
from ..ruleset.names import symbols_of
from ..ruleset.types import Kind
from .layout import WINNER, Layout


@dataclass(slots=True)
class Constants:
    """Values that generated source refers to by name."""

    ruleset: model.Ruleset
    layout: Layout
    options: Mapping[str, int | bool | str]
    values: dict[str, object] = field(default_factory=dict)

    def keep(self, value: object) -> str:
        """A name for a value."""
        name = f"K{len(self.values)}"
        self.values[name] = value
        return name

    def named(self, name: str, make: Callable[[], object]) -> str:
        if name not in self.values:
            self.values[name] = make()
        return name

    def attribute(self, name: str) -> str:
        """The values of an attribute for all kinds of cards: numbers, places in lists, texts, bags, sets of these, names of effects.

        What is in a set of words from several lists is kept as a word: see `Type.is_word`.
        """
        declared = self.ruleset.attributes[name]
        index = list(self.ruleset.attributes).index(name)
        if declared.shape == "effect":
            return self.named(f"A{index}", lambda: tuple(c.effects[name].name if name in c.effects else None for c in self.ruleset.cards))
        default: object = 0 if declared.shape == "number" else () if declared.shape in ("bag", "set") else None
        if declared.shape == "symbol":
            places: dict[object, int] = {v: i for i, v in enumerate(self.symbols(declared.lists[0]))}
            return self.named(f"A{index}", lambda: tuple(places.get(c.values.get(name)) for c in self.ruleset.cards))
        if declared.shape == "set" and not declared.type.member.is_word:
            of = [v for listed in declared.lists for v in self.symbols(listed)]
            kept: dict[object, object] = {str(v): v if declared.type.member.kind is Kind.NUMBER else i for i, v in enumerate(of)}
            return self.named(f"A{index}", lambda: tuple(_each(c.values.get(name), kept) for c in self.ruleset.cards))
        return self.named(f"A{index}", lambda: tuple(c.values.get(name, default) for c in self.ruleset.cards))

    def symbols(self, of: str) -> tuple[int | str, ...]:
        """The values of a list."""
        return symbols_of(self.ruleset, of)

    def option(self, name: str) -> int | bool:
        """The value of an option as it is at play: a choice among words is its place among them."""
        value = self.options[name]
        if isinstance(value, str) or self.ruleset.options[name].type.kind is Kind.SYMBOL:
            return (self.ruleset.options[name].choices or ()).index(value)
        return value


@dataclass(frozen=True, slots=True)
class Names:
    """How the locals of a body are written: slot `base + n` of the game, or a Python name where one is given."""

    base: int
    given: Mapping[int, str] = field(default_factory=dict)

    def __call__(self, slot: int) -> str:
        return self.given.get(slot) or f"s[{self.base + slot}]"

    def having(self, slot: int, name: str) -> "Names":
        return Names(self.base, {**self.given, slot: name})


class Expressions:
    """Source of expressions."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.layout = constants.layout
        self.ruleset = constants.ruleset
        self.cards = {card.index: card for card in constants.ruleset.cards}

    def expr(self, e: core.Expr, at: Names) -> str:
        match e:
            case core.Const(value):
                return repr(value) if isinstance(value, int) or value is None else self.constants.keep(value)
            case core.Option(name):
                return repr(self.constants.option(name))
            case core.Local(slot):
                return at(slot)
            case core.State(name, owner):
                return f"s[{self.indexed(self.layout.state[name], owner, 1, at)}]"
            case core.Zone():
                return self.slot(e, at)
            case core.Winner():
                return f"s[{WINNER}]"
            case core.Blocked(slot, among):
                if among is None or among.where is None:
                    return f"({at(slot)} >= {self.layout.players})"
                those = [f"bool({self.expr(among.where, at.having(among.slot, str(seat)))})" for seat in range(self.layout.players)]
                return f"({at(slot)} >= {' + '.join(those)})"
            case core.Attribute(name, item):
                return self.attribute(name, item, at)
            case core.Call():
                return self.call(e, at)
            case core.Members(of):
                return f"range({self.layout.players})" if of == "players" else self.members(of)
            case core.Range(low, high):
                return f"range({self.expr(low, at)}, {self.expr(high, at)} + 1)"
            case core.Items(items):
                each = self.as_words if e.type.member.is_word else self.expr
                listed = f"({''.join(each(i, at) + ', ' for i in items)})"
                return listed if all(is_there(i) for i in items) else f"there({listed})"
            case core.Filter():
                name, source, test = self.through(e, at)
                return f"tuple([{name} {source}{test and f' if {test}'}])"
            case core.Quantified():
                return self.quantified(e, at)
            case core.Random(domain):
                return f"by_lot(s, {self.listed(domain, at)})"
            case core.Logic(op, items):
                return "(" + f" {op} ".join(self.expr(i, at) for i in items) + ")"
            case core.Not(item):
                return f"(not {self.expr(item, at)})"
            case core.Compare():
                return self.compare(e, at)
            case core.Is():
                return self.is_state(e, at)
            case core.Beats(left, right):
                return f"beats({self.expr(left, at)}, {self.expr(right, at)})"
            case core.Arithmetic(op, left, right):
                return f"({self.expr(left, at)} {'//' if op == '/' else op} {self.expr(right, at)})"

    # ----------------------------------------------------------------- slots

    def indexed(self, base: int, owner: core.Expr | None, stride: int, at: Names) -> str:
        """The number of a slot: a base, plus the owner's share."""
        if owner is None:
            return str(base)
        seat = self.expr(owner, at)
        if seat.isdecimal():
            return str(base + int(seat) * stride)
        seat = f"owner({seat})" if owner.type.optional else seat
        return f"{base} + {seat}" if stride == 1 else f"{base} + {seat} * {stride}"

    def slot(self, zone: core.Expr, at: Names) -> str:
        """The number of the slot of a zone or place."""
        if isinstance(zone, core.Zone):
            slots = self.layout.zones[zone.name]
            return self.indexed(slots.base, zone.owner, slots.stride, at)
        return self.expr(zone, at)

    def slots(self, zone: core.Expr, at: Names) -> str:
        """All slots of a zone: its places, or of `tops` and `places` without places the piles of all players."""
        assert isinstance(zone, core.Zone)
        slots = self.layout.zones[zone.name]
        if slots.each and slots.places:
            start = self.slot(zone, at)
            return f"spread({start}, {slots.stride})" if core.lots(zone) else f"range({start}, {start} + {slots.stride})"
        return f"range({slots.slots.start}, {slots.slots.stop})"

    def has_places(self, zone: core.Expr) -> bool:
        return isinstance(zone, core.Zone) and self.layout.zones[zone.name].places > 0

    def is_ordered(self, zone: core.Expr) -> bool | None:
        """Whether a zone is ordered; None where it is not known before play, as of the place of a card."""
        if isinstance(zone, core.Zone):
            return self.layout.zones[zone.name].ordered
        found = {z.ordered for z in self.layout.zones.values()}
        return found.pop() if len(found) == 1 else None

    def members(self, of: str) -> str:
        values = self.constants.symbols(of)
        numeric = of in self.ruleset.lists and self.ruleset.lists[of].numeric
        return self.constants.keep(values) if numeric else f"range({len(values)})"

    # ----------------------------------------------------------------- cards and lists

    def listed(self, e: core.Expr, at: Names) -> str:
        """What a loop or filter goes through: cards as (kind, slot) pairs, anything else as it is."""
        match e.type.kind:
            case Kind.ZONE if self.has_places(e):
                return f"all_cards(s, {self.slots(e, at)})"
            case Kind.ZONE | Kind.PLACE:
                return f"cards(s, {self.slot(e, at)})"
            case Kind.MELD:
                return f"meld_cards({self.expr(e, at)})"
        return self.expr(e, at)

    def through(self, f: core.Filter, at: Names) -> tuple[str, str, str]:
        """The Python name of a filter's member, `for ... in ...` with the type of card it is limited to, and its condition, if any."""
        name = f"v{f.slot}"
        source = f"for {name} in {self.listed(f.domain, at)}"
        if f.kind is not None:
            kinds = self.constants.named("TYPE", lambda: tuple(list(self.ruleset.card_types).index(c.type) for c in self.ruleset.cards))
            source += f" if {kinds}[{name}[0]] == {list(self.ruleset.card_types).index(f.kind)}"
        return name, source, "" if f.where is None else self.expr(f.where, at.having(f.slot, name))

    def quantified(self, e: core.Quantified, at: Names) -> str:
        name, source, test = self.through(e.over, at)
        if e.word == "every":
            return f"all({test} {source})" if test else "True"
        source += test and f" if {test}"
        match e.word:
            case "any":
                return f"any(True {source})"
            case "no":
                return f"(not any(True {source}))"
            case "count":
                return f"sum([1 {source}])"
        assert e.value is not None
        value = self.expr(e.value, at.having(e.over.slot, name))
        if e.word == "sum":
            return f"sum([{value} {source}])"
        return f"{'max' if e.word == 'highest' else 'min'}([{value} {source}], default=0)"

    def attribute(self, name: str, item: core.Expr, at: Names) -> str:
        table = self.constants.attribute(name)
        card = self.expr(item, at)
        if isinstance(item, core.Local) and not item.type.optional:
            return f"{table}[{card}[0]]"
        shape = self.ruleset.attributes[name].shape
        return f"of({table}, {card}, {'0' if shape == 'number' else '()' if shape in ('bag', 'set') else 'None'})"

    def packed_size(self, slot: str) -> str:
        """How many cards a packed zone holds; of at most three copies on the spot."""
        planes = self.layout.packing.planes
        if len(planes) > 1 or "(" in slot:
            return f"size(s[{slot}])"
        more = "".join(f" + (s[{slot}] & {plane}).bit_count() * {weight}" for plane, weight in planes).removesuffix(" * 1")
        return f"(s[{slot}].bit_count(){more})"

    def call(self, e: core.Call, at: Names) -> str:
        first = e.args[0]
        match e.word, first.type.kind:
            case "size", Kind.ZONE | Kind.PLACE:
                if self.has_places(first):
                    return f"sum([len(s[i]) for i in {self.slots(first, at)}])"
                slot = self.slot(first, at)
                ordered = self.is_ordered(first)
                if ordered is None:
                    return f"size_at(s, {slot})"
                return f"len(s[{slot}])" if ordered else self.packed_size(slot)
            case "size", Kind.MELD:
                return f"meld_size({self.expr(first, at)})"
            case "size", Kind.BAG:
                return f"bag_size({self.expr(first, at)})"
            case "size", _:
                return f"len({self.expr(first, at)})"
            case "tops" | "places", _:
                return f"tops(s, {self.slots(first, at)})" if e.word == "tops" else f"{self.slots(first, at)}"
            case "others", _:
                return f"OTHERS[{self.expr(first, at)}]"
            case "top", _:
                return f"{'top' if self.is_ordered(first) else 'top_at'}(s, {self.slot(first, at)})"
            case "top_cards", _:
                return f"top_cards(s, {self.expr(first, at)}, {self.slot(e.args[1], at)})"
            case "next" | "previous", _:
                step = 1 if e.word == "next" else self.layout.players - 1
                if first.type.optional:
                    return f"step({self.expr(first, at)}, {step})"
                return f"(({self.expr(first, at)} + {step}) % {self.layout.players})"
            case "owner", Kind.MELD:
                return f"meld_owner({self.expr(first, at)})"
            case (("type" | "category"), Kind.MELD):
                places = {n: i for i, n in enumerate(self.ruleset.melds if e.word == "type" else self.ruleset.categories)}
                return f"meld_{e.word}({self.constants.keep(places)}, {self.expr(first, at)})"
            case "type", _:
                kinds = self.constants.named("TYPE", lambda: tuple(list(self.ruleset.card_types).index(c.type) for c in self.ruleset.cards))
                return f"of({kinds}, {self.expr(first, at)}, None)"
            case "title", _:
                titles = self.constants.named("TITLE", lambda: tuple(c.title for c in self.ruleset.cards))
                return f"of({titles}, {self.expr(first, at)}, None)"
        # the remaining words have a function of their own name: seat, owner and place of a card
        return f"{BODIES[e.word]}({self.expr(first, at)})"

    # ----------------------------------------------------------------- conditions

    def compare(self, e: core.Compare, at: Names) -> str:
        left, right = self.expr(e.left, at), self.expr(e.right, at)
        kinds = {e.left.type.kind, e.right.type.kind}
        if e.left.type.is_word or e.left.type.member.is_word or e.right.type.is_word or e.right.type.member.is_word:
            left, right = self.as_words(e.left, at), self.as_words(e.right, at)
        if Kind.LIST in kinds and Kind.CARD not in {e.left.type.member.kind, e.right.type.member.kind}:
            return f"(sorted({left}, key=str) {e.op} sorted({right}, key=str))"  # a set has no order of its own
        if Kind.CARD in kinds or Kind.MELD in kinds:
            return f"({'' if e.op == '==' else 'not '}alike({left}, {right}))"
        may_be_none = e.left.type.optional or e.right.type.optional or Kind.SYMBOL in kinds
        if e.op in ("==", "!=") or not may_be_none:
            return f"({left} {e.op} {right})"
        return f"ordered_as({left}, {right}, {e.op!r})"

    def is_state(self, e: core.Is, at: Names) -> str:
        match e.state:
            case "none":
                return f"({self.expr(e.item, at)} is None)"
            case "in":
                assert e.other is not None
                return self.is_in(e.item, e.other, at)
        if e.item.type.kind in (Kind.ZONE, Kind.PLACE):
            if self.has_places(e.item):
                return f"(not any([s[i] for i in {self.slots(e.item, at)}]))"
            return f"(not s[{self.slot(e.item, at)}])"
        return f"(not {self.expr(e.item, at)})"

    def is_in(self, item: core.Expr, whole: core.Expr, at: Names) -> str:
        part = self.expr(item, at)
        if whole.type.member.kind is Kind.CARD:
            return f"any([alike(i, {part}) for i in {self.listed(whole, at)}])"
        if item.type.is_word != whole.type.member.is_word:
            return f"({self.as_words(item, at)} in {self.as_words(whole, at)})"
        return f"({part} in {self.expr(whole, at)})"

    def as_words(self, e: core.Expr, at: Names) -> str:
        """A symbol, or a list of them, as the words that they are: where one of two could be from several lists."""
        many = e.type.kind is Kind.LIST
        of = e.type.member if many else e.type
        if of.is_word or of.kind is not Kind.SYMBOL:
            return self.expr(e, at)
        words = self.constants.keep(tuple(map(str, self.constants.symbols(str(of.of)))))
        return f"tuple([word({words}, i) for i in {self.expr(e, at)}])" if many else f"word({words}, {self.expr(e, at)})"


def _each(values: object, kept: Mapping[object, object]) -> tuple[object, ...]:
    """What is kept for each of the words in a cell."""
    return tuple([kept[value] for value in values]) if isinstance(values, tuple) else ()


SURE = (Kind.NUMBER, Kind.TRUTH, Kind.ZONE, Kind.BAG, Kind.LIST)
"""Kinds of values that are never none."""


def is_there(e: core.Expr) -> bool:
    """Whether a value is sure not to be none, whatever it is made from."""
    if isinstance(e, core.Const):
        return e.value is not None
    return isinstance(e, core.Option) or e.type.kind in SURE or (isinstance(e, core.Call) and e.word == "seat")


BODIES = {
    "size": "size", "owner": "card_owner", "type": "of", "category": "meld_category", "title": "of", "tops": "tops", "places": "places",
    "place": "card_place", "seat": "seat",
}  # fmt: skip
"""For each word of the language the function behind it; a test holds this equal to `signatures.WORDS`."""
