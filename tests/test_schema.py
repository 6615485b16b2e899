"""The shape of rules files: each mistake is told at its place in the file's own words, and no file breaks the teller."""

import json
import random
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from croupier.ruleset.finding import Finding
from croupier.ruleset.nodes import Mapping, Node, Scalar, Sequence
from croupier.ruleset.reader import read_text
from croupier.ruleset.schema import check_shape, shape_of
from croupier.ruleset.shapewords import OTHER_NAMES
from croupier.tests.mutate import mutated, parts_of

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "schema.yaml").read_text(encoding="utf-8"))
RAW = ("oneOf", "anyOf", "additional", "schema", "instance", "valid under", "null", "integer", "boolean", "object", "array", "regex")


def checked(text: str) -> tuple[Finding, ...]:
    root, findings = read_text(text, "x")
    assert root is not None, findings
    return check_shape(root)


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: f"{case['old'].strip()[:20]}->{case['new'].strip()[:30]}")
def test_case(case: dict[str, Any]) -> None:
    assert case["old"] in DATA["base"]
    findings = checked(DATA["base"].replace(case["old"], case["new"], 1))
    assert [f"{f.span.line}:{f.span.column} {f.code}" for f in findings] == case["finds"]
    told = "\n".join(map(str, findings))
    assert case.get("says", "") in told
    assert not [word for word in RAW if word in told]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("- a", "R159"),
        ("hello", "R159"),
        ("null", "R159"),
        ("{}", "R151"),
        ("x-a: 1", "R151"),
        ("extends: a.yaml\nzones: null", None),
        ("{croupier: 1, choice: {seat: 1}, zones: {deck: K1}}", "R159"),
    ],
)
def test_whole_files(text: str, code: str | None) -> None:
    assert {f.code for f in checked(text)} == ({code} if code else set())


def test_what_extends_lacks_nothing_and_may_hold_null() -> None:
    assert checked("extends: a.yaml\ncards: {card: {suit: null}}\nzones: {hand: null, deck: {places: 3}}") == ()
    assert [f.code for f in checked("extends: a.yaml\nzones: {hand: {face: null}, deck: {fces: all}}")] == ["R150"]


def test_other_names_of_keys_are_no_keys_beside_them() -> None:
    """Nor is one word another name of two keys that can stand in one place."""
    schema, seen = shape_of("ruleset").schema, set()
    for place in (schema, *schema["$defs"].values()):
        keys = place.get("properties", {})
        others = [other for key in keys for other in OTHER_NAMES.get(key, ())]
        assert not set(others) & set(keys) and len(others) == len(set(others)), place.get("title")
        seen |= set(keys)
    assert set(OTHER_NAMES) <= seen


@pytest.mark.parametrize(("other", "key"), [("when", "if"), ("effect", "do"), ("Pick", "choose"), ("free_action", "free")])
def test_a_key_by_another_name(other: str, key: str) -> None:
    """What a designer calls it who does not know the name."""
    text = DATA["base"].replace("actions:\n", f"actions:\n  go:\n    {other}: x\n", 1)
    (finding,) = [f for f in checked(text) if f.span.text == other]
    assert (finding.code, finding.hint) == ("R150", f"it is called '{key}' here")


def test_the_schema_is_sound_and_describes_every_key() -> None:
    schema = shape_of("ruleset").schema
    Draft202012Validator.check_schema(schema)
    for place in (schema, *schema["$defs"].values()):
        for key, part in place.get("properties", {}).items():
            whole = shape_of("ruleset").resolve(part)
            assert whole.get("title") and whole.get("description"), key


def test_the_schema_alone_refuses_and_accepts_the_same() -> None:
    validator = Draft202012Validator(json.loads((files("croupier") / "schemas" / "ruleset.schema.json").read_text(encoding="utf-8")))
    assert validator.is_valid(yaml.safe_load(DATA["base"]))
    for case in DATA["cases"]:
        text = DATA["base"].replace(case["old"], case["new"], 1)
        root, _ = read_text(text, "x")
        assert root is not None
        assert bool(case["finds"]) == (not validator.is_valid(_value(root))), case["new"]


def _value(node: Node) -> Any:
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [_value(item) for item in node]
        case Mapping():
            return {entry.name: _value(entry.value) for entry in node}


def test_no_mutated_tree_breaks_the_teller() -> None:
    odd = 'x: [1, true, null, "", {}, [], -5, 1..6, "yes", 99999999999, {a: {b: c}}]'
    root, _ = read_text(DATA["base"] + odd, "x")
    assert root is not None
    parts = parts_of(root)
    keys = [entry.key for part in parts if isinstance(part, Mapping) for entry in part]
    rng = random.Random(7)
    told = 0
    for _ in range(1500):
        findings = check_shape(mutated(root, parts, keys, rng))
        told += len(findings)
        assert all(f.message and f.code.startswith(("R15", "R16", "R33")) for f in findings)
    assert told > 1500
