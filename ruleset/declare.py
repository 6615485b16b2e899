"""The declarations of a rules file: options, zones, state and the names of everything else, before any text is resolved."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from . import core, model
from .cards import Cards
from .finding import Finding, did_you_mean, error
from .names import Names
from .nodes import Entry, Mapping, Node, Scalar, Sequence
from .scalars import looks_like
from .scan import check_name
from .signatures import BUILT_IN
from .source import Span, Text
from .types import CARD, MELD, NUMBER, PLAYER, TEXT, TRUTH, UNKNOWN, Kind, Type, symbol

T = TypeVar("T")
Parse = Callable[[Text], tuple[T, tuple[Finding, ...]]]

TYPES = {"number": NUMBER, "truth": TRUTH, "player": PLAYER, "card": CARD, "meld": MELD, "text": TEXT}
"""Types that `state` can be declared with, besides the lists."""


@dataclass(slots=True)
class File:
    """The merged tree of a rules file, read section by section, with the findings made on the way."""

    root: Mapping
    findings: list[Finding] = field(default_factory=list)

    def section(self, name: str) -> Iterator[Entry]:
        """The entries of a top-level map, but for the author's own (`x-`)."""
        yield from entries(self.root.get(name))

    def parsed(self, parse: Parse[T], node: Node | None) -> T | None:
        """What a parser makes of a text, or None where there is none or it does not parse."""
        text = text_of(node)
        if text is None:
            return None
        tree, found = parse(text)
        self.findings.extend(found)
        return None if any(f.severity == "error" for f in found) else tree

    def error(self, code: str, span: Span, message: str, hint: str | None = None, *, related: tuple[tuple[Span, str], ...] = ()) -> None:
        self.findings.append(error(code, span, message, hint, related=related))


def entries(node: Node | None) -> Iterator[Entry]:
    """The entries of a map, but for the author's own (`x-`); none where there is no map."""
    if isinstance(node, Mapping):
        yield from (e for e in node if not e.name.startswith("x-"))


def items(node: Node | None) -> tuple[Node, ...]:
    """The members of a list; a single value counts as a list of one."""
    return () if node is None else node.items if isinstance(node, Sequence) else (node,)


def get(node: Node | None, key: str) -> Node | None:
    """What stands under a key; None where there is no such key, or no map."""
    return node.get(key) if isinstance(node, Mapping) else None


def text_of(node: Node | None) -> Text | None:
    """A single value as it is written, None where there is none."""
    return node.text if isinstance(node, Scalar) and node.value is not None else None


def word_of(node: Node | None, default: str = "") -> str:
    """A single value as a plain string."""
    text = text_of(node)
    return text.value if text else default


def number_of(node: Node | None) -> int | None:
    """A whole number, None for anything else."""
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool) else None


def is_true(node: Node | None) -> bool:
    """Whether `true` stands here."""
    return isinstance(node, Scalar) and node.value is True


# --------------------------------------------------------------------------- names


def declare(file: File, cards: Cards) -> Names:
    """Every name that a rules file declares. Findings are added to the file's."""
    names = Names(
        options={e.name: option(file, e) for e in file.section("options")},
        lists=cards.lists,
        attributes=cards.attributes,
        card_types=cards.card_types,
        cards={draft.code: index for index, draft in enumerate(cards.drafts)},
        actions={e.name: e.key.span for e in file.section("actions")},
        procedures={e.name: e.key.span for e in file.section("flow")},
    )
    for name in cards.written:
        names.use("attribute", name)
    names.categories = {e.name: meld_names(e) for e in file.section("melds")}
    names.melds = {name: category for category, types in names.categories.items() for name in types}
    names.zones = {e.name: zone(file, e, names) for e in file.section("zones")}
    names.state = {e.name: state(file, e, names) for e in file.section("state")}
    clashes(file, names)
    seats(file)
    return names


def seats(file: File) -> None:
    """A finding where the fewest players are more than the most."""
    players = file.root.get("players")
    low, high = get(players, "min"), get(players, "max")
    fewest, most = number_of(low), number_of(high)
    if high is not None and fewest is not None and most is not None and fewest > most:
        file.error("R253", high.span, f"at most {most} can play, but at least {fewest} have to", "put the smaller number behind 'min'")


