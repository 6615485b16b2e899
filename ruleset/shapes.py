"""Melds: from the shapes as written to groups and parts with names resolved."""

from collections.abc import Mapping

from . import core, model
from . import syntax as syn
from .declare import File, entries, get, items, number_of, word_of
from .finding import did_you_mean
from .instructions import BlockResolver
from .names import Binding, Body, Scope
from .nodes import Entry, Node
from .nodes import Mapping as MapNode
from .parse import parse_shape
from .source import Span
from .types import CARD

DEFAULT_ATTRIBUTE = "rank"
"""What cards of a set are alike in, and of a run follow each other in, where a shape does not say `by`."""


def melds(file: File, resolver: BlockResolver) -> tuple[Mapping[str, model.Category], Mapping[str, model.MeldType]]:
    """The categories and types of melds, cheapest first."""
    categories, types = {}, {}
    for e in file.section("melds"):
        own = isinstance(e.value, MapNode) and not e.value.entry("shape")
        reading = word_of(get(e.value, "reading"), "strongest") if own else "strongest"
        for inner in (i for i in (entries(e.value) if own else (e,)) if i.name != "reading"):
            if found := meld_type(file, resolver, inner, e.name):
                types[inner.name] = found
        categories[e.name] = model.Category(e.name, resolver.names.categories[e.name], reading, e.key.span)
    made_of_each_other(resolver, types)
    return categories, types


def made_of_each_other(resolver: BlockResolver, types: Mapping[str, model.MeldType]) -> None:
    """A finding where melds are made of each other in a circle, at the part that closes it."""
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        for one in types[name].parts if name not in done else ():
            for inner in one.types:
                if inner in (*above, name):
                    steps = [*above, name, inner][[*above, name].index(inner) :]
                    said = " of ".join(f"'{step}'" for step in steps)
                    resolver.error("R231", one.span, f"these melds are made of each other: {said}", "its parts must be other melds")
                elif inner in types:
                    visit(inner, (*above, name))
        done.add(name)

    for name in types:
        visit(name, ())


def meld_type(file: File, resolver: BlockResolver, entry: Entry, category: str) -> model.MeldType | None:
    """One type of meld, or None where its shape does not parse."""
    node = entry.value
    details = node if isinstance(node, MapNode) else None
    shape = file.parsed(parse_shape, details.get("shape") if details else node)
    if shape is None:
        return None
    parts = tuple(part(resolver, p, entry.name) for p in shape.parts)
    return model.MeldType(
        entry.name, category, parts, key(file, resolver, get(details, "key")), decides(file, get(details, "decides"), len(parts)),
        beats(file, resolver, get(details, "beats")), entry.key.span,
    )  # fmt: skip


def part(resolver: BlockResolver, tree: syn.Part, meld: str) -> model.Part:
    match tree.shape:
        case syn.Named(name):
            return model.Part(None, named(resolver, name, meld), tree.as_many, name.span)
        case syn.Exactly(codes, span):
            return model.Part(exactly(resolver, codes, span), (), tree.as_many, span)
        case syn.Group() as shape:
            return model.Part(group(resolver, shape), (), tree.as_many, shape.span)


def named(resolver: BlockResolver, name: syn.Name, meld: str) -> tuple[str, ...]:
    """The types that a name in a shape stands for: those of a category, or one type."""
    names = resolver.names
    if name.id == meld or meld in names.categories.get(name.id, ()):
        resolver.error("R231", name.span, f"'{meld}' is made of itself", "its parts must be other melds")
        return ()
    if name.id in names.categories:
        names.use("meld", name.id)
        return names.categories[name.id]
    if name.id in names.melds:
        names.use("meld", name.id)
        return (name.id,)
    resolver.error(
        "R205",
        name.span,
        f"'{name.id}' is neither a meld nor a category of melds",
        did_you_mean(name.id, [*names.melds, *names.categories, "card"]),
    )
    return ()


def exactly(resolver: BlockResolver, codes: tuple[syn.Name, ...], span: Span) -> model.Group:
    """A group of these very cards."""
    found = []
    for code in codes:
        if code.id in resolver.names.cards:
            found.append(resolver.names.cards[code.id])
        else:
            some = ", ".join(list(resolver.names.cards)[:3])
            resolver.error(
                "R232",
                code.span,
                f"no card is written '{code.id}'",
                did_you_mean(code.id, resolver.names.cards) or (f"cards are written so: {some}" if some else None),
            )
    return model.Group("exactly", len(codes), len(codes), None, 1, (), (), (), None, tuple(found), span)


