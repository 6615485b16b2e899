"""What the passes of `checks` share: the bodies of a ruleset, which reach which, and what each of them changes."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from . import core, model
from .names import Names
from .source import Span
from .types import Kind, Type

Node = tuple[str, str]
"""A body by its kind (`procedure`, `action`, `rule`, `effect`) and its name; an effect by its attribute, all cards' together."""

ANYWHERE = "*"
"""Stands among zones for one that the text does not name."""


PLAIN = {"Span", "Type", "str", "int", "bool", "str | None", "int | None", "int | bool | str | None", "tuple[str, ...]", "tuple[int, ...]"}
"""What a field holds that no further parts are in."""

_KNOWN: dict[type, tuple[str, ...]] = {}


def _names_of(kind: type[Any]) -> tuple[str, ...]:
    if kind not in _KNOWN:
        held = fields(kind) if hasattr(kind, "__dataclass_fields__") else ()
        _KNOWN[kind] = tuple(f.name for f in held if (f.type.__name__ if isinstance(f.type, type) else str(f.type)) not in PLAIN)
    return _KNOWN[kind]


def walk(item: object) -> Iterator[object]:
    """Every part of a core tree (or of what holds some), outermost first."""
    stack = [item]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple):
            stack.extend(reversed(item))
        elif item is not None and not isinstance(item, str | int | Type | Span):
            yield item
            kind = type(item)
            names = _KNOWN[kind] if kind in _KNOWN else _names_of(kind)
            stack.extend([getattr(item, name) for name in reversed(names)])


@dataclass(slots=True)
class Effects:
    """What a stretch of rules may do: zones and memories changed, procedures ended, bodies begun; whether it asks or draws lots."""

    zones: set[str] = field(default_factory=set)
    state: set[str] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)
    begins: set[Node] = field(default_factory=set)
    asks: bool = False
    lots: bool = False

    def add(self, other: "Effects") -> None:
        self.zones |= other.zones
        self.state |= other.state
        self.ends |= other.ends
        self.begins |= other.begins
        self.asks |= other.asks
        self.lots |= other.lots

    @property
    def idle(self) -> bool:
        """Whether it leaves everything as it was and asks nobody."""
        return not (self.zones or self.state or self.asks or self.lots)


@dataclass(frozen=True, slots=True)
class Body:
    """A text of the rules: its instructions, and the rest that belongs to it (picks, conditions, what is said)."""

    node: Node
    procedure: model.Procedure
    rest: tuple[object, ...] = ()

    @property
    def called(self) -> str:
        """How a finding speaks of it."""
        kind, name = self.node
        return {"action": f"the action '{name}'", "rule": f"the standing rule '{name}'", "effect": f"a card's {name}"}.get(
            kind, f"'{name}'"
        )


@dataclass(frozen=True)
class Survey:
    """A ruleset with what the passes ask about it again and again."""

    ruleset: model.Ruleset
    names: Names

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        rules = self.ruleset
        return (
            *(Body(("procedure", n), p) for n, p in rules.procedures.items()),
            *(Body(("action", n), a.procedure, (a.picks, a.conditions, a.say)) for n, a in rules.actions.items()),
            *(Body(("rule", n), r.procedure, (r.test,)) for n, r in rules.rules.items()),
            *(Body(("effect", attribute), p) for c in rules.cards for attribute, p in c.effects.items()),
        )

    @cached_property
    def texts(self) -> tuple[tuple[Body | None, object], ...]:
        """Everything that is written in the rule language, with the body that it belongs to."""
        rules = self.ruleset
        bodies = tuple((b, (b.procedure.body, b.rest)) for b in self.bodies)
        groups = tuple(part.group for m in rules.melds.values() for part in m.parts if part.group)
        first = tuple(s.initial for s in rules.state.values())
        return *bodies, (None, (groups, first, rules.score.points if rules.score else None, rules.value))

    @cached_property
    def everything(self) -> tuple[object, ...]:
        """Every part of every text, once."""
        return tuple(part for _, text in self.texts for part in walk(text))

    @cached_property
    def changes(self) -> dict[str, list[core.Assign]]:
        """The instructions that change each memory."""
        found: dict[str, list[core.Assign]] = defaultdict(list)
        for part in self.everything:
            if isinstance(part, core.Assign):
                found[part.target.name].append(part)
        return found

    @cached_property
    def cards(self) -> int:
        """The most cards that there can be in a game."""
        homes = [(z.each, t) for z in self.ruleset.zones.values() for t in z.starts]
        copies: dict[str, int] = defaultdict(int)
        for card in self.ruleset.cards:
            copies[card.type] += card.copies
        return sum(copies[t] * (self.ruleset.players[1] if each else 1) for each, t in homes)

    @cached_property
    def values(self) -> dict[str, list[model.Value]]:
        return {}

    def held(self, attribute: str) -> list[model.Value]:
        """What the cards have as an attribute, each value once; None where some have it not."""
        if attribute not in self.values:
            self.values[attribute] = list(dict.fromkeys(card.values.get(attribute) for card in self.ruleset.cards))
        return self.values[attribute]

    @cached_property
    def own(self) -> dict[Node, Effects]:
        """What each body does itself."""
        found: dict[Node, Effects] = defaultdict(Effects)
        for body in self.bodies:
            found[body.node].add(effects(body.procedure.body))
        return found

    @cached_property
    def begins(self) -> dict[Node, set[Node]]:
        """The bodies that each body may begin, standing rules that can strike while it runs among them."""
        found = {node: set(own.begins) for node, own in self.own.items()}
        for name, rule in self.ruleset.rules.items():
            for node in found:
                if node[0] == "procedure" and rule.during in (None, node[1]):
                    found[node].add(("rule", name))
        return found

    @cached_property
    def reached(self) -> frozenset[Node]:
        """Every body that a game can come to."""
        return self.reach([("procedure", self.ruleset.start)])

    def reach(self, start: Iterable[Node]) -> frozenset[Node]:
        """The bodies that some bodies may begin, and those themselves."""
        seen: set[Node] = set()
        todo = [n for n in start if n in self.begins]
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo.extend(n for n in self.begins[node] if n in self.begins)
        return frozenset(seen)

    @cached_property
    def into(self) -> dict[Node, set[Node]]:
        """The bodies that may begin each body."""
        found: dict[Node, set[Node]] = defaultdict(set)
        for node, begun in self.begins.items():
            for other in begun:
                found[other].add(node)
        return found

    @cached_property
    def known_above(self) -> dict[Node, frozenset[Node]]:
        return {}

    def above(self, node: Node) -> frozenset[Node]:
        """The bodies that may be running while a body runs: itself, and all from which it is reached."""
        if node not in self.known_above:
            seen: set[Node] = set()
            todo = [node]
            while todo:
                one = todo.pop()
                if one not in seen:
                    seen.add(one)
                    todo.extend(self.into.get(one, ()))
            self.known_above[node] = frozenset(seen)
        return self.known_above[node]

    def rules_during(self, running: Iterable[Node]) -> list[model.Rule]:
        """The standing rules in force while some bodies run."""
        procedures = {name for kind, name in running if kind == "procedure"}
        return [r for r in self.ruleset.rules.values() if r.during is None or r.during in procedures]

    def total(self, stmts: tuple[core.Stmt, ...], node: Node) -> Effects:
        """All that can happen while a stretch of a body runs, whatever it begins and the standing rules included."""
        found = Effects()
        found.add(effects(stmts))
        running = self.above(node) | self.reach(found.begins)
        begun = self.reach([*found.begins, *(("rule", r.name) for r in self.rules_during(running))])
        for other in begun:
            found.add(self.own[other])
        return found