def meld_names(entry: Entry) -> tuple[str, ...]:
    """The types of a category: those named in it, or one of its own name."""
    if isinstance(entry.value, Mapping) and not entry.value.entry("shape"):
        return tuple(e.name for e in entries(entry.value) if e.name != "reading")
    return (entry.name,)


def clashes(file: File, names: Names) -> None:
    """Names that are no names, that are words of the language, or that are declared twice among what stands for values."""
    places: dict[str, tuple[Span, str]] = {}
    for section, one in (("options", "an option"), ("lists", "a list"), ("zones", "a zone"), ("state", "a memory")):
        for e in file.section(section):
            if not named(file, e):
                pass
            elif e.name in BUILT_IN:
                file.error("R209", e.key.span, f"'{e.name}' is a word of the rule language", "take another name")
            elif e.name in places:
                place, other = places[e.name]
                file.error(
                    "R209",
                    e.key.span,
                    f"'{e.name}' is {one} here and {other} elsewhere",
                    "give one of them another name",
                    related=((place, f"{other} of this name"),),
                )
            elif section in ("options", "state", "zones") and e.name in names.attributes:
                place = names.attributes[e.name].span
                file.error(
                    "R209",
                    e.key.span,
                    f"'{e.name}' is {one} here and an attribute of cards elsewhere",
                    "give one of them another name",
                    related=((place, "the attribute"),),
                )
            places.setdefault(e.name, (e.key.span, one))
    for section in ("actions", "flow", "melds"):
        for e in file.section(section):
            named(file, e)
    seen: dict[str, Span] = {}
    for e in file.section("melds"):
        inner = [i for i in entries(e.value) if i.name != "reading"] if isinstance(e.value, Mapping) and not e.value.entry("shape") else []
        for i in (e, *inner):
            if i is not e:
                named(file, i)
            if i.name in seen:
                file.error(
                    "R209",
                    i.key.span,
                    f"'{i.name}' is declared twice among the melds",
                    "give one of them another name",
                    related=((seen[i.name], "the other one"),),
                )
            seen.setdefault(i.name, i.key.span)


def named(file: File, entry: Entry) -> bool:
    """Whether something has a name that can be one; a finding where it has not."""
    if finding := check_name(entry.key.text):
        file.findings.append(finding)
    return finding is None


# --------------------------------------------------------------------------- options, zones, state


def option(file: File, entry: Entry) -> model.Option:
    """An option; its default must be one that it allows."""
    node = entry.value
    default = get(node, "default")
    value = default.value if isinstance(default, Scalar) and default.value is not None else 0
    low, high = number_of(get(node, "min")), number_of(get(node, "max"))
    listed = get(node, "choices")
    choices = (
        tuple(word if (word := number_of(i)) is not None else i.text.value for i in items(listed) if isinstance(i, Scalar))
        if listed
        else None
    )
    kind = TRUTH if isinstance(value, bool) else NUMBER if isinstance(value, int) else symbol(entry.name)
    limits = [e for e in entries(node) if e.name in ("min", "max")]
    if limits and (choices or kind is TRUTH):
        why = "its choices are listed" if choices else "it is true or false"
        hint = "leave it out, or leave out `choices`" if choices else "leave it out, or give a number as the default"
        file.error("R254", limits[0].key.span, f"'{limits[0].name}' limits a number, but of '{entry.name}' {why}", hint)
    if choices:
        for n, item in enumerate(items(listed)):
            if isinstance(item, Scalar) and choices.index(choices[n]) < n:
                file.error("R402", item.span, f"'{choices[n]}' stands twice in this list", "take one of them out")
        for item in items(listed):
            if isinstance(item, Scalar) and number_of(item) is None and (finding := check_name(item.text)):
                file.findings.append(finding)
        kind = NUMBER if all(isinstance(c, int) for c in choices) else symbol(entry.name)
        if value not in choices:
            place = default.span if default else entry.key.span
            file.error(
                "R250",
                place,
                f"'{value}', the default of '{entry.name}', is not among its choices",
                did_you_mean(str(value), map(str, choices)),
            )
    elif kind.kind is Kind.SYMBOL and default is not None and (str(value)[:1] in "+-.0123456789" or looks_like(str(value))):
        hint = looks_like(str(value)) or "write a whole number such as 3"
        file.error("R251", default.span, f"'{value}' is neither a whole number nor true or false", hint)
        kind = UNKNOWN
    elif kind.kind is Kind.SYMBOL and default is not None:
        file.error(
            "R251",
            default.span,
            f"'{value}' is neither a number nor true or false, so '{entry.name}' needs its choices",
            f"add `choices: [{value}, ...]`",
        )
    if kind is NUMBER and isinstance(value, int) and not choices:
        place = default.span if default else entry.key.span
        if low is not None and high is not None and low > high:
            file.error("R250", entry.key.span, f"the least of '{entry.name}' ({low}) is more than its most ({high})")
        elif (low is not None and value < low) or (high is not None and value > high):
            span = f"{low if low is not None else '...'} to {high if high is not None else '...'}"
            file.error("R250", place, f"the default of '{entry.name}' ({value}) lies outside its own range, {span}")
    return model.Option(entry.name, value, low, high, choices, word_of(get(node, "about")), kind, entry.key.span)


