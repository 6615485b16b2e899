"""What stands behind the `where` of a shape: what a card is, asked once for all games of a ruleset with its options and seats."""

from pathlib import Path

import pytest

import croupier
from croupier.ruleset.errors import RuleFault

RULES = """
croupier: 1
title: Cards
players: {min: 2, max: 3}
options: {step: {default: 0, min: 0, max: 3}}
cards:
  basic: {suit: [x, y], rank: 0..3, code: "{suit:1}{rank}"}
  other: {rank: 0..3, code: "o{rank}"}
zones:
  hand: {faces: owner, each: player, starts: [basic, other]}
  pile: {faces: all}
melds:
  one: card, where CONDITION
actions:
  lay: {choose: m from melds in hand, do: move m to pile}
flow:
  game: "turns from seat 1 until blocked: offer lay"
"""


def laid(folder: Path, condition: str, step: int) -> set[str]:
    (folder / "rules.yaml").write_text(RULES.replace("CONDITION", condition))
    return {str(move).removeprefix("lay ") for move in croupier.load(folder / "rules.yaml", seats=2, step=step).deal(seed=1).choice}


@pytest.mark.parametrize(
    ("condition", "step", "cards"),
    [
        ("rank == step", 2, "X2 Y2 o2"),
        ("rank % step == 1 and suit == y", 2, "Y1 Y3"),
        ("type of card == other", 0, "o0 o1 o2 o3"),
        ("rank == size of players", 0, "X2 Y2 o2"),
        ("rank is in [1, step] and suit > x", 3, "Y1 Y3"),
        ("not suit == x and rank == 0", 3, "Y0 o0"),
    ],
)
def test_what_a_card_is_can_be_asked(condition: str, step: int, cards: str, tmp_path: Path) -> None:
    assert laid(tmp_path, condition, step) == set(cards.split())


def test_a_condition_that_cannot_be_asked_is_a_fault_of_the_rules(tmp_path: Path) -> None:
    with pytest.raises(RuleFault, match=r"rules.yaml:13:20: this divides by 0"):
        laid(tmp_path, "rank % step == 0", 0)
