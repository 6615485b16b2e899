"""What a text that somebody typed means at a choice: one move, several, or none, and then why."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from ..ruleset import core
from ..ruleset.decode import describe, visible
from ..ruleset.finding import did_you_mean
from ..ruleset.types import Kind
from .naming import Unreadable
from .notation import LONGEST_NUMBER
from .option import Option, Values
from .picks import CoverPicks, Kept
from .question import Question
from .reasons import faults, is_seen, listed, reach, shut, source_slot
from .verdict import Failure, Verdict

MOST_NAMED = 6
"""How many readings of a text a message lists."""

MOST_SAID = 60
"""A longer text is not said again in a hint."""

SPELLED = (Kind.NUMBER, Kind.TRUTH, Kind.PLAYER, Kind.CARD, Kind.ZONE, Kind.PLACE, Kind.SYMBOL)
"""Kinds of values that can be typed; others are chosen by what is written for them."""

LONGEST_TEXT = 2000
"""A longer text is no move, but where a move can be as long."""

MOST_TRIED = 200
"""How many picks are tried for whether anything can follow them."""

NOT_NOW = Failure("this cannot be chosen now")


class Missing(Unreadable):
    """A text that leaves out a pick, for which there are several values."""


def judge(choice: Question, text: str) -> Verdict:
    """The verdict on a text that somebody typed."""
    text = " ".join(text.split())
    verdict = judged(choice, text)
    if verdict.is_legal or visible(text) == text:
        return verdict
    cards = choice.game.ruleset.cards
    unseen = [c for c in text if visible(c) != c and not any(c in card.code or c in card.title for card in cards)]
    if unseen:
        told = f"a character that cannot be seen stands in this text: {describe(unseen[0])}"
        return Verdict(visible(text[:MOST_SAID]), (Failure(told),))
    return verdict


def judged(choice: Question, text: str) -> Verdict:
    """The verdict on a text with nothing but single blanks between its words."""
    if not text:
        return Verdict("", (Failure(f"type a move; what can be done: {', '.join(choice.names) or 'nothing'}"),))
    if len(text) > LONGEST_TEXT and len(text) > longest(choice):
        return Verdict(text[:60] + "...", (Failure("this text is too long for a move"),))
    name = text.partition(" ")[0]
    verdict, is_read = decided(choice, text, begun(choice, text))
    if choice.is_offer:
        return verdict or Verdict(text, (unknown(choice, name, text),))
    if is_read and verdict is not None:
        return verdict
    alone, is_read = decided(choice, text, [(choice.options[0], text)])  # what is chosen may stand alone
    assert alone is not None
    if verdict is not None and not alone.is_legal:
        return verdict
    is_action = not is_read and name in choice.game.ruleset.actions
    return Verdict(text, (unknown(choice, name, text),), alone.option) if is_action else alone


def longest(choice: Question) -> int:
    """How long a move can be: every card picked by every pick, with where it lies, and a number of as many digits as there can be."""
    layout, cards = choice.game.layout, choice.game.ruleset.cards
    place = max(len(zone.name) for zone in layout.zones.values()) + len("@.100.1000 ")
    said = sum(count * (len(card.code) + place) for card, count in zip(cards, layout.caps, strict=True))
    return LONGEST_TEXT + max(len(option.picks) for option in choice.options) * (said + LONGEST_NUMBER)


def begun(choice: Question, text: str) -> list[tuple[Option, str]]:
    """The options that a text can begin with, each with the rest: by name, by name said with blanks, else shortened."""
    name, _, rest = text.partition(" ")
    exact = choice.option(name.lower())
    found = [] if exact is None else [(exact, rest)]
    for option in choice.options:
        if "_" in option.ask.name:
            said = option.name.replace("_", " ")
            if f"{text.lower()} ".startswith(f"{said} "):
                found.append((option, text[len(said) :].strip()))
    if not found and choice.is_offer:
        starting = [o for o in choice.options if o.name.startswith(name.lower())]
        found = [(starting[0], rest)] if len(starting) == 1 else []
    return found


def decided(choice: Question, text: str, ways: Sequence[tuple[Option, str]]) -> tuple[Verdict | None, bool]:
    """The verdict on a text that can begin with these options, and whether any of them can be followed by its rest.

    One that is named by its very name is meant where the rest can be read for it, else another for which it can.
    """
    last: Verdict | None = None
    read: list[Verdict] = []
    for option, rest in ways:
        is_named = len(ways) == 1 or option.name == text.partition(" ")[0].lower()
        closed = () if option.is_open() else tuple(shut(choice, option)) or (NOT_NOW,)
        if closed and not all(is_seen(choice, option, pick) for pick in option.picks):
            last = Verdict(text, closed, option)  # what could be picked is not told to somebody who cannot pick
            continue
        try:
            verdict = taken(choice, option, text, rest, closed)
        except Unreadable as error:
            last = Verdict(text, (Failure(str(error)), *closed), option)
            if is_named and isinstance(error, Missing) and choice.is_offer:
                return last, True
        else:
            if is_named:
                return verdict, True
            read.append(verdict)
    legal = [verdict for verdict in read if verdict.option is not None and verdict.is_legal]
    if len(legal) > 1:
        told = [str(choice.move(verdict.option, verdict.values)) for verdict in legal if verdict.option is not None]
        return Verdict(text, (several(told),), legal[0].option), True
    return (legal or read)[-1] if read else last, bool(read)


def taken(choice: Question, option: Option, text: str, rest: str, closed: tuple[Failure, ...] = ()) -> Verdict:
    """The verdict on a text that takes this option, which may be `closed`, with what was picked as the rest. Raises Unreadable."""
    found = list(readings(choice, option, rest))
    legal = [values for values in found if option.holds(values)]
    if len(legal) > 1:
        legal = nearest(choice, option, legal, rest)
    if len(legal) == 1:
        return Verdict(text, (), option, legal[0])
    if legal:
        return Verdict(text, (several([str(choice.move(option, values)) for values in legal]),), option)
    failures = dict.fromkeys(failure for values in found for failure in faults(choice, option, values))
    return Verdict(text, tuple(dict.fromkeys((*closed, *failures))) or (NOT_NOW,), option)


def nearest(choice: Question, option: Option, legal: Sequence[Values], rest: str) -> list[Values]:
    """Of several things that a text can mean those that are written just so; else melds in no more parts than the text says."""
    legal = list(dict.fromkeys(legal))
    exact = [values for values in legal if ", ".join(choice.move(option, values).args) == rest]
    if len(exact) == 1:
        return exact
    for i, (pick, part) in enumerate(zip(option.picks, parted(option, rest), strict=False)):
        if isinstance(pick.domain, core.MeldsIn):
            alike = [values for values in legal if len(values[i][0].parts) == part.count("+") + 1]
            legal = alike or legal
    return legal


def several(ways: Sequence[str]) -> Failure:
    """That a text means several moves."""
    return Failure(f"this can be read in {len(ways)} ways: {' or '.join(ways[:MOST_NAMED])}")


def unknown(choice: Question, name: str, text: str) -> Failure:
    """Why a word is no option: not offered now, or not known at all."""
    actions = choice.game.ruleset.actions
    offered = ", ".join(choice.names) or "nothing"
    if name in actions and not choice.is_offer:
        return Failure(f"'{name}' is not offered now: '{choice.options[0].name}' has to be chosen first", choice.point.stmt.span)
    if name in actions:
        return Failure(f"'{name}' is not offered now; what is: {offered}", choice.point.stmt.span)
    starting = [o.name for o in choice.options if name and o.name.startswith(name.lower())]
    if len(starting) > 1:
        return Failure(f"'{name}' can be {' or '.join(starting)}")
    hint = did_you_mean(name, [o.name for o in choice.options]) or unnamed(choice, text)
    return Failure(f"there is no action '{name}'; " + (hint or f"what can be done: {offered}"))


def unnamed(choice: Question, text: str) -> str | None:
    """A hint where what is to be picked was said without the action that it is picked for."""
    meant = []
    for option in choice.options:
        with suppress(Unreadable):
            if option.picks and option.exists() and next(readings(choice, option, text), None) is not None:
                meant.append(f"'{option.name} {text}'")
    return f"did you mean {' or '.join(meant)}?" if meant and len(text) <= MOST_SAID else None


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
    yield from spelled(choice, option, parted(option, rest), ())


def parted(option: Option, rest: str) -> list[str]:
    """The texts of the picks of an option: as many commas part them as there are picks."""
    return [part.strip() for part in rest.split(",", len(option.picks) - 1)]


def spelled(choice: Question, option: Option, parts: Sequence[str], before: Values) -> Iterator[Values]:
    """The picks that the remaining parts of a text can mean. A part left out stands for the only thing that can be picked.

    Picks that cannot be made come without those that would follow them. Raises Unreadable, and Missing where any reading leaves it
    open what is picked.
    """
    if len(before) == len(option.picks):
        yield before
        return
    pick = option.picks[len(before)]
    if len(before) >= len(parts):
        found = option.picks_after(before)
        if found.count() != 1:
            raise left_out(choice, option, pick, before)
        yield from spelled(choice, option, parts, (*before, found.nth(0)))
        return
    is_quoted = isinstance(pick.domain, core.OneOf) and pick.domain.type.kind not in SPELLED
    is_last = len(before) == len(option.picks) - 1
    last: Unreadable | None = None
    any_read = False
    absent: list[Values] = []
    for value, said in quoted(choice, option, parts, before) if is_quoted else read(choice, option, parts, before):
        if is_last:
            any_read = True
            yield (*before, value)
            continue
        if value not in option.picks_after(before):
            absent.append((*before, value))
            continue
        try:
            for values in spelled(choice, option, said, (*before, value)):
                any_read = True
                yield values
        except Missing:
            raise
        except Unreadable as error:
            last = error
    if last is not None and not any_read:
        raise last
    if not any_read:
        yield from absent


def read(choice: Question, option: Option, parts: Sequence[str], before: Values) -> Iterator[tuple[Any, Sequence[str]]]:
    """Every value that the next part can mean, whether or not it can be picked, and the parts as they are."""
    pick, text = option.picks[len(before)], parts[len(before)]
    if not isinstance(pick.domain, core.MeldsIn):
        yield from ((value, parts) for value in choice.game.notation.read(text, pick, reach(choice, option, pick, before)))
        return
    slot = source_slot(choice, option, pick, before)
    yield from (((meld, choice.seat - 1, slot), parts) for meld in choice.game.notation.read(text, pick))


def quoted(choice: Question, option: Option, parts: Sequence[str], before: Values) -> Iterator[tuple[Any, Sequence[str]]]:
    """What can be picked next of a kind that has no notation, where it is said as it is written, and the parts without its own commas."""
    pick, at, left = option.picks[len(before)], len(before), len(option.picks) - len(before) - 1
    said = evened(",".join(parts[at:]))
    written = [(value, evened(choice.game.notation.write(value, pick.domain.type))) for value in option.picks_after(before)]
    fitting = [(value, text) for value, text in written if begins(said.lower(), text.lower(), left)]
    found = [(value, text) for value, text in fitting if begins(said, text, left)] or fitting
    if not found:
        raise Unreadable(f"'{pick.name}' can be {' or '.join([text for _, text in written[:MOST_NAMED]]) or 'nothing'}")
    for value, text in found:
        rest = said[len(text) + 2 :]
        more = [part.strip() for part in rest.split(",", left - 1)] if len(said) > len(text) else []
        yield value, [*parts[:at], text, *more]


def begins(said: str, text: str, left: int) -> bool:
    """Whether a text is what is said, or where picks are `left`, what stands before a comma in it."""
    return said == text or (left > 0 and said.startswith(f"{text}, "))


def evened(text: str) -> str:
    """A text with one blank between its words, and behind its commas."""
    return ", ".join([" ".join(part.split()) for part in text.split(",")])


def takes_none(pick: core.Pick) -> bool:
    """Whether no word at all can be a pick: none of some cards."""
    return pick.domain.type.kind is Kind.LIST


def left_out(choice: Question, option: Option, pick: core.Pick, before: Values) -> Unreadable:
    """What to say where a pick was left out, and more or less than one thing can be picked."""
    found = option.picks_after(before)
    if found.count():
        leading = [value for value in islice(found, MOST_TRIED) if next(option.walk((*before, value)), None) is not None]
        if not leading:
            return Unreadable(f"there is nothing to pick for '{option.picks[len(before) + 1].name}', whatever '{pick.name}' is")
        ways = [choice.game.notation.write(value, pick.domain.type) or "none" for value in leading[:MOST_NAMED]]
        more = " or ..." if len(leading) > MOST_NAMED else ""
        return Missing(f"'{pick.name}' is missing: write{' a comma and' if before else ''} {' or '.join(ways)}{more}")
    payments = found.of if isinstance(found, Kept) else found
    if isinstance(payments, CoverPicks) and not payments.exists():
        lacks = listed(payments.covers.lacks())
        return Unreadable(f"this lacks {lacks}" if lacks else "every card has to be used in full")
    return Unreadable(f"there is nothing to pick for '{pick.name}'")
