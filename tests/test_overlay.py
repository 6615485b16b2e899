"""Variants: what is laid over what, what may be extended, and where findings stand."""

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.ruleset.nodes import Mapping, plain
from croupier.ruleset.overlay import load, load_text

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "overlay.yaml").read_text(encoding="utf-8"))


def write(folder: Path, case: dict[str, Any]) -> None:
    for name, text in {"ruleset.yaml": DATA["game"], **case["files"]}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace(case.get("long", "\0"), "a" * 5000), encoding="utf-8")


@pytest.mark.parametrize("case", DATA["cases"], ids=[case["name"] for case in DATA["cases"]])
def test_case(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tmp_path / "game"
    game.mkdir()
    write(game, case)
    if link := case.get("link"):
        (tmp_path / "outside.yaml").write_text(DATA["game"], encoding="utf-8")
        os.symlink(tmp_path / "outside.yaml", game / link)
    monkeypatch.chdir(game)
    root, findings, _ = load(Path(case["load"]), case["load"])
    assert sorted(f"{f.span} {f.code}" for f in findings) == sorted(case.get("finds", ()))
    told = "\n".join(map(str, findings))
    for part in case.get("says", ()):
        assert part in told
    if "tree" in case or "order" in case:
        assert isinstance(root, Mapping)
        tree: Any = plain(root)
        for key, value in case.get("tree", {}).items():
            assert tree[key] == value
        for key, names in case.get("order", {}).items():
            assert list(tree[key]) == names
        for key in case.get("lacks", ()):
            assert key not in tree


def test_spans_point_into_the_file_that_a_piece_came_from(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(DATA["game"], encoding="utf-8")
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "v.yaml").write_text("extends: ../ruleset.yaml\ntitle: V\n", encoding="utf-8")
    root, findings, files = load(tmp_path / "variants" / "v.yaml", "variants/v.yaml")
    assert isinstance(root, Mapping) and not findings
    title, flow = root.get("title"), root.get("flow")
    assert title and str(title.span) == "variants/v.yaml:2:8"
    assert flow and flow.span.source.name == "ruleset.yaml"
    assert files.home == tmp_path.resolve()
    assert files.folder(title.span.source) == (tmp_path / "variants").resolve()
    assert files.folder(flow.span.source) == tmp_path.resolve()


def test_a_game_that_comes_with_croupier_by_name(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("extends: greasy_spoon\ntitle: Mine\n", encoding="utf-8")
    root, findings, files = load(tmp_path / "mine.yaml", "mine.yaml")
    assert isinstance(root, Mapping), findings
    flow = root.get("flow")
    assert flow and flow.span.source.name == "games/greasy_spoon/ruleset.yaml"
    assert not files.holds(tmp_path.parent / "x.csv") and files.holds(tmp_path / "x.csv")


def test_a_misspelt_game(tmp_path: Path) -> None:
    _, findings, _ = load_text("extends: greasy_spon\n", "<stdin>", tmp_path)
    assert [(str(f.span), f.code, f.hint) for f in findings] == [("<stdin>:1:10", "R130", "did you mean 'greasy_spoon'?")]


def test_a_chain_that_is_too_long(tmp_path: Path) -> None:
    for i in range(40):
        (tmp_path / f"v{i}.yaml").write_text(f"extends: v{i + 1}.yaml\n", encoding="utf-8")
    _, findings, _ = load(tmp_path / "v0.yaml", "v0.yaml")
    assert [f.code for f in findings] == ["R135"]


def test_links_in_a_circle(tmp_path: Path) -> None:
    os.symlink(tmp_path / "b.yaml", tmp_path / "a.yaml")
    os.symlink(tmp_path / "a.yaml", tmp_path / "b.yaml")
    _, findings, _ = load_text("extends: a.yaml\n", "v.yaml", tmp_path)
    assert [f.code for f in findings] == ["R130"]
