"""Cards whose text and effect do not agree (a card must not say 2 and do 3), and cards that are had for nothing or pay nothing."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import cast

from . import core, model
from .check_melds import copies
from .check_survey import Survey, walk
from .finding import Finding, warning
from .types import Kind

COUNTED = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: i for i, word in enumerate(COUNTED, 2)} | {"twice": 2, "both": 2, "thrice": 3}
HINT = "make the text and the effect agree"
WORD = re.compile(r"[0-9]+|[a-z]+")
ONES = ("a", "an", "one", "once", "single")
"""Words that may stand for the number 1."""


def texts(survey: Survey) -> Iterator[Finding]:
    """Numbers from 2 on of a card's text or its effect alone, one number in the place of another, and names that only the effect has."""
    ruleset = survey.ruleset
    for card in ruleset.cards:
        for column, effect in ruleset.card_types[card.type].tells:
            text, body = card.values.get(column), card.effects.get(effect)
            place = card.places.get(column, card.span)
            if isinstance(text, str) and text and body is not None:
                yield from compare(ruleset, card, column, text, body)
            elif isinstance(text, str) and re.search("[0-9]", text):
                yield warning("R680", place, f"'{card.title}' says '{text[:40]}', but has no effect", f"write it under '{effect}'")
            elif body is not None and not text and max(meant(ruleset, body)[0], default=1) > 1:
                message = f"the effect of '{card.title}' has numbers, but its text is empty"
                yield warning("R680", place, message, f"write under '{column}' what it does")


def compare(ruleset: model.Ruleset, card: model.Card, column: str, text: str, body: model.Procedure) -> Iterator[Finding]:
    words = WORD.findall(text.lower().replace("_", " "))
    said = Counter(n for w in words if (n := said_by(w)) > 0)
    done, options, names = meant(ruleset, body)
    place = card.places.get(column, card.span)
    unsaid = sorted(n for n in done if n > 1 and n not in said)
    undone = sorted(n for n in said if n > 1 and n not in done and n not in options)
    if undone or unsaid:
        it_says = f"'{card.title}' says {listed(undone)}, but its effect {f'has {listed(unsaid)}' if unsaid else 'does not'}"
        it_does = f"the effect of '{card.title}' has {listed(unsaid)}, but its text does not say so"
        yield warning("R680", place, it_says if undone else it_does, HINT)
    elif exchanged(said, done, options, sum(w in ONES for w in words)):
        says, does = (listed(sorted(numbers.elements())) for numbers in (said, done))
        yield warning("R680", place, f"'{card.title}' says {says}, but its effect has {does}", HINT)
    elif first := next(astray(words, body), None):
        yield warning("R680", place, f"'{card.title}' says {first[1]} of '{first[0]}', but its effect has {first[2]}", HINT)
    stems = {stem(w) for w in words}
    missing = [name for name in names if not {stem(w) for w in WORD.findall(name.lower())} <= stems]
    if missing:
        told = " and ".join(f"'{name}'" for name in sorted(missing))
        yield warning("R681", place, f"the effect of '{card.title}' names {told}, but its text does not", HINT)


def exchanged(said: Counter[int], done: Counter[int], options: set[int], ones: int) -> bool:
    """Whether one number stands more often in the text, and another one more often in the effect.

    More often in one of the two alone is no mistake: two of this deck or two of that can be one `move 2`, and to look at 3 cards and to put
    them back are two instructions.
    """
    more_said = {n for n in said - done if n not in options}
    return bool(more_said) and any(n > 1 or count > ones for n, count in (done - said).items())


def astray(words: list[str], body: model.Procedure) -> Iterator[tuple[str, int, str]]:
    """Names behind a number in a text where the effect moves another number from the zones of that name, and that number elsewhere."""
    moved: dict[str, set[int]] = {}
    free: Counter[int] = Counter()
    for part in walk(body.body):
        match part:
            case core.MoveFrom(core.Zone(name), core.Const(int() as amount)):
                free[amount] -= 1
                for word in name.split("_"):
                    moved.setdefault(stem(word), set()).add(amount)
            case core.Const(int() as value, _, type) if type.kind is Kind.NUMBER:
                free[value] += 1
    for word, name in pairwise(words):
        done, says = moved.get(stem(name), set()), said_by(word)
        if done and says and says not in done and free[says] <= 0:
            yield name, says, listed(sorted(done))


