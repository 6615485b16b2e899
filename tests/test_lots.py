"""Lots are drawn by instructions, not by what is asked again and again."""

import pytest

from croupier.ruleset.catalog import shipped
from croupier.ruleset.loading import check_text

TEXT = (shipped() / "greasy_spoon" / "ruleset.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if: hand is empty\n", "if: size of hand < random 1 to 6\n"),
        ("- standing is not none: the", "- standing is not none or random player is player: the".replace("is player", "== player")),
        ("choose: dish from melds in hand", "choose: dish from melds in hand where random 1 to 2 == 1"),
        ("choose aside from 0 to set_aside cards in hand", "choose aside from 0 to random 1 to 3 cards in hand"),
        ("any player where wins > best_of / 2", "any player where wins > random 1 to 3"),
        ("points: wins", "points: wins + random 1 to 6"),
    ],
)
def test_a_lot_where_it_is_asked_again_is_refused(old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    found = check_text(TEXT.replace(old, new), "rules.yaml")
    line = TEXT[: TEXT.index(old)].count("\n") + 1
    assert [(f.code, f.span.line) for f in found] == [("R235", line)]
    assert found[0].span.text.startswith("random")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opener = random player", "let lot = random 1 to 6\n    if lot > 3: opener = random player"),
        ("if starter == lot:", "if random 1 to 2 == 1:"),
        ("    do: move 1 from draw to hand", "    do: |\n      let lot = random 1 to 2\n      move lot from draw to hand"),
    ],
)
def test_a_lot_drawn_by_an_instruction_is_none_of_them(old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    assert "R235" not in {f.code for f in check_text(TEXT.replace(old, new), "rules.yaml")}
