"""Findings as text, JSON, GitHub's commands and SARIF: what stands under the caret, at any width and with any character."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
import yaml

from croupier.cli.frame import as_github, as_json, as_sarif, as_text
from croupier.ruleset.decode import visible
from croupier.ruleset.finding import Finding, error, warning
from croupier.ruleset.source import Source

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "frame.yaml").read_text(encoding="utf-8"))


def at(text: str, what: str, name: str = "rules.yaml", **more: str) -> Finding:
    """An error at the first place where `what` stands in the text."""
    start = text.index(what)
    return error("R204", Source(name, text).span(start, start + len(what)), "unknown zone 'hnd'", **more)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_frame_shows_line_and_caret(case: dict[str, str]) -> None:
    finding = at(case["text"], case["at"])
    shown = as_text([finding], columns=int(case.get("columns", 80)))
    frame = shown.split("\n\n")[0].split("\n")[2:]
    assert frame == case["frame"].rstrip("\n").split("\n")


def test_whole_text() -> None:
    text = "draw: {from: hnd}\nhand: 1\n"
    source = Source("a.yaml", text)
    findings = [
        error("R204", source.span(13, 16), "unknown zone 'hnd'", "did you mean 'hand'?", related=[(source.span(18, 22), "a zone like it")]),
        warning("R300", Source("b.yaml", "x: 1").span(0, 1), "unused"),
    ]
    assert as_text(findings) == (
        "a.yaml:1:14: error[R204] unknown zone 'hnd'\n"
        "  |\n"
        "1 | draw: {from: hnd}\n"
        "  |              ^^^\n"
        "  = did you mean 'hand'?\n"
        "  - a.yaml:2:1: a zone like it\n"
        "\n"
        "b.yaml:1:1: warning[R300] unused\n"
        "  |\n"
        "1 | x: 1\n"
        "  | ^\n"
        "\n"
        "1 error, 1 warning in 2 files\n"
    )


def test_nothing_found_says_nothing() -> None:
    assert as_text([]) == ""
    assert as_github([]) == ""
    assert json.loads(as_json([])) == []
    assert json.loads(as_sarif([]))["runs"][0]["results"] == []


def test_colour_adds_only_paint() -> None:
    findings = [at("  draw: {from: hnd}", "hnd", hint="did you mean 'hand'?")]
    painted = as_text(findings, colour=True)
    assert "\x1b[1;31m^^^\x1b[0m" in painted
    for code in ("1;31", "1;33", "1", "34", "36", "0"):
        painted = painted.replace(f"\x1b[{code}m", "")
    assert painted == as_text(findings)


def test_a_place_behind_the_end_has_a_caret() -> None:
    source = Source("a.yaml", "a: 1")
    assert "1 | a: 1\n  |     ^\n" in as_text([error("R1", source.span(4, 4), "something is missing")])


@pytest.mark.parametrize("text", ["", "\n", "   \n"])
def test_a_blank_line_has_no_frame(text: str) -> None:
    shown = as_text([error("R1", Source("a.yaml", text).span(0, 0), "empty")])
    assert shown == "a.yaml:1:1: error[R1] empty\n\n1 error in 1 file\n"


def test_a_message_cannot_steer_the_terminal() -> None:
    source = Source("a\x1b[2J.yaml", "a: \x1b]0;title\x07\n")
    shown = as_text([error("R1", source.span(3), "unknown '\x1b[2J'", "or \u202e\r")])
    assert "\x1b" not in shown and "\u202e" not in shown and "\r" not in shown and "\x07" not in shown
    assert visible("a\u200bb") == "a<U+200B>b"


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
@pytest.mark.parametrize("start", [0, 1, 37, 79, 80, 500, 4990, 4999])
@pytest.mark.parametrize("length", [1, 30, 300, 5000])
def test_no_line_is_wider_than_the_terminal_and_the_caret_is_right(columns: int, start: int, length: int) -> None:
    text = "".join(chr(0x4E00 + i) if i % 3 else chr(97 + i % 26) for i in range(5000))
    shown = as_text([error("R1", Source("a", text).span(start, start + length), "m")], columns=columns).split("\n")
    code, caret = shown[2][4:], shown[3][4:]
    wide = [2 if ord(c) > 0x3000 else 1 for c in code]
    assert sum(wide) <= max(columns - 4, 20)
    assert len(caret) <= max(columns - 4, 20)
    first = caret.index("^")
    under = next(c for i, c in enumerate(code) if sum(wide[:i]) == first)
    assert under == text[start]


def test_a_huge_line_is_quick() -> None:
    source = Source("a", "x" * 3_000_000)
    shown = as_text([error("R1", source.span(i), "m") for i in range(0, 3_000_000, 10_000)])
    assert shown.count("^") == 300


def test_json_has_every_place() -> None:
    text = "a: |\n  move\n  all\n"
    source = Source("a.yaml", text)
    finding = error("R2", source.span(7, 17), "no", "yes", related=[(source.span(0, 1), "here")])
    assert json.loads(as_json([finding])) == [
        {
            "code": "R2",
            "severity": "error",
            "file": "a.yaml",
            "line": 2,
            "column": 3,
            "end_line": 3,
            "end_column": 6,
            "message": "no",
            "hint": "yes",
            "related": [{"file": "a.yaml", "line": 1, "column": 1, "end_line": 1, "end_column": 2, "message": "here"}],
        }
    ]


def test_github_escapes_what_its_format_uses() -> None:
    finding = error("R2", Source("a,b:c%.yaml", "xyz").span(1, 3), "50%\nof: this, that")
    assert as_github([finding]) == ("::error file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=2,endColumn=4,title=R2::50%25%0Aof: this, that\n")


def test_sarif_says_where_and_by_which_rule() -> None:
    findings = [at("a hnd", "hnd", name="my games/a.yaml"), warning("R100", Source("/tmp/b.yaml", "x").span(0), "odd")]
    log = json.loads(as_sarif(findings))
    run = log["runs"][0]
    assert log["version"] == "2.1.0"
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"]["rules"][1]["shortDescription"]["text"] == "an unknown zone"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["R100", "R204"]
    first, second = run["results"]
    assert (first["ruleId"], first["ruleIndex"], first["level"], second["level"]) == ("R204", 1, "error", "warning")
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20games/a.yaml"
    assert place["region"] == {"startLine": 1, "startColumn": 3, "endLine": 1, "endColumn": 6}
    assert second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///tmp/b.yaml"


def test_the_package_has_its_marker_for_type_checkers() -> None:
    assert (files("croupier") / "py.typed").is_file()


def test_long_messages_are_folded_for_people_alone() -> None:
    source = Source("a.yaml", "a: 1\n")
    findings = [
        error("R1", source.span(0, 1), "words " * 30 + "end", "hints " * 30 + "end", related=[(source.span(3, 4), "notes " * 30 + "end")])
    ]
    plain, folded = as_text(findings), as_text(findings, columns=60, fold=True)
    assert max(map(len, folded.splitlines())) <= 60 < max(map(len, plain.splitlines()))
    assert folded.split() == plain.split()
    assert as_text(findings, columns=60, fold=True, colour=True).replace("\x1b[0m", "").count("\n") == folded.count("\n")
