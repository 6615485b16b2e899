"""Melds that too many cards make: what the check says beforehand, held against what play takes."""

from pathlib import Path

import pytest
import yaml

from croupier.interpreter.game import Game
from croupier.interpreter.shapes import TooManyMelds
from croupier.ruleset import check_vast, checks
from croupier.ruleset.loading import check_text, load_source

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "vast.yaml").read_text(encoding="utf-8"))


def first_choice(shape: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How much there is to choose from where somebody first can; the check that would refuse the rules is left out."""
    monkeypatch.setattr(checks, "PASSES", [find for find in checks.PASSES if find is not check_vast.vast])
    ruleset, _ = load_source(DATA["rules"].replace("<shape>", shape), "rules.yaml")
    assert ruleset is not None
    table = Game(ruleset, 2, {}).deal(1)
    return 0 if table.over else table.choice.count()


@pytest.mark.parametrize("shape", DATA["too_many"])
def test_what_play_refuses_is_told_before(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (finding,) = check_text(DATA["rules"].replace("<shape>", shape), "rules.yaml")
    assert finding.code == "R663" and finding.severity == "error"
    with pytest.raises(TooManyMelds):
        first_choice(shape, monkeypatch)


@pytest.mark.parametrize("shape", DATA["few_enough"])
def test_what_play_takes_is_left_alone(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_text(DATA["rules"].replace("<shape>", shape), "rules.yaml") == ()
    assert first_choice(shape, monkeypatch) >= 0
