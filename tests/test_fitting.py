"""The quick test of a file's shape says the same as the library that knows all of JSON Schema."""

import random

import pytest

from croupier.ruleset.fitting import UnknownWord, fitting
from croupier.ruleset.nodes import Mapping, plain
from croupier.ruleset.reader import read_text
from croupier.ruleset.schema import shape_of
from croupier.tests.mutants import mutant, sprouts
from croupier.tests.mutate import mutated, parts_of

SHAPE = shape_of("ruleset")
QUICK = fitting(SHAPE.schema)


@pytest.mark.parametrize("piece", range(10))
def test_mutated_files(piece: int) -> None:
    seen = set()
    for number in range(piece, 800, 10):
        node, _ = read_text(mutant(number).text, "rules.yaml")
        if isinstance(node, Mapping):
            value = plain(node)
            fits = QUICK(value)
            seen.add(fits)
            assert fits == SHAPE.validator.is_valid(value), f"mutant {number}"
    assert seen == {True, False}


def test_mutated_trees() -> None:
    rng = random.Random(5)
    for sprout in sprouts():
        node, _ = read_text(sprout.text, "rules.yaml")
        assert node is not None
        parts = parts_of(node)
        keys = [entry.key for part in parts if isinstance(part, Mapping) for entry in part]
        for _ in range(6):
            value = plain(mutated(node, parts, keys, rng))
            assert QUICK(value) == SHAPE.validator.is_valid(value)


@pytest.mark.parametrize("schema", [{"multipleOf": 2}, {"properties": {"a": {"format": "date"}}}, {"type": "number"}])
def test_what_it_does_not_know_it_refuses(schema: dict) -> None:
    with pytest.raises(UnknownWord):
        fitting(schema)
