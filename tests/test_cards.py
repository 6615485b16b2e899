"""Cards out of products, rows and tables: values, and every mistake at its value or cell."""

import csv
import io
import random
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.ruleset.cards import Cards, build_cards
from croupier.ruleset.csvtable import table_of
from croupier.ruleset.nodes import Mapping, Scalar
from croupier.ruleset.overlay import Files
from croupier.ruleset.reader import read_text
from croupier.ruleset.source import Source, Text
from croupier.tests.mutate import mutated, parts_of

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "cards.yaml").read_text(encoding="utf-8"))


def built(rules: str, folder: Path) -> Cards:
    root, findings = read_text(rules, "x.yaml")
    assert isinstance(root, Mapping), findings
    return build_cards(root, Files(folder, {root.span.source: folder}))


@pytest.mark.parametrize("case", DATA["cases"], ids=[case["name"] for case in DATA["cases"]])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    files = {name: text.encode() for name, text in case.get("files", {}).items()}
    files |= {name: text.encode("latin-1") for name, text in case.get("bytes", {}).items()}
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    cards = built(case["rules"], tmp_path)
    assert [f"{f.span} {f.code}" for f in cards.findings] == sorted(case.get("finds", ()), key=in_file)
    told = "\n".join(map(str, cards.findings))
    for part in case.get("says", ()):
        assert part in told
    if "cards" in case:
        made = {d.code: " ".join([f"{d.title} x{d.copies} {d.values}", *d.effects]) for d in cards.drafts}
        assert made == case["cards"]
    if "count" in case:
        assert len(cards.drafts) == case["count"]
    if "attributes" in case:
        assert {a.name: " ".join([a.shape, *a.lists]) for a in cards.attributes.values()} == case["attributes"]


def in_file(place: str) -> tuple[str, int, int, str]:
    name, line, rest = place.split(":")
    column, code = rest.split()
    return name, int(line), int(column), code


def test_what_is_huge_is_refused_at_once(tmp_path: Path) -> None:
    start = time.perf_counter()
    for case in DATA["cases"]:
        if case["name"].startswith("too many"):
            assert not built(case["rules"], tmp_path).drafts
    assert time.perf_counter() - start < 0.5


def test_the_characters_of_a_cell_keep_their_places(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b'title,reward\r\nA,"say ""you"" \r\n  end it"\r\nB, gather \r\n')
    cards = built("cards: {a: {columns: {reward: effect}, table: t.csv}}", tmp_path)
    first, second = (draft.effects["reward"] for draft in cards.drafts)
    assert first.value == 'say "you" \n  end it'
    assert [str(first.span(first.value.index(word))) for word in ("say", "you", '" ', "end", "it")] == [
        "t.csv:2:4", "t.csv:2:10", "t.csv:2:13", "t.csv:3:3", "t.csv:3:7",
    ]  # fmt: skip
    assert (second.value, str(second.span(0))) == ("gather", "t.csv:4:4")


CELLS = st.text(st.sampled_from("ab\"',;\t \n\r\u00e9"), max_size=6)


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=5), st.sampled_from([",", ";", "\t"]))
@settings(max_examples=300, deadline=None)
def test_a_table_reads_as_it_was_written(rows: list[list[str]], separator: str) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=separator, quoting=csv.QUOTE_ALL).writerows([["p", "q", "r"], *rows])
    table, findings = table_of(out.getvalue(), "t.csv")
    expected = [[_seen(cell) for cell in row] for row in rows if any(_seen(cell) for cell in row)]
    assert [[e.value.text.value for e in row if isinstance(e.value, Scalar)] for row in table.rows] == expected
    assert {f.code for f in findings} <= {"R430"}
    for row in table.rows:
        for entry in row:
            _points_at_itself(entry.value)


def _seen(cell: str) -> str:
    return cell.replace("\r\n", "\n").replace("\r", "\n") if "\n" in cell or "\r" in cell else cell.strip(" \t\u00a0")


def _points_at_itself(cell: Any) -> None:
    text: Text = cell.text
    source: Source = text.source
    assert len(text.offsets) == len(text.value) + 1
    for char, at in zip(text.value, text.offsets, strict=False):
        assert source.text[at] == char or (char == "\n" and source.text[at] == "\r")


@given(st.text(st.sampled_from('ti,;"\n\r \t0=ep'), max_size=60))
@settings(max_examples=500, deadline=None)
def test_no_table_breaks_the_reader(text: str) -> None:
    table, findings = table_of(f"title,n\n{text}", "t.csv")
    assert table.rows or findings


def test_no_mutated_tree_breaks_the_builder(tmp_path: Path) -> None:
    (tmp_path / "wishes.csv").write_text("title,needs,points\nA,bun,1\nB,2 soup,x\n", encoding="utf-8")
    rules = [case["rules"] for case in DATA["cases"] if isinstance(yaml.safe_load(case["rules"]), dict)]
    rng = random.Random(5)
    for text in rules * 15:
        root, _ = read_text(text, "x.yaml")
        odd, _ = read_text('[1, true, null, "", {}, [], -5, 1..6, "yes", {a: {b: c}}, wishes.csv]', "y")
        assert root is not None and odd is not None
        parts = [*parts_of(root), *parts_of(odd)]
        keys = [entry.key for part in parts if isinstance(part, Mapping) for entry in part]
        tree = mutated(mutated(root, parts, keys, rng), parts, keys, rng)
        if isinstance(tree, Mapping):
            cards = build_cards(tree, Files(tmp_path, {}))
            assert all(f.message and f.hint != "" for f in cards.findings)
