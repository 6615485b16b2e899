"""Why a move can or cannot be made: every condition that fails, with its values and its place in the rules file.

Everything said here is said to the seat that chooses, from what that seat may see.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..ruleset import core, model
from ..ruleset.finding import did_you_mean
from ..ruleset.source import Span
from ..ruleset.types import Kind
from .move import Move
from .notation import Unreadable
from .option import Option, Values
from .question import Question
from .runtime import Card

MOST_NAMED = 6
"""How many readings of a text a message lists."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One reason why a move cannot be made. `values` are (what the rules say, what it is now)."""

    message: str
    span: Span | None = None
    values: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        given = ", ".join(f"{name} is {value}" for name, value in self.values)
        return f"{self.message} ({given})" if given else self.message


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a text is a legal move; then its option and picks; if not, why not."""

    text: str
    failures: tuple[Failure, ...] = ()
    option: Option | None = None
    values: Values = ()

    @property
    def is_legal(self) -> bool:
        return not self.failures

    def __str__(self) -> str:
        return f"{self.text}: " + ("; ".join(dict.fromkeys(map(str, self.failures))) or "legal")


def judge(choice: Question, text: str) -> Verdict:
    """The verdict on a text that somebody typed."""
    text = " ".join(text.split())
    if len(text) > 2000:
        return Verdict(text[:60] + "...", (Failure("this text is too long for a move"),))
    option, name, rest = split(choice, text)
    alone = option is None and not choice.is_offer
    if alone:
        option, rest = choice.options[0], text  # what is chosen may stand alone
    if option is None:
        return Verdict(text, (unknown(choice, name),))
    try:
        found = list(readings(choice, option, rest.strip()))
    except Unreadable as error:
        failure = unknown(choice, name) if alone and name in choice.game.ruleset.actions else Failure(str(error))
        return Verdict(text, (failure, *shut(choice, option)), option)
    legal = [values for values in found if option.holds(values)]
    written = {str(choice.move(option, values)): values for values in legal}
    # cards in no more parts than a text says are what it means, whatever else could be made of them
    distinct = [values for told, values in written.items() if told.count("+") == text.count("+")] or list(written.values())
    if len(distinct) == 1:
        return Verdict(text, (), option, distinct[0])
    if distinct:
        ways = [str(choice.move(option, values)) for values in distinct[:MOST_NAMED]]
        return Verdict(text, (Failure(f"this can be read in {len(distinct)} ways: {' or '.join(ways)}"),), option)
    failures = [failure for values in found for failure in faults(choice, option, values)]
    return Verdict(text, tuple(dict.fromkeys([*shut(choice, option), *failures])) or (Failure("this cannot be chosen now"),), option)


def split(choice: Question, text: str) -> tuple[Option | None, str, str]:
    """The option that a text begins with, where it names one, the word for it, and the rest. Names may be said with blanks."""
    for option in choice.options:
        said = option.name.replace("_", " ")
        if said != option.name and f"{text.lower()} ".startswith(f"{said} "):
            return option, option.name, text[len(said) :]
    name, _, rest = text.partition(" ")
    return named(choice, name), name, rest


def named(choice: Question, name: str) -> Option | None:
    """The option that a word names: whole, or shortened where only one begins so."""
    exact = choice.option(name.lower())
    starting = [o for o in choice.options if name and o.name.startswith(name.lower())]
    return exact or (starting[0] if len(starting) == 1 and choice.is_offer else None)


def unknown(choice: Question, name: str) -> Failure:
    actions = choice.game.ruleset.actions
    offered = ", ".join(choice.names) or "nothing"
    if name in actions and not choice.is_offer:
        return Failure(f"'{name}' is not offered now: '{choice.options[0].name}' has to be chosen first", choice.point.stmt.span)
    if name in actions:
        return Failure(f"'{name}' is not offered now; what is: {offered}", choice.point.stmt.span)
    starting = [o.name for o in choice.options if name and o.name.startswith(name.lower())]
    if len(starting) > 1:
        return Failure(f"'{name}' can be {' or '.join(starting)}")
    hint = did_you_mean(name, [o.name for o in choice.options])
    return Failure(f"there is no action '{name}'; " + (hint or f"what can be done: {offered}"))


# --------------------------------------------------------------------------- what a text can mean


def readings(choice: Question, option: Option, rest: str) -> Iterator[Values]:
    """Every sequence of picks that a text can mean, whether or not it is legal."""
    count = len(option.picks)
    if count == 0:
        if rest:
            raise Unreadable(f"'{option.name}' is said alone")
        yield ()
        return
    if not rest and not takes_none(option.picks[0]):
        yield from spelled(choice, option, (), ())
        return
    parts = [part.strip() for part in rest.split(",", count - 1)] if count > 1 else [rest]
    if count > 1 and len(parts) < count:
        names = ", ".join(p.name for p in option.picks)
        if len(parts) == 1 and not rest:
            raise Unreadable(f"'{option.name}' is followed by {names}, with commas between them")
    yield from spelled(choice, option, parts, ())


def spelled(choice: Question, option: Option, parts: Sequence[str], before: Values) -> Iterator[Values]:
    """The picks that the remaining parts of a text can mean. A part left out stands for the only thing that can be picked."""
    if len(before) == len(option.picks):
        yield before
        return
    pick = option.picks[len(before)]
    if len(before) >= len(parts):
        if any(value not in option.picks_after(before[:i]) for i, value in enumerate(before)):
            yield before  # what is said cannot be picked, whatever was left out
            return
        found = option.picks_after(before)
        if found.count() != 1:
            raise Unreadable(left_out(choice, option, pick, before))
        yield from spelled(choice, option, parts, (*before, found.nth(0)))
        return
    text = parts[len(before)]
    near = reach(choice, option, pick, before)
    last: Unreadable | None = None
    any_read = False
    for value in choice.game.notation.read(text, pick, near):
        if pick.domain.type.kind is Kind.MELD:
            value = (value, choice.seat - 1, source_slot(choice, option, pick, before))
        try:
            for values in spelled(choice, option, parts, (*before, value)):
                any_read = True
                yield values
        except Unreadable as error:
            last = error
    if last is not None and not any_read:
        raise last


def takes_none(pick: core.Pick) -> bool:
    """Whether no word at all can be a pick: none of some cards."""
    return pick.domain.type.kind is Kind.LIST


def left_out(choice: Question, option: Option, pick: core.Pick, before: Values) -> str:
    """What to say where a pick was left out, and more or less than one thing can be picked."""
    found = option.picks_after(before)
    if found.count():
        ways = [choice.game.notation.write(found.nth(i), pick.domain.type) for i in range(min(found.count(), MOST_NAMED))]
        more = " or ..." if found.count() > MOST_NAMED else ""
        return f"'{pick.name}' is missing: write{' a comma and' if before else ''} {' or '.join(ways)}{more}"
    if isinstance(pick.domain, core.CoversOf):
        lacks = listed(found.covers.lacks())  # type: ignore[attr-defined]  # what payments are picked from
        return f"this lacks {lacks}" if lacks else "every card has to be used in full"
    return f"there is nothing to pick for '{pick.name}'"


def listed(needs: Sequence[tuple[Any, int]]) -> str:
    """A bag of needs in words."""
    return ", ".join(f"{count} {name}" for name, count in needs)


def given(choice: Question, option: Option, before: Values) -> dict[int, Any]:
    """The locals that picks have been bound to, and `player`."""
    if option.key[0] != "a":
        return {}
    return {core.PLAYER_SLOT: choice.seat - 1, **{pick.slot: value for pick, value in zip(option.picks, before, strict=False)}}


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
    return tuple(choice.game.code.evaluate(source, option.body, choice.state, given(choice, option, before), listed=True))


def source_slot(choice: Question, option: Option, pick: core.Pick, before: Values) -> int:
    """The slot of the zone that melds are made from."""
    assert isinstance(pick.domain, core.MeldsIn)
    return int(choice.game.code.evaluate(pick.domain.zone, option.body, choice.state, given(choice, option, before)))


# --------------------------------------------------------------------------- conditions that fail


def shut(choice: Question, option: Option) -> list[Failure]:
    """The conditions of an action that fail before anything is picked."""
    action = action_of(choice, option)
    if action is None:
        return []
    values = given(choice, option, ())
    return [failed(choice, option, c, values) for c in action.conditions if not needed(c, option, values) and not holds(choice, option, c, values)]


def faults(choice: Question, option: Option, values: Values) -> Iterator[Failure]:
    """Why these picks cannot be made: cards that are not there, conditions of the pick, conditions of the action."""
    action, bound = action_of(choice, option), given(choice, option, values)
    conditions = () if action is None else action.conditions
    is_whole = len(values) == len(option.picks)
    asked = [c for c in conditions if is_whole and needed(c, option, given(choice, option, ()))]
    failing = [failed(choice, option, c, bound) for c in asked if not holds(choice, option, c, bound)]
    for i, pick in enumerate(option.picks[: len(values)]):
        yield from not_there(choice, option, pick, values[:i], values[i], bool(failing))
    yield from failing


def not_there(choice: Question, option: Option, pick: core.Pick, before: Values, value: Any, explained: bool) -> Iterator[Failure]:
    """What is wrong with one pick by itself; that it cannot be picked is only said where no condition explains it."""
    game, domain = choice.game, pick.domain
    if domain.type.kind is Kind.MELD:
        meld, _, slot = value
        hand = game.layout.packing.kinds(choice.state[slot])
        missing = [kind for kind in dict.fromkeys(meld.kinds) if meld.kinds.count(kind) > dict(hand).get(kind, 0)]
        if missing:
            yield Failure(f"{times(choice, missing, meld.kinds, dict(hand))} not in {game.layout.zone_at[slot]}", pick.span)
        assert isinstance(domain, core.MeldsIn)
        if domain.kinds and not {meld.type, meld.category} & set(domain.kinds):
            yield Failure(f"only {' or '.join(domain.kinds)} can be chosen here, and this is {meld.type}", pick.span)
        if domain.where is not None and not game.code.evaluate(domain.where, option.body, choice.state, {**given(choice, option, before), domain.slot: value}):
            yield Failure(f"not with `{' '.join(domain.where.span.text.split())}`", domain.where.span)
        return
    if value in option.picks_after(before):
        return
    is_list = domain.type.kind is Kind.LIST and domain.type.member.kind is Kind.CARD
    cards = [value] if domain.type.kind is Kind.CARD else value if is_list else []
    near = reach(choice, option, pick, before)
    held = {kind: sum(k == kind for k, _ in near) for kind, _ in cards}
    kinds = [kind for kind, _ in cards]
    missing = [kind for kind in dict.fromkeys(kinds) if kinds.count(kind) > held.get(kind, 0)]
    if missing:
        yield Failure(f"{times(choice, missing, kinds, held)} not there to be picked", pick.span)
        return
    yield from unfit(choice, option, pick, before, value, cards, explained)


def unfit(
    choice: Question, option: Option, pick: core.Pick, before: Values, value: Any, cards: Sequence[Card], explained: bool
) -> Iterator[Failure]:
    """Why cards that are there cannot be picked together, or a value cannot be picked at all."""
    game, domain = choice.game, pick.domain
    found = option.picks_after(before)
    if isinstance(domain, core.CardsFrom):
        if domain.where is not None:
            for card in dict.fromkeys(cards):
                if not game.code.evaluate(domain.where, option.body, choice.state, {**given(choice, option, before), domain.slot: card}):
                    text = " ".join(domain.where.span.text.split())
                    yield Failure(f"{game.notation.code(card)} does not meet `{text}`", domain.where.span)
                    return
        low, high = (game.code.evaluate(e, option.body, choice.state, given(choice, option, before)) for e in (domain.low, domain.high))
        if not low <= len(cards) <= high:
            yield Failure(f"'{pick.name}' is {low if low == high else f'{low} to {high}'} cards, not {len(cards)}", pick.span)
            return
    if isinstance(domain, core.CoversOf):
        yield unpaid(choice, found, cards, pick)
        return
    if found.count() == 0:
        yield Failure(f"there is nothing to pick for '{pick.name}'", pick.span)
    elif not explained:
        yield Failure(f"'{game.notation.write(value, domain.type)}' is not among what '{pick.name}' can be", pick.span)


def unpaid(choice: Question, found: Any, cards: Sequence[Card], pick: core.Pick) -> Failure:
    """What cards lack, or have too much, to cover what is needed."""
    fault = found.covers.fault([kind for kind, _ in cards])
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
    return choice.game.ruleset.actions.get(option.name) if option.key[0] == "a" else None


def needed(condition: model.Condition, option: Option, bound: Mapping[int, Any]) -> bool:
    """Whether a condition reads what is picked."""
    slots = {part.slot for part in core.walk(condition.test) if isinstance(part, core.Local)}
    return bool(slots & {pick.slot for pick in option.picks} - set(bound))


def holds(choice: Question, option: Option, condition: model.Condition, bound: Mapping[int, Any]) -> bool:
    return bool(choice.game.code.evaluate(condition.test, option.body, choice.state, bound))


def failed(choice: Question, option: Option, condition: model.Condition, bound: Mapping[int, Any]) -> Failure:
    """A condition that does not hold: its reason in the designer's words, and what it read."""
    if condition.reason is not None:
        message = told(choice, option, condition.reason, bound)
    else:
        message = f"`{' '.join(condition.span.text.split())}` does not hold"
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
            value = choice.game.code.evaluate(part, option.body, choice.state, bound, listed=True)
            is_card = part.type.kind is Kind.CARD and value is not None  # people say titles
            parts.append(choice.game.ruleset.cards[value[0]].title if is_card else choice.game.notation.write(value, part.type))
    return "".join(parts)


def compared(choice: Question, option: Option, test: core.Expr, bound: Mapping[int, Any]) -> str | None:
    """How two melds stand to each other, where one was to beat the other."""
    for part in core.walk(test):
        if isinstance(part, core.Beats):
            a, b = (choice.game.code.evaluate(side, option.body, choice.state, bound) for side in (part.left, part.right))
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
        return f"{a.size} cards against {b.size}"
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
        if isinstance(part, core.Call) and part.word != "size" or (isinstance(part, core.Zone) and part.span in sized):
            continue
        if any(isinstance(p, core.Local) and p.slot in inner for p in core.walk(part)):
            continue
        text = " ".join(part.span.text.split())
        if text in seen:
            continue
        seen.add(text)
        value = choice.game.code.evaluate(part, option.body, choice.state, bound, listed=True)
        yield text, f"{len(value)} cards" if isinstance(part, core.Zone) else choice.game.notation.write(value, part.type)


__all__ = ["Failure", "Move", "Verdict", "judge"]
