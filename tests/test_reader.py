"""Reading YAML files: every mistake has its code and its place, and nothing that is read surprises."""

import base64
import os
import random
import socket
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.ruleset import decode, reader
from croupier.ruleset.finding import Severity
from croupier.ruleset.nodes import Mapping, Node, Scalar, Sequence, plain
from croupier.ruleset.reader import read_file, read_text
from croupier.ruleset.scalars import look_alike, looks_like, parse_range, resolve
from croupier.ruleset.source import Span

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases" / "reading.yaml").read_text(encoding="utf-8"))
LOADERS = [getattr(yaml, name) for name in ("CSafeLoader", "SafeLoader") if hasattr(yaml, name)]


def places(findings: Any) -> list[str]:
    return sorted(f"{f.code} {f.span.line}:{f.span.column}" for f in findings)


def content(case: dict[str, Any]) -> str | bytes:
    return base64.b64decode(case["data"]) if "data" in case else str(case["text"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, Any]) -> None:
    node, findings = read_text(content(case), "rules.yaml")
    if "count" in case:
        assert Counter(f.code for f in findings) == case["count"]
    else:
        assert places(findings) == sorted(case.get("expect", []))
    for part in ("hint", "message"):
        if part in case:
            assert case[part] in (getattr(findings[0], part) or "")
    assert all((f.severity is Severity.WARNING) == case.get("warning", False) for f in findings)
    assert all(f.message and f.hint for f in findings)
    if not findings:
        assert node is not None
    if "value" in case:
        assert node is not None and plain(node) == case["value"]