def meant(ruleset: model.Ruleset, body: model.Procedure) -> tuple[Counter[int], set[int], set[str]]:
    """The numbers from 1 on in an effect, the values of the options it reads, and what it names of the lists."""
    numbers: Counter[int] = Counter()
    places: set[int] = set()
    options: set[int] = set()
    names: set[str] = set()
    for part in walk(body.body):
        match part:
            case core.Const(int() as value, _, type, span) if type.kind is Kind.NUMBER and value > 0 and span.start not in places:
                places.add(span.start)  # `2 cards` is from 2 to 2 of them
                numbers[value] += 1
            case core.Const(_, word, type) if type.kind is Kind.SYMBOL and type.of in ruleset.lists:
                names.add(word)
            case core.Option(name) if isinstance(default := ruleset.options[name].default, int):
                options.add(default)
            case core.Zone(name):
                names |= set(name.split("_")) & set(ruleset.lists)
    return numbers, options, names


def idle(survey: Survey) -> Iterator[Finding]:
    """Cards that ask for nothing or for more than there is, and cards that cover nothing, where nobody wrote that this is meant."""
    asked = [part for part in survey.everything if isinstance(part, core.CoversOf)]
    needs = {part.name for ask in asked for part in walk(ask.needs) if isinstance(part, core.Attribute) and part.type.kind is Kind.BAG}
    most = covered(survey) if asked else Counter()
    for card in survey.ruleset.cards if asked else ():
        has = survey.ruleset.card_types[card.type].attributes
        for name in sorted(needs.intersection(has)):
            bag = card.values.get(name)
            if not bag and not written(card, name):
                hint = f"fill in its '{name}', or write none where that is meant"
                yield warning("R682", card.places.get(name, card.span), f"'{card.title}' has no '{name}': no card is needed for it", hint)
            for symbol, amount in cast("tuple[tuple[str, int], ...]", bag or ()):
                if amount > most[symbol]:
                    what = f"all cards together cover {most[symbol]}" if most[symbol] else "no card covers that"
                    hint = f"give a card '{symbol}' under `covers`, or ask for less"
                    yield warning("R684", card.places.get(name, card.span), f"'{card.title}' asks for {amount} {symbol}, and {what}", hint)
        if "covers" not in has:
            continue
        worth = card.values.get("worth", 1)
        if card.values.get("covers"):
            if isinstance(worth, int) and worth < 1:
                message = f"'{card.title}' is worth {worth}: it cannot cover anything"
                yield warning("R683", card.places.get("worth", card.span), message, "write how many needs it covers, 1 or more")
        elif not written(card, "covers"):
            hint = "fill in what it covers, or write none where that is meant"
            yield warning("R683", card.places.get("covers", card.span), f"'{card.title}' has no 'covers': it cannot cover anything", hint)


def covered(survey: Survey) -> Counter[str]:
    """How many needs of each symbol all cards together can cover; a card that is worth nothing, which is told by itself, counts as 1."""
    found, there = Counter[str](), copies(survey)
    for card in survey.ruleset.cards:
        symbols, worth = card.values.get("covers"), card.values.get("worth", 1)
        for symbol in symbols if isinstance(symbols, tuple) else () if symbols is None else (symbols,):
            found[str(symbol)] += there[card.index] * max(worth if isinstance(worth, int) else 1, 1)
    return found


def written(card: model.Card, attribute: str) -> bool:
    """Whether something stands in a card's cell, be it `none`; cards that are made of lists have no cells."""
    place = card.places.get(attribute)
    return not card.places or (place is not None and place.end > place.start)


def said_by(word: str) -> int:
    """The number that a word of a text says; 0 where it says none."""
    return int(word) if word.isdecimal() else NUMBERS.get(word, 0)


def stem(word: str) -> str:
    """A word without the ending of its plural."""
    for ending, instead in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending) + instead
    return word


def listed(numbers: list[int]) -> str:
    return " and ".join(map(str, numbers))
