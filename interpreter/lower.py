"""From a ruleset to its program: blocks and loops become flat instructions with jumps."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ..ruleset import core, model
from ..ruleset.errors import OptionError
from ..ruleset.source import Span
from ..ruleset.types import CARD, TRUTH, Kind
from .layout import bodies_of, lay_out
from .program import (
    Ask,
    Call,
    Gather,
    Instr,
    Jump,
    Leave,
    Next,
    NextSeat,
    Point,
    Program,
    Return,
    Seats,
    Settle,
    Site,
    Step,
    TurnDone,
    Unless,
)  # fmt: skip

Loop = core.ForEach | core.Repeat | core.Turns


def lower(ruleset: model.Ruleset, players: int, options: Mapping[str, int | bool | str]) -> Program:
    """The program of a ruleset for a number of players (not seats) and a value for every option."""
    low, high = ruleset.players
    if not low <= players <= high:
        raise OptionError(f"{ruleset.title} is for {low if low == high else f'{low} to {high}'} players, not {players}")
    lowering = Lowering(ruleset)
    for name, body in bodies_of(ruleset).items():
        lowering.body(name, body)
    return Program(
        ruleset, options, lay_out(ruleset, players, options), tuple(lowering.code), lowering.entries, bodies_of(ruleset),
        tuple(lowering.points), tuple(lowering.sites), recursive(lowering.sites, lowering.code), lowering.during,
    )  # fmt: skip


@dataclass(slots=True)
class Lowering:
    ruleset: model.Ruleset
    code: list[Instr] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    loops: tuple[Loop, ...] = ()
    name: str = ""
    is_rule: bool = False
    sources: dict[int, frozenset[str]] = field(default_factory=dict)
    during: tuple[str, ...] = ()
    reads: dict[str, frozenset[str]] = field(default_factory=dict)
    ended: frozenset[str] = frozenset()
    """The procedures that a standing rule can end."""
    writes: dict[str, frozenset[str] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rules = self.ruleset.rules.values()
        self.during = tuple(dict.fromkeys(r.during for r in rules if r.during))
        anywhere = frozenset(self.ruleset.zones)
        self.reads = {r.name: names_read(r.test) | (anywhere if reads_anywhere(r.test) else frozenset()) for r in rules}
        self.ended = frozenset(part.name for part in core.walk(tuple(self.begun_by_rules())) if isinstance(part, core.End))
        self.writes = {r.name: self.written(r.procedure.body) for r in rules}

    # ----------------------------------------------------------------- bodies

    def body(self, name: str, body: model.Procedure) -> None:
        self.name, self.loops, self.sources = name, (), {}
        self.is_rule = body.kind == "rule"
        self.entries[name] = len(self.code)
        picks = self.ruleset.actions[name.removeprefix("action ")].picks if body.kind == "action" else ()
        self.sources = sources((picks, body.body))
        # entering a procedure may bring rules into force; the outermost one those that are always in force
        begun = [r.name for r in self.ruleset.rules.values() if r.during == name or (r.during is None and name == self.ruleset.start)]
        self.settle(self.waking(begun), body.span)
        self.block(body.body)
        self.emit(Return(name, body.span))

    def emit(self, instr: Instr) -> int:
        self.code.append(instr)
        return len(self.code) - 1

    def here(self) -> int:
        return len(self.code)

    def patch(self, at: int, to: int) -> None:
        instr = self.code[at]
        assert isinstance(instr, Jump | Unless | Next | NextSeat)
        self.code[at] = replace(instr, to=to)

    def settle(self, rules: Iterable[str], span: Span) -> None:
        found = tuple(rules)
        if found and not self.is_rule:
            self.emit(Settle(found, self.name, span))

    def block(self, stmts: tuple[core.Stmt, ...]) -> None:
        """The instructions of a block. What needs a choice that had nothing to choose from is skipped, and what needs that in turn."""
        needs: dict[int, set[int]] = {}  # for a local the choices without which there is nothing to it
        for stmt in stmts:
            needed = set[int]().union(*(needs[slot] for slot in slots_read(stmt) if slot in needs))
            bound, name = bound_by(stmt)
            if needed and bound is not None:  # what is skipped now holds nothing of an earlier round
                nothing = core.Const(None, "none", CARD.or_none(), stmt.span)
                self.emit(Step(core.Let(bound, name, nothing, stmt.span), self.name, stmt.span))
            guards = [self.emit(Unless(self.made(slot, stmt.span), -1, self.name, stmt.span)) for slot in sorted(needed)]
            self.stmt(stmt)
            for guard in guards:
                self.patch(guard, self.here())
            if bound is not None:
                needs[bound] = {bound} if isinstance(stmt, core.Choose) else needed

    def made(self, slot: int, span: Span) -> core.Expr:
        return core.Not(core.Is("none", core.Local(slot, "", CARD, span), None, TRUTH, span), TRUTH, span)

    # ----------------------------------------------------------------- instructions

    def stmt(self, stmt: core.Stmt) -> None:
        span = stmt.span
        match stmt:
            case core.Let() | core.Say() | core.Show():
                self.emit(Step(stmt, self.name, span))
            case core.MoveFrom() | core.MoveCards() | core.Gather() | core.Shuffle() | core.Assign():
                self.emit(Step(stmt, self.name, span))
                self.settle(self.touched(stmt), span)
            case core.Play(name, player):
                self.call(name, (name,), player, None, span)
                self.settle(self.behind(name), span)
            case core.Do():
                self.call(f"{stmt.attribute} of card", self.effects(stmt.attribute), stmt.player, stmt, span)
            case core.End(name, winner):
                self.emit(Leave(name, winner, self.name, span))
            case core.Choose(pick):
                self.ask(stmt, f"{self.name}: {pick.name}")
            case core.Offer():
                self.ask(stmt, self.name)
            case core.If():
                self.branches(stmt)
            case core.ForEach():
                self.for_each(stmt)
            case core.Repeat():
                self.repeat(stmt)
            case core.Turns():
                self.turns(stmt)

    def call(self, name: str, to: tuple[str, ...], player: core.Expr | None, effect: core.Do | None, span: Span) -> None:
        label = f"{self.name}: {name}"
        count = sum(s.label.split(" #")[0] == label for s in self.sites)
        self.sites.append(Site(label if not count else f"{label} #{count + 1}", self.here(), self.name, to, self.loops))
        self.emit(Call(name, player, effect, self.name, span))

    def ask(self, stmt: core.Offer | core.Choose, label: str) -> None:
        count = sum(p.label.split(" #")[0] == label for p in self.points)
        point = Point(len(self.points), label if not count else f"{label} #{count + 1}", stmt, self.name, self.here(), self.loops)
        self.points.append(point)
        if isinstance(stmt, core.Offer):
            bodies = tuple(f"action {a}" for a in stmt.actions)
            self.sites.append(Site(f"{point.label} (offer)", self.here(), self.name, bodies, self.loops))
        self.emit(Ask(point.index, self.name, stmt.span))

    def branches(self, stmt: core.If) -> None:
        ends: list[int] = []
        for i, (test, body) in enumerate(stmt.branches):
            skip = self.emit(Unless(test, -1, self.name, test.span))
            self.block(body)
            if i + 1 < len(stmt.branches) or stmt.otherwise:
                ends.append(self.emit(Jump(-1, self.name, stmt.span)))
            self.patch(skip, self.here())
        self.block(stmt.otherwise)
        for end in ends:
            self.patch(end, self.here())

    def inside(self, loop: Loop, body: tuple[core.Stmt, ...]) -> None:
        outer, self.loops = self.loops, (*self.loops, loop)
        self.block(body)
        self.loops = outer

    def for_each(self, stmt: core.ForEach) -> None:
        over = stmt.over
        self.emit(Gather(stmt.work, over.domain, stmt.start, self.name, stmt.span))
        top = self.emit(Next(stmt.work, over.slot, over.kind, -1, self.name, stmt.span))
        if over.where is not None:
            self.emit(Unless(over.where, top, self.name, over.where.span))
        self.inside(stmt, stmt.body)
        self.emit(Jump(top, self.name, stmt.span))
        self.patch(top, self.here())

    def repeat(self, stmt: core.Repeat) -> None:
        if stmt.times is not None:
            self.emit(Gather(stmt.work, stmt.times, None, self.name, stmt.span))
        top = self.here()
        ends = []
        if stmt.times is not None:
            ends.append(self.emit(Next(stmt.work, None, None, -1, self.name, stmt.span)))
        if stmt.loop_while is not None:
            ends.append(self.emit(Unless(stmt.loop_while, -1, self.name, stmt.loop_while.span)))
        if stmt.until is not None:
            ends.append(self.emit(Unless(core.Not(stmt.until, TRUTH, stmt.until.span), -1, self.name, stmt.until.span)))
        self.inside(stmt, stmt.body)
        self.emit(Jump(top, self.name, stmt.span))
        for end in ends:
            self.patch(end, self.here())

    def turns(self, stmt: core.Turns) -> None:
        self.emit(Seats(stmt, self.name, stmt.span))
        top = self.emit(NextSeat(stmt, -1, self.name, stmt.span))
        self.inside(stmt, stmt.body)
        self.emit(TurnDone(stmt, self.name, stmt.span))
        if stmt.until is not None:
            self.emit(Unless(stmt.until, top, self.name, stmt.until.span))
        else:
            self.emit(Jump(top, self.name, stmt.span))
        self.patch(top, self.here())

    # ----------------------------------------------------------------- standing rules

    def effects(self, attribute: str) -> tuple[str, ...]:
        """The bodies that an attribute of cards can hold."""
        return tuple(dict.fromkeys(c.effects[attribute].name for c in self.ruleset.cards if attribute in c.effects))

    def begun_by_rules(self) -> list[tuple[core.Stmt, ...]]:
        """The bodies of standing rules, and all that run from there."""
        bodies = bodies_of(self.ruleset)
        todo, seen = [f"rule {name}" for name in self.ruleset.rules], set[str]()
        while todo:
            name = todo.pop()
            if name in seen:
                continue
            seen.add(name)
            for part in core.walk(bodies[name].body):
                match part:
                    case core.Play(procedure):
                        todo.append(procedure)
                    case core.Do(attribute):
                        todo += self.effects(attribute)
                    case core.Offer(actions):
                        todo += [f"action {action}" for action in actions]
        return [bodies[name].body for name in seen]

    def behind(self, procedure: str) -> list[str]:
        """The standing rules to look at where a procedure has ended: those that ask who won it; all where a rule may have ended it."""
        rules = self.ruleset.rules.values()
        asking = [r.name for r in rules if procedure in self.ended or any(isinstance(part, core.Winner) for part in core.walk(r.test))]
        return self.waking(asking)

    def touched(self, stmt: core.Stmt) -> list[str]:
        """The standing rules that read what an instruction changes, or what one of these rules changes in turn."""
        changed = self.changes(stmt)
        return list(self.reads) if changed is None else self.waking(r for r, read in self.reads.items() if read & changed)

    def waking(self, rules: Iterable[str]) -> list[str]:
        """These standing rules and those that read what they change, and so on, in their order."""
        found, more = set[str](), set(rules)
        while more:
            found |= more
            written = [self.writes[r] for r in more]
            if None in written:
                return list(self.reads)
            changed = frozenset[str]().union(*(w for w in written if w is not None))
            more = {r for r, read in self.reads.items() if r not in found and read & changed}
        return [r for r in self.reads if r in found]

    def written(self, body: tuple[core.Stmt, ...]) -> frozenset[str] | None:
        """The names of the zones and memories that a rule's body changes; None: any."""
        found: set[str] = set()
        for part in core.walk(body):
            match part:
                case core.MoveFrom() | core.Assign() | core.Shuffle():
                    changed = self.changes(part)
                    if changed is None:
                        return None
                    found |= changed
                case core.MoveCards() | core.Gather() | core.Play() | core.Do() | core.Choose() | core.Offer():
                    return None
        return frozenset(found)

    def changes(self, stmt: core.Stmt) -> set[str] | None:
        """The names of the zones and memories that an instruction changes; None: any."""
        match stmt:
            case core.MoveFrom(source, _, _, _, target):
                ends = [source, target]
            case core.MoveCards(core.Local(slot)) if slot in self.sources:
                return set(self.sources[slot])
            case core.Assign(state):
                return {state.name}
            case core.Shuffle(zone):
                return {zone.name} if isinstance(zone, core.Zone) else None
            case _:
                return None
        return {e.name for e in ends if isinstance(e, core.Zone)} if all(isinstance(e, core.Zone) for e in ends) else None


