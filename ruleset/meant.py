"""What was meant where a name or a thing of another kind stands: the hints of the resolver, in the words of the file."""

from . import core
from . import syntax as syn
from .finding import did_you_mean
from .names import Names
from .types import PLAYER, Kind, Type

MEANT = {
    **dict.fromkeys(("me", "self", "myself", "you"), "`player` is the one who acts, and `others` are all but that one"),
    **dict.fromkeys(("opponent", "opponents", "rival", "rivals"), "write `others` for all but the player who acts, or `next player`"),
    **dict.fromkeys(("everyone", "everybody", "all_players"), "write `players`"),
    **dict.fromkeys(("nobody", "nothing", "null"), "write `none`"),
    **dict.fromkeys(
        ("number", "amount", "length", "len", "cardcount"),
        "write `size of ZONE` for how many cards there are, or `count of card in ZONE where ...`",
    ),
}
"""What people call things that have another name here."""

SUBJECT = {Kind.PLAYER: "player", Kind.CARD: "card", Kind.PLACE: "place"}
"""What a member of a list that is chosen from is called behind `where`, by its kind; anything else is `it`."""

HOW_MANY = "write `count of player` for how many players there are"


def conversion(found: Type, wanted: Type) -> str | None:
    """What to write instead, where one value is near to the wanted one."""
    match wanted.kind, found.kind:
        case Kind.NUMBER, Kind.LIST if found.member.kind is Kind.PLAYER:
            return HOW_MANY
        case Kind.NUMBER, Kind.ZONE | Kind.LIST | Kind.PLACE | Kind.MELD:
            return "write `size of ...` for how many cards there are"
        case Kind.NUMBER, Kind.SYMBOL if found.of:
            return f"a word is no number, even one that is written `5`; values given as `{found.of}: 1..13` are numbers"
        case Kind.TRUTH, Kind.NUMBER:
            return "compare it: `... > 0`"
        case Kind.PLAYER, Kind.NUMBER:
            return "write `seat 1` for the player on the first seat"
        case Kind.PLAYER, Kind.MELD:
            return "write `owner of ...`"
    return None


def comparison(left: core.Expr, right: core.Expr) -> str | None:
    """What to write instead of a comparison of two things that are never alike."""
    kinds = {left.type.kind, right.type.kind}
    listed, other = (left, right) if left.type.kind is Kind.LIST else (right, left)
    if Kind.NUMBER in kinds and listed.type.kind is Kind.LIST and listed.type.member.kind is Kind.PLAYER:
        return HOW_MANY
    if kinds == {Kind.ZONE, Kind.NUMBER} or kinds == {Kind.LIST, Kind.NUMBER}:
        return "write `size of ...` for how many cards there are"
    if Kind.NONE in kinds:
        return "write `is none`"
    if kinds == {Kind.SYMBOL, Kind.TEXT}:
        return "write the word without quotes"
    if kinds == {Kind.NUMBER, Kind.TEXT}:
        return "write the number without quotes"
    if kinds == {Kind.NUMBER, Kind.PLAYER}:
        return "write `seat 1` for the player on the first seat"
    if kinds == {Kind.NUMBER, Kind.SYMBOL}:
        return conversion(*((left.type, right.type) if left.type.kind is Kind.SYMBOL else (right.type, left.type)))
    if kinds == {Kind.PLAYER, Kind.TRUTH}:
        whose, truth = (left, right) if left.type.kind is Kind.PLAYER else (right, left)
        return of_player(truth, whose)
    if isinstance(listed, core.Members) and listed.type.kind is Kind.LIST:
        if listed.of != "players" and listed.type.member == other.type.known():
            return f"`{listed.of}` alone is the whole list: write `{listed.of} of CARD`, or `it` in the `where` of a choice from the list"
        if listed.of != "players":
            return f"`{listed.of}` alone is the whole list: write `{listed.of} of CARD`"
    return None


def of_player(truth: core.Expr, whose: core.Expr) -> str | None:
    """How a truth that each player has is asked for, where it was compared with the player."""
    if not isinstance(truth, core.State) or truth.owner is None:
        return None
    alone = isinstance(whose, core.Local) and whose.slot == core.PLAYER_SLOT
    return f"write `{truth.name}` alone" if alone else f"write `{truth.name} of {words(whose)}`"


def moved(tree: syn.Move, amount: core.Expr) -> str | None:
    """How cards that are known already are moved, where they stand before `from` like a number of them."""
    if tree.amount is None or tree.source is None or not (amount.type.kind is Kind.CARD or amount.type.holds_cards):
        return None
    text, start = tree.span.source.text, tree.source.span.end
    rest = " ".join(text[start : tree.span.end].split())
    which = f"all from {words(amount)}" if amount.type.kind in (Kind.ZONE, Kind.PLACE) else words(amount)
    return f"write `move {which} {rest}`"


def each_of(word: str, owner: core.Expr) -> str | None:
    """What to write where something that each player has is asked of several of them."""
    if owner.type.kind is not Kind.LIST or owner.type.member.kind is not Kind.PLAYER:
        return conversion(owner.type, PLAYER)
    if isinstance(owner, core.Members):
        return f"go through them: `for each player:`, and `{word}` alone in it; or ask `any player where ...`"
    name = words(owner)
    return f"go through them: `for each other in {name}:`, and `{word} of other` in it; or ask `any other in {name} where ...`"


def never_none(found: core.Expr) -> str:
    """What to ask instead of `is none` about what is always there."""
    if carrier := lacking(found):
        return f"ask `{words(carrier)} is none`"
    if found.type.kind in (Kind.ZONE, Kind.PLACE, Kind.LIST):
        return "write `is empty`"
    return "write `== 0`" if found.type.kind is Kind.NUMBER else "leave the question out"


def lacking(found: core.Expr) -> core.Expr | None:
    """What may be none where something of it is asked for."""
    match found:
        case core.Attribute(_, item) | core.State(owner=item) | core.Zone(owner=item) | core.Call(_, (item,)) if item is not None:
            return item if item.type.optional else lacking(item)
    return None


def no_procedure(names: Names, word: str, verb: str) -> str | None:
    """What was meant by `play` or `end` and a word that is no procedure."""
    if word in names.actions and verb == "play":
        return f"'{word}' is an action: write `offer {word}`"
    if word in names.attributes and names.attributes[word].type.kind is Kind.EFFECT:
        return f"write `do {word} of CARD`"
    if near := did_you_mean(word, names.procedures):
        return near
    if verb == "end":
        return "`end` leaves a procedure by its name: put what is left early into one of its own, `play` it, and end that"
    return None


def no_action(names: Names, word: str) -> str | None:
    """What was meant by an offer of a word that is no action."""
    if word in names.procedures:
        return f"'{word}' is a procedure: write `play {word}`"
    return did_you_mean(word, names.actions)


def words(found: core.Expr) -> str:
    """An expression as it is written, on one line."""
    return " ".join(found.span.text.split())
