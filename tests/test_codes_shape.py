"""Every code about shape, variants, cards and tables: its bad example raises it at its place, its good one raises nothing."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.ruleset import cards, schema
from croupier.ruleset.cards import build_cards
from croupier.ruleset.finding import Finding, Severity
from croupier.ruleset.nodes import Mapping
from croupier.ruleset.overlay import load

FOLDER = Path(schema.__file__).parent
CODES: dict[str, dict[str, Any]] = yaml.safe_load((FOLDER / "codes_shape.yaml").read_text(encoding="utf-8"))
FILES = ("schema", "overlay", "lists", "cells", "codes", "cards", "drafts", "csvtable")
TABLE_RULES = """\
croupier: 1
title: Moons
players: 2
cards: {card: {columns: {points: number}, table: cards.csv}}
zones: {deck: {faces: hidden, starts: card}}
flow: {game: shuffle deck}
"""


def found(text: str, file: str | None, folder: Path) -> list[Finding]:
    if file and file.endswith(".csv"):
        (folder / file).write_text(text, encoding="utf-8")
        text, file = TABLE_RULES, None
    (folder / "ruleset.yaml").write_text(CODES["R150"]["good"], encoding="utf-8")
    path = folder / (file or "x.yaml")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    root, findings, files = load(path, path.name)
    if isinstance(root, Mapping) and not any(f.severity is Severity.ERROR for f in findings):
        return [*findings, *build_cards(root, files).findings]
    return list(findings)


@pytest.mark.parametrize("code", [code for code, entry in CODES.items() if "bad" in entry])
def test_the_bad_example(code: str, tmp_path: Path) -> None:
    entry = CODES[code]
    findings = found(entry["bad"], entry.get("file"), tmp_path)
    assert entry["at"] in [f"{f.span.line}:{f.span.column}" for f in findings if f.code == code]
    assert {f.code for f in findings} <= {code, "R410"}


@pytest.mark.parametrize("code", [code for code, entry in CODES.items() if "good" in entry])
def test_the_good_example(code: str, tmp_path: Path) -> None:
    assert found(CODES[code]["good"], CODES[code].get("file"), tmp_path) == []


def test_every_code_is_explained() -> None:
    used = set()
    for name in FILES:
        used |= set(re.findall(r'"(R\d{3})"', (FOLDER / f"{name}.py").read_text(encoding="utf-8")))
    assert used - {"R103", "R104"} == set(CODES)
    assert cards.MOST_CARDS == 100_000 and "100,000 cards" in CODES["R408"]["text"]
