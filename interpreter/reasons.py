"""Why picks cannot be made: what is not there, and every condition that fails, with its values and its place in the rules.

Everything said here is said to the seat that chooses, from what that seat may see.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from ..ruleset import core, model
from ..ruleset.errors import RuleFault
from ..ruleset.types import Kind, Type
from .faults import FAULTS, fault_of
from .lower import reads_anywhere
from .option import Option, Values
from .picks import CoverPicks, Kept, MeldPicks
from .question import Question
from .runtime import Card
from .verdict import Failure

MOST_TRIED = 20_000
"""How many picks are looked through for the cards that they are made of."""


def listed(needs: Sequence[tuple[Any, int]]) -> str:
    """A bag of needs in words."""
    return ", ".join(f"{count} {name}" for name, count in needs)


def given(choice: Question, option: Option, before: Values) -> dict[int, Any]:
    """The locals that picks have been bound to, and `player`."""
    if option.key[0] != "a":
        return {}
    return {core.PLAYER_SLOT: choice.seat - 1, **{pick.slot: value for pick, value in zip(option.picks, before, strict=False)}}


def value_of(choice: Question, option: Option, e: core.Expr, bound: Mapping[int, Any], *, listed: bool = False) -> Any:
    """The value of an expression with these picks. Raises RuleFault where it has none."""
    try:
        return choice.game.code.evaluate(e, option.body, choice.state, bound, listed=listed)
    except FAULTS as error:
        raise fault_of(error, e.span) from error


def reach(choice: Question, option: Option, pick: core.Pick, before: Values) -> tuple[Card, ...]:
    """The cards that a pick is made from; of zones those that can be picked."""
    domain = pick.domain
    if domain.type.kind is Kind.ZONE and isinstance(domain, core.OneOf):
        return tuple(option.picks_after(before))
    source = domain.zone if isinstance(domain, core.CoversOf) else domain.source if isinstance(domain, core.CardsFrom) else None
    if isinstance(domain, core.OneOf) and domain.type.kind is Kind.CARD:
        source = domain.domain
    if source is None:
        return ()
    if not is_seen(choice, option, pick, before):
        return pickable(option, before)
    return tuple(value_of(choice, option, source, given(choice, option, before), listed=True))


def source_slot(choice: Question, option: Option, pick: core.Pick, before: Values) -> int:
    """The slot of the zone that melds are made from."""
    assert isinstance(pick.domain, core.MeldsIn)
    return int(value_of(choice, option, pick.domain.zone, given(choice, option, before)))


def is_seen(choice: Question, option: Option, pick: core.Pick, before: Values = ()) -> bool:
    """Whether what is picked is no card, or all cards that it is made from lie where the seat that chooses sees them."""
    domain, zones = pick.domain, choice.game.ruleset.zones
    is_of_cards = domain.type.kind in (Kind.CARD, Kind.MELD) or (domain.type.kind is Kind.LIST and domain.type.member.kind is Kind.CARD)
    if not is_of_cards:
        return True
    if reads_anywhere(domain):
        return False
    bound, parts = given(choice, option, before), list(core.walk(domain))
    inner = {part.slot for part in parts if isinstance(part, core.Filter | core.CardsFrom | core.MeldsIn)}
    for zone in parts:
        if isinstance(zone, core.Zone) and zones[zone.name].faces != "all":
            is_inner = any(isinstance(part, core.Local) and part.slot in inner for part in core.walk(zone.owner))
            if zones[zone.name].faces == "hidden" or zone.owner is None or is_inner:  # or of somebody who is looked for
                return False
            if value_of(choice, option, zone.owner, bound) != choice.seat - 1:
                return False
    return True


def pickable(option: Option, before: Values) -> tuple[Card, ...]:
    """The cards that can be picked: all that may be said of those in a zone that is not seen."""
    found = option.picks_after(before)
    values = islice(found, MOST_TRIED)
    return tuple(dict.fromkeys(card for value in values for card in ([value] if value and isinstance(value[0], int) else value)))


# --------------------------------------------------------------------------- conditions that fail


def shut(choice: Question, option: Option) -> list[Failure]:
    """The conditions of an action that fail before anything is picked."""
    action = action_of(choice, option)
    if action is None:
        return []
    values = given(choice, option, ())
    return list(failing(choice, option, [c for c in action.conditions if not needed(c, option, values)], values))


def failing(choice: Question, option: Option, conditions: Sequence[model.Condition], bound: Mapping[int, Any]) -> Iterator[Failure]:
    """Those of some conditions that do not hold. One that has a fault where another fails is never asked in play."""
    for condition in conditions:
        with suppress(RuleFault):
            if not value_of(choice, option, condition.test, bound):
                yield failed(choice, option, condition, bound)


def faults(choice: Question, option: Option, values: Values) -> Iterator[Failure]:
    """Why these picks cannot be made: a card that is not there, conditions of the pick, conditions of the action.

    Nothing is said of what comes after the first pick that cannot be made, since it would have to be made from that.
    """
    for i, pick in enumerate(option.picks[: len(values)]):
        before = values[:i]
        if values[i] not in option.picks_after(before):
            failures = list(failing_with(choice, option, before, values[i]))
            yield from not_there(choice, option, pick, before, values[i], bool(failures))
            yield from failures
            return


def failing_with(choice: Question, option: Option, before: Values, value: Any) -> Iterator[Failure]:
    """The conditions of an action that fail as soon as a value is picked; none where it is not there to be picked."""
    action, found = action_of(choice, option), option.picks_after(before)
    if action is None or not is_seen(choice, option, option.picks[len(before)], before):
        return
    if not (isinstance(found, MeldPicks) or (isinstance(found, Kept) and value in found.of)):
        return
    known, bound = given(choice, option, before), given(choice, option, (*before, value))
    asked = [c for c in action.conditions if needed(c, option, known) and not needed(c, option, bound)]
    yield from failing(choice, option, asked, bound)


def not_there(choice: Question, option: Option, pick: core.Pick, before: Values, value: Any, explained: bool) -> Iterator[Failure]:
    """What is wrong with one pick by itself; that it cannot be picked is only said where no condition explains it."""
    game, domain = choice.game, pick.domain
    if not is_seen(choice, option, pick, before):  # neither whether it is there nor what it fails is told of what is not seen
        yield Failure(f"{game.notation.write(value, domain.type)} cannot be picked here", pick.span)
        return
    if isinstance(domain, core.MeldsIn):
        meld, _, slot = value
        hand = game.layout.packing.kinds(choice.state[slot])
        missing = [kind for kind in dict.fromkeys(meld.kinds) if meld.kinds.count(kind) > dict(hand).get(kind, 0)]
        if missing:
            yield Failure(f"{times(choice, missing, meld.kinds, dict(hand))} not in {game.layout.zone_at[slot]}", pick.span)
        if domain.kinds and not {meld.type, meld.category} & set(domain.kinds):
            yield Failure(f"only {' or '.join(domain.kinds)} can be chosen here, and this is {meld.type}", pick.span)
        with suppress(RuleFault):  # what has a fault with a meld that is not there has none in play
            known = given(choice, option, before)
            if domain.where is not None and not value_of(choice, option, domain.where, {**known, domain.slot: value}):
                yield Failure(f"not with `{' '.join(domain.where.span.text.split())}`", domain.where.span)
        return
    is_list = domain.type.kind is Kind.LIST and domain.type.member.kind is Kind.CARD
    cards = [value] if domain.type.kind is Kind.CARD else value if is_list else []
    near = reach(choice, option, pick, before)
    held = {kind: sum(k == kind for k, _ in near) for kind, _ in cards}
    kinds = [kind for kind, _ in cards]
    missing = [kind for kind in dict.fromkeys(kinds) if kinds.count(kind) > held.get(kind, 0)]
    if missing:
        yield covered(choice, missing, pick) or Failure(f"{times(choice, missing, kinds, held)} not {where_from(domain)}", pick.span)
        return
    yield from unfit(choice, option, pick, before, value, cards, explained)


def where_from(domain: core.Domain) -> str:
    """`in hand` of a pick from a zone, as the rules call it."""
    source = domain.zone if isinstance(domain, core.CoversOf) else domain.source if isinstance(domain, core.CardsFrom) else None
    return f"in {' '.join(source.span.text.split())}" if isinstance(source, core.Zone) else "there to be picked"


def covered(choice: Question, missing: Sequence[int], pick: core.Pick) -> Failure | None:
    """That a card cannot be picked because others lie on it, where everybody sees it lie there."""
    game, domain = choice.game, pick.domain
    source = domain.domain if isinstance(domain, core.OneOf) else None
    source = source.domain if isinstance(source, core.Filter) else source
    if not (isinstance(source, core.Call) and source.word == "tops" and isinstance(source.args[0], core.Zone)):
        return None
    zone = game.layout.zones[source.args[0].name]
    for slot in zone.slots:
        pile = choice.state[slot]
        if zone.faces == "all" and missing[0] in pile:
            over = game.ruleset.cards[pile[-1]].title
            return Failure(f"{game.ruleset.cards[missing[0]].title} is covered: {over} lies on top of it", pick.span)
    return None


def unfit(
    choice: Question, option: Option, pick: core.Pick, before: Values, value: Any, cards: Sequence[Card], explained: bool
) -> Iterator[Failure]:
    """Why cards that are there cannot be picked together, or a value cannot be picked at all."""
    game, domain = choice.game, pick.domain
    kept = option.picks_after(before)
    found = kept.of if isinstance(kept, Kept) else kept
    if isinstance(domain, core.CardsFrom):
        if domain.where is not None:
            for card in dict.fromkeys(cards):
                if not value_of(choice, option, domain.where, {**given(choice, option, before), domain.slot: card}):
                    text = " ".join(domain.where.span.text.split())
                    yield Failure(f"{game.notation.code(card)} does not meet `{text}`", domain.where.span)
                    return
        low, high = (value_of(choice, option, e, given(choice, option, before)) for e in (domain.low, domain.high))
        if option.ask.do is None and 0 < low <= high:  # a `choose` takes as many as there are
            there = fitting(choice, option, domain, before)
            low, high = max(min(low, there), 1), max(min(high, there), 1)
        low = max(low, 0)
        if low <= high and not low <= len(cards) <= high:
            asked = counted(low) if low == high else f"{low} to {high} cards"
            yield Failure(f"'{pick.name}' is {asked}, not {len(cards)}", pick.span)
            return
    if isinstance(found, CoverPicks):
        if value not in found:
            yield unpaid(choice, found, cards, pick)
    elif kept.count() == 0:
        yield Failure(f"there is nothing to pick for '{pick.name}'", pick.span)
    elif not explained:
        yield Failure(f"'{game.notation.write(value, domain.type)}' is not among what '{pick.name}' can be", pick.span)


def fitting(choice: Question, option: Option, domain: core.CardsFrom, before: Values) -> int:
    """How many cards there are that can be picked, alone or with others."""
    known = given(choice, option, before)
    cards = value_of(choice, option, domain.source, known, listed=True)
    return sum(domain.where is None or bool(value_of(choice, option, domain.where, {**known, domain.slot: card})) for card in cards)


def unpaid(choice: Question, found: CoverPicks, cards: Sequence[Card], pick: core.Pick) -> Failure:
    """What cards lack, or have too much, to cover what is needed."""
    fault = found.fault([kind for kind, _ in cards])
    code = [choice.game.ruleset.cards[kind].code for kind in fault.cards] if fault else []
    needs = listed(fault.needs) if fault else ""
    told = {
        "lacks": f"this lacks {needs}",
        "spare": f"{' or '.join(dict.fromkeys(code))} is not needed",
        "waste": "every card has to be used in full",
        "held": f"{' '.join(code)} is not there",
    }
    return Failure(told.get(fault.reason if fault else "", "this covers nothing"), pick.span)


def times(choice: Question, missing: Sequence[int], wanted: Sequence[int], held: Mapping[int, int]) -> str:
    """`K5 is`, `K5 (twice) and M1 are`: cards that are wanted more often than they are there."""
    words = {2: " twice", 3: " three times"}
    told = []
    for kind in missing:
        count = wanted.count(kind)
        often = words.get(count, f" {count} times") if held.get(kind, 0) and count > 1 else ""
        told.append(f"{choice.game.ruleset.cards[kind].code}{often}")
    return f"{' and '.join(told)} {'is' if len(told) == 1 else 'are'}"


def action_of(choice: Question, option: Option) -> model.Action | None:
    """The action that an option takes, None for what a `choose` asks for."""
    return choice.game.ruleset.actions.get(option.name) if option.key[0] == "a" else None


def needed(condition: model.Condition, option: Option, bound: Mapping[int, Any]) -> bool:
    """Whether a condition reads what is picked."""
    slots = {part.slot for part in core.walk(condition.test) if isinstance(part, core.Local)}
    return bool(slots & {pick.slot for pick in option.picks} - set(bound))


def failed(choice: Question, option: Option, condition: model.Condition, bound: Mapping[int, Any]) -> Failure:
    """A condition that does not hold: its reason in the designer's words, and what it read."""
    message = f"`{' '.join(condition.span.text.split())}` does not hold"
    with suppress(RuleFault):
        message = message if condition.reason is None else told(choice, option, condition.reason, bound)
    if why := compared(choice, option, condition.test, bound):
        message = f"{message}: {why}"
    return Failure(message, condition.span, tuple(read(choice, option, condition.test, bound)))


