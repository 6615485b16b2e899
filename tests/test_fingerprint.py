"""The content hash: another one for whatever decides play, the same one for texts that decide nothing."""

import pytest

from croupier.ruleset.loading import load_source

RULES = """croupier: 1
title: Spots
players: 2
options: {spots: {default: 2, min: 1, max: 4}}
cards:
  card: {rank: 1..9, copies: 2, code: "C{rank}"}
  joker: {rows: [{title: Joker}]}
zones:
  deck:  {faces: hidden, starts: [card, joker]}
  board: {faces: all, places: 3}
  hand:  {each: player, faces: owner}
  pile:  {faces: all, ordered: true}
flow:
  game: |
    shuffle deck
    for each spot in places of board: move 1 from deck to spot
    for each player: move spots from deck to hand
    say "the cards are dealt"
    turns from seat 1 until blocked: offer lay
actions:
  lay:
    choose: choice from 1 card in hand
    if:
      - rank of choice != 3 or title of choice == "Joker": no threes
    do: move choice to pile
    say: "{player} lays"
score: {points: size of hand}
"""


def content(*edits: tuple[str, str]) -> str:
    text = RULES
    for old, new in edits:
        assert text.count(old) == 1
        text = text.replace(old, new)
    ruleset, findings = load_source(text, "rules.yaml")
    assert ruleset is not None, [str(f) for f in findings]
    return ruleset.content


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("places: 3", "places: 4"),
        ("places: 3", "places: spots"),
        ("hand:  {each: player, faces: owner}", "hand:  {each: player, faces: all}"),
        ("default: 2", "default: 3"),
        ("copies: 2", "copies: 3"),
        ("title: Joker", "title: Jester, code: joker"),  # rules can ask for the title
        ('say "the cards', 'say "{random player}: the cards'),  # the next lot comes out otherwise
        ('say: "{player} lays"', 'say: "{random player} lays"'),
        ("move choice to pile", "move choice to bottom of pile"),
    ],
)
def test_what_decides_play_changes_it(old: str, new: str) -> None:
    assert content((old, new)) != content()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Spots", "title: Places"),
        ("title: Spots", "title: Spots\nabout: lays cards"),
        ('say "the cards are dealt"', 'say "{seat 1} begins"'),
        ('    say: "{player} lays"\n', ""),
        ('say: "{player} lays"', 'say: "{choice} it is"'),
        ("no threes", "no threes, {player}"),
        ("places: 3}", "places: 3, about: spots}"),
        ("cards:\n", "# the cards\ncards:\n"),
    ],
)
def test_what_decides_nothing_leaves_it(old: str, new: str) -> None:
    assert content((old, new)) == content()