def sources(body: object) -> dict[int, frozenset[str]]:
    """For a local that holds cards the zones where they can lie, wherever in the body it is; nothing where that is not known.

    They lie where they were picked, and wherever the body moves them: in a loop what stands below comes first in the next round.
    """
    found: dict[int, set[str] | None] = {}

    def add(slot: int, zone: core.Expr | None) -> None:
        known = found.setdefault(slot, set())
        if known is not None and isinstance(zone, core.Zone):
            known.add(zone.name)
        else:
            found[slot] = None

    for part in core.walk(body):
        match part:
            case core.Pick(slot, _, domain):
                add(slot, getattr(domain, "zone", getattr(domain, "source", None)))
            case core.ForEach(over):
                add(over.slot, over.domain)
            case core.Let(slot):
                add(slot, None)
            case core.MoveCards(core.Local(slot), place, target):
                add(slot, None if place == "under" else target)
    return {slot: frozenset(zones) for slot, zones in found.items() if zones is not None}


def names_read(test: object) -> frozenset[str]:
    """The zones and memories that a condition reads."""
    return frozenset(part.name for part in core.walk(test) if isinstance(part, core.Zone | core.State))


def bound_by(stmt: core.Stmt) -> tuple[int | None, str]:
    """The local that an instruction gives its value, and its name."""
    match stmt:
        case core.Choose(pick):
            return pick.slot, pick.name
        case core.Let(slot, name):
            return slot, name
        case core.Offer(answer=slot) if slot is not None:
            return slot, "the action"
    return None, ""


