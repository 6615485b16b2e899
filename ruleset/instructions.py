"""Instructions and choices: from the tree as written to the tree with names resolved and types checked."""

from dataclasses import replace

from . import core
from . import syntax as syn
from .finding import did_you_mean
from .lookup import fits, unknown
from .meant import SUBJECT, conversion, moved, no_action, no_procedure
from .names import Binding, Scope
from .resolve import Resolver
from .signatures import ACTIONS
from .source import Span
from .types import BAG, CARD, CARDS, MELD, NUMBER, PLAYER, Kind, Type, list_of, symbol


class BlockResolver(Resolver):
    """A resolver that knows instructions, too."""

    def block(self, trees: tuple[syn.Stmt, ...], scope: Scope) -> tuple[core.Stmt, ...]:
        """The instructions of a block; names bound by `let` and `choose` hold to its end."""
        body: list[core.Stmt] = []
        for tree in trees:
            found, scope = self.stmt(tree, scope)
            if found is not None:
                body.append(found)
        return tuple(body)

    def stmt(self, tree: syn.Stmt, scope: Scope) -> tuple[core.Stmt | None, Scope]:
        span = tree.span
        match tree:
            case syn.Move():
                return self.move(tree, scope), scope
            case syn.Gather():
                return core.Gather(span), scope
            case syn.Shuffle(zone):
                found = self.zone(zone, scope, "what is shuffled")
                if isinstance(found, core.Zone) and not self.names.zones[found.name].ordered:
                    self.error(
                        "R227",
                        found.span,
                        f"the cards of '{found.name}' lie in no order, so there is nothing to shuffle",
                        "leave the line out, or give the zone `ordered: true`",
                    )
                return core.Shuffle(found, span), scope
            case syn.Show(cards, to):
                return core.Show(self.cards_of(cards, scope, "what is shown"), self.player(to, scope, "who is shown cards"), span), scope
            case syn.Let(name, value):
                found = self.one_zone(self.expr(value, scope))
                scope, slot = self.bind(name, found.type, scope)
                return core.Let(slot, name.id, found, span), scope
            case syn.Assign():
                return self.assign(tree, scope), scope
            case syn.Play(name):
                return self.play(name, scope, span), scope
            case syn.Do(effect):
                return self.do(effect, scope, span), scope
            case syn.End(name, winner):
                self.procedure(name, "end")
                won_by = self.player(winner, scope, "who wins") if winner is not None else None
                return core.End(name.id, won_by, span), scope
            case syn.Say(text):
                return core.Say(self.template(text, scope), span), scope
            case syn.Choose(pick, by):
                who = self.player(by, scope, "who chooses") if by is not None else scope.player(span)
                picked, scope = self.pick(pick, scope)
                return core.Choose(picked, who, span), scope
            case syn.Offer():
                return self.offer(tree, scope)
            case syn.If(branches, otherwise):
                parts = tuple((self.condition(test, scope), self.block(body, scope)) for test, body in branches)
                return core.If(parts, self.block(otherwise, scope), span), scope
            case syn.ForEach():
                return self.for_each(tree, scope), scope
            case syn.Repeat(times, until, loop_while, body):
                return core.Repeat(
                    self.number(times, scope, "how often") if times is not None else None,
                    self.condition(until, scope) if until is not None else None,
                    self.condition(loop_while, scope) if loop_while is not None else None,
                    scope.body.slot("(times)"),
                    self.block(body, scope),
                    span,
                ), scope
            case syn.Turns():
                return self.turns(tree, scope), scope

    # ----------------------------------------------------------------- names bound in a body

    def bind(self, name: syn.Name, type: Type, scope: Scope) -> tuple[Scope, int]:
        """The scope with a new name, and its slot; a name that hides another is a finding."""
        word = name.id
        if word in scope.bindings:
            self.error("R210", name.span, f"'{word}' has a meaning here already", "take another name: a name is given once")
        else:
            self.unhidden(name)
        slot = scope.body.slot(word)
        self.names.given.append((word, name.span))
        return scope.bind(Binding(slot, word, type, name.span)), slot

    # ----------------------------------------------------------------- cards on the move

    def cards_of(self, tree: syn.Expr, scope: Scope, what: str) -> core.Expr:
        """Cards: one card, cards, a meld, or all the cards of a zone."""
        found = self.expr(tree, scope)
        if found.type.kind is not Kind.CARD and not found.type.holds_cards and found.type.kind is not Kind.UNKNOWN:
            known = (*self.names.zones, *scope.bindings)
            return self.error("R220", found.span, f"{what} must be cards, but {found.type.said}", did_you_mean(found.span.text, known))
        return found

    def move(self, tree: syn.Move, scope: Scope) -> core.Stmt:
        target = self.target(tree, scope)
        if tree.cards is not None:
            cards = self.cards_of(tree.cards, scope, "what is moved")
            if cards.type.kind in (Kind.ZONE, Kind.PLACE):
                self.error(
                    "R221",
                    cards.span,
                    "this does not say how many cards are moved",
                    f"write `move all from {cards.span.text} to ...` or `move 1 from ...`",
                )
            return core.MoveCards(cards, tree.place, target, tree.span)
        assert tree.source is not None  # the parser gives either cards or a source
        source = self.zone(tree.source, scope, "what cards are moved from")
        amount = self.expr(tree.amount, scope) if tree.amount is not None else None
        if amount is not None and (hint := moved(tree, amount)):
            amount = self.error("R220", amount.span, f"how many cards must be a number, but {amount.type.said}", hint)
        elif amount is not None:
            amount = self.expect(amount, NUMBER, "how many cards")
        if amount is not None and amount.type.kind is not Kind.UNKNOWN and not tree.random:
            self.ordered(source)
        return core.MoveFrom(source, amount, tree.random, tree.place, target, tree.span)

    def target(self, tree: syn.Move, scope: Scope) -> core.Expr:
        if tree.place == "under":
            return self.expect(self.expr(tree.target, scope), CARD.or_none(), "what cards are moved under")
        target = self.zone(tree.target, scope, "where cards are moved to")
        if isinstance(target, core.Zone):
            declared = self.names.zones[target.name]
            if declared.places:
                self.error(
                    "R229",
                    target.span,
                    f"'{target.name}' has places: this does not say to which",
                    f"let a player choose `from places of {target.name}`, and move there",
                )
            elif tree.place in ("top", "bottom") and not declared.ordered:
                self.error(
                    "R227",
                    target.span,
                    f"the cards of '{target.name}' lie in no order: it has neither top nor bottom",
                    "write `to` alone, or give the zone `ordered: true`",
                )
        return target

    # ----------------------------------------------------------------- changes and calls

    def assign(self, tree: syn.Assign, scope: Scope) -> core.Stmt | None:
        word, names = tree.name.id, self.names
        if word not in names.state:
            if word in scope.bindings or word in names.options or word in names.zones:
                what = (
                    "a name given by `let`, `choose` or a loop"
                    if word in scope.bindings
                    else "an option"
                    if word in names.options
                    else "a zone"
                )
                hint = "declare a memory under `state`" if word not in names.zones else "write `move ... to` for cards"
                self.error("R226", tree.name.span, f"'{word}' is {what}, which cannot be changed", hint)
            else:
                self.error(
                    "R201",
                    tree.name.span,
                    f"'{word}' is not declared under `state`",
                    did_you_mean(word, names.state) or "declare it there, or write `let` for a name that is given once",
                )
            self.expr(tree.value, scope)
            return None
        owner = self.expr(tree.owner, scope) if tree.owner is not None else None
        target = self.state(word, owner, scope, tree.name.span)
        value = self.one_zone(self.expr(tree.value, scope, target.type))
        assert isinstance(target, core.State)
        if tree.op != "=":
            self.expect(target, NUMBER, f"what stands before `{tree.op}`")
        if not fits(value.type, target.type):
            message = f"'{word}' holds a {target.type}, but {value.type.said}"
            self.error("R220", value.span, message, conversion(value.type, target.type))
        return core.Assign(target, tree.op, value, tree.span)

    def procedure(self, name: syn.Name, verb: str = "") -> bool:
        if name.id in self.names.procedures:
            self.names.use("procedure", name.id)
            return True
        self.error("R202", name.span, f"'{name.id}' is not a procedure of `flow`", no_procedure(self.names, name.id, verb))
        return False

    def play(self, name: syn.Name, scope: Scope, span: Span) -> core.Stmt | None:
        if not self.procedure(name, "play"):
            return None
        # whether the procedure needs a player is known when all bodies are resolved; the binding is taken along silently
        return core.Play(name.id, self.silent_player(scope, span), span)

    def silent_player(self, scope: Scope, span: Span) -> core.Expr | None:
        """`player` where it is bound or given, without counting as a use of it."""
        if binding := scope.bindings.get("player"):
            return core.Local(binding.slot, "player", PLAYER, span)
        return core.Local(core.PLAYER_SLOT, "player", PLAYER, span)

    def do(self, effect: syn.Expr, scope: Scope, span: Span) -> core.Stmt | None:
        found = self.expr(effect, scope)
        if isinstance(found, core.Attribute) and found.type.kind is Kind.EFFECT:
            return core.Do(found.name, found.item, scope.acting(span), span)
        if found.type.kind is not Kind.UNKNOWN:
            names = [a for a, declared in self.names.attributes.items() if declared.shape == "effect"]
            hint = f"write `do {names[0]} of CARD`" if names else "give the cards a column of type `effect`"
            self.error("R220", found.span, f"`do` carries out a card's text, but {found.type.said}", hint)
        return None

    def offer(self, tree: syn.Offer, scope: Scope) -> tuple[core.Stmt, Scope]:
        known = []
        for name in tree.actions:
            if name.id in known:
                self.error("R255", name.span, f"'{name.id}' is offered twice here", "leave one of them out")
            elif name.id in self.names.actions:
                self.names.use("action", name.id)
                known.append(name.id)
            else:
                self.error("R203", name.span, f"unknown action '{name.id}'", no_action(self.names, name.id))
        to = self.player(tree.to, scope, "who the offer is made to") if tree.to is not None else scope.player(tree.span)
        answer = None
        if tree.answer is not None:
            scope, answer = self.bind(tree.answer, symbol(ACTIONS).or_none(), scope)
        return core.Offer(tuple(known), to, answer, tree.span), scope

    # ----------------------------------------------------------------- loops

    def for_each(self, tree: syn.ForEach, scope: Scope) -> core.Stmt:
        domain = self.members(tree.subject.domain, tree.subject.name, scope)
        name = tree.subject.name
        if name.id == "players":  # each would be called so, and what stands bare would be nobody's
            message = "each of the players is called `player` in turn, not `players`"
            self.error("R220", name.span, message, "write `for each player`")
            name = syn.Name("player", name.span)
        if name.id not in ("player", "card", *self.names.card_types) and name.id in scope.bindings:
            self.error("R210", name.span, f"'{name.id}' has a meaning here already", "take another name: a name is given once")
        elif tree.subject.domain is not None:
            self.unhidden(name, through=True)
        over = self.narrowed(name, domain, tree.where, scope, tree.span)
        start = None
        if tree.start is not None:
            start = self.player(tree.start, scope, "who comes first")
            if domain.type.member.kind not in (Kind.PLAYER, Kind.UNKNOWN):
                self.error("R220", tree.start.span, "`from` says which player comes first, but this loop does not go through players")
        inner = scope.bind(Binding(over.slot, name.id, domain.type.member, name.span))
        return core.ForEach(over, start, scope.body.slot("(rest)"), self.block(tree.body, inner), tree.span)

    def turns(self, tree: syn.Turns, scope: Scope) -> core.Stmt:
        start = self.player(tree.start, scope, "who has the first turn")
        slot = scope.body.slot("player")
        inner = scope.bind(Binding(slot, "player", PLAYER, tree.span))
        idle, mark = scope.body.slot("(idle turns)"), scope.body.slot("(choices)")
        among = None
        if tree.among is not None:
            among = self.narrowed(
                syn.Name("player", tree.among.span),
                core.Members("players", list_of(PLAYER), tree.among.span),
                tree.among,
                scope,
                tree.among.span,
            )
        until = self.condition(tree.until, inner.in_turns(idle, among)) if tree.until is not None else None
        body = self.block(tree.body, inner.in_turns(idle, among))
        return core.Turns(start, slot, among, until, idle, mark, body, tree.span)

    # ----------------------------------------------------------------- choices

    def pick(self, tree: syn.Pick, scope: Scope) -> tuple[core.Pick, Scope]:
        drawn, known = len(self.lots), len(self.findings)
        domain = self.domain(tree.domain, scope)
        self.steady(drawn)
        self.not_yet(tree, domain, known)
        scope, slot = self.bind(tree.name, domain.type, scope)
        return core.Pick(slot, tree.name.id, domain, tree.span), scope

    def not_yet(self, tree: syn.Pick, domain: core.Domain, known: int) -> None:
        """The findings since `known` about the name that a choice gives, put right: behind its own `where` it has another."""
        for n, found in enumerate(self.findings[known:], known):
            if found.code == "R201" and found.span.text == tree.name.id:
                match domain:
                    case core.MeldsIn():
                        called = "meld"
                    case core.CardsFrom():
                        called = "card"
                    case _:
                        called = SUBJECT.get(domain.type.kind, "it")
                message = f"'{tree.name.id}' has no value before it is chosen"
                self.findings[n] = replace(found, message=message, hint=f"behind its `where`, write `{called}` for what may be chosen")
                self.early.add(found.span)

    def domain(self, tree: syn.Domain, scope: Scope) -> core.Domain:
        span = tree.span
        match tree:
            case syn.Melds(kinds, zone, where):
                found = self.zone(zone, scope, "where the cards of the melds are")
                for name in kinds:
                    if name.id in self.names.melds or name.id in self.names.categories:
                        self.names.use("meld", name.id)
                    else:
                        self.error(
                            "R205",
                            name.span,
                            f"'{name.id}' is neither a meld nor a category of melds",
                            did_you_mean(name.id, [*self.names.melds, *self.names.categories]),
                        )
                if not self.names.melds:
                    self.error("R205", span, "there are no melds to choose from", "declare them under `melds`")
                if isinstance(found, core.Zone) and self.names.zones[found.name].ordered:
                    self.error(
                        "R227",
                        found.span,
                        f"melds are made from cards that lie in no order, but '{found.name}' is ordered",
                        "give the zone `ordered: false`",
                    )
                slot, test = self.filtered("meld", MELD, where, scope, span)
                return core.MeldsIn(found, tuple(n.id for n in kinds), slot, test, MELD, span)
            case syn.Covers(needs, zone, full):
                bag = self.expect(self.expr(needs, scope), BAG.or_none(), "what is covered")
                if "covers" not in self.names.attributes:
                    hint = "give the cards that pay one, as in `columns: {covers: any of gem}`"
                    self.error("R207", span, "a card covers what its attribute 'covers' says, and no card has one", hint)
                return core.CoversOf(bag, self.one_zone(self.zone(zone, scope, "where the cards are")), full, CARDS, span)
            case syn.SomeCards(amount, source, where):
                return self.some_cards(amount, source, where, scope, span)
            case syn.Numbers(amount):
                return core.OneOf(self.range(amount, scope), NUMBER, span)
            case syn.Each(domain, where):
                found = self.expr(domain, scope)
                if found.type.kind in (Kind.ZONE, Kind.PLACE):
                    return self.some_cards(None, domain, where, scope, span)
                if found.type.kind not in (Kind.LIST, Kind.UNKNOWN):
                    self.error(
                        "R230",
                        found.span,
                        f"nothing can be chosen from a {found.type}",
                        "write for instance `1 card in hand`, `players`, or `1 to 6`",
                    )
                    return core.OneOf(unknown(span), unknown(span).type, span)
                if where is not None:
                    member = found.type.member
                    over = self.narrowed(syn.Name(SUBJECT.get(member.kind, "it"), span), found, where, scope, span)
                    return core.OneOf(over, member, span)
                return core.OneOf(found, found.type.member, span)

    def filtered(self, word: str, type: Type, where: syn.Expr | None, scope: Scope, span: Span) -> tuple[int, core.Expr | None]:
        binding = Binding(scope.body.slot(word), word, type, span)
        return binding.slot, self.where(where, scope.about(binding, self.names.attributes)) if where is not None else None

    def some_cards(self, amount: syn.Amount | None, tree: syn.Expr, where: syn.Expr | None, scope: Scope, span: Span) -> core.Domain:
        source = self.expr(tree, scope)
        if not source.type.holds_cards and source.type.kind is not Kind.UNKNOWN:
            self.error(
                "R230",
                source.span,
                f"cards are chosen from a zone or from cards, but {source.type.said}",
                did_you_mean(source.span.text, self.names.zones) or "name a zone, as in `1 card in hand`",
            )
        one = core.Const(1, "1", NUMBER, span)
        up_to = amount is not None and isinstance(amount.low, syn.Name) and amount.low.id == "up" and not self.lookup(amount.low, scope)
        if up_to and amount and amount.high is not None:
            self.error("R201", amount.low.span, "'up to' alone does not say from how many", f"write `0 to {amount.high.span.text}`")
            amount = None
        low = self.number(amount.low, scope, "how many cards") if amount else one
        high = self.number(amount.high, scope, "how many cards") if amount and amount.high is not None else low
        single = amount is None or (amount.high is None and isinstance(low, core.Const) and low.value == 1)
        slot, test = self.filtered("card", CARD, where, scope, span)
        return core.CardsFrom(low, high, source, slot, test, single, CARD if single else CARDS, span)
