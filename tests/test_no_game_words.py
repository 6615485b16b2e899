"""No word of a shipped game stands in the engine: it knows cards, zones, seats, melds and needs, and games are files."""

import re
from functools import cache
from pathlib import Path

import pytest

from croupier.ruleset.loading import load
from croupier.tests.playing import GAMES, shipped

ROOT = Path(__file__).parent.parent
FOLDERS = ("ruleset", "interpreter", "playtest", "cli")
SOURCES = sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob("*") if p.suffix in (".py", ".lark", ".yaml"))

PLAIN = """
action actions all allow answer aside beats best block board card carry complete counter covers deck discard done draw
early effect event extra finish first four game hand last leader left long match moment needs new nothing order out pass
places plain play played points rank round says service set sides six size small standing starter suit suits the turn
two wins worth
"""
ORDINARY = frozenset(PLAIN.split())
"""Words of the games that the rule language itself has, or that say nothing of a game."""


def parts(name: str) -> list[str]:
    return re.findall(r"[a-z]{3,}", name.lower())


@cache
def words() -> frozenset[str]:
    """The words in the names that shipped games declare: their titles, lists and symbols, zones, melds, actions, types, attributes."""
    found: set[str] = set()
    for name in shipped():
        rules = load(GAMES / name)
        names = [rules.title, Path(name).parts[0], *rules.lists, *rules.zones, *rules.melds, *rules.categories, *rules.actions]
        names += [*rules.card_types, *rules.attributes, *rules.options, *rules.state, *rules.procedures, *rules.rules]
        names += [str(value) for known in rules.lists.values() for value in known.values]
        found |= {word for one in names for word in parts(one)}
    return frozenset(found - ORDINARY)


@cache
def titles() -> frozenset[str]:
    """The titles of cards that have several words."""
    return frozenset(card.title.lower() for name in shipped() for card in load(GAMES / name).cards if len(parts(card.title)) > 1)


def test_there_are_words_to_look_for() -> None:
    some = "ketchup mustard relish backburner fries burger cola diner greasy spoon serve remix plate"
    assert set(some.split()) <= words()
    assert len(titles()) > 60


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_word_of_a_game(path: Path) -> None:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").lower().split("\n"), 1):
        spaced = re.sub(r"[^a-z]+", " ", line)
        for word in spaced.split():
            singular = word.removesuffix("s")
            if word in words() or (len(singular) > 3 and singular in words() and singular + "s" == word):
                found.append(f"{number}: {word}")
        found += [f"{number}: {title}" for title in titles() if f" {title} " in f" {spaced} "]
    assert not found
