"""Rule texts and what they are read as, or the finding that says why not: `cases/parsing.yaml`, and laws over random texts."""

import time
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.ruleset import parse, tables
from croupier.ruleset.finding import Finding
from croupier.ruleset.lalr import table
from croupier.ruleset.scan import REASONS, RESERVED, check_name, signs
from croupier.ruleset.source import Source, Span, Text
from croupier.ruleset.tabulate import source

HERE = Path(__file__).parent
CASES = yaml.safe_load((HERE / "cases" / "parsing.yaml").read_text(encoding="utf-8"))
CODES = {code for code in yaml.safe_load((HERE.parent / "ruleset" / "codes.yaml").read_text(encoding="utf-8")) if code.startswith("R3")}
DOORS = {
    "block": parse.parse_block,
    "condition": parse.parse_condition,
    "value": parse.parse_value,
    "pick": parse.parse_pick,
    "shape": parse.parse_shape,
    "template": parse.parse_template,
}


def text(written: str) -> Text:
    return Text.plain(Source("rules", written))


def sexpr(tree: Any) -> str:
    """A tree without its places: `(compare '<' x 3)`; `-` for nothing."""
    match tree:
        case None:
            return "-"
        case bool():
            return str(tree).lower()
        case int():
            return str(tree)
        case str():
            return repr(tree)
        case tuple():
            return f"[{' '.join(map(sexpr, tree))}]"
    assert is_dataclass(tree)
    parts = [getattr(tree, field.name) for field in fields(tree) if field.name != "span"]
    match type(tree).__name__, parts:
        case "Name", [str() as name]:
            return name
        case "Number", [int() as number]:
            return str(number)
        case "String", [str() as string]:
            return f'"{string}"'
        case name, _:
            return f"({' '.join([name.lower(), *map(sexpr, parts)])})"


def told(finding: Finding) -> str:
    return f"{finding.code} at {finding.span.line}:{finding.span.column}"


def spans(tree: Any) -> list[Span]:
    if isinstance(tree, tuple):
        return [span for item in tree for span in spans(item)]
    if not is_dataclass(tree):
        return []
    own = getattr(tree, "span", None)
    return ([own] if own else []) + [s for f in fields(tree) if f.name != "span" for s in spans(getattr(tree, f.name))]


@pytest.mark.parametrize("case", [c for c in CASES if "tree" in c], ids=lambda c: f"{c['door']}: {c['text']}")
def test_read(case: dict[str, Any]) -> None:
    tree, findings = DOORS[case["door"]](text(case["text"]))
    assert not findings
    assert sexpr(tree) == " ".join(case["tree"].split())


@pytest.mark.parametrize("case", [c for c in CASES if "reject" in c], ids=lambda c: f"{c['door']}: {c['text']!r}")
def test_refused(case: dict[str, Any]) -> None:
    tree, findings = DOORS[case["door"]](text(case["text"]))
    assert tree is None
    expected = case["reject"] if isinstance(case["reject"], list) else [case["reject"]]
    assert [told(finding) for finding in findings] == expected
    for part in [case["says"]] if isinstance(case.get("says"), str) else case.get("says", ()):
        assert part in str(findings[0])


def test_no_message_names_a_terminal() -> None:
    terminals = {kind for kind in signs().values() if len(kind) > 2} | {"NAME", "NUMBER", "STRING", "CODE", "OP", "CHANGE", "$END"}
    for case in CASES:
        for finding in DOORS[case["door"]](text(case["text"]))[1]:
            if finding.code in ("R305", "R306"):  # these hold names of characters, in capitals
                continue
            quoted = {word for word in str(finding).replace("'", " ").split() if word not in case["text"]}
            assert not quoted & terminals


# -------------------------------------------------------------------- names


NAMES = ["order", "notx", "android", "in_play", "nothing", "all_hands", "iffy", "top_card", "ended", "play", "set", "card"]


@pytest.mark.parametrize("name", NAMES)
def test_names_that_begin_as_words_do(name: str) -> None:
    assert check_name(text(name)) is None
    for written in (f"{name} == 3", f"size of {name} > 2", f"any {name} where x"):
        tree, findings = parse.parse_condition(text(written))
        assert not findings
        assert name in sexpr(tree)
    assert sexpr(parse.parse_block(text(f"{name} = 3"))[0]) == f"[(assign {name} - '=' 3)]"


