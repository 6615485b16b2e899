"""Single slips of the finger in the rules of a whole game: each is told where it was made, with the right word."""

import re
from collections import Counter
from functools import cache

import pytest

from croupier.ruleset.catalog import shipped
from croupier.ruleset.finding import Finding
from croupier.ruleset.loading import check_text, load_source
from croupier.tests.mistakes import Mistake, mistakes

FOLDER = shipped() / "greasy_spoon"
STEP = 3  # every so many of the mistakes; 1 takes half a minute

HARMLESS = re.compile(r"level|space|dash dropped")
"""Kinds of edits of which some give another valid game: a line in or out of a block, a list of one without its dash."""


@cache
def told() -> tuple[tuple[Mistake, tuple[Finding, ...]], ...]:
    """Mistakes and what is found of them; edits that left a valid file are left out."""
    text = (FOLDER / "ruleset.yaml").read_text(encoding="utf-8")
    rules, _ = load_source(text, "ruleset.yaml", FOLDER)
    assert rules is not None
    words = (v for listed in rules.lists.values() for v in listed.values if isinstance(v, str))
    choices = (c for option in rules.options.values() for c in option.choices or () if isinstance(c, str))
    spaces = (rules.options, rules.lists, rules.attributes, rules.card_types, rules.zones, rules.categories, rules.melds, rules.state)
    names = frozenset((*words, *choices, *(n for space in (*spaces, rules.actions, rules.procedures) for n in space)))
    found = [(m, check_text(m.text, "ruleset.yaml", FOLDER)) for m in list(mistakes(text, names))[::STEP]]
    silent = [m for m, findings in found if not findings]
    assert len(silent) < len(found) / 50 and all(HARMLESS.search(m.kind) for m in silent), silent
    return tuple((m, findings) for m, findings in found if findings)


def named(word: str, finding: Finding) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", f"{finding.hint} {finding.message}") is not None


def test_there_are_many_of_every_kind() -> None:
    kinds = Counter(m.kind for m, _ in told())
    assert sum(kinds.values()) >= 450
    assert {"dropped", "doubled", "swapped", "renamed", "operator", "level in", "level out", "space in", "space out"} <= set(kinds)


def test_the_first_finding_is_on_the_edited_line_or_the_next() -> None:
    wrong = [f"{m.edit}: {findings[0]}" for m, findings in told() if findings[0].span.line not in (m.line, m.line + 1)]
    assert len(wrong) <= len(told()) * 0.02, "\n".join(wrong)


def test_the_right_word_is_named() -> None:
    words = [(m, findings[0]) for m, findings in told() if m.word]
    wrong = [f"{m.edit}: {finding}" for m, finding in words if not named(m.word or "", finding)]
    assert len(words) > 150 and len(wrong) <= len(words) * 0.02, "\n".join(wrong)


def test_one_mistake_gives_few_findings() -> None:
    counts = [len(findings) for _, findings in told()]
    assert sum(counts) / len(counts) < 1.2 and max(counts) <= 8


BASE = """\
croupier: 1
title: Trial
players: 2
cards:
  basic: {rank: 1..6, copies: 2}
zones:
  deck: {faces: hidden, starts: basic}
  haand: {each: player, faces: owner}
flow:
  game: |
    turns from seat 1 until deck is empty:
      move 1 from deck to hand
      if size of hand > 5: end game won by player
score: {points: sum of rank in hand}
"""


def test_a_misspelt_declaration_is_told_once_with_its_uses() -> None:
    (finding,) = check_text(BASE, "rules.yaml")
    assert (finding.code, finding.span.line, finding.span.column) == ("R213", 8, 3)
    assert finding.hint == "did you mean 'hand'?" and "lines 12, 13 and 14" in finding.message
    assert [span.line for span, _ in finding.related] == [12, 13, 14]


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("to hand", "to hnad", (12, "hand")),
        ("> 5: end", "> 5 and rest is none: end", (13, None)),
        ("from deck", "from dekc", (12, "deck")),
    ],
)
def test_a_misspelt_use_is_told_where_it_is(old: str, new: str, at: tuple[int, str | None]) -> None:
    (finding,) = check_text(BASE.replace("haand", "hand").replace(old, new), "rules.yaml")
    assert finding.span.line == at[0] and (at[1] is None or named(at[1], finding))
