"""Names: what a bare word of an expression stands for, and whose it is."""

from . import core
from . import syntax as syn
from .finding import Finding, did_you_mean, error
from .meant import MEANT, conversion, each_of
from .names import Names, Scope
from .scalars import looks_like
from .signatures import WORDS
from .source import Span
from .types import NONE, PLAYER, TRUTH, UNKNOWN, ZONE, Kind, Type, list_of, symbol

SPOKEN = (
    "player", "players", "others", "winner", "none", "true", "false", "all", "top", "random", "next", "previous", "seat", "cards", "any",
    "every", "not",
)  # fmt: skip
"""Words of the language that a misspelt name in an expression may have been meant to be."""


class Lookup:
    """Resolves the texts of one ruleset against its names."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.findings: list[Finding] = []
        self.early: set[Span] = set()
        """Where a choice asks for the very name that it gives, which has no value before."""
        self.lots: list[Span] = []
        """Where something is drawn by lot."""

    # ----------------------------------------------------------------- findings

    def error(self, code: str, span: Span, message: str, hint: str | None = None) -> core.Const:
        self.findings.append(error(code, span, message, hint))
        return unknown(span)

    def expect(self, found: core.Expr, wanted: Type, what: str) -> core.Expr:
        """The expression, if it is of the wanted type; `what` says in the reader's words where it stands."""
        if not fits(found.type, wanted):
            self.error("R220", found.span, f"{what} must be a {wanted}, but {found.type.said}", conversion(found.type, wanted))
            return unknown(found.span)
        return found

    def steady(self, drawn: int) -> None:
        """Findings for what is drawn by lot since so many lots, where the answer may be asked for any number of times."""
        for span in self.lots[drawn:]:
            message = "this is asked again and again, and what is drawn by lot would have another answer each time"
            self.error("R235", span, message, "draw it before, as in `let lot = random 1 to 6`, and write `lot` here")
        del self.lots[drawn:]

    def of_one_card(self, word: str, cards: core.Expr) -> str:
        """What to write where an attribute is asked of several cards."""
        text = cards.span.text
        if isinstance(cards, core.Zone) and self.names.zones[cards.name].ordered:
            return f"for its top card write `{word} of top of {text}`"
        numeric = self.names.attributes[word].type.kind is Kind.NUMBER
        whole = f"`sum of {word} in {text}`" if numeric else f"`count of card in {text} where {word} == ...`"
        return f"write {whole}, or `any card in {text} where ...`"

    def lot_ends(self, tree: syn.Arithmetic) -> None:
        """A finding where nothing but the grammar tells whether what stands behind `random A to B` belongs to B; two lots are two."""
        lot = bare_end(tree.left, tree.span.start, tree.left.span.end)
        if not isinstance(lot, syn.RandomOf) or not isinstance(lot.domain, syn.Numbers):
            return
        highest, first = lot.domain.amount.high, tree.right
        if highest is None or highest.span.end < lot.span.end:
            return  # brackets close it
        while isinstance(first, syn.Arithmetic) and first.span.start == first.left.span.start:
            first = first.left
        if isinstance(first, syn.RandomOf):
            return
        high, drawn = (" ".join(part.span.text.split()) for part in (highest, lot))
        rest = f"{tree.op} {' '.join(tree.right.span.text.split())}"
        message = f"this does not say whether `{rest}` belongs to the highest number that can be drawn"
        start = drawn.removesuffix(high)
        self.error("R221", tree.span, message, f"write `{start}({high} {rest})`, or `({drawn}) {rest}` to change what is drawn")

    # ----------------------------------------------------------------- names

    def unhidden(self, name: syn.Name, *, through: bool = False) -> None:
        """A finding where a name given inside a body hides one that is declared; one that goes `through` a list or type is called as it."""
        word, names = name.id, self.names
        if through and (word in names.lists or word in names.card_types):
            return
        if word in names.state:
            what, hint = "declared under `state`", f"write `{word} = ...` to change it, or take another name"
        elif word in names.zones or word in names.options:
            what, hint = "a zone" if word in names.zones else "an option", "take another name"
        elif word in names.attributes:
            what, hint = "an attribute of cards", "take another name"
        else:
            return
        self.error("R210", name.span, f"'{word}' is {what}, and this would hide it", hint)

    def name(self, tree: syn.Name, scope: Scope, wanted: Type | None) -> core.Expr:
        word, span = tree.id, tree.span
        if wanted and wanted.kind is Kind.SYMBOL and word not in scope.bindings and word in self.names.symbols(str(wanted.of)):
            found = self.lookup(tree, scope)
            if found is None or found.type.kind is not Kind.SYMBOL:
                self.names.use("symbol", word)
                return core.Const(self.names.symbols(str(wanted.of)).index(word), word, wanted.known(), span)
        if found := self.lookup(tree, scope):
            return found
        homes = self.names.symbol_lists(word)
        if len(homes) == 1:
            self.names.use("symbol", word)
            return core.Const(self.names.symbols(homes[0]).index(word), word, symbol(homes[0]), span)
        if homes:
            return self.error(
                "R212",
                span,
                f"'{word}' stands in several lists ({', '.join(homes)}), and nothing here tells which is meant",
                "compare it with something from one of them, or rename one of the words",
            )
        if word in WORDS:
            return self.error("R221", span, f"'{word}' needs something to be the {word} of", f"write `{WORDS[word].example}`")
        if meant := looks_like(word) or MEANT.get(word):
            return self.error("R201", span, f"unknown name '{word}'", meant)
        if word in self.names.cards:
            return self.error(
                "R201", span, f"'{word}' is a card, and a rule does not name single cards", "ask for what it has, as in `rank of card == 5`"
            )
        known = {*scope.bindings, *self.names.values(), *SPOKEN}
        symbols = self.names.symbols(str(wanted.of)) if wanted and wanted.kind is Kind.SYMBOL else ()
        hint = did_you_mean(word, (str(s) for s in symbols))
        hint = hint or did_you_mean(word, known)
        if hint is None:
            hint = did_you_mean(word, (str(v) for of in self.names.lists for v in self.names.symbols(of)))
        return self.error("R201", span, f"unknown name '{word}'", hint)

    def lookup(self, tree: syn.Name, scope: Scope) -> core.Expr | None:
        """What a bare name stands for, or None where it is not declared."""
        word, span, names = tree.id, tree.span, self.names
        if binding := scope.bindings.get(word):
            names.use("local", f"{id(scope.body)}.{binding.slot}")
            return core.Local(binding.slot, word, binding.type, span)
        match word:
            case "player":
                return scope.acting(span)
            case "players":
                return core.Members("players", list_of(PLAYER), span)
            case "others":
                return core.Call("others", (scope.acting(span),), list_of(PLAYER), span)
            case "winner":
                return core.Winner(PLAYER.or_none(), span)
            case "none":
                return core.Const(None, "none", NONE, span)
            case "true" | "false":
                return core.Const(word == "true", word, TRUTH, span)
            case "blocked":
                if scope.turns is None:
                    return self.error(
                        "R225", span, "`blocked` has a meaning only inside `turns`", "write it behind `until` in the head of `turns`"
                    )
                return core.Blocked(*scope.turns, TRUTH, span)
        if word in names.options:
            names.use("option", word)
            return core.Option(word, names.options[word].type, span)
        if word in names.state:
            return self.state(word, None, scope, span)
        if word in names.zones:
            return self.zone_of(word, None, scope, span)
        if word in names.attributes:
            return self.bare_attribute(word, scope, span)
        if word in names.lists:
            names.use("list", word)
            return core.Members(word, list_of(names.list_type(word)), span)
        return None

    def bare_attribute(self, word: str, scope: Scope, span: Span) -> core.Expr:
        subject = scope.card
        if subject and subject.type.kind is Kind.UNKNOWN:
            return unknown(span)  # what the subject goes through has a mistake of its own
        if subject:
            self.names.use("attribute", word)
            return core.Attribute(word, core.Local(subject.slot, subject.name, subject.type, span), self.names.attributes[word].type, span)
        if word in self.names.lists:
            self.names.use("list", word)
            return core.Members(word, list_of(self.names.list_type(word)), span)
        return self.error(
            "R228", span, f"'{word}' is an attribute of cards, and nothing here says of which card", f"write `{word} of CARD`"
        )

    def state(self, word: str, owner: core.Expr | None, scope: Scope, span: Span) -> core.Expr:
        declared = self.names.state[word]
        self.names.use("state", word)
        return core.State(word, self.whose(word, declared.each, owner, scope, span), declared.type, span)

    def zone_of(self, word: str, owner: core.Expr | None, scope: Scope, span: Span) -> core.Expr:
        declared = self.names.zones[word]
        self.names.use("zone", word)
        return core.Zone(word, self.whose(word, declared.each, owner, scope, span), ZONE, span)

    def whose(self, word: str, each: bool, owner: core.Expr | None, scope: Scope, span: Span) -> core.Expr | None:
        """The owner of a per-player name: as written, or the player that is bound here."""
        if owner is not None:
            if not each:
                self.error(
                    "R223", span, f"'{word}' belongs to the table, not to a player", f"write `{word}` alone, or give it `each: player`"
                )
                return None
            if not fits(owner.type, PLAYER.or_none()):
                message = f"the owner of '{word}' must be a player or none, but {owner.type.said}"
                return self.error("R220", owner.span, message, each_of(word, owner))
            return owner
        return scope.player(span) if each else None