def effects(item: object) -> Effects:
    """What instructions do themselves, without what they begin."""
    found = Effects()
    for part in walk(item):
        match part:
            case core.MoveFrom(source, _, random, _, target):
                found.zones |= {_zone(source), _zone(target)}
                found.lots |= random
            case core.MoveCards() | core.Gather():
                found.zones.add(ANYWHERE)
            case core.Shuffle(zone):
                found.zones.add(_zone(zone))
                found.lots = True
            case core.Assign(target):
                found.state.add(target.name)
            case core.Play(name):
                found.begins.add(("procedure", name))
            case core.Do(attribute):
                found.begins.add(("effect", attribute))
            case core.Offer(actions):
                found.begins |= {("action", a) for a in actions}
                found.asks = True
            case core.Choose():
                found.asks = True
            case core.End(name):
                found.ends.add(name)
            case core.Random():
                found.lots = True
    return found


def _zone(expr: core.Expr) -> str:
    return expr.name if isinstance(expr, core.Zone) else ANYWHERE


@dataclass(slots=True)
class Reads:
    """What a condition depends on. `lots`: it may come out otherwise with nothing changed (a lot, who won, whose turn it is)."""

    zones: set[str] = field(default_factory=set)
    state: set[str] = field(default_factory=set)
    lots: bool = False

    def met_by(self, changed: Effects) -> bool:
        """Whether some changes may make the condition come out otherwise."""
        zones = bool(self.zones and changed.zones) and (ANYWHERE in self.zones | changed.zones or bool(self.zones & changed.zones))
        return self.lots or zones or bool(self.state & changed.state)


def reads(test: object, moving: frozenset[int] = frozenset()) -> Reads:
    """What a condition depends on; `moving` are slots that stand for another value each time."""
    found = Reads()
    for part in walk(test):
        match part:
            case core.Zone(name):
                found.zones.add(name)
            case core.State(name):
                found.state.add(name)
            case core.Call(word) if word in ("owner", "place", "tops", "top", "top_cards", "places"):
                found.zones.add(ANYWHERE)
            case core.Random() | core.Winner() | core.Blocked():
                found.lots = True
            case core.Local(slot, _, type):
                found.lots |= slot in moving
                if type.kind in (Kind.PLACE, Kind.ZONE, Kind.MELD):
                    found.zones.add(ANYWHERE)
    return found


Edges = Mapping[str, Mapping[str, object]]


def in_circles(edges: Edges) -> Iterator[list[str]]:
    """The shortest circle through each name from which following the edges leads back, a name in one of them only."""
    left = circling({name: set(found) for name, found in edges.items()})
    told: set[str] = set()
    for name in edges:
        if name in left and name not in told and len(told) < 1000 and (chain := _circle(left, name)):
            told.update(chain)
            yield chain


def circling(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """The names that may lie on circles: all but those that lead nowhere, or to such only."""
    into: dict[str, list[str]] = defaultdict(list)
    for name, found in edges.items():
        for other in found:
            into[other].append(name)
    out = {name: len(found) for name, found in edges.items()}
    todo = [name for name, number in out.items() if not number]
    gone = set(todo)
    while todo:
        for name in into[todo.pop()]:
            out[name] -= 1
            if not out[name] and name not in gone:
                gone.add(name)
                todo.append(name)
    return {name: {o for o in found if o not in gone and o in edges} for name, found in edges.items() if name not in gone}


def _circle(edges: Mapping[str, set[str]], start: str) -> list[str] | None:
    before: dict[str, str] = {}
    todo = deque([start])
    while todo:
        name = todo.popleft()
        for other in sorted(edges.get(name, ())):
            if other == start:
                path = [name]
                while path[-1] != start:
                    path.append(before[path[-1]])
                return path[::-1]
            if other not in before:
                before[other] = name
                todo.append(other)
    return None
