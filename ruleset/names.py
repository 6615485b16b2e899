"""Everything a ruleset declares, by name, and the names bound inside a body."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace

from . import core, model
from .signatures import ACTIONS, CARD_TYPES, CATEGORIES, MELD_TYPES
from .source import Span
from .types import NUMBER, PLAYER, Kind, Type, symbol


@dataclass(slots=True)
class Names:
    """What a ruleset declares. `used` gathers what the rules refer to, as (space, name)."""

    options: Mapping[str, model.Option] = field(default_factory=dict)
    lists: Mapping[str, model.SymbolList] = field(default_factory=dict)
    attributes: Mapping[str, model.Attribute] = field(default_factory=dict)
    card_types: Mapping[str, model.CardType] = field(default_factory=dict)
    cards: Mapping[str, int] = field(default_factory=dict)
    zones: Mapping[str, model.Zone] = field(default_factory=dict)
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    melds: Mapping[str, str] = field(default_factory=dict)
    state: Mapping[str, model.State] = field(default_factory=dict)
    actions: Mapping[str, Span] = field(default_factory=dict)
    procedures: Mapping[str, Span] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)
    given: list[tuple[str, Span]] = field(default_factory=list)
    """Names given inside bodies, by `let`, `choose` or `as`, and where."""

    def symbols(self, of: str) -> tuple[int | str, ...]:
        """The values of a list, lowest first; of an option's choices and of the lists that every ruleset has, too."""
        return symbols_of(self, of)

    def list_type(self, of: str) -> Type:
        """The type of a list's values: numbers, or symbols of that list."""
        return NUMBER if of in self.lists and self.lists[of].numeric else symbol(of)

    def symbol_lists(self, word: str | int) -> tuple[str, ...]:
        """The lists of symbols that hold a word."""
        spaces = (*self.lists, *(o for o, option in self.options.items() if option.choices), MELD_TYPES, CATEGORIES, CARD_TYPES, ACTIONS)
        return tuple(of for of in spaces if self.list_type(of).kind is Kind.SYMBOL and word in self.symbols(of))

    def values(self) -> Iterable[str]:
        """Every name that can stand for a value."""
        yield from self.options
        yield from self.state
        yield from self.zones
        yield from self.attributes
        yield from self.lists

    def use(self, space: str, name: str) -> None:
        self.used.add((space, name))


def symbols_of(declared: Names | model.Ruleset, of: str) -> tuple[int | str, ...]:
    """The values of a list by its name, while a ruleset is read and when it is played; none for a name that is no list."""
    match of:
        case _ if of == MELD_TYPES:
            return tuple(declared.melds)
        case _ if of == CATEGORIES:
            return tuple(declared.categories)
        case _ if of == CARD_TYPES:
            return tuple(declared.card_types)
        case _ if of == ACTIONS:
            return tuple(declared.actions)
        case _ if of in declared.lists:
            return declared.lists[of].values
        case _ if of in declared.options:
            return declared.options[of].choices or ()
    return ()


@dataclass(slots=True)
class Body:
    """The local slots of one procedure, action, rule or effect. Slot 0 is `player`, given by whoever carries it out."""

    has_player: bool = False
    """Whether a player is surely there: an action, an effect, a rule for each player."""
    slots: list[str] = field(default_factory=lambda: ["player"])
    player_used: Span | None = None
    """Where the body first needs the player that its caller gives, if it does."""

    def slot(self, name: str) -> int:
        self.slots.append(name)
        return len(self.slots) - 1


@dataclass(frozen=True, slots=True)
class Binding:
    slot: int
    name: str
    type: Type
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """The names visible at one place of a body: bindings, the subjects of each `where` around it, the innermost `turns`."""

    body: Body
    bindings: Mapping[str, Binding] = field(default_factory=dict)
    card: Binding | None = None
    """The card in question: bare attributes are its own."""
    owner: Binding | None = None
    """The player in question: bare names that every player has are that player's."""
    turns: tuple[int, core.Filter | None] | None = None

    def bind(self, binding: Binding) -> "Scope":
        return replace(self, bindings={**self.bindings, binding.name: binding})

    def about(self, binding: Binding, attributes: Container[str] = ()) -> "Scope":
        """The scope behind a `where`: bare attributes and per-player names are the subject's, and hide what is bound around it."""
        match binding.type.kind:
            case Kind.PLAYER:
                return replace(self.bind(binding), owner=binding)
            case Kind.CARD:
                around = {name: bound for name, bound in self.bindings.items() if name not in attributes}
                return replace(self, bindings={**around, binding.name: binding}, card=binding)
            case Kind.UNKNOWN:
                return replace(self.bind(binding), card=binding)
        return self.bind(binding)

    def in_turns(self, idle: int, among: core.Filter | None) -> "Scope":
        return replace(self, turns=(idle, among))

    def player(self, span: Span) -> core.Local:
        """The player whose names stand bare here: the subject of a `where`, or `player`."""
        if self.owner:
            return core.Local(self.owner.slot, self.owner.name, PLAYER, span)
        return self.acting(span)

    def acting(self, span: Span) -> core.Local:
        """`player`: the one bound nearest, or the one that the body is carried out for."""
        if binding := self.bindings.get("player"):
            return core.Local(binding.slot, "player", PLAYER, span)
        if not self.body.has_player and self.body.player_used is None:
            self.body.player_used = span
        return core.Local(core.PLAYER_SLOT, "player", PLAYER, span)
