"""Games that are sound: the checks leave them alone, and they are right to do so, because each can be played to its end."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from croupier.interpreter.game import Game
from croupier.ruleset.loading import load_source
from croupier.tests.playing import dealt, people, playout

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "sound.yaml").read_text(encoding="utf-8"))
SEEDS = range(4)


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: str(case["name"]))
def test_sound(case: dict[str, Any]) -> None:
    ruleset, findings = load_source(case.get("whole") or DATA["head"] + case["rules"], "rules.yaml")
    assert [str(f) for f in findings] == []
    assert ruleset is not None
    for seats in sorted({*ruleset.players}):
        game = Game(ruleset, seats, {name: option.default for name, option in ruleset.options.items()})
        tables = [playout(dealt(game, seed), Random(seed), people, most=3000) for seed in SEEDS]
        assert all(table.over for table in tables)
        said = case.get("says")  # what is said in some game
        assert said is None or any(said in table.view(1).log for table in tables)
