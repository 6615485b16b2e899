"""The guides: what they quote is in the files, and what they show of the commands is what the commands print.

A block marked `yaml` is quoted from a game's file, one marked `yaml mine` is a rules file of its own, and those marked `yaml part` are one
together, `tricks/ruleset.yaml`. A block marked `console` shows
commands behind `$`, and what they print; `...` on a line of its own stands for lines that are left out. A comment in front of a block,
`<!-- FILE: this -> that -->`, says what has been changed in a file before.
"""

import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import croupier
from croupier.ruleset import check_text
from croupier.ruleset.loading import load_source

ROOT = Path(__file__).parent.parent
GUIDES = ("README.md", "docs/tour.md", "docs/first_game.md")
GAME = ROOT / "games" / "greasy_spoon"
CHECKED = ("validate", "explain", "games", "new", "schema", "simulate", "--version")
"""The commands whose output is compared."""
BLOCK = re.compile(r"((?:^<!-- .* -->\n)*)^```(.*)\n((?:.*\n)*?)^```$", re.M)
EDIT = re.compile(r"<!-- (\S+): (.*) -> (.*) -->")


class Block(NamedTuple):
    edits: list[tuple[str, str, str]]
    kind: str
    text: str


def read(guide: str) -> str:
    return (ROOT / guide).read_text(encoding="utf-8")


def blocks(guide: str, kind: str) -> list[Block]:
    found = [Block(EDIT.findall(m[1]), m[2], m[3]) for m in BLOCK.finditer(read(guide))]
    return [block for block in found if block.kind == kind]


def stretch_of(lines: list[str], whole: list[str]) -> bool:
    return any(whole[i : i + len(lines)] == lines for i in range(len(whole)))


@pytest.mark.parametrize("guide", GUIDES)
def test_what_is_quoted_stands_in_a_file(guide: str) -> None:
    files = [path.read_text(encoding="utf-8").splitlines() for path in sorted(GAME.rglob("*.yaml"))]
    for block in blocks(guide, "yaml"):
        assert any(stretch_of(block.text.splitlines(), lines) for lines in files), block.text


def test_the_python_of_the_readme_runs() -> None:
    (block,) = blocks("README.md", "python")
    done = subprocess.run([sys.executable, "-c", block.text], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("player ")


def test_the_tour_goes_through_every_line() -> None:
    lines = [line for line in (GAME / "ruleset.yaml").read_text(encoding="utf-8").splitlines() if line]
    quoted = [line for block in blocks("docs/tour.md", "yaml") for line in block.text.splitlines() if line]
    assert quoted[: len(lines)] == lines


def test_the_tour_tells_of_every_variant() -> None:
    quoted = "".join(block.text for block in blocks("docs/tour.md", "yaml"))
    rules = (GAME / "ruleset.yaml").read_text(encoding="utf-8").splitlines()
    for path in sorted((GAME / "variants").glob("*.yaml")):
        own = [line for line in path.read_text(encoding="utf-8").splitlines()[4:] if line.strip() and line not in rules]
        assert own and own[0] in quoted, path.name


@pytest.mark.parametrize("guide", GUIDES)
def test_own_examples_are_clean(guide: str) -> None:
    for block in blocks(guide, "yaml mine"):
        assert check_text(block.text, "mine.yaml", ROOT) == ()


def test_the_game_from_scratch_can_be_played_to_its_end() -> None:
    for text in (
        "".join(block.text for block in blocks("docs/first_game.md", "yaml part")),
        blocks("docs/first_game.md", "yaml mine")[0].text,
    ):
        ruleset, findings = load_source(text, "mine.yaml")
        assert ruleset is not None and not findings
        table, rng = croupier.load(ruleset).deal(seed=1), random.Random(1)
        while not table.over:
            table.play(table.choice.sample(rng))
        assert table.result is not None


@pytest.mark.parametrize("guide", GUIDES)
def test_commands_print_what_is_shown(guide: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "games", tmp_path / "games")
    (tmp_path / "tricks").mkdir()
    (tmp_path / "tricks" / "ruleset.yaml").write_text("".join(block.text for block in blocks(guide, "yaml part")), encoding="utf-8")
    shown = 0
    for block in blocks(guide, "console"):
        for name, this, that in block.edits:
            text = (tmp_path / name).read_text(encoding="utf-8")
            assert this in text, f"{name} has no {this!r}"
            (tmp_path / name).write_text(text.replace(this, that), encoding="utf-8")
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", block.text, re.M):
            program, verb, *_ = command.split()
            if program == "croupier" and verb in CHECKED:
                shown += 1
                assert matches(output(command, tmp_path), expected), f"$ {command}\n{output(command, tmp_path)}"
    assert shown


def output(command: str, folder: Path) -> str:
    _, *arguments = command.split("#")[0].split()
    where = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "PYTHONUTF8": "1"}
    program = Path(sys.executable).parent / "croupier"
    done = subprocess.run([program, *arguments], cwd=folder, env=where, capture_output=True, timeout=60, encoding="utf-8")
    return done.stdout + done.stderr


def matches(printed: str, shown: str) -> bool:
    """Whether what was printed is what is shown, lines that are left out aside."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in shown.splitlines())
    return re.fullmatch(pattern, printed) is not None


@pytest.mark.parametrize("guide", [*GUIDES, "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(guide: str) -> None:
    for link in re.findall(r"\]\(([^)]*)\)", read(guide)):
        assert "://" in link or ((ROOT / guide).parent / link.split("#")[0]).exists(), link
