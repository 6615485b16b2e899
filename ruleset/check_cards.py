"""Cards whose text and effect do not agree: a card must not say 2 and do 3."""

import re
from collections.abc import Iterator

from . import core, model
from .check_survey import Survey, walk
from .finding import Finding, warning
from .types import Kind

COUNTED = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: i for i, word in enumerate(COUNTED, 2)} | {"twice": 2, "both": 2, "thrice": 3}
HINT = "make the text and the effect agree"
WORD = re.compile(r"[0-9]+|[a-z]+")


def texts(survey: Survey) -> Iterator[Finding]:
    """Numbers from 2 on that stand in a card's text or its effect alone, and names that the effect has and the text has not."""
    ruleset = survey.ruleset
    for card in ruleset.cards:
        for column, effect in ruleset.card_types[card.type].tells:
            text, body = card.values.get(column), card.effects.get(effect)
            if isinstance(text, str) and text and body is not None:
                yield from compare(ruleset, card, column, text, body)


def compare(ruleset: model.Ruleset, card: model.Card, column: str, text: str, body: model.Procedure) -> Iterator[Finding]:
    words = WORD.findall(text.lower().replace("_", " "))
    said = {n for w in words if (n := int(w) if w.isdecimal() else NUMBERS.get(w, 0)) > 1}
    done, options, names = meant(ruleset, body)
    place = card.places.get(column, card.span)
    unsaid = sorted(done - said)
    undone = sorted(said - done - options)
    if undone or unsaid:
        it_says = f"'{card.title}' says {listed(undone)}, but its effect {f'has {listed(unsaid)}' if unsaid else 'does not'}"
        it_does = f"the effect of '{card.title}' has {listed(unsaid)}, but its text does not say so"
        yield warning("R680", place, it_says if undone else it_does, HINT)
    stems = {stem(w) for w in words}
    missing = [name for name in names if not {stem(w) for w in WORD.findall(name.lower())} <= stems]
    if missing:
        told = " and ".join(f"'{name}'" for name in sorted(missing))
        yield warning("R681", place, f"the effect of '{card.title}' names {told}, but its text does not", HINT)


def meant(ruleset: model.Ruleset, body: model.Procedure) -> tuple[set[int], set[int], set[str]]:
    """The numbers from 2 on in an effect, the values of the options it reads, and what it names of the lists."""
    numbers: set[int] = set()
    options: set[int] = set()
    names: set[str] = set()
    for part in walk(body.body):
        match part:
            case core.Const(int() as value, _, type) if type.kind is Kind.NUMBER and value > 1:
                numbers.add(value)
            case core.Const(_, word, type) if type.kind is Kind.SYMBOL and type.of in ruleset.lists:
                names.add(word)
            case core.Option(name) if isinstance(default := ruleset.options[name].default, int):
                options.add(default)
            case core.Zone(name):
                names |= set(name.split("_")) & set(ruleset.lists)
    return numbers, options, names


def stem(word: str) -> str:
    """A word without the ending of its plural."""
    for ending, instead in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending) + instead
    return word


def listed(numbers: list[int]) -> str:
    return " and ".join(map(str, numbers))
