"""A table as a person sees it on a console: made from a view, 80 columns or fewer, and readable aloud with `plain`."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from ..ruleset import core, model
from ..ruleset.types import Kind, Type

if TYPE_CHECKING:
    from ..interpreter.compiled import Compiled
    from ..interpreter.view import PileView, View, ZoneView

MOST_CARDS = 16
"""A zone of others with more cards than this is told as a number; `look ZONE` shows it."""

SHORT_CODE = 4


@dataclass(frozen=True, slots=True)
class Screen:
    """How a game is shown: `columns` wide; `plain` has one thing a line and no ornament; `colour` for headings only."""

    game: "Compiled"
    columns: int = 80
    plain: bool = False
    colour: bool = False

    # ----------------------------------------------------------------- the whole table

    def table(self, view: "View") -> Iterator[str]:
        """The table as a seat sees it: the others first, then the middle, then the seat's own cards."""
        seats = range(1, len(view.players) + 1)
        for seat in seats:
            if seat != view.seat:
                yield self.heading(self.named(view, seat))
                # of others only what there is: with six at a table the rest would be most of the screen
                yield from self.zones([z for z in view.zones if z.seat == seat and z.size], view)
                yield from self.memories(view, seat, told=bool)
        middle = [z for z in view.zones if z.seat is None]
        memories = list(self.memories(view, None))
        if middle or memories:
            yield self.heading("table")
            yield from self.zones(middle, view)
            yield from memories
        if view.seat is not None:
            yield self.heading(self.named(view, view.seat))
            yield from self.zones([z for z in view.zones if z.seat == view.seat], view, own=True)
            yield from self.memories(view, view.seat)

    def named(self, view: "View", seat: int) -> str:
        """A seat with what it has scored."""
        score = self.game.ruleset.score
        is_told = score is None or isinstance(score.points, core.State)  # then it stands among the memories
        points = "" if is_told or view.scores is None else f", {view.scores[seat - 1]} point{'s' * (view.scores[seat - 1] != 1)}"
        return view.players[seat - 1] + (" (you)" if seat == view.seat else "") + points

    def heading(self, text: str) -> str:
        text = text[:1].upper() + text[1:]
        if self.plain:
            return f"{text}:"
        line = f"-- {text} "
        line += "-" * max(min(self.columns, 80) - len(line), 0)
        return f"\x1b[1m{line}\x1b[0m" if self.colour else line

    def memories(self, view: "View", seat: int | None, told: Callable[[object], bool] = lambda value: value is not None) -> Iterator[str]:
        """The counters and memories of a seat (None: of the table) with a value that is to be told."""
        found = []
        for item in view.state:
            if item.seat == seat and item.value is not None and told(item.value):
                found.append(f"{spaced(item.name)} {self.value(item.value, self.game.ruleset.state[item.name].type)}")
        if self.plain:
            for text in found:
                yield from self.wrapped(text)
        elif found:
            yield from self.wrapped("; ".join(found))

    def value(self, value: int | bool | str, type: Type) -> str:
        """The value of a memory as people say it; a meld with what it is."""
        match type.kind:
            case Kind.PLAYER:
                return f"player {value}"
            case Kind.TRUTH:
                return str(value).lower()
            case Kind.MELD:
                types = dict.fromkeys(meld.type for meld in self.game.notation.read_meld(str(value)))
                return f"{str(value).partition(' [')[0]} ({' or '.join(map(spaced, types))})"
        return str(value)

    # ----------------------------------------------------------------- zones

    def zones(self, zones: Iterable["ZoneView"], view: "View", own: bool = False) -> Iterator[str]:
        """Zones in order: hands and places on lines of their own, the rest together."""
        short: list[str] = []
        for zone in zones:
            if zone.places:
                yield from self.together(short)
                short = []
                yield from self.places(zone, view)
            elif own and zone.cards is not None and zone.size and zone.faces != "all":
                yield from self.together(short)
                short = []
                yield from self.wrapped(f"{spaced(zone.name)}: {self.cards(zone.cards)}")
            else:
                short.append(f"{spaced(zone.name)} {self.brief(zone)}")
        yield from self.together(short)

    def together(self, texts: list[str]) -> Iterator[str]:
        if self.plain:
            for text in texts:
                yield from self.wrapped(text)
        elif texts:
            yield from self.wrapped("; ".join(texts))

    def brief(self, zone: "ZoneView") -> str:
        """A zone in a few words."""
        if not zone.size:
            return "empty"
        number = f"{zone.size} card{'s' * (zone.size != 1)}"
        if zone.cards is None:
            return f"{number}, face down" if self.plain else number
        if zone.size > MOST_CARDS:
            return number
        return self.cards(zone.cards)

    def places(self, zone: "ZoneView", view: "View") -> Iterator[str]:
        """A zone with places: what lies on top of each, what it says, and how many cards are under it."""
        yield f"  {spaced(zone.name)}:"
        for number, pile in enumerate(zone.places, 1):
            lead = f"  {number:>2}. "
            yield from self.wrapped(self.pile(pile, view), lead, " " * len(lead))

    def pile(self, pile: "PileView", view: "View") -> str:
        if not pile.size:
            return "empty"
        if pile.cards is None:
            return f"{pile.size} face down"
        card = self.card(pile.cards[0])
        told = [self.described(card)]
        if missing := self.lacking(card, view):
            told.append(missing)
        if pile.size > 1:
            under = [self.card(code).title for code in pile.cards[1:]]
            told.append(f"under it: {', '.join(under)}")
        return "; ".join(told)

    # ----------------------------------------------------------------- cards

    def card(self, code: str) -> model.Card:
        return next(c for c in self.game.ruleset.cards if c.code == code)

    def cards(self, codes: Iterable[str]) -> str:
        """Cards by code where the codes of a game are short, else by title, alike ones counted."""
        if all(len(card.code) <= SHORT_CODE for card in self.game.ruleset.cards):
            return " ".join(codes)
        named = Counter(self.card(code).title for code in codes)
        return ", ".join(f"{count} x {name}" if count > 1 else name for name, count in named.items())

    def described(self, card: model.Card) -> str:
        """A card in a line: its title, and what its attributes say to people."""
        told = []
        named = set(card.title.split()) <= {str(value) for value in card.values.values()}  # its title is made of them
        for name in self.game.ruleset.card_types[card.type].attributes:
            attribute, value = self.game.ruleset.attributes[name], card.values.get(name)
            match attribute.shape:
                case "bag" if isinstance(value, tuple) and value:
                    told.append(f"{spaced(name)} {', '.join(f'{item[1]} {item[0]}' for item in value)}")
                case "number" if isinstance(value, int) and card.title != card.code and not (named and str(value) in card.title.split()):
                    told.append(f"{value} {spaced(name) if value != 1 else spaced(name).removesuffix('s')}")
                case "text" if isinstance(value, str) and value:
                    told.append(value)
        return f"{card.title}: {'; '.join(told)}" if told else card.title

    def lacking(self, card: model.Card, view: "View") -> str | None:
        """What the seat still lacks to pay for a card, where an action pays with covers of what the card asks for."""
        if view.seat is None:
            return None
        for attribute, zone in paid(self.game.ruleset):
            needs = card.values.get(attribute)
            if not isinstance(needs, tuple) or not needs:
                continue
            from ..interpreter.covers import lacks

            held = Counter(view.zone(zone, view.seat if self.game.ruleset.zones[zone].each else None).cards or ())
            kinds = [(self.card(code).index, count) for code, count in held.items()]
            missing = lacks([(str(item[0]), int(item[1])) for item in needs], kinds, self.covered, self.worth)
            if sorted(missing) == sorted(needs):
                return None  # nothing is there yet, so the needs say it all
            return f"lacks {', '.join(f'{n} {what}' for what, n in missing)}" if missing else "can be paid"
        return None

    def covered(self, kind: int) -> tuple[str, ...]:
        value = self.game.ruleset.cards[kind].values.get("covers")
        return tuple(map(str, value)) if isinstance(value, tuple) else () if value is None else (str(value),)

    def worth(self, kind: int) -> int:
        value = self.game.ruleset.cards[kind].values.get("worth")
        return value if isinstance(value, int) else 1

    # ----------------------------------------------------------------- lines

    def wrapped(self, text: str, lead: str = "  ", rest: str = "    ") -> Iterator[str]:
        """A text on as many lines as it takes."""
        yield from wrap(text, self.columns, initial_indent=lead, subsequent_indent=rest, break_on_hyphens=False) or [lead.rstrip()]


def paid(ruleset: model.Ruleset) -> Iterator[tuple[str, str]]:
    """(attribute, zone) for each pick that is `covers of ATTRIBUTE of ... in ZONE`, of the player's own or of the table."""
    for action in ruleset.actions.values():
        for pick in action.picks:
            domain = pick.domain
            if isinstance(domain, core.CoversOf) and isinstance(domain.needs, core.Attribute) and isinstance(domain.zone, core.Zone):
                owner = domain.zone.owner
                if owner is None or (isinstance(owner, core.Local) and owner.slot == core.PLAYER_SLOT):
                    yield domain.needs.name, domain.zone.name


def spaced(name: str) -> str:
    """A name of the rules as people read it."""
    return name.replace("_", " ")
