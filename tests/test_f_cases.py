"""Slips on which programs of this kind have gone wrong: each is right here, or told at its place with what to write."""

import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.ruleset.loading import check_file, check_text, load_source

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "f_cases.yaml").read_text(encoding="utf-8"))
BASE = DATA["base"]


def test_the_base_is_right() -> None:
    assert check_text(BASE, "rules.yaml") == ()


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: case["name"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_case(case: dict[str, Any], ends: str) -> None:
    assert BASE.count(case["old"]) == 1
    found = check_text(BASE.replace(case["old"], case["new"]).replace("\n", ends).encode(), "rules.yaml")
    assert [[f.code, f.span.line, f.span.column] for f in found] == [finding[:3] for finding in case["finds"]]
    for finding, (*_, said) in zip(found, case["finds"], strict=True):
        assert said in f"{finding.hint} {finding.message}"


def test_a_key_twice_in_a_variant_is_told_in_the_variant(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(BASE, encoding="utf-8")
    variant = tmp_path / "variants" / "other.yaml"
    variant.parent.mkdir()
    variant.write_text("croupier: 1\nextends: ../ruleset.yaml\noptions:\n  limit: {default: 2}\n  limit: {default: 4}\n", encoding="utf-8")
    (finding,) = check_file(variant, "other.yaml")
    assert (finding.code, finding.span.line, finding.span.column) == ("R110", 5, 3)
    assert "line 4" in finding.message


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
@pytest.mark.parametrize("many", [100, 2000, 100_000])
def test_deep_structures_are_refused_soon(opening: str, many: int) -> None:
    begun = time.process_time()
    found = check_text(BASE + "x-deep: " + ("\n  " if opening == "- " else "") + opening * many, "rules.yaml")
    assert "R115" in {f.code for f in found}
    assert time.process_time() - begun < 1


def test_deep_texts_are_refused_soon() -> None:
    for deep in ("(" * 5000, "not " * 5000, "next " * 4000, "1 + " * 5000):
        begun = time.process_time()
        found = check_text(BASE.replace("if: size of hand > 5", f"if: {deep}1 > 5"), "rules.yaml")
        assert found and found[0].span.line == 45
        assert time.process_time() - begun < 1


def test_an_alias_bomb_is_refused_soon() -> None:
    lines = ["x-a: &a [x,x,x,x,x,x,x,x,x]"]
    lines += [f"x-{b}: &{b} [{','.join([f'*{a}'] * 9)}]" for a, b in zip("abcdef", "bcdefg", strict=True)]
    begun = time.process_time()
    found = check_text(BASE + "\n".join(lines), "rules.yaml")
    assert {f.code for f in found} == {"R111"}
    assert time.process_time() - begun < 1


def test_an_honest_large_file_loads() -> None:
    notes = "".join(f"  note_{n}: [one, two, three, four]\n" for n in range(80_000))
    text = f"{BASE}x-notes:\n{notes}"
    assert len(text) > 2_900_000
    ruleset, findings = load_source(text, "rules.yaml")
    assert findings == () and ruleset is not None