def zone(file: File, entry: Entry, names: Names) -> model.Zone:
    """A zone. A pile that nobody sees into is ordered, a hand is not, unless it says otherwise; places are."""
    node = entry.value
    starts = []
    for item in items(get(node, "starts")):
        word = word_of(item)
        if word in names.card_types:
            names.use("card type", word)
            starts.append(word)
        else:
            file.error("R206", item.span, f"unknown card type '{word}'", did_you_mean(word, names.card_types))
    faces = word_of(get(node, "faces"), "all")
    ordered, places = get(node, "ordered"), get(node, "places")
    count: int | core.Expr = number_of(places) or 0
    if places is not None and number_of(places) is None:
        word = word_of(places)
        declared = names.options.get(word)
        if declared and declared.type.kind is Kind.NUMBER:
            names.use("option", word)
            count = core.Option(word, NUMBER, places.span)
        else:
            file.error(
                "R220",
                places.span,
                f"how many places there are must be a number or an option, but this is '{word}'",
                did_you_mean(word, names.options),
            )
    is_ordered = is_true(ordered) if ordered is not None else faces == "hidden" or places is not None
    if places is not None and ordered is not None and not is_true(ordered):
        file.error("R252", ordered.span, f"'{entry.name}' has places, and the cards of a place always lie in order", "leave `ordered` out")
    if places is not None and starts:
        lie = get(node, "starts")
        file.error(
            "R252",
            lie.span if lie is not None else entry.key.span,
            f"'{entry.name}' has places, and no card starts on a place",
            f"let them start in a zone without places, and deal: `for each spot in places of {entry.name}: move 1 from ZONE to spot`",
        )
    each = word_of(get(node, "each")) == "player"
    if not each and faces == "owner":
        file.error(
            "R252",
            entry.key.span,
            f"only its owner sees '{entry.name}', but it belongs to nobody",
            "add `each: player`, or write `faces: all` or `faces: hidden`",
        )
    return model.Zone(
        entry.name,
        each,
        faces,
        is_ordered,
        count,
        number_of(get(node, "rows")) or 1,
        tuple(starts),
        word_of(get(node, "about")),
        entry.key.span,
    )


def state(file: File, entry: Entry, names: Names) -> model.State:
    """A counter or memory. Without a first value a number starts at 0, a truth at false, and anything else holds none."""
    node = entry.value
    written = get(node, "type")
    word = word_of(written)
    kind: Type = UNKNOWN
    if word in TYPES:
        kind = TYPES[word]
    elif word in names.lists or word in names.options:
        names.use("list", word)
        kind = names.list_type(word) if word in names.lists else names.options[word].type
    elif written is not None:
        file.error(
            "R208",
            written.span,
            f"unknown type '{word}'",
            did_you_mean(word, [*TYPES, *names.lists]) or f"one of {', '.join(TYPES)}, or a list",
        )
    if get(node, "starts") is None and kind.kind not in (Kind.NUMBER, Kind.TRUTH, Kind.TEXT):
        kind = kind.or_none()
    if kind.kind in (Kind.MELD, Kind.CARD, Kind.PLAYER):
        kind = kind.or_none()  # what has not come up yet, or is put away again, is none
    return model.State(entry.name, word_of(get(node, "each")) == "player", kind, None, word_of(get(node, "about")), entry.key.span)
