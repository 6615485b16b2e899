"""The types of the rule language."""

from dataclasses import dataclass, replace
from enum import StrEnum


class Kind(StrEnum):
    NUMBER = "number"
    TRUTH = "truth"
    PLAYER = "player"
    CARD = "card"
    ZONE = "zone"
    PLACE = "place"
    MELD = "meld"
    SYMBOL = "symbol"
    BAG = "bag"
    TEXT = "text"
    EFFECT = "effect"
    ACTION = "action"
    LIST = "list"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Type:
    """A type: its kind, for a symbol the list it comes from, for a list what its members are, and whether `none` is allowed."""

    kind: Kind
    of: "str | Type | None" = None
    optional: bool = False

    def or_none(self) -> "Type":
        return replace(self, optional=True)

    def known(self) -> "Type":
        """The same type where it is sure not to be none."""
        return replace(self, optional=False)

    @property
    def member(self) -> "Type":
        """What a list or zone holds."""
        if self.kind is Kind.LIST and isinstance(self.of, Type):
            return self.of
        return CARD if self.kind in (Kind.ZONE, Kind.PLACE, Kind.MELD) else UNKNOWN

    @property
    def is_word(self) -> bool:
        """Whether a value is a word that can be from several lists, and so is kept as it is written, not as its place in one."""
        return self.kind is Kind.SYMBOL and self.of is None

    @property
    def has_order(self) -> bool:
        """Whether a value is higher or lower than another: a number, or a word of one list."""
        return self.kind is Kind.NUMBER or (self.kind is Kind.SYMBOL and self.of is not None)

    @property
    def holds_cards(self) -> bool:
        """Whether cards can be taken from a value of this type: a zone, a place, a meld or a list of cards."""
        return self.kind in (Kind.ZONE, Kind.PLACE, Kind.MELD) or (self.kind is Kind.LIST and self.member.kind is Kind.CARD)

    def __str__(self) -> str:
        match self.kind:
            case Kind.LIST if self.member.kind is Kind.CARD:
                word = "cards"
            case Kind.LIST:
                word = f"list of {self.member}s"
            case Kind.SYMBOL if self.of:
                word = str(self.of)
            case _:
                word = self.kind.value
        return f"{word} or none" if self.optional and self.kind is not Kind.NONE else word

    @property
    def said(self) -> str:
        """What a value of this type is, as a message says it: 'this is a zone', 'this is an action', 'these are cards', 'this is none'."""
        if self.kind is Kind.NONE:
            return "this is none"
        if self.kind is Kind.LIST and self.member.kind is Kind.CARD:
            return f"these are {self}"
        return f"this is {'an' if str(self)[0] in 'aeiou' else 'a'} {self}"


NUMBER = Type(Kind.NUMBER)
TRUTH = Type(Kind.TRUTH)
PLAYER = Type(Kind.PLAYER)
CARD = Type(Kind.CARD)
ZONE = Type(Kind.ZONE)
PLACE = Type(Kind.PLACE)
MELD = Type(Kind.MELD)
BAG = Type(Kind.BAG)
TEXT = Type(Kind.TEXT)
EFFECT = Type(Kind.EFFECT)
ACTION = Type(Kind.ACTION)
NONE = Type(Kind.NONE, None, True)
UNKNOWN = Type(Kind.UNKNOWN)


def symbol(of: str) -> Type:
    """A symbol of the list `of`."""
    return Type(Kind.SYMBOL, of)


def list_of(member: Type) -> Type:
    """A list of values of one type."""
    return Type(Kind.LIST, member)


CARDS = list_of(CARD)