def bare_end(tree: syn.Expr, start: int, end: int) -> syn.Expr | None:
    """What an expression that is written from `start` to `end` ends with; None where that stands in brackets."""
    while (tree.span.start, tree.span.end) == (start, end):
        match tree:
            case syn.Arithmetic(_, _, last) | syn.Negative(last):
                tree, start = last, last.span.start
            case _:
                return tree
    return None


# --------------------------------------------------------------------------- types that go together


def unknown(span: Span) -> core.Const:
    """A stand-in for what could not be resolved: it fits everywhere."""
    return core.Const(None, "?", UNKNOWN, span)


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value of one type can stand where another is wanted; a value that may be none stands for one that is there."""
    if Kind.UNKNOWN in (found.kind, wanted.kind):
        return True
    if found.kind is Kind.NONE:
        return wanted.optional
    if found.kind is Kind.LIST and wanted.kind is Kind.LIST:
        return fits(found.member, wanted.member)
    if wanted.kind is Kind.SYMBOL:
        return found.kind is Kind.SYMBOL and (wanted.of is None or found.of == wanted.of)
    return found.kind is wanted.kind


def comparable(left: Type, right: Type) -> bool:
    """Whether values of two types can be equal."""
    return fits(left, right.or_none()) or fits(right, left.or_none())