def told(choice: Question, option: Option, text: core.Template, bound: Mapping[int, Any]) -> str:
    """A text with its values filled in."""
    parts = []
    for part in text.parts:
        if isinstance(part, str):
            parts.append(part)
        else:
            parts.append(said(choice, value_of(choice, option, part, bound), part.type))
    return "".join(parts)


def said(choice: Question, value: Any, type: Type) -> str:
    """A value as people say it: cards by title, players as such."""
    if value is not None and type.kind is Kind.CARD:
        return str(choice.game.ruleset.cards[value[0]].title)
    if value is not None and type.kind is Kind.PLAYER:
        return f"player {value + 1}"
    return choice.game.notation.write(value, type)


def counted(cards: int) -> str:
    """So many cards, in words."""
    return f"{cards} card{'s' * (cards != 1)}"


def compared(choice: Question, option: Option, test: core.Expr, bound: Mapping[int, Any]) -> str | None:
    """How two melds stand to each other, where one was to beat the other."""
    for part in core.walk(test):
        if isinstance(part, core.Beats):
            a, b = (value_of(choice, option, side, bound) for side in (part.left, part.right))
            if a is not None and b is not None and not choice.game.book().beats(a[0], b[0]):
                return standing(a[0], b[0])
    return None


def standing(a: Any, b: Any) -> str:
    """Why one meld does not beat another."""
    if a.category != b.category:
        names = [m.type if m.type == m.category else f"{m.type} (of {m.category})" for m in (a, b)]
        return f"{names[0]} is of another category than {names[1]}"
    if a.strength == b.strength:
        return "equal, needs higher"
    if a.size != b.size:
        return f"{counted(a.size)} against {b.size}"
    return f"{a.type} is lower than {b.type}" if a.type != b.type else f"a lower {a.type}"


