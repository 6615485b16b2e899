"""Finding games: by path, by folder, by the name of a shipped one."""

from pathlib import Path

import pytest

from croupier.ruleset import catalog
from croupier.ruleset.errors import OptionError


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf of shipped games, and an empty folder to look from."""
    for name in ("one/ruleset.yaml", "one/variants/short.yaml", "one/variants/long.yaml", "two/ruleset.yaml", "README.md"):
        (tmp_path / "games" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "games" / name).touch()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(catalog, "shipped", lambda: tmp_path / "games")
    return tmp_path / "games"


def test_games_and_variants_by_name(shelf: Path) -> None:
    one, two = catalog.find_games()
    assert (one.name, one.path, [name for name, _ in one.variants]) == ("one", shelf / "one" / "ruleset.yaml", ["long", "short"])
    assert (two.name, two.variants) == ("two", ())
    assert catalog.find_games(shelf) == (one, two)
    assert catalog.find_games(shelf / "one") == (one,)
    assert catalog.find_games(shelf / "none") == ()


@pytest.mark.parametrize(
    ("name", "path"),
    [("one", "one/ruleset.yaml"), ("one/", "one/ruleset.yaml"), ("one/short", "one/variants/short.yaml"), ("two", "two/ruleset.yaml")],
)
def test_a_shipped_name(shelf: Path, name: str, path: str) -> None:
    assert catalog.find(name) == shelf / path


def test_a_path_comes_before_a_name() -> None:
    Path("one").mkdir()
    assert catalog.find("one").parts[-2:] == ("one", "ruleset.yaml")
    Path("one/ruleset.yaml").touch()
    assert catalog.find("one") == Path("one/ruleset.yaml")
    Path("two").touch()
    assert catalog.find("two") == Path("two")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("oen", "there is no file and no game 'oen'; did you mean 'one'?"),
        ("one/shrt", "there is no file and no game 'one/shrt'; did you mean 'one/short'?"),
        ("zzz", "there is no file and no game 'zzz'; `croupier games` lists the games"),
        ("", "there is no file and no game ''; `croupier games` lists the games"),
        ("a\0b", "there is no file and no game 'a\0b'; `croupier games` lists the games"),
        ("x" * 5000, f"there is no file and no game '{'x' * 100}...'; `croupier games` lists the games"),
        ("..", "'..' is a folder without a ruleset.yaml"),
    ],
)
def test_a_name_that_stands_for_nothing(name: str, said: str) -> None:
    with pytest.raises(OptionError) as refusal:
        catalog.find(name)
    assert str(refusal.value) == said
