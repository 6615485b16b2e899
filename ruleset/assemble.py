"""From the tree of a rules file to the model: declarations first, then every text with the names that they give."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from . import core, model
from . import syntax as syn
from .blunders_values import owned
from .cards import Cards
from .declare import File, Parse, declare, entries, get, is_true, items, number_of, text_of, word_of
from .drafts import CardDraft
from .finding import Finding, has_errors
from .fingerprint import fingerprint
from .instructions import BlockResolver
from .lookup import fits
from .meant import conversion
from .names import Binding, Body, Names, Scope
from .nodes import Entry, Node, Scalar
from .nodes import Mapping as MapNode
from .parse import parse_block, parse_condition, parse_pick, parse_shape, parse_template, parse_value
from .shapes import melds
from .source import Span, Text
from .types import CARD, NUMBER, UNKNOWN, Kind


def assemble(root: MapNode, cards: Cards, name: str, path: str) -> tuple[model.Ruleset | None, Names, tuple[Finding, ...]]:
    """The model of a rules file, or None where it has errors; the names declared and used; every finding."""
    file = File(root)
    names = declare(file, cards)
    resolver = BlockResolver(names)
    texts = Texts(file, resolver)
    categories, types = melds(file, resolver)
    procedures = {e.name: texts.procedure(e.name, e.value, Body(), e.key.span) for e in file.section("flow")}
    actions = {e.name: texts.action(e) for e in file.section("actions")}
    rules = {e.name: texts.rule(e) for e in file.section("whenever")}
    state = {e.name: texts.first_value(names.state[e.name], get(e.value, "starts")) for e in file.section("state")}
    kinds = tuple(texts.card(index, draft) for index, draft in enumerate(cards.drafts))
    score, value = texts.score(root.get("score")), texts.of_player(root.get("value"), "the value")
    texts.players([*procedures.values()])
    truths = {name for name, declared in names.state.items() if declared.each and declared.type.kind is Kind.TRUTH}
    read = (owned(f, truths) for f in file.findings)
    findings = (*read, *(f if f.span in resolver.early else elsewhere(f, dict(names.given)) for f in resolver.findings))
    if has_errors(findings):
        return None, names, findings
    orders, wraps = run_orders(root.get("runs"))
    players = root.get("players")
    low = number_of(players) or number_of(get(players, "min")) or 1
    ruleset = model.Ruleset(
        name=name, title=word_of(root.get("title")), about=word_of(root.get("about")),
        credits={e.name: word_of(e.value) for e in entries(root.get("credits"))},
        players=(low, number_of(players) or number_of(get(players, "max")) or low),
        options=dict(names.options), lists=dict(names.lists), attributes=dict(names.attributes), card_types=dict(names.card_types),
        cards=kinds, zones=dict(names.zones), categories=categories, melds=types, run_orders=orders, wraps=wraps, state=state,
        rules={n: r for n, r in rules.items() if r}, actions={n: a[0] for n, a in actions.items()},
        procedures={n: p for n, (p, _) in procedures.items()}, start=next(iter(procedures), ""), score=score, value=value,
        content="", path=path,
    )  # fmt: skip
    return replace(ruleset, content=fingerprint(ruleset)), names, findings


Made = tuple[model.Procedure, Body]


def elsewhere(finding: Finding, given: Mapping[str, Span]) -> Finding:
    """A finding of an unknown name; where another body gives that name, this is its hint. Known when all bodies are resolved."""
    place = given.get(finding.span.text) if finding.code == "R201" else None
    if place is None:
        return finding
    return replace(finding, hint=f"it is chosen in line {place.line} and known only there: keep it in something under `state`")


class Texts:
    """The bodies of a rules file: each text parsed and resolved."""

    def __init__(self, file: File, resolver: BlockResolver) -> None:
        self.file, self.resolver, self.names = file, resolver, resolver.names

    def block(self, node: Node | None, scope: Scope) -> tuple[core.Stmt, ...]:
        trees = self.file.parsed(parse_block, node)
        return self.resolver.block(trees, scope) if trees else ()

    def procedure(self, name: str, node: Node | None, body: Body, span: Span, kind: str = "procedure", scope: Scope | None = None) -> Made:
        stmts = self.block(node, scope or Scope(body))
        return model.Procedure(name, kind, stmts, tuple(body.slots), span), body

    def action(self, entry: Entry) -> tuple[model.Action, Body]:
        """An action: picks first, each seeing those before it; conditions, body and `say` see all of them."""
        node, body = entry.value, Body(has_player=True)
        scope, picks = Scope(body), []
        for item in items(get(node, "choose")):
            tree = self.file.parsed(parse_pick, item)
            if tree is not None:
                found, scope = self.resolver.pick(tree, scope)
                picks.append(found)
            elif word := _chosen(word_of(item)):  # what stands for it is known, though not what it may be
                scope = scope.bind(Binding(body.slot(word), word, UNKNOWN))
        conditions = tuple(c for item in items(get(node, "if")) if (c := self.reasoned(item, scope)))
        say = self.file.parsed(parse_template, get(node, "say"))
        line = self.resolver.template(say, scope) if say is not None else None
        procedure, _ = self.procedure(entry.name, get(node, "do"), body, entry.key.span, "action", scope)
        action = model.Action(
            entry.name, is_true(get(node, "free")), tuple(picks), conditions, procedure, line, word_of(get(node, "about")), entry.key.span
        )
        return action, body

    def reasoned(self, node: Node, scope: Scope) -> model.Condition | None:
        """`condition: reason`, or a condition alone."""
        if isinstance(node, MapNode):
            entry = next(iter(node), None)
            key: Scalar | None = entry.key if entry else None
            why = self.file.parsed(parse_template, entry.value) if entry else None
        else:
            key, why = node if isinstance(node, Scalar) else None, None
        tree = self.file.parsed(parse_condition, key)
        if tree is None:
            return None
        reason = self.resolver.template(why, scope) if why is not None else None
        return model.Condition(self.steady(lambda: self.resolver.condition(tree, scope)), reason, tree.span)

    def steady(self, resolve: Callable[[], core.Expr]) -> core.Expr:
        """What is resolved, in which nothing is drawn by lot."""
        drawn = len(self.resolver.lots)
        found = resolve()
        self.resolver.steady(drawn)
        return found

    def rule(self, entry: Entry) -> model.Rule | None:
        node = entry.value
        each = word_of(get(node, "each")) == "player"
        body = Body(has_player=each)
        scope = Scope(body)
        during = None
        if (written := text_of(get(node, "during"))) is not None:
            span = written.span(0, len(written.value))
            during = written.value if self.resolver.procedure(syn.Name(written.value, span)) else None
        tree = self.file.parsed(parse_condition, get(node, "if"))
        test = self.steady(lambda: self.resolver.condition(tree, scope)) if tree is not None else None
        procedure, _ = self.procedure(entry.name, get(node, "do"), body, entry.key.span, "rule", scope)
        if not each and body.player_used is not None:
            self.missing_player(body.player_used, "a rule without `each: player` is nobody's in particular", "give the rule `each: player`")
        return model.Rule(entry.name, each, during, test, procedure, entry.key.span) if test is not None else None

    def first_value(self, declared: model.State, node: Node | None) -> model.State:
        if not isinstance(node, Scalar) or node.value is None:
            return declared
        tree = self.file.parsed(parse_value, node)
        if tree is None:
            return declared
        found = self.resolver.expr(tree, Scope(Body(has_player=declared.each)), declared.type)
        if not fits(found.type, declared.type):
            message = f"'{declared.name}' holds a {declared.type}, but {found.type.said}"
            self.resolver.error("R220", node.span, message, conversion(found.type, declared.type))
        return replace(declared, initial=found)

    def card(self, index: int, draft: CardDraft) -> model.Card:
        """A kind of card; its effects see the card itself as `card`."""
        effects = {}
        for attribute, text in draft.effects.items():
            body = Body(has_player=True)
            span = text.span(0, len(text.value))
            scope = Scope(body).bind(Binding(body.slot("card"), "card", CARD, span))
            node = Scalar(text.value, text, span)
            effects[attribute], _ = self.procedure(f"{attribute} of {draft.code}", node, body, span, "effect", scope)
        return model.Card(index, draft.type, draft.code, draft.title, draft.copies, draft.values, effects, draft.span, draft.places or {})

    def score(self, node: Node | None) -> model.Score | None:
        points = self.of_player(get(node, "points"), "points")
        if points is None or node is None:
            return None
        return model.Score(points, is_true(get(node, "lowest")), word_of(get(node, "ties"), "shared"), node.span)

    def of_player(self, node: Node | None, what: str) -> core.Expr | None:
        """A number asked for each player."""
        tree = self.file.parsed(parse_value, node)
        if tree is None:
            return None
        return self.resolver.expect(self.steady(lambda: self.resolver.expr(tree, Scope(Body(has_player=True)))), NUMBER, what)

    # ----------------------------------------------------------------- who `player` is

    def players(self, procedures: list[Made]) -> None:
        """A finding for each procedure that needs a player and is begun without one."""
        by_name = {p.name: (p, body) for p, body in procedures}
        lacking = [procedures[0][0].name] if procedures else []
        seen: set[str] = set()
        while lacking:
            name = lacking.pop()
            if name in seen or name not in by_name:
                continue
            seen.add(name)
            procedure, body = by_name[name]
            if body.player_used is not None:
                self.missing_player(
                    body.player_used,
                    f"`{name}` is begun without a player",
                    "put it inside `for each player:` or `turns`, or write `of PLAYER`",
                )
            for part in core.walk(procedure.body):
                if isinstance(part, core.Play) and isinstance(part.player, core.Local) and part.player.slot == core.PLAYER_SLOT:
                    lacking.append(part.name)

    def missing_player(self, span: Span, why: str, hint: str) -> None:
        self.resolver.error("R222", span, f"nothing says which player is meant here: {why}", hint)


def run_orders(node: Node | None) -> tuple[Mapping[str, tuple[int | str, ...]], frozenset[str]]:
    """The lists whose runs go in an order of their own, and those whose runs wrap around."""
    orders, wraps = {}, set()
    for e in entries(node):
        if listed := get(e.value, "order"):
            orders[e.name] = tuple(i.value if number_of(i) is not None else i.text.value for i in items(listed) if isinstance(i, Scalar))
        if is_true(get(e.value, "wraps")):
            wraps.add(e.name)
    return orders, frozenset(wraps)  # type: ignore[return-value]


def texts_of(root: MapNode) -> Iterator[tuple[Parse[object], Text]]:
    """Every text of the rule language in a rules file, with the parser for it, whether or not the rest of the file is sound."""

    def found(parse: Parse[object], node: Node | None) -> Iterator[tuple[Parse[object], Text]]:
        if (text := text_of(node)) is not None:
            yield parse, text

    for e in entries(root.get("flow")):
        yield from found(parse_block, e.value)
    for e in entries(root.get("actions")):
        for item in items(get(e.value, "choose")):
            yield from found(parse_pick, item)
        for item in items(get(e.value, "if")):
            if isinstance(item, MapNode):
                for inner in item:
                    yield from found(parse_condition, inner.key)
                    yield from found(parse_template, inner.value)
            else:
                yield from found(parse_condition, item)
        yield from found(parse_block, get(e.value, "do"))
        yield from found(parse_template, get(e.value, "say"))
    for e in entries(root.get("whenever")):
        yield from found(parse_condition, get(e.value, "if"))
        yield from found(parse_block, get(e.value, "do"))
    for e in entries(root.get("melds")):
        for inner in entries(e.value) if isinstance(e.value, MapNode) and not e.value.entry("shape") else (e,):
            if inner.name != "reading":
                yield from found(parse_shape, get(inner.value, "shape") or inner.value)


def _chosen(text: str) -> str:
    """The name that a broken pick gives to what is chosen: the word before `from`, else the first one."""
    words = text.split()
    return words[max(words.index("from") - 1, 0)] if "from" in words else words[0] if words else ""