def read(choice: Question, option: Option, test: core.Expr, bound: Mapping[int, Any]) -> Iterator[tuple[str, str]]:
    """The memories, options, counts and picks that a condition reads, and what they are now. Of hidden cards only how many."""
    seen = set()
    inner = {part.slot for part in core.walk(test) if isinstance(part, core.Filter)}
    sized = {part.args[0].span for part in core.walk(test) if isinstance(part, core.Call) and part.word == "size"}
    for part in core.walk(test):
        if isinstance(part, core.Local) and (part.slot == core.PLAYER_SLOT or part.slot not in bound):
            continue
        if not isinstance(part, core.Local | core.State | core.Option | core.Zone | core.Call) or not part.span.text:
            continue
        if (isinstance(part, core.Call) and part.word != "size") or (isinstance(part, core.Zone) and part.span in sized):
            continue
        if any(isinstance(p, core.Local) and p.slot in inner for p in core.walk(part)):
            continue
        text = " ".join(part.span.text.split())
        if text in seen:
            continue
        seen.add(text)
        with suppress(RuleFault):  # a part that another part of the condition keeps from being asked
            value = value_of(choice, option, part, bound, listed=isinstance(part, core.Zone))
            yield text, counted(len(value)) if isinstance(part, core.Zone) else choice.game.notation.write(value, part.type)
