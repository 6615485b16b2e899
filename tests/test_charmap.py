"""Every character of a text is found again where it stands in the file."""

import random
from typing import Any

import pytest
import yaml

from croupier.ruleset.charmap import mapped, offsets
from croupier.ruleset.nodes import Mapping, Scalar
from croupier.ruleset.reader import read_text

LOADERS = [getattr(yaml, name) for name in ("CSafeLoader", "SafeLoader") if hasattr(yaml, name)]
HEADS = ["k: ", "k: |\n", "k: >\n", "k: |-\n", "k: >+ # c\n", "k: |2\n", "k: >-1\n", 'k: "', "k: '", "- - |\n", "- >2-\n", "? |\n"]
ATOMS = [
    "a",
    "b c",
    " ",
    "\n",
    "\n  ",
    "\n    ",
    "\n\t",
    "#",
    "x > 1",
    "\\n",
    "\\\n",
    '"',
    "'",
    "''",
    "\\u00e9",
    "\r\n",
    "\r",
    "é",
    "😀",
    "\t",
]
SIGNS = "ab.<>=&|()!\"'\\ #:-,[]{}\t\n\n  é😀"


def texts(document: str, loader: Any) -> list[tuple[str, str, int, int]]:
    try:
        events = list(yaml.parse(document, Loader=loader))
    except yaml.YAMLError:
        return []
    found = [e for e in events if isinstance(e, yaml.ScalarEvent) and not e.anchor and not e.tag]
    return [(e.value, e.style or "", e.start_mark.index, e.end_mark.index) for e in found if e.start_mark and e.end_mark]


def check(document: str, loader: Any) -> int:
    """The number of texts in a document, each of which has a map to the right characters."""
    found = texts(document, loader)
    for value, style, start, end in found:
        places = mapped(document, value, style, start, end)
        assert places is not None, (document, value)
        assert len(places) == len(value) + 1
        for char, place in zip(value, places, strict=False):
            written = document[place : place + 1]
            assert written == char or written in "\\\r" or (written == "\n" and char == " "), (document, value, place)
        assert list(places[:-1]) == sorted(set(places[:-1])) or "\\" in document
    return len(found)


@pytest.mark.parametrize("loader", LOADERS)
def test_written_by_hand(loader: Any) -> None:
    rng = random.Random(1)
    count = 0
    for _ in range(8_000):
        head = rng.choice(HEADS)
        body = "".join(rng.choice(ATOMS) for _ in range(rng.randrange(1, 14)))
        tail = head[-1] if head[-1] in "\"'" else ""
        count += check(head + ("  " if head.endswith("\n") else "") + body + tail + "\n", loader)
    assert count > 4_000


@pytest.mark.parametrize("style", [None, "'", '"', "|", ">"])
def test_written_by_a_program(style: str | None) -> None:
    rng = random.Random(2)
    count = 0
    for _ in range(250):
        value = "".join(rng.choice(SIGNS) for _ in range(rng.randrange(40)))
        for width in (8, 80):
            document = yaml.dump({"k": [value], "z": {"q": value}}, default_style=style, width=width, allow_unicode=rng.random() < 0.5)
            count += check(document, LOADERS[0]) + check(document.replace("\n", "\r\n"), LOADERS[0])
    assert count > 3_000


# The document, and what the file holds where each character of the value `k` was read from.
PLACES = [
    ("k: ab c\n", "ab c"),
    ("k: 'it''s'\n", "it's"),
    ('k: "a\\tb\\u00e9c"\n', "a\\b\\c"),
    ("k: a\n  b\n\n  c\n", "a\nb\nc"),
    ("k: |\n  a > 1\n    b\n", "a > 1\n  b\n"),
    ("k: |\r\n  a\r\n  b\r\n", "a\rb\r"),
    ("k: >-\n  a\n  b\n\n  c\n", "a\nb\nc"),
    ("é: 😀x\nk: '寿司 y'\n", "寿司 y"),
    ("k: |2+\n   a\n\n", " a\n\n"),
]


@pytest.mark.parametrize(("document", "written"), PLACES)
def test_places(document: str, written: str) -> None:
    node, _ = read_text(document, "f")
    value = node.get("k") if isinstance(node, Mapping) else None
    assert isinstance(value, Scalar)
    assert "".join(document[place] for place in value.text.offsets[:-1]) == written


def test_a_place_in_a_block_is_a_line_and_a_column() -> None:
    node, _ = read_text("a:\n  do: |\n    move x\n    shuffle yy\n", "f")
    block = node.get("a") if isinstance(node, Mapping) else None
    value = block.get("do") if isinstance(block, Mapping) else None
    assert isinstance(value, Scalar)
    at = value.text.value.index("yy")
    assert str(value.text.span(at, at + 2)) == "f:4:13" and value.text.span(at, at + 2).text == "yy"
    end = len(value.text.value)
    assert value.text.span(end - 1).line == 4


def test_what_cannot_be_mapped_stands_at_the_start() -> None:
    assert list(offsets("k: abc", "not this", "", 3, 6)) == [3] * 9
    places = mapped('k: "a\\nb"', "a\nb", '"', 3, 9)
    assert places is not None and list(places) == [4, 5, 7, 8] and places[-1] == 8 and places[1:3] == (5, 7)
    with pytest.raises(IndexError):
        places[4]
