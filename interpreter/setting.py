"""From a position as a file says it to the slots of a table, with everything that is wrong told at its place."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..ruleset import core
from ..ruleset.errors import OptionError, RuleFault
from ..ruleset.finding import Finding, Severity, did_you_mean, error, warning
from ..ruleset.nodes import Entry, Node, Scalar, Sequence
from ..ruleset.nodes import Mapping as MappingNode
from ..ruleset.source import Span
from .chain import put_stack, unsaid
from .choice import Choice
from .codec import NEVER_NONE, Codec, Misfit, number_of
from .compiled import Compiled
from .game import load
from .layout import ACTIVE, ACTOR, POINT, RANDOM, SEAT, WINNER, ZoneSlots, decks_stay_apart
from .limits import limits
from .options import settle_options
from .program import Point
from .runtime import shuffled
from .table import Table, counted, stream
from .whereabouts import Whereabouts, entries

FAULTS = (RuleFault, TypeError, IndexError, KeyError, ValueError, ZeroDivisionError, OverflowError, MemoryError)
"""What rules can raise at a table that play could not have led to."""

Got = TypeVar("Got")


@dataclass
class Setting:
    """A position on its way to a table: the slots so far, and what is wrong."""

    game: Compiled
    root: MappingNode
    findings: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.codec = Codec(self.game)
        self.layout = self.game.layout
        self.state: list[Any] = list(self.game.start)
        self.seat = 0
        self.point: Point | None = None

    @property
    def is_sound(self) -> bool:
        return not any(f.severity is Severity.ERROR for f in self.findings)

    def set_up(self) -> None:
        """Sets every slot that the position speaks of, then looks at the whole."""
        for zone in self.layout.zone_slots:
            self.state[zone] = () if self.layout.ordered[zone] else 0
        self.set_random()
        self.set_zones()
        self.set_state()
        self.set_choice()
        if self.is_sound and self.point is not None:
            self.look_at_whole()

    def note(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        self.findings.append(error(code, span, message, hint))

    def attempt(self, work: Callable[..., Got], *given: Any) -> Got | None:
        """What some work gives, None where it has found a misfit, which is noted."""
        try:
            return work(*given)
        except Misfit as misfit:
            self.findings.append(misfit.finding)
            return None

    # ----------------------------------------------------------------- chance

    def set_random(self) -> None:
        seed, stands = self.root.get("seed"), self.root.get("random")
        if seed is not None and stands is not None:
            self.note("P120", seed.span, "'random' says already where chance stands", "keep one of the two")
        self.state[RANDOM] = stream(int(seed.value or 0)) if isinstance(seed, Scalar) else stream(0)
        if isinstance(stands, Scalar):
            digits = stands.text.value.strip().lower()
            if len(digits) != 16 or set(digits) - set("0123456789abcdef"):
                self.note("P108", stands.span, "16 digits from 0 to 9 and a to f are expected here", "leave 'random' out, and write a seed")
            else:
                self.state[RANDOM] = int(digits, 16)

    # ----------------------------------------------------------------- cards

    def set_zones(self) -> None:
        places: dict[int, list[tuple[int, Span]]] = {}
        for entry in entries(self.root.get("zones")):
            zone = self.layout.zones.get(entry.name)
            if zone is None:
                self.note("P102", entry.key.span, f"there is no zone '{entry.name[:40]}'", self.zone_meant(entry.name))
                continue
            for slot, node in self.piles(zone, entry):
                found = self.cards(node, slot)
                places.setdefault(slot, []).extend(found)
        self.count(places)
        if not self.is_sound:
            return
        for slot, cards in places.items():
            kinds = [kind for kind, _ in cards]
            self.state[slot] = tuple(reversed(kinds)) if self.layout.ordered[slot] else self.layout.packing.pack(kinds)
        self.put_rest()
        self.over_limits()

    def zone_meant(self, name: str) -> str:
        """A hint for a name that is no zone."""
        zones, (first, *behind) = self.layout.zones, name.split() or [""]
        if first in zones and behind:  # the name of a pile, as memories have it
            return f"write {first}: {{1: CARDS, 2: CARDS}}"
        return did_you_mean(name, zones) or f"there are: {', '.join(zones)}"

    def piles(self, zone: ZoneSlots, entry: Entry) -> Iterator[tuple[int, Node]]:
        """The slots of a zone that a file speaks of, each with its cards."""
        node = entry.value
        if not zone.each:
            yield from self.of_seat(zone, 0, node)
        elif isinstance(node, MappingNode):
            for part in node:
                seat = self.attempt(self.codec.seat, part.key)
                if seat is not None:
                    yield from self.of_seat(zone, seat, part.value)
        elif not _is_empty(node):
            self.note("P113", node.span, f"every player has a '{zone.name}' of their own", f"write {zone.name}: {{1: CARDS, 2: CARDS}}")

    def of_seat(self, zone: ZoneSlots, seat: int, node: Node) -> Iterator[tuple[int, Node]]:
        """The slots of one seat, or of the table."""
        slots = zone.of(seat)
        if not zone.places:
            yield slots[0], node
        elif isinstance(node, Sequence):
            for i, item in enumerate(node):
                if i == len(slots):
                    self.note("P113", item.span, f"'{zone.name}' has {len(slots)} places, and this is one more")
                    break
                yield slots[i], item
        elif isinstance(node, MappingNode):
            for part in node:
                number = number_of(part.key)
                if number is None or not 1 <= number <= len(slots):
                    hint = f"the places are 1 to {len(slots)}"
                    self.note("P113", part.key.span, f"'{zone.name}' has no place '{part.name[:40]}'", hint)
                else:
                    yield slots[number - 1], part.value
        elif not _is_empty(node):
            self.note(
                "P113",
                node.span,
                f"'{zone.name}' has {len(slots)} places",
                f"write a list with the cards of each: {zone.name}: [CARDS, CARDS]",
            )

    def cards(self, node: Node, slot: int) -> Iterator[tuple[int, Span]]:
        """The kinds of the cards that a text or a list names, each with its place in the file."""
        match node:
            case Sequence():
                for item in node:
                    yield from self.cards(item, slot)
            case MappingNode():
                self.note(
                    "P113",
                    node.span,
                    f"cards are expected here for '{self.layout.zone_at[slot]}'",
                    "write their codes, with blanks between them",
                )
            case Scalar():
                text = node.text.value
                if node.value is None and self.codec.game.notation.names.coded(text) is None:
                    return
                at = 0
                for word in text.split():
                    at = text.index(word, at)
                    span = node.text.span(at, at + len(word))
                    kind = self.attempt(self.codec.kind, word, span)
                    if kind is not None:
                        yield kind, span
                    at += len(word)

    def count(self, places: Mapping[int, list[tuple[int, Span]]]) -> None:
        """Notes cards that lie there more often than there are."""
        apart, cards = decks_stay_apart(self.game.ruleset), self.game.ruleset.cards
        there = counted(self.layout, self.layout.start)
        seen: Counter[tuple[int, int | None]] = Counter()
        for slot, found in places.items():
            owner = self.layout.owner[slot] if apart else None
            for kind, span in found:
                seen[kind, owner] += 1
                most = self.layout.caps[kind] if apart else there[kind]
                if seen[kind, owner] == most + 1:
                    whose = f"player {owner + 1} has" if owner is not None else "there is" if most == 1 else "there are"
                    only = f"{whose} only {most}" if most else "none of it is in the game"
                    self.note("P104", span, f"{cards[kind].code} lies here once too often: {only}", "take it out")

    def put_rest(self) -> None:
        """Puts all cards that are not named into the zone that `rest` names; where it is ordered, in an order drawn by lot."""
        node = self.root.get("rest")
        if not isinstance(node, Scalar):
            return
        zone = self.layout.zones.get(node.text.value.strip())
        apart = decks_stay_apart(self.game.ruleset)
        fitting = [z.name for z in self.layout.zones.values() if not z.places and z.each is apart]
        if zone is None or zone.name not in fitting:
            hint = did_you_mean(node.text.value, fitting) or f"such are: {', '.join(fitting) or 'none'}"
            self.note("P102", node.span, f"there is no zone '{node.text.value[:40]}' that all other cards can lie in", hint)
            return
        for seat in range(zone.seats):
            slot = zone.of(seat)[0]
            own = [s for s in self.layout.zone_slots if not apart or self.layout.owner[s] == seat]
            lying = Counter(kind for s in own for kind, _ in self.game.code.functions["cards"](self.state, s))
            there = Counter(dict(enumerate(self.layout.caps))) if apart else counted(self.layout, self.layout.start)
            rest = sorted((there - lying).elements())
            if self.layout.ordered[slot]:
                self.state[slot] = (*shuffled(self.state, rest), *self.state[slot])
            else:
                self.state[slot] += self.layout.packing.pack(rest)

    def over_limits(self) -> None:
        """Notes zones that hold more cards than the rules ever put there."""
        for name, most in limits(self.game).items():
            zone = self.layout.zones[name]
            for seat in range(zone.seats):
                size = sum(len(self.game.code.functions["cards"](self.state, slot)) for slot in zone.of(seat))
                if size > most:
                    entry = next(e for e in entries(self.root.get("zones")) if e.name == name)
                    whose = f"player {seat + 1}'s '{name}'" if zone.each else f"'{name}'"
                    self.note(
                        "P118",
                        entry.key.span,
                        f"{whose} holds {size} cards, and the rules put at most {most} there",
                        f"take out {size - most}",
                    )

    # ----------------------------------------------------------------- counters and memories

    def set_state(self) -> None:
        declared = self.game.ruleset.state
        for entry in entries(self.root.get("state")):
            memory = declared.get(entry.name)
            if memory is None:
                hint = did_you_mean(entry.name, declared) or f"there are: {', '.join(declared) or 'none'}"
                self.note("P107", entry.key.span, f"there is no counter or memory '{entry.name[:40]}'", hint)
                continue
            parts: list[tuple[int, Node]] = [(0, entry.value)]
            if memory.each:
                parts = []
                if not isinstance(entry.value, MappingNode):
                    self.note(
                        "P108", entry.value.span, f"every player has their own '{memory.name}'", f"write {memory.name}: {{1: ..., 2: ...}}"
                    )
                for part in entries(entry.value):
                    seat = self.attempt(self.codec.seat, part.key)
                    if seat is not None:
                        parts.append((seat, part.value))
            for seat, node in parts:
                wrong = len(self.findings)
                value = self.attempt(self.codec.read, node, memory.type)
                if value is None and len(self.findings) == wrong and memory.type.kind in NEVER_NONE:
                    self.note("P108", node.span, f"'{memory.name}' is a {memory.type}, and cannot be none")
                self.state[self.layout.state[memory.name] + seat] = value
        winner = self.root.get("winner")
        if isinstance(winner, Scalar) and winner.value is not None:
            self.state[WINNER] = self.attempt(self.codec.seat, winner)

    # ----------------------------------------------------------------- the flow

    def set_choice(self) -> None:
        choice = self.root.get("choice")
        assert isinstance(choice, MappingNode)
        seat_node = choice.get("seat")
        assert seat_node is not None
        seat = self.attempt(self.codec.seat, seat_node)
        flow = Whereabouts(self.game, self.codec, self.root, self.findings)
        asked = flow.asked(choice)
        if seat is None or asked is None:
            return
        self.seat, self.point, path = seat, asked[0], asked[1]
        chain = self.attempt(flow.chain, self.point, path, choice)
        if chain is not None:
            self.state[POINT], self.state[SEAT], self.state[ACTOR] = self.point.index, seat, seat
            put_stack(self.game, self.state, chain, self.point, seat)
            for body, name in unsaid(self.game, self.state, chain, self.point, seat):
                hint = f"write frames: [{{body: {body}, locals: {{{name}: ...}}}}]"
                self.note("P114", choice.span, f"it is not said what '{name}' is in '{body}'", hint)

    # ----------------------------------------------------------------- the whole

    def look_at_whole(self) -> None:
        """Notes a choice without anything to choose, and standing rules that would apply here."""
        choice = self.root.get("choice")
        assert choice is not None
        try:
            if not Choice(self.game, self.state):
                hint = f"is it another player's choice, or does a card or the value of a memory lack? {self.what_follows()}"
                self.note("P111", choice.span, f"there is nothing that player {self.seat + 1} could choose here", hint.strip())
                return
        except FAULTS as fault:
            reason = fault.message if isinstance(fault, RuleFault) else "something that is none is used as if it were there"
            self.note("P111", choice.span, f"the rules cannot be carried out here: {reason}", "does a counter or memory lack its value?")
            return
        for name, seat in self.rules_that_apply():
            whose = f" for player {seat + 1}" if seat is not None else ""
            message = f"the standing rule '{name}' would apply here{whose}, so play never stops here"
            self.findings.append(warning("P112", choice.span, message, "it is carried out after the next move that touches what it reads"))

    def what_follows(self) -> str:
        """To where play goes on by itself, as a sentence; nothing where the rules cannot be carried out."""
        assert self.point is not None
        table = Table(self.game, list(self.state), None)
        try:
            table.go_on()
        except FAULTS:
            return ""
        if table.over:
            return f"as it is, play goes on to the end: {table.result}"
        return f"as it is, play goes on to the choice of player {table.choice.seat} at '{table.choice.label}'"

    def rules_that_apply(self) -> Iterator[tuple[str, int | None]]:
        """The standing rules in force whose conditions hold, with the seats for which they do."""
        during = self.game.program.during
        for rule in self.game.ruleset.rules.values():
            if rule.during is not None and not self.state[ACTIVE] >> during.index(rule.during) & 1:
                continue
            for seat in range(self.game.seats) if rule.each else (None,):
                try:
                    if self.game.code.evaluate(rule.test, f"rule {rule.name}", list(self.state), {core.PLAYER_SLOT: seat}):
                        yield rule.name, seat
                except FAULTS:
                    continue


# --------------------------------------------------------------------------- seats and options


def game_for(given: Compiled, root: MappingNode) -> Compiled:
    """The game with the seats and options of a position. Raises Misfit for those that the rules do not allow."""
    name = root.get("position")
    ruleset = given.ruleset
    if isinstance(name, Scalar) and name.text.value.strip() not in (ruleset.name, ruleset.title):
        message = f"this position is for '{name.text.value[:60]}', and the game is {ruleset.name}"
        raise Misfit("P101", name.span, message, "set it up with the game that it is for, or delete the key 'position'")
    seats_node = root.get("seats")
    seats = seats_node.value if isinstance(seats_node, Scalar) and isinstance(seats_node.value, int) else given.seats
    if seats_node is not None and not ruleset.players[0] <= seats <= ruleset.players[1]:
        low, high = ruleset.players
        message = f"{ruleset.title} is for {low if low == high else f'{low} to {high}'} players, not {seats}"
        raise Misfit("P105", seats_node.span, message, f"write {low if low == high else f'{low} to {high}'}")
    options = dict(given.options)
    for entry in entries(root.get("options")):
        assert isinstance(entry.value, Scalar)
        value = entry.value.value
        try:
            word = value if isinstance(value, int) else entry.value.text.value
            options |= {entry.name: settle_options(ruleset, {entry.name: word})[entry.name]}
        except OptionError as failure:
            raise Misfit("P106", (entry.value if entry.name in ruleset.options else entry.key).span, str(failure)) from None
    return given if (seats, options) == (given.seats, given.options) else load(ruleset, seats=seats, **options)


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and (node.value is None or not node.text.value.strip())