@pytest.mark.parametrize("case", [case for case in CASES if not case.get("c_only")], ids=lambda case: case["name"])
def test_case_without_the_c_parser(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    expected = read_text(content(case), "rules.yaml")[1]
    monkeypatch.setattr(reader, "LOADER", yaml.SafeLoader)
    found = read_text(content(case), "rules.yaml")[1]
    assert sorted((f.code, f.span.line) for f in found) == sorted((f.code, f.span.line) for f in expected)


def test_duplicates_name_both_places() -> None:
    _, findings = read_text("a: 1\nb: 2\na: 3\n", "f")
    assert [(str(span), text) for span, text in findings[0].related] == [("f:1:1", "first written here")]


def test_the_first_of_two_keys_is_kept() -> None:
    assert plain(read_text("a: 1\na: 2\n", "f")[0] or pytest.fail("nothing was read")) == {"a": 1}


def spans(node: Node) -> list[Span]:
    match node:
        case Scalar():
            return [node.span]
        case Sequence():
            return [node.span, *(s for item in node for s in spans(item))]
        case Mapping():
            return [node.span, *(s for e in node for s in (e.key.span, *spans(e.value)))]


def test_every_value_knows_where_it_stands() -> None:
    node, _ = read_text("a: [x, {y: 'z'}]\nb:\n  c: |\n    d\n\ne: f # g\n", "f")
    assert node is not None
    assert [s.text for s in spans(node)[1:]] == [
        *("a", "[x, {y: 'z'}]", "x", "{y: 'z'}", "y", "'z'"),
        *("b", "c: |\n    d", "c", "|\n    d\n\n", "e", "f"),
    ]


def test_plain_means_without_quotes_on_one_line() -> None:
    node, _ = read_text("a: x y\nb: 'x'\nc: x\n  y\nd: |\n  x\n", "f")
    assert isinstance(node, Mapping)
    assert [isinstance(e.value, Scalar) and e.value.plain for e in node] == [True, False, False, False]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert places(read_file(tmp_path)[1]) == ["R102 1:1"]


def test_a_missing_file(tmp_path: Path) -> None:
    node, findings = read_file(tmp_path / "none.yaml", "none.yaml")
    assert node is None and str(findings[0].span) == "none.yaml:1:1" and findings[0].code == "R101"
    assert places(read_file(tmp_path / "a\0b")[1]) == ["R101 1:1"]
    assert places(read_file(tmp_path / ("a" * 5000))[1]) == ["R101 1:1"]
    (tmp_path / "file").write_text("")
    assert places(read_file(tmp_path / "file" / "inside")[1]) == ["R101 1:1"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_pipes_links_and_devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert places(read_file(tmp_path / "pipe")[1]) == ["R102 1:1"]
    os.symlink(tmp_path / "circle", tmp_path / "circle")
    assert places(read_file(tmp_path / "circle")[1]) == ["R101 1:1"]
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(tmp_path)
        server.bind("socket")
        assert places(read_file(tmp_path / "socket")[1]) == ["R102 1:1"]
    for device in ("/dev/null", "/dev/zero"):
        assert places(read_file(Path(device))[1]) == ["R102 1:1"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a: b")
    (tmp_path / "secret").chmod(0)
    assert places(read_file(tmp_path / "secret")[1]) == ["R101 1:1"]


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode, "LARGEST", 100)
    (tmp_path / "large").write_text("a: " + "b" * 100)
    assert places(read_file(tmp_path / "large")[1]) == ["R103 1:1"]
    assert places(read_text("a: " + "b" * 100, "f")[1]) == ["R103 1:1"]
    monkeypatch.setattr(reader, "MOST_VALUES", 5)
    assert places(read_text("- a\n- b\n- c\n- d\n- e\n", "f")[1]) == ["R116 5:3"]


def test_many_findings_have_an_end() -> None:
    _, findings = read_text("- 01\n" * 20_000, "f")
    assert 100 < len(findings) < 1_000


def test_a_large_file_loads() -> None:
    rows = "".join(f'  - {{title: Card {i}, needs: [x, y], points: {i % 7}, text: "say \\"x\\" now"}}\n' for i in range(12_000))
    start = time.process_time()
    node, findings = read_text("rows:\n" + rows, "f")
    assert findings == () and isinstance(node, Mapping) and time.process_time() - start < 4


PIECES = [
    "\"'{}[]:#&*!|>-,=\t\n\r\0\\?%@`",
    [": ", " #", "- ", "<<: ", "---\n", "&a ", "*a", "!!str ", "\u2028", "а", "\n  ", "01", "\ud800"],
]
NOISE = b"{}[]:,-#&*!|>'\"%@?\n\t ab\xc3\xa9\xff\x00"
RULES = """\
players: {min: 2, max: 6}
cards:
  order:
    suit: [red, blue]  # two
    code: "{suit:1}"
if:
  - a > 1: no
do: |
  move a
  if x:
    y
"""


def mutant(rng: random.Random) -> str:
    text = RULES
    for _ in range(rng.choice([1, 1, 2, 4, 20])):
        i, j = rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)
        match rng.randrange(3):
            case 0:
                text = text[:i] + rng.choice(rng.choice(PIECES)) + text[i:]
            case 1:
                text = text[:i] + text[i + rng.choice([1, 1, 3, 20]) :]
            case _:
                text = text[:i] + text[j : j + rng.randrange(20)] + text[i:]
    return text


@pytest.mark.parametrize("loader", LOADERS)
def test_mutants_and_noise_are_read_or_refused(loader: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LOADER", loader)
    rng = random.Random(2)
    for count in range(2_000):
        data = mutant(rng) if count % 4 else bytes(rng.choice(NOISE) for _ in range(rng.randrange(60)))
        start = time.perf_counter()
        node, findings = read_text(data, "f")
        assert time.perf_counter() - start < 1
        assert node is not None or findings
        assert all(f.span.line and f.span.column and str(f) for f in findings)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        *[(word, "write true") for word in ("yes", "on", "y", "True", "TRUE")],
        *[(word, "write false") for word in ("no", "off", "n", "False")],
        ("~", "write null, or leave the value out"),
        *[("010", "write 10"), ("1.0", "write 1"), ("1-6", "write 1..6"), ("1 to 6", "write 1..6"), ("１２", "write 12")],
        *[("5", "write 5 without quotes"), ("relish", None), ("", None), ("1.5", None)],
    ],
)
def test_looks_like(text: str, hint: str | None) -> None:
    assert looks_like(text) == hint


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("1..6", (1, 6)),
        ("-2..3", (-2, 3)),
        ("0 .. 1", (0, 1)),
        ("6..1", (6, 1)),
        ("1...6", None),
        ("01..6", None),
        ("1..", None),
        ("1-6", None),
    ],
)
def test_ranges(text: str, ends: tuple[int, int] | None) -> None:
    assert parse_range(text) == ends


def test_only_these_words_are_values() -> None:
    values = [resolve(word) for word in ("true", "false", "null", "", "0", "-7", "True", "1.0", "01", "１")]
    assert values == [True, False, None, None, 0, -7, "True", "1.0", "01", "１"]


def test_look_alikes_are_named() -> None:
    assert look_alike("r\u0430nk") == (1, "U+0430 CYRILLIC SMALL LETTER A looks like 'a'")
    assert look_alike("a\u200bb") == (1, "U+200B ZERO WIDTH SPACE cannot be seen")
    assert look_alike("crème") is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("head", ["", "# a comment", "  # one more"])
def test_many_lines_before_the_first_key_are_read_once(end: str, head: str) -> None:
    """Line ends of two characters were once tried in every combination: 40 lines took for ever."""
    node, findings = read_text(end.join([*[head] * 300, "title: x", ""]), "many.yaml")
    assert node is not None and not findings
    _, findings = read_text(end.join([*[head] * 300, "%YAML 1.2", "---", "title: x", ""]), "many.yaml")
    assert [(f.code, f.span.line) for f in findings] == [("R122", 301)]
