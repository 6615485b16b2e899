"""The quick test of a file's shape says the same as the library that knows all of JSON Schema."""

import json
import random

import pytest

from croupier.interpreter.position import write_position
from croupier.interpreter.save import save_text
from croupier.ruleset.fitting import UnknownWord, fitting
from croupier.ruleset.nodes import Mapping, plain
from croupier.ruleset.reader import read_text
from croupier.ruleset.schema import shape_of
from croupier.tests.mutants import mutant, sprouts
from croupier.tests.mutate import mutated, parts_of
from croupier.tests.playing import spoon, tables

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


WRITTEN = {
    "record": lambda table: table.record().as_json(),
    "save": save_text,
    "position": write_position,
    "view": lambda table: json.dumps(table.view(1).as_dict()),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_files_that_the_program_writes(name: str) -> None:
    shape, rng = shape_of(name), random.Random(name)
    quick, seen = fitting(shape.schema), set()
    for table in tables(spoon(), 12):
        text = WRITTEN[name](table)
        node, _ = read_text(text + "\n", name)
        assert node is not None and quick(plain(node)), "what is written fits"
        parts = parts_of(node)
        keys = [entry.key for part in parts if isinstance(part, Mapping) for entry in part]
        values = [plain(node), *(plain(mutated(node, parts, keys, rng)) for _ in range(20))]
        values += [plain(node) | {"seed": seed} for seed in ("12", "x12", "-", "1" * 201, "5\n")] if isinstance(plain(node), dict) else []
        for value in values:
            fits = quick(value)
            seen.add(fits)
            assert fits == shape.validator.is_valid(value)
    assert seen == {True, False}


@pytest.mark.parametrize("schema", [{"multipleOf": 2}, {"properties": {"a": {"format": "date"}}}, {"type": "number"}])
def test_what_it_does_not_know_it_refuses(schema: dict) -> None:
    with pytest.raises(UnknownWord):
        fitting(schema)
