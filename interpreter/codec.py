"""Values at play as values of a file, by names, and back: `K5 in hand 1`, `{meld: K5 K5, by: 2, in: service 2}`, a seat from 1."""

from collections.abc import Mapping as MappingOf
from collections.abc import Sequence as Many
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ..ruleset import core
from ..ruleset.finding import Finding, did_you_mean, error
from ..ruleset.nodes import Mapping, Node, Plain, Scalar, Sequence
from ..ruleset.shapewords import seen
from ..ruleset.signatures import ACTIONS
from ..ruleset.source import Span
from ..ruleset.types import CARD, NUMBER, PLAYER, Kind, Type, list_of, symbol
from .compiled import Compiled
from .naming import Unreadable, meant

LONG = 10**15
"""Numbers from here on are written as texts: not every reader of JSON keeps their digits."""

MOST_DIGITS = 4300
"""Numbers of more digits are not read: Python writes none."""


class Misfit(ValueError):
    """A value in a file that cannot be one at play; it holds the finding."""

    def __init__(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        self.finding: Finding = error(code, span, message, hint)
        super().__init__(message)


@dataclass(slots=True)
class Codec:
    """Writes and reads the values of one game."""

    game: Compiled
    zones: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        notation = self.game.notation
        self.zones = {notation.zone(slot): slot for slot in self.game.layout.zone_slots}

    # ----------------------------------------------------------------- writing

    def write(self, value: Any, type: Type) -> Plain:
        """A value of a type, as JSON or YAML can hold it."""
        if value is None:
            return None
        match type.kind:
            case Kind.NUMBER:
                return str(value) if abs(value) >= LONG else int(value)
            case Kind.TRUTH | Kind.TEXT:
                return value  # type: ignore[no-any-return]
            case Kind.PLAYER:
                return int(value) + 1
            case Kind.ACTION:
                return list(self.game.ruleset.actions)[int(value)]
            case Kind.CARD:
                return self.card(value)
            case Kind.MELD:
                meld, seat, slot = value
                same = self.game.book().meld(meld.parts)
                text = str(meld) if len(same) == 1 and "[" not in str(meld) else f"{meld} [{meld.type}]"
                return {"meld": text, "by": seat + 1, "in": self.game.notation.zone(slot)}
            case Kind.PLACE | Kind.ZONE if isinstance(value, int):
                return self.game.notation.zone(value)
            case Kind.BAG:
                return dict(value)
            case Kind.LIST | Kind.ZONE:
                return [self.write(item, type.member) for item in value]
        return str(self.game.notation.write(value, type))

    def card(self, card: tuple[int, int]) -> str:
        kind, slot = card
        return f"{self.game.ruleset.cards[kind].code} in {self.game.notation.zone(slot)}"

    # ----------------------------------------------------------------- reading

    def read(self, node: Node, type: Type) -> Any:
        """The value that a part of a file says. Raises Misfit where it says none of this type."""
        can_be_none = type.optional or type.kind not in NEVER_NONE
        if can_be_none and isinstance(node, Scalar) and (node.value is None or says_none(node, type)):
            return None
        match type.kind:
            case Kind.NUMBER:
                if isinstance(node, Scalar) and isinstance(node.value, str) and is_long(node.value):
                    return int(node.value)
                if not isinstance(node, Scalar) or isinstance(node.value, bool) or not isinstance(node.value, int):
                    raise self.misfit(node, "a whole number")
                return node.value
            case Kind.TRUTH:
                if not isinstance(node, Scalar) or not isinstance(node.value, bool):
                    raise self.misfit(node, "true or false")
                return node.value
            case Kind.TEXT:
                if not isinstance(node, Scalar):
                    raise self.misfit(node, "a text")
                return node.text.value
            case Kind.PLAYER:
                return self.seat(node)
            case Kind.ACTION:
                return self.one_of(node, list(self.game.ruleset.actions), "action")
            case Kind.SYMBOL if type.is_word:
                words = [str(v) for listed in self.game.ruleset.lists.values() for v in listed.values]
                return words[self.one_of(node, words, "word")]
            case Kind.SYMBOL:
                return self.one_of(node, [str(v) for v in self.game.notation.constants.symbols(str(type.of))], str(type.of))
            case Kind.CARD:
                return self.read_card(node)
            case Kind.MELD:
                return self.read_meld(node)
            case Kind.PLACE | Kind.ZONE if not isinstance(node, Sequence):
                return self.slot(node)
            case Kind.BAG:
                return self.read_bag(node)
            case Kind.LIST | Kind.ZONE:
                if not isinstance(node, Sequence):
                    raise self.misfit(node, "a list")
                return tuple(self.read(item, type.member) for item in node)
        raise self.misfit(node, "nothing")

    def misfit(self, node: Node, expected: str) -> Misfit:
        return Misfit("P108", node.span, f"{expected} is expected here, not {seen(node)}")

    def text(self, node: Node, expected: str) -> str:
        if not isinstance(node, Scalar):
            raise self.misfit(node, expected)
        return node.text.value.strip()

    def one_of(self, node: Node, known: Many[str], what: str) -> int:
        """The place of a word in a list."""
        word = self.text(node, f"a {what}")
        if word not in known:
            hint = did_you_mean(word, known) or f"there are: {', '.join(known[:12])}"
            raise Misfit("P108", node.span, f"there is no {what} '{word[:40]}'", hint)
        return known.index(word)

    def seat(self, node: Node) -> int:
        """A seat, from 0."""
        value = number_of(node)
        if value is None:
            raise Misfit(
                "P108", node.span, f"the number of a player is expected here, not {seen(node)}", f"the players are 1 to {self.game.seats}"
            )
        if not 1 <= value <= self.game.seats:
            raise Misfit("P105", node.span, f"there is no player {value}", f"the players are 1 to {self.game.seats}")
        return value - 1

    def slot(self, node: Node) -> int:
        """The slot of a zone or place: `hand 1`, `board 3`."""
        word = " ".join(self.text(node, "a zone").split())
        return self.named_slot(word, node.span)

    def named_slot(self, word: str, span: Span) -> int:
        found = self.zones.get(word)
        if found is None:
            several = [zone for zone in self.zones if zone.partition(" ")[0] == word]
            hint = (
                f"say which one: {' or '.join(several[:6])}"
                if several
                else did_you_mean(word, self.zones)
                or f"write the zone, and the number of the player or place behind it: {next(iter(self.zones), '')}"
            )
            raise Misfit("P102", span, f"there is no zone '{word[:40]}'", hint)
        return found

    def kind(self, word: str, span: Span) -> int:
        """A card by its code."""
        found = self.game.notation.names.coded(word)
        if found is None:
            hint = meant(word, [card.code for card in self.game.ruleset.cards])
            raise Misfit("P103", span, f"there is no card '{word[:40]}'", hint)
        return found

    def read_card(self, node: Node) -> tuple[int, int]:
        code, _, where = self.text(node, "a card, such as 'CODE in ZONE'").partition(" in ")
        if not where:
            raise Misfit(
                "P108", node.span, f"it is not said where '{code[:40]}' lies", f"write '{code[:40]} in {next(iter(self.zones), '')}'"
            )
        return self.kind(code.strip(), node.span), self.named_slot(" ".join(where.split()), node.span)

    def read_meld(self, node: Node) -> Any:
        """A meld: its cards, who made it, and where it lies (where that is not said, it is open to all if it can be)."""
        cards, by = (node.get("meld"), node.get("by")) if isinstance(node, Mapping) else (None, None)
        if not isinstance(node, Mapping) or cards is None or by is None:
            raise Misfit(
                "P108", node.span, f"a meld and whose it is are expected here, not {seen(node)}", "write {meld: CARDS, by: PLAYER}"
            )
        for entry in node:
            if entry.name not in ("meld", "by", "in"):
                raise Misfit("P108", entry.key.span, f"a meld has no '{entry.name[:40]}'", "it has: meld, by, in")
        text, seat = self.text(cards, "a text with the cards of the meld"), self.seat(by)
        where = node.get("in")
        slot = self.slot(where) if where is not None else self.open_slot(seat)
        try:
            found = list(self.game.notation.read_meld(text))
        except Unreadable as failure:
            raise Misfit("P109", cards.span, str(failure)) from None
        exact = [m for m in found if str(m) == text.partition("[")[0].strip()] or found
        ways = list(dict.fromkeys(f'"{m} [{m.type}]"' for m in exact))
        if len(ways) > 1:
            raise Misfit("P109", cards.span, f"these cards can be read in {len(ways)} ways", f"write {' or '.join(ways[:6])}")
        return exact[0], seat, slot

    def open_slot(self, seat: int) -> int:
        """Where a meld of a seat lies when nobody says: an unordered zone of that seat that all can see, else any zone."""
        layout = self.game.layout
        own = [z for z in layout.zones.values() if z.faces == "all" and (z.each or not z.places)]
        best = sorted(own, key=lambda z: (not z.each, z.ordered))
        return best[0].of(seat)[0] if best else layout.first_zone

    def read_bag(self, node: Node) -> tuple[tuple[str, int], ...]:
        if not isinstance(node, Mapping):
            raise self.misfit(node, "names with numbers")
        known = [str(value) for listed in self.game.ruleset.lists.values() for value in listed.values]
        for entry in node:
            if entry.name not in known:
                raise Misfit("P108", entry.key.span, f"there is no '{entry.name[:40]}'", did_you_mean(entry.name, known))
        return tuple((entry.name, self.read(entry.value, NUMBER)) for entry in node)


def is_long(text: str) -> bool:
    """Whether a text is a number that is too long to be one of a file."""
    digits = text.removeprefix("-")
    return len(str(LONG)) <= len(digits) <= MOST_DIGITS and digits.isascii() and digits.isdecimal()


def number_of(node: Node) -> int | None:
    """The whole number that a value or a key says (the keys of a map are texts)."""
    if not isinstance(node, Scalar) or isinstance(node.value, bool):
        return None
    if isinstance(node.value, int):
        return node.value
    word = node.text.value
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else None


NEVER_NONE = (Kind.NUMBER, Kind.TRUTH)


def says_none(node: Scalar, type: Type) -> bool:
    """Whether a word says that there is nothing; a text may say so and be one all the same."""
    return type.kind is not Kind.TEXT and node.text.value == "none"


# --------------------------------------------------------------------------- the locals of bodies


@lru_cache(maxsize=4096)
def slot_types(game: Compiled, body: str) -> MappingOf[int, Type]:
    """The types of a body's locals that can hold a value between two choices, by slot.

    A choice with nothing to choose from leaves none, and so does a `let` that is skipped because it needs what was chosen.
    """
    procedure = game.program.bodies[body]
    found: dict[int, Type] = {core.PLAYER_SLOT: PLAYER}
    left: set[int] = set()
    if procedure.kind == "effect":
        found[1] = CARD
    if procedure.kind == "action":
        found |= {pick.slot: pick.domain.type for pick in game.ruleset.actions[body.removeprefix("action ")].picks}
    for part in core.walk(procedure.body):
        match part:
            case core.Let(slot, _, value):
                needs = {local.slot for local in core.walk(value) if isinstance(local, core.Local)}
                found[slot] = value.type.or_none() if needs & left else value.type
                left |= {slot} if needs & left else set()
            case core.Choose(pick):
                found[pick.slot] = pick.domain.type.or_none()
                left.add(pick.slot)
            case core.Offer(_, _, answer) if answer is not None:
                found[answer] = symbol(ACTIONS)
            case core.ForEach(over, _, work):
                member = over.domain.type.member
                found |= {over.slot: member, work: list_of(member)}
            case core.Repeat(times, _, _, work) if times is not None:
                found[work] = NUMBER
            case core.Turns():
                found |= {part.player: PLAYER, part.idle: NUMBER}
    return found


def slot_names(game: Compiled, body: str) -> dict[int, str]:
    """How the locals of a body are called in a file: by name, a second of the same name with ` #2` behind it."""
    counts: dict[str, int] = {}
    found = {}
    for slot, name in enumerate(game.program.bodies[body].slots):
        counts[name] = counts.get(name, 0) + 1
        found[slot] = name if counts[name] == 1 else f"{name} #{counts[name]}"
    return found