@pytest.mark.parametrize(
    ("name", "code", "column", "says"),
    [
        ("hand-size", "R332", 1, "write hand_size"),
        ("Hand", "R332", 1, "write hand"),
        ("2nd", "R332", 1, "begins with a digit"),
        ("_x", "R332", 1, "write x"),
        ("a b", "R332", 1, "write a_b"),
        ("", "R332", 1, "missing"),
        ("r\u0430nk", "R305", 2, "U+0430 CYRILLIC SMALL LETTER A looks like 'a'"),
        ("caf\u00e9", "R305", 4, "U+00E9"),
        ("a\u200bb", "R306", 2, "U+200B"),
        ("where", "R333", 1, "cannot be a name"),
        ("none", "R333", 1, "cannot be a name"),
    ],
)
def test_names_refused(name: str, code: str, column: int, says: str) -> None:
    finding = check_name(text(name))
    assert finding is not None
    assert told(finding) == f"{code} at 1:{column}"
    assert says in str(finding)


def test_reserved_words_are_the_grammars() -> None:
    truths = {"true", "false"}
    assert set(REASONS) - truths <= set(signs())
    assert all(check_name(text(word)) is not None for word in RESERVED)


# -------------------------------------------------------------------- the table


def test_table_is_current() -> None:
    written = (HERE.parent / "ruleset" / "tables.py").read_text(encoding="utf-8")
    assert written == source(), "run python -m croupier.ruleset.tabulate"


def test_a_changed_grammar_is_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "STAMP", 0)
    assert table.__wrapped__().rules == table().rules


# -------------------------------------------------------------------- places


def test_every_part_stands_where_it_was_written() -> None:
    tree, _ = parse.parse_block(text("if a  < (b of  c):\n  move 1 from x to y\nelse: end  game won by next player"))
    assert tree is not None
    (chosen,) = tree
    written = {span.text for span in spans(tree)}
    assert {"a  < (b of  c)", "b of  c", "move 1 from x to y", "end  game won by next player", "next player"} <= written
    assert chosen.span.text.startswith("if a") and chosen.span.text.endswith("next player")


def test_holes_of_a_text_have_places_in_the_file() -> None:
    tree, findings = parse.parse_block(text('gather\nsay "{player} has {size of hand}"'))
    assert not findings
    assert {"player", "size of hand"} <= {span.text for span in spans(tree)}


# -------------------------------------------------------------------- bounds


@pytest.mark.parametrize(
    ("door", "written", "code"),
    [
        ("condition", " and ".join(["a"] * 3000), None),
        ("condition", " and ".join(["a"] * 10_000), "R330"),
        ("condition", "(" * 9000 + "a" + ")" * 9000, "R331"),
        ("condition", "(" * 9000, "R308"),
        ("condition", "not " * 4000 + "a", "R331"),
        ("value", "a of " * 3000 + "a", "R331"),
        ("value", "- " * 9000 + "a", "R331"),
        ("value", " + ".join(["a"] * 4000), "R331"),
        ("value", "any p where " * 1600 + "a", "R331"),
        ("value", "9" * 5000, "R337"),
        ("block", "".join("  " * i + "if a:\n" for i in range(100)), "R331"),
        ("block", "x\n" * 9000, "R320"),
        ("block", "(\n" * 9000, "R308"),
        ("template", "{" * 9999, "R336"),
        ("template", "{a b}" * 3999, "R302"),
        ("value", "'" * 9999, "R307"),
        ("value", "a-" * 9999 + "a", "R314"),
    ],
)
def test_long_and_deep(door: str, written: str, code: str | None) -> None:
    start = time.process_time()
    tree, findings = DOORS[door](text(written))
    assert time.process_time() - start < 1
    assert len(findings) <= parse.MOST_FINDINGS
    assert {finding.code for finding in findings} >= ({code} if code else set())
    assert (tree is None) == (code is not None)
    assert all(len(str(finding)) < 400 for finding in findings)


PIECES = [*signs(), "x", "hand", "3", "K5", "10C", '"a {b}"', '"', "\n", "\n  ", "\n\t", "==", "<", "+=", "..", "-"]
PIECES += ["\u00b2", "\u0430", "\u201c", "'"]
PIECES += ["{", "}", "#", "\u00a0", "\x00", "\u2028", "\r", "Any", "TRUE", "1.5", "\ud800", "then", "elif", ";", "&&", "\ufeff", "!", "=>"]


@settings(max_examples=150, deadline=1000)
@given(st.lists(st.sampled_from(PIECES), max_size=40), st.sampled_from(["", " "]), st.sampled_from(sorted(DOORS)))
def test_no_text_is_too_odd(pieces: list[str], between: str, door: str) -> None:
    written = between.join(pieces)
    tree, findings = DOORS[door](text(written))
    assert (tree is None) == bool(findings)
    for finding in findings:
        assert 0 <= finding.span.start <= len(written)
        assert finding.message and finding.code in CODES
    for span in spans(tree) if tree else ():
        assert 0 <= span.start <= span.end <= len(written)
    name = check_name(text(written))
    assert name is None or name.code in CODES
