"""Source of what can be chosen: for each action and `choose` the functions that give its sets of picks (see `choice.Ask`).

For an action with the number 3, `a3(s, p)` is its conditions that need no pick, `a3_0(s, p)` the set for its first pick,
`a3_1(s, p, v0)` that for its second, and `a3_do(s, p, pc, v0, v1)` takes it. `c5(s, p)` is the set of the choice at point 5.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from ..ruleset import core, model
from ..ruleset.types import Kind
from .emit import Names
from .generate import DID, SAID, Blocks
from .layout import LOG


class Generator(Blocks):
    """Source of the blocks and choices of one program."""

    def choices(self) -> None:
        for name, action in self.ruleset.actions.items():
            number = list(self.ruleset.actions).index(name)
            body = f"action {name}"
            given = {0: "p"}
            fixed, pending = [], list(action.conditions)
            pending, ready = self.split(pending, {0})
            fixed = [self.expr(c.test, self.names(body, given)) for c in ready]
            self.function(f"a{number}", "s, p", " and ".join(fixed) or "True")
            self.placed(ready[0].test.span if ready else action.span)
            for i, pick in enumerate(action.picks):
                before = ", ".join(["s", "p", *given_names(given)])
                given = {**given, pick.slot: f"v{i}"}
                pending, ready = self.split(pending, set(given))
                self.domain(f"a{number}_{i}", before, pick, [c.test for c in ready], self.names(body, given), "p", clamp=False)
                self.placed(ready[0].test.span if ready else pick.span)
            self.take(f"a{number}_do", action, body, given)
            self.placed(action.say.span if action.say is not None else action.span)
        for point in self.program.points:
            if isinstance(point.stmt, core.Choose):
                self.domain(f"c{point.index}", "s, p", point.stmt.pick, [], self.names(point.body), "p", clamp=True)
                self.placed(point.stmt.pick.span)

    def take(self, name: str, action: model.Action, body: str, given: Mapping[int, str]) -> None:
        """A function that takes an action: it tells of it, binds what was picked, and begins its body."""
        values = "".join(f"{v}, " for v in given_names(given))
        self.lines.append(f"def {name}(s, p, pc, {values}):" if values else f"def {name}(s, p, pc):")
        if action.say is not None:
            event = f"('{SAID}', {self.constants.keep(action.say)}, {self.template(action.say, self.names(body, given))})"
        else:
            event = f"('{DID}', p, {action.name!r}, ({values}))"
        back = "pc" if action.free else "pc + 1"
        base = self.layout.bodies[body]
        binds = [f"s[{base + slot}] = {v}" for slot, v in given.items() if slot]
        self.lines += [
            "    " + line
            for line in (f"s[{LOG}] = (s[{LOG}], {event})", f"pc = begin(s, {self.ids[body]}, {back}, p, None)", *binds, "return pc")
        ]

    def function(self, name: str, params: str, value: str) -> None:
        self.lines += [f"def {name}({params}):", f"    return {value}"]

    def split(self, conditions: list[Any], known: set[int]) -> tuple[list[Any], list[Any]]:
        """Conditions that need picks still to come, and those that can be asked now."""
        later = [c for c in conditions if self.free_locals(c.test) - known]
        return later, [c for c in conditions if c not in later]

    def free_locals(self, test: core.Expr) -> set[int]:
        bound = {p.slot for p in core.walk(test) if isinstance(p, core.Filter)}
        return {p.slot for p in core.walk(test) if isinstance(p, core.Local)} - bound

    def domain(self, name: str, params: str, pick: core.Pick, tests: list[core.Expr], at: Names, seat: str, clamp: bool) -> None:
        """A function that gives the set of what can be picked; `tests` are conditions on what is picked."""
        d = pick.domain
        var = at.given.get(pick.slot, "v")
        at = at.having(pick.slot, var)
        match d:
            case core.MeldsIn():
                if d.where is not None:
                    tests = [*tests, self.about(d.where, d.slot, pick.slot)]
                masks: list[str] = [f"of_types({d.kinds!r})"] if d.kinds else []
                rest: list[str] = []
                for test in flat_and(tests):
                    mask = self.mask(test, pick.slot, at)
                    (masks if mask is not None else rest).append(mask if mask is not None else self.expr(test, at))
                mask = masks[0] if masks else "EVERYTHING"
                for other in masks[1:]:
                    mask = f"both({mask}, {other})"
                keep = f"lambda {var}: {' and '.join(rest)}" if rest else "None"
                self.function(name, params, f"melds_in(s, {self.slot(d.zone, at)}, {seat}, {mask}, {keep})")
                return
            case core.CoversOf():
                made = f"covers_in(s, {self.expr(d.needs, at)}, {self.slot(d.zone, at)}, {d.full})"
            case core.CardsFrom():
                made = self.some_cards(d, at, clamp)
            case core.OneOf(core.Filter(domain=source)) if source.type.kind in (Kind.ZONE, Kind.PLACE):
                made = f"one_card({self.expr(d.domain, at)}, None)"
            case core.OneOf():
                made = f"one_of({self.expr(d.domain, at)})"
        if tests:
            made = f"kept({made}, lambda {var}: {' and '.join(self.expr(t, at) for t in tests)})"
        self.function(name, params, made)

    def about(self, where: core.Expr, slot: int, pick: int) -> core.Expr:
        """A condition on the subject of a `where` as one on what is picked."""
        renamed: core.Expr = _renamed(where, slot, pick)
        return renamed

    def some_cards(self, d: core.CardsFrom, at: Names, clamp: bool) -> str:
        test = f"lambda w: {self.expr(d.where, at.having(d.slot, 'w'))}" if d.where is not None else "None"
        if d.single:
            return (
                f"one_card({self.listed(d.source, at)}, {test})"
                if self.is_scattered(d.source)
                else f"card_at(s, {self.slot(d.source, at)}, {test})"
            )
        low, high = self.expr(d.low, at), self.expr(d.high, at)
        if self.is_scattered(d.source):
            return f"some_of({self.listed(d.source, at)}, {low}, {high}, {test}, {clamp})"
        return f"some_cards(s, {self.slot(d.source, at)}, {low}, {high}, {test}, {clamp})"

    def is_scattered(self, source: core.Expr) -> bool:
        """Whether cards come from more than one zone or place."""
        return source.type.kind not in (Kind.ZONE, Kind.PLACE) or self.has_places(source)

    def mask(self, test: core.Expr, slot: int, at: Names) -> str | None:
        """A condition on a meld as a mask of strength classes, None where it cannot be one."""
        if slot not in self.free_locals(test):
            return f"(EVERYTHING if {self.expr(test, at)} else NOTHING)"
        match test:
            case core.Beats(core.Local(left), right) if left == slot and slot not in self.free_locals(right):
                return f"beating({self.expr(right, at)})"
            case core.Logic(op, items):
                found = ""
                for item in reversed(items):
                    mask = self.mask(item, slot, at)
                    if mask is None:
                        return None
                    if not found:
                        found = mask
                    elif slot in self.free_locals(item):
                        found = f"{'both' if op == 'and' else 'either'}({mask}, {found})"
                    else:  # decided without looking at any meld
                        asked = self.expr(item, at)
                        found = f"({found} if {asked} else NOTHING)" if op == "and" else f"(EVERYTHING if {asked} else {found})"
                return found
            case core.Not(item):
                inner = self.mask(item, slot, at)
                return None if inner is None else f"inverse({inner})"
        return None


def flat_and(tests: list[core.Expr]) -> list[core.Expr]:
    """Conditions that all hold, `and` taken apart."""
    found: list[core.Expr] = []
    for test in tests:
        found += flat_and(list(test.items)) if isinstance(test, core.Logic) and test.op == "and" else [test]
    return found


def given_names(given: Mapping[int, str]) -> list[str]:
    """The parameters that picks made before come in; `p` is always the first of a function, and not among them."""
    return [name for name in given.values() if name != "p"]


def _renamed(item: Any, old: int, new: int) -> Any:
    """The same expression about another local."""
    if isinstance(item, core.Local):
        return replace(item, slot=new) if item.slot == old else item
    if isinstance(item, tuple):
        return tuple(_renamed(i, old, new) for i in item)
    if hasattr(item, "__dataclass_fields__") and hasattr(item, "span"):
        return replace(item, **{f.name: _renamed(getattr(item, f.name), old, new) for f in fields(item) if f.name not in ("span", "type")})
    return item
