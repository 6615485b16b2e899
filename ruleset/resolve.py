"""Expressions: from the tree as written to the tree with names resolved and types checked.

`Resolver` yields core expressions and gathers findings; where a part cannot be resolved it is a constant of type
`unknown`, which fits everywhere, so that one mistake gives one finding.
"""

from . import core
from . import syntax as syn
from .finding import did_you_mean
from .lookup import Lookup, comparable, fits, unknown
from .meant import HOW_MANY, MEANT, SUBJECT, comparison, lacking, never_none
from .names import Binding, Scope
from .signatures import WORDS
from .source import Span
from .types import (
    CARD,
    CARDS,
    MELD,
    NUMBER,
    PLAYER,
    TEXT,
    TRUTH,
    UNKNOWN,
    Kind,
    Type,
    list_of,
    symbol,
)  # fmt: skip

SUBJECTS = {"player": PLAYER, "card": CARD, "number": NUMBER}
"""What a name stands for where it goes through something: the type that its members must have."""


class Resolver(Lookup):
    """Resolves the texts of one ruleset against its names."""

    # ----------------------------------------------------------------- doors

    def condition(self, tree: syn.Expr, scope: Scope, what: str = "a condition") -> core.Expr:
        found = self.expr(tree, scope)
        if found.type.kind in (Kind.ZONE, Kind.LIST, Kind.PLACE) and not fits(found.type, TRUTH):
            return self.error(
                "R220",
                found.span,
                f"{what} must be true or false, but {found.type.said}",
                "write `is empty` or `is not empty` behind it",
            )
        if found.type.optional and found.type.kind not in (Kind.TRUTH, Kind.UNKNOWN):
            return self.error(
                "R220",
                found.span,
                f"{what} must be true or false, but {found.type.said}",
                "write `is none` or `is not none` behind it",
            )
        return self.expect(found, TRUTH, what)

    def where(self, tree: syn.Expr, scope: Scope) -> core.Expr:
        """What stands behind `where`: asked of each member, as often as anybody wants to know."""
        drawn = len(self.lots)
        found = self.condition(tree, scope, "what stands behind `where`")
        self.steady(drawn)
        return found

    def number(self, tree: syn.Expr, scope: Scope, what: str) -> core.Expr:
        return self.expect(self.expr(tree, scope), NUMBER, what)

    def player(self, tree: syn.Expr, scope: Scope, what: str) -> core.Expr:
        return self.expect(self.expr(tree, scope), PLAYER.or_none(), what)

    def zone(self, tree: syn.Expr, scope: Scope, what: str) -> core.Expr:
        """A zone or a place of one."""
        if (
            isinstance(tree, syn.Name)
            and tree.id not in scope.bindings
            and tree.id not in self.names.zones
            and self.lookup(tree, scope) is None
        ):
            return self.error("R204", tree.span, f"unknown zone '{tree.id}'", did_you_mean(tree.id, [*self.names.zones, *scope.bindings]))
        found = self.expr(tree, scope)
        if found.type.kind not in (Kind.ZONE, Kind.PLACE, Kind.UNKNOWN):
            return self.error(
                "R220", found.span, f"{what} must be a zone, but {found.type.said}", did_you_mean(found.span.text, self.names.zones)
            )
        return found

    def one_zone(self, found: core.Expr) -> core.Expr:
        """A finding where a zone with places stands for one zone; the expression itself."""
        if isinstance(found, core.Zone) and self.names.zones[found.name].places:
            hint = f"go through `places of {found.name}`, or take `cards in {found.name}`"
            self.error("R229", found.span, f"'{found.name}' has places, and one pile of cards is meant here", hint)
        return found

    def template(self, tree: syn.Template, scope: Scope) -> core.Template:
        return core.Template(tuple(p if isinstance(p, str) else self.expr(p, scope) for p in tree.parts), tree.span)

    # ----------------------------------------------------------------- expressions

    def expr(self, tree: syn.Expr, scope: Scope, wanted: Type | None = None) -> core.Expr:
        """The core of an expression; `wanted` tells which list a bare symbol is meant from."""
        span = tree.span
        match tree:
            case syn.Number(value):
                return self.literal(value, span, wanted)
            case syn.String(value):
                return core.Const(value, f'"{value}"', TEXT, span)
            case syn.Name():
                return self.name(tree, scope, wanted)
            case syn.Items(items):
                inner = wanted.member if wanted and wanted.kind is Kind.LIST else wanted
                parts = tuple(self.one_zone(self.expr(item, scope, inner)) for item in items)
                kind = next((p.type for p in parts if p.type.kind not in (Kind.UNKNOWN, Kind.NONE)), UNKNOWN)
                for part in parts:
                    if part.type.kind is Kind.NONE:
                        self.error("R224", part.span, "a list never holds `none`", "leave it out, and ask for it by `is none`")
                    elif not fits(part.type, kind):
                        self.error("R224", part.span, f"a list holds values of one type, but {part.type.said} among {kind}s")
                return core.Items(parts, list_of(kind.known()), span)
            case syn.Not(item):
                return core.Not(self.condition(item, scope, "what stands behind `not`"), TRUTH, span)
            case syn.Logic(op, items):
                return core.Logic(op, tuple(self.side(op, items, n, scope) for n in range(len(items))), TRUTH, span)
            case syn.Compare():
                return self.compare(tree, scope)
            case syn.IsState(item, state, negated):
                return self.negate(self.is_state(item, state, scope, span), negated, span)
            case syn.IsIn(item, where, negated):
                return self.negate(self.is_in(item, where, scope, span), negated, span)
            case syn.Beats(left, right):
                one, two = (self.expect(self.expr(side, scope), MELD.or_none(), "each side of `beats`") for side in (left, right))
                return core.Beats(one, two, TRUTH, span)
            case syn.Arithmetic(op, left, right):
                self.lot_ends(tree)
                one, two = (self.number(side, scope, f"each side of `{op}`") for side in (left, right))
                unsure = Kind.UNKNOWN in (one.type.kind, two.type.kind)
                return core.Arithmetic(op, one, two, UNKNOWN if unsure else NUMBER, span)
            case syn.Negative(item):
                zero = core.Const(0, "0", NUMBER, span)
                return core.Arithmetic("-", zero, self.number(item, scope, "what stands behind `-`"), NUMBER, span)
            case syn.Of(name, item):
                return self.of(name, item, scope, span)
            case syn.Step(word, item):
                beside = self.player(item, scope, f"what stands behind `{word}`")
                return core.Call(word, (beside,), PLAYER.or_none() if beside.type.optional else PLAYER, span)
            case syn.Seat(number):
                return core.Call("seat", (self.number(number, scope, "a seat"),), PLAYER, span)
            case syn.RandomOf(domain):
                return self.random(domain, scope, span)
            case syn.Top(count, zone):
                return self.top(count, zone, scope, span)
            case syn.Cards(domain, where):
                return self.cards(domain, where, scope, span)
            case syn.Quantified(word, subject, where):
                return core.Quantified(word, self.filter(subject, where, scope, span), None, TRUTH, span)
            case syn.Count(subject, where):
                return core.Quantified("count", self.filter(subject, where, scope, span), None, NUMBER, span)
            case syn.Aggregate():
                return self.aggregate(tree, scope)

    def side(self, op: str, items: tuple[syn.Expr, ...], n: int, scope: Scope) -> core.Expr:
        """A side of `and` or `or`: a condition, where people write `x == 1 or 2` for `x == 1 or x == 2`."""
        item, before = items[n], next((i for i in reversed(items[:n]) if isinstance(i, syn.Compare)), None)
        if before is None or not isinstance(item, syn.Number | syn.Name | syn.String):
            return self.condition(item, scope, f"each side of `{op}`")
        wanted, word = self.expr(before.left, scope).type, item.span.text
        if wanted.kind in (Kind.TRUTH, Kind.UNKNOWN) or self.expr(item, scope, wanted).type.kind is not wanted.kind:
            return self.condition(item, scope, f"each side of `{op}`")
        left = " ".join(before.left.span.text.split())
        message = f"each side of `{op}` must be a condition, and '{word}' alone is none"
        return self.error("R220", item.span, message, f"write `{left} {before.op} {word}`")

    def literal(self, value: int, span: Span, wanted: Type | None) -> core.Expr:
        if wanted and wanted.kind is Kind.SYMBOL and value in self.names.symbols(str(wanted.of)):
            return core.Const(self.names.symbols(str(wanted.of)).index(value), str(value), symbol(str(wanted.of)), span)
        return core.Const(value, str(value), NUMBER, span)

    def negate(self, found: core.Expr, negated: bool, span: Span) -> core.Expr:
        return core.Not(found, TRUTH, span) if negated else found

    # ----------------------------------------------------------------- X of Y

    def of(self, name: syn.Name, item: syn.Expr, scope: Scope, span: Span) -> core.Expr:
        word, names = name.id, self.names
        if word in names.zones or word in names.state:
            owner = self.expr(item, scope)
            if owner.type.kind in (Kind.PLAYER, Kind.UNKNOWN, Kind.NONE) or not (word in WORDS or word in names.attributes):
                return self.zone_of(word, owner, scope, span) if word in names.zones else self.state(word, owner, scope, span)
        if word in WORDS:
            whole = self.expr(item, scope)
            if whole.type.kind is Kind.UNKNOWN:
                return unknown(span)
            if gives := WORDS[word].takes.get(whole.type.kind):
                if word == "tops":
                    self.ordered(whole, places=True)
                return core.Call(word, (whole,), gives, span)
            if word not in names.attributes:
                takes = " or ".join(f"a {k}" for k in WORDS[word].takes)
                return self.error(
                    "R220", whole.span, f"`{word} of` takes {takes}, but {whole.type.said}", f"for instance `{WORDS[word].example}`"
                )
        if word in names.attributes:
            card = self.expr(item, scope)
            names.use("attribute", word)
            if card.type.kind not in (Kind.CARD, Kind.UNKNOWN):
                hint = self.of_one_card(word, card) if card.type.holds_cards else None
                return self.error("R220", card.span, f"'{word}' is an attribute of one card, but {card.type.said}", hint)
            return core.Attribute(word, card, names.attributes[word].type, span)
        known = {*names.zones, *names.state, *names.attributes, *WORDS}
        if word in names.options or word in scope.bindings:
            return self.error("R223", name.span, f"'{word}' is nobody's: it cannot be followed by `of`", f"write `{word}` alone")
        hint = HOW_MANY if word in MEANT and item.span.text in ("player", "players") else MEANT.get(word) or did_you_mean(word, known)
        return self.error("R201", name.span, f"unknown name '{word}'", hint)

    # ----------------------------------------------------------------- comparisons

    def compare(self, tree: syn.Compare, scope: Scope) -> core.Expr:
        left, right = self.pair(tree.left, tree.right, scope)
        kinds = {left.type.kind, right.type.kind}
        if not comparable(left.type, right.type):
            self.error("R224", tree.span, f"a {left.type} and a {right.type} cannot be compared", comparison(left, right))
        elif Kind.NONE in kinds:
            self.error("R224", tree.span, "`none` cannot be compared", "write `is none` or `is not none`")
        elif tree.op not in ("==", "!=") and Kind.UNKNOWN not in kinds and not (left.type.has_order and right.type.has_order):
            hint = "write `beats`" if Kind.MELD in kinds else "only `==` and `!=` can stand here"
            self.error("R224", tree.span, f"a {left.type} is neither higher nor lower than another", hint)
        return core.Compare(tree.op, left, right, TRUTH, tree.span)

    def pair(self, left: syn.Expr, right: syn.Expr, scope: Scope) -> tuple[core.Expr, core.Expr]:
        """Two sides of which one may tell the list that the other's symbol is from."""
        if isinstance(left, syn.Name | syn.Number) and not isinstance(right, syn.Number):
            first = self.lookup(left, scope) if isinstance(left, syn.Name) else None
            if first is None or (
                first.type.kind not in (Kind.SYMBOL, Kind.UNKNOWN) and isinstance(left, syn.Name) and self.names.symbol_lists(left.id)
            ):
                other = self.lookup(right, scope) if isinstance(right, syn.Name) else self.expr(right, scope)
                if other is not None:
                    return self.expr(left, scope, other.type), other
        found = self.expr(left, scope)
        return found, self.expr(right, scope, found.type)

    def is_state(self, item: syn.Expr, state: str, scope: Scope, span: Span) -> core.Expr:
        found = self.expr(item, scope)
        if state == "empty":
            if found.type.kind not in (Kind.ZONE, Kind.PLACE, Kind.LIST, Kind.BAG, Kind.UNKNOWN):
                hint = "write `is none`" if found.type.optional else None
                return self.error("R220", found.span, f"only what holds cards can be empty, but {found.type.said}", hint)
        elif not found.type.optional and found.type.kind is not Kind.UNKNOWN:
            message = (
                f"{found.type.said}, never none" if lacking(found) is None else f"what may be none is not the {found.type}, but what has it"
            )
            return self.error("R226", found.span, message, never_none(found))
        return core.Is(state, found, None, TRUTH, span)

    def is_in(self, item: syn.Expr, where: syn.Expr, scope: Scope, span: Span) -> core.Expr:
        whole = self.expr(where, scope, self.expr(item, scope).type if not isinstance(item, syn.Name) or self.lookup(item, scope) else None)
        part = self.expr(item, scope, whole.type.member)
        if whole.type.kind not in (Kind.ZONE, Kind.PLACE, Kind.LIST, Kind.MELD, Kind.UNKNOWN):
            return self.error("R220", whole.span, f"what stands behind `in` must hold something, but {whole.type.said}")
        if not comparable(part.type, whole.type.member):
            return self.error("R224", span, f"a {part.type} is never in a {whole.type}")
        return core.Is("in", part, whole, TRUTH, span)

    # ----------------------------------------------------------------- going through things

    def members(self, tree: syn.Expr | None, name: syn.Name, scope: Scope) -> core.Expr:
        """What a subject goes through: as written, or what its name says (`player`, a list)."""
        if tree is not None:
            found = self.expr(tree, scope)
            if found.type.kind not in (Kind.ZONE, Kind.PLACE, Kind.LIST, Kind.MELD, Kind.UNKNOWN):
                return self.error("R220", found.span, f"what stands behind `in` must hold something, but {found.type.said}")
            return found
        if name.id in ("player", "players"):
            return core.Members("players", list_of(PLAYER), name.span)
        if name.id in self.names.lists:
            self.names.use("list", name.id)
            return core.Members(name.id, list_of(self.names.list_type(name.id)), name.span)
        if name.id == "card" or name.id in self.names.card_types:
            return self.error("R221", name.span, "nothing here says where the cards are", f"write `{name.id} in ZONE`")
        return self.error(
            "R201",
            name.span,
            f"unknown name '{name.id}': neither `player` nor a list",
            f"write `size of {name.id}`" if name.id in self.names.zones else did_you_mean(name.id, ["player", *self.names.lists]),
        )

    def filter(self, subject: syn.Subject, where: syn.Expr | None, scope: Scope, span: Span) -> core.Filter:
        domain = self.members(subject.domain, subject.name, scope)
        if subject.domain is not None:
            self.unhidden(subject.name, through=True)
        return self.narrowed(subject.name, domain, where, scope, span)

    def narrowed(self, name: syn.Name, domain: core.Expr, where: syn.Expr | None, scope: Scope, span: Span) -> core.Filter:
        """A filter that binds `name` to each member of a domain."""
        member = domain.type.member
        wanted = SUBJECTS.get(name.id)
        if wanted and not fits(member, wanted) and domain.type.kind is not Kind.UNKNOWN:
            self.error("R220", name.span, f"'{name.id}' goes through {wanted}s, but these are {member}s", "choose another name")
        # a `card` is any card, whatever one of the types may be called
        kind = name.id if name.id in self.names.card_types and name.id != "card" and member.kind is Kind.CARD else None
        if kind:
            self.names.use("card type", kind)
        binding = Binding(scope.body.slot(name.id), name.id, member, name.span)
        test = self.where(where, scope.about(binding, self.names.attributes)) if where is not None else None
        return core.Filter(binding.slot, name.id, domain, test, kind, list_of(member), span)

    def cards(self, domain: syn.Expr, where: syn.Expr | None, scope: Scope, span: Span) -> core.Expr:
        found = self.expr(domain, scope)
        if found.type.kind is not Kind.UNKNOWN and not found.type.holds_cards:
            return self.error(
                "R220",
                found.span,
                f"`cards in` needs something that holds cards, but {found.type.said}",
                did_you_mean(found.span.text, self.names.zones),
            )
        return self.narrowed(syn.Name("card", span), found, where, scope, span)

    def aggregate(self, tree: syn.Aggregate, scope: Scope) -> core.Expr:
        domain = self.expr(tree.domain, scope)
        member = domain.type.member
        if member.kind not in (Kind.CARD, Kind.PLAYER) and domain.type.kind is not Kind.UNKNOWN:
            return self.error("R220", domain.span, f"`{tree.word} of` goes over cards or players, but {domain.type.said}")
        over = self.narrowed(
            syn.Name("player" if member.kind is Kind.PLAYER else "card", tree.attribute.span), domain, tree.where, scope, tree.span
        )
        binding = Binding(over.slot, over.name, member)
        value = self.expr(tree.attribute, scope.about(binding, self.names.attributes))
        return core.Quantified(tree.word, over, self.expect(value, NUMBER, f"what `{tree.word}` takes"), NUMBER, tree.span)

    def top(self, count: syn.Expr | None, tree: syn.Expr, scope: Scope, span: Span) -> core.Expr:
        zone = self.zone(tree, scope, "what stands behind `top of`")
        self.ordered(zone)
        if count is None:
            return core.Call("top", (zone,), CARD.or_none(), span)
        if count.span.text in ("card", *self.names.card_types) and count.span.text not in scope.bindings:
            return self.error("R220", count.span, "`top of` takes a number, or nothing for one card", f"write `top of {zone.span.text}`")
        return core.Call("top_cards", (self.number(count, scope, "how many"), zone), CARDS, span)

    def ordered(self, zone: core.Expr, *, places: bool = False) -> None:
        """A finding where a zone has no top, or one in each of its `places` where these are not what is asked for."""
        if isinstance(zone, core.Zone):
            declared = self.names.zones[zone.name]
            if not declared.ordered:
                self.error(
                    "R227",
                    zone.span,
                    f"the cards of '{zone.name}' lie in no order, so none is the top one",
                    "give the zone `ordered: true`, take `all` or `1 random`, or let a player choose",
                )
            elif declared.places and not places:
                self.error(
                    "R229",
                    zone.span,
                    f"'{zone.name}' has places, each with a top of its own",
                    f"write `tops of {zone.name}`, or go through `places of {zone.name}`",
                )

    def random(self, tree: syn.Domain, scope: Scope, span: Span) -> core.Expr:
        self.lots.append(span)
        match tree:
            case syn.Each(syn.Name("player", at), where):
                found = self.members(None, syn.Name("player", at), scope)
            case syn.Each(domain, where):
                found = self.expr(domain, scope)
            case syn.Numbers(amount):
                found, where = self.range(amount, scope), None
            case syn.SomeCards(None, domain, where):
                found = self.expr(domain, scope)
            case _:
                return self.error(
                    "R221",
                    span,
                    "`random` draws one player, number, card or list value",
                    "write for instance `random player` or `random 1 to 6`",
                )
        if found.type.kind not in (Kind.LIST, Kind.ZONE, Kind.PLACE, Kind.UNKNOWN):
            return self.error("R220", found.span, f"`random` needs something to draw from, but {found.type.said}")
        member = found.type.member
        if where is not None:
            name = SUBJECT[member.kind] if member.kind in (Kind.PLAYER, Kind.CARD) else "it"
            found = self.narrowed(syn.Name(name, span), found, where, scope, span)
        return core.Random(found, member if isinstance(found, core.Members | core.Range) else member.or_none(), span)

    def range(self, amount: syn.Amount, scope: Scope) -> core.Expr:
        low = self.number(amount.low, scope, "the lowest number")
        high = self.number(amount.high, scope, "the highest number") if amount.high is not None else low
        return core.Range(low, high, list_of(NUMBER), amount.span)