def reads_anywhere(test: object) -> bool:
    """Whether a condition reads a zone that a card or memory tells, so that it may be any."""
    parts = list(core.walk(test))
    kept = any(isinstance(part, core.State) and part.type.kind in (Kind.ZONE, Kind.PLACE) for part in parts)
    return kept or any(isinstance(part, core.Call) and part.word == "place" for part in parts)


def slots_read(stmt: core.Stmt) -> set[int]:
    """The locals that an instruction reads, nested blocks included."""
    return {part.slot for part in core.walk(stmt) if isinstance(part, core.Local)}


def recursive(sites: list[Site], code: list[Instr]) -> frozenset[str]:
    """The bodies that can begin anew while they run: their locals are kept aside for as long.

    A standing rule can come in wherever rules are looked at, and begin anything from there.
    """
    calls: dict[str, set[str]] = {}
    for site in sites:
        calls.setdefault(site.body, set()).update(site.to)
    for instr in code:
        if isinstance(instr, Settle):
            calls.setdefault(instr.body, set()).update(f"rule {name}" for name in instr.rules)
    found = set()
    for name in calls:
        seen, todo = set(), list(calls[name])
        while todo:
            at = todo.pop()
            if at not in seen:
                seen.add(at)
                todo += calls.get(at, ())
        if name in seen:
            found.add(name)
    return frozenset(found)