def group(resolver: BlockResolver, shape: syn.Group) -> model.Group:
    """A group of cards that have something in common: a set, a run, or any."""
    by = None
    if shape.word in ("set", "run"):
        if shape.by is not None:
            by = attribute(resolver, shape.by)
        elif DEFAULT_ATTRIBUTE in resolver.names.attributes:
            resolver.names.use("attribute", DEFAULT_ATTRIBUTE)
            by = DEFAULT_ATTRIBUTE
        else:
            resolver.error(
                "R233",
                shape.span,
                f"a {shape.word} goes by the attribute '{DEFAULT_ATTRIBUTE}', and no card has it",
                f"say by which: `{shape.span.text} by ATTRIBUTE`",
            )
    test = None
    if shape.where is not None:
        body = Body()
        binding = Binding(core.PLAYER_SLOT, "card", CARD, shape.span)
        test = resolver.condition(shape.where, Scope(body).about(binding), "what stands behind `where`")
        of_cards_alone(resolver, test)
    return model.Group(
        shape.word, shape.size.low, shape.size.high, by, shape.each,
        tuple(a for n in shape.same if (a := attribute(resolver, n))), tuple(a for n in shape.different if (a := attribute(resolver, n))),
        tuple(a for n in shape.mixed if (a := attribute(resolver, n))), test, (), shape.span,
    )  # fmt: skip


def of_cards_alone(resolver: BlockResolver, test: core.Expr) -> None:
    """Findings for what a shape asks that is not always so of a card: melds are made once, before anybody has a card."""
    told: set[int] = set()
    for part in core.walk(test):
        match part:
            case _ if id(part) in told:
                pass
            case core.Local(core.PLAYER_SLOT, "card") | core.Call("size" | "type" | "title" | "seat"):
                pass
            case core.State() | core.Zone() | core.Winner() | core.Blocked() | core.Random() | core.Call() | core.Local(core.PLAYER_SLOT):
                told.update(id(inner) for inner in core.walk(part))
                said = " ".join(part.span.text.split())
                message = f"which cards make a meld is settled for the whole game, and `{said}` is not what a card is"
                hint = "ask it in a condition of the action that lays the meld, as in `every card in trick where rank > 2`"
                resolver.error("R236", part.span, message, hint)


def attribute(resolver: BlockResolver, name: syn.Name) -> str | None:
    """The attribute of cards that a name means; None, with a finding, where there is none."""
    if name.id in resolver.names.attributes:
        resolver.names.use("attribute", name.id)
        return name.id
    resolver.error("R207", name.span, f"cards have no attribute '{name.id}'", _which(name.id, resolver))
    return None


def _which(word: str, resolver: BlockResolver) -> str:
    known = resolver.names.attributes
    return did_you_mean(word, known) or (f"they have {', '.join(known)}" if known else "give them one, as in `rank: 1..6`")


# --------------------------------------------------------------------------- what decides between melds


def key(file: File, resolver: BlockResolver, node: Node | None) -> tuple[str, ...]:
    """`rank then suit`: the attributes that decide, first to last."""
    words = [word.strip() for word in word_of(node).split(" then ")] if node is not None else []
    for n, word in enumerate(words):
        if node is not None and word in words[:n]:
            file.error("R402", node.span, f"'{word}' stands twice in this key", "take one of them out")
        if word not in resolver.names.attributes and node is not None:
            file.error("R207", node.span, f"cards have no attribute '{word}'", did_you_mean(word, resolver.names.attributes))
        resolver.names.use("attribute", word)
    return tuple(words)


def decides(file: File, node: Node | None, parts: int) -> int:
    """How many leading parts are compared; 0 means all."""
    count = number_of(node)
    if node is not None and (count is None or not 1 <= count <= parts):
        file.error(
            "R234",
            node.span,
            f"this meld has {parts} part{'s' if parts > 1 else ''}, so {count if count is not None else 'this'} cannot decide",
            f"write a number from 1 to {parts}" if parts > 1 else "leave the line out",
        )
    return count or 0


def beats(file: File, resolver: BlockResolver, node: Node | None) -> tuple[str, ...]:
    """The categories that a type beats besides its own; `*` stands for all."""
    found: list[str] = []
    for item in items(node):
        word = word_of(item)
        if ("*" if word == "all" else word) in found:
            file.error("R402", item.span, f"'{word}' stands twice in this list", "take one of them out")
        elif word == "all":
            found.append("*")
        elif word in resolver.names.categories:
            resolver.names.use("meld", word)
            found.append(word)
        else:
            file.error("R205", item.span, f"'{word}' is not a category of melds", did_you_mean(word, [*resolver.names.categories, "all"]))
    return tuple(found)
