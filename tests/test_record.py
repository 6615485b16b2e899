"""Records: replay needs nothing else, and names what does not fit."""

import json
import random
import zlib
from collections.abc import Callable
from dataclasses import replace as changed
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import croupier
from croupier.interpreter.position import load_position
from croupier.interpreter.reading import plain_json
from croupier.interpreter.record import Played, Record, as_json
from croupier.interpreter.replays import replay
from croupier.interpreter.table import Table
from croupier.ruleset import CroupierError, PositionError
from croupier.ruleset.finding import has_errors
from croupier.ruleset.nodes import plain
from croupier.ruleset.reader import read_text
from croupier.tests.texts import mutated_text

POSITION = "croupier: 1\nchoice: {seat: 1}\nzones:\n  hand: {1: K4 M4 R1, 2: K1 M2}\n"


def played(name: str, seed: int, most: int = 1000, **options: int) -> Table:
    rng, table = random.Random(seed), croupier.load(name, **options).deal(seed=seed)
    while not table.over and table.ply < most:
        table.play(table.choice.deal(rng))
    return table


def same(record: Record) -> Record:
    """A record without where it was read from."""
    return changed(record, source=None)


@pytest.mark.parametrize("name", ["greasy_spoon", "greasy_spoon/platters", "diner"])
@pytest.mark.parametrize("seed", [0, 7, -3, 2**70 + 1])
def test_a_game_is_what_its_record_says(name: str, seed: int) -> None:
    table = played(name, seed, 120)
    record = Record.read(table.record().as_json())
    assert same(record) == table.record()
    other = replay(record)
    assert (other.state, other.moves, other.seed) == (table.state, table.moves, seed)
    other.undo()
    table.undo()
    assert other.state == table.state


def test_records_have_times_notes_and_a_result(tmp_path: Path) -> None:
    table = played("greasy_spoon", 3)
    record = table.record(times=["2024-05-01T20:15:00+02:00"], notes={2: 'a "good" one: é\n{x}'})
    (tmp_path / "game.json").write_text(record.as_json(), encoding="utf-8")
    read = Record.read(tmp_path / "game.json")
    assert same(read) == record
    assert (read.moves[0].time, read.moves[1].time, read.moves[1].note) == ("2024-05-01T20:15:00+02:00", None, 'a "good" one: é\n{x}')
    assert read.result == str(table.result)
    schema = json.loads((files("croupier") / "schemas" / "record.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(json.loads(record.as_json()))


def test_every_move_is_told_on_the_way() -> None:
    table, seen = played("greasy_spoon", 3), []
    replay(table.record(), lambda at, move: seen.append((at.ply, move.move)))
    assert seen == [(i, str(move)) for i, move in enumerate(table.moves, 1)]


def test_a_record_begins_from_a_position() -> None:
    table = load_position("greasy_spoon", POSITION)
    table.play("serve K4 M4")
    table.play("pass")
    other = replay(Record.read(table.record().as_json()))
    assert (other.state, other.moves) == (table.state, table.moves)


def test_the_first_move_that_does_not_fit_is_named() -> None:
    record = played("greasy_spoon", 3).record()
    moves = (*record.moves[:4], Played("serve K1 K1 K1 K1"), *record.moves[5:])
    wrong = Record.read(changed(record, moves=moves).as_json())
    with pytest.raises(PositionError, match=rf"move 5 of {len(moves)}, 'serve K1 K1 K1 K1', does not fit: .* makes no meld") as raised:
        replay(wrong)
    (finding,) = raised.value.findings
    assert (finding.code, finding.span.text) == ("P116", '"serve K1 K1 K1 K1"')


def test_a_move_too_many_is_named() -> None:
    record = played("greasy_spoon", 3).record()
    with pytest.raises(PositionError, match=f"move {len(record.moves) + 1} of .* does not fit: the game is over"):
        replay(changed(record, moves=(*record.moves, Played("pass"))))


def test_rules_that_have_changed_are_named(tmp_path: Path) -> None:
    shipped = Path(str(files("croupier"))) / "games" / "greasy_spoon" / "ruleset.yaml"
    mine = tmp_path / "ruleset.yaml"
    mine.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    record = played(str(mine), 3, 6).record()
    assert record.path == str(mine)
    replay(record)
    mine.write_text(mine.read_text(encoding="utf-8").replace("default: 11", "default: 12"), encoding="utf-8")
    with pytest.raises(PositionError, match=r"the rules have changed since: this was played by .* and .*ruleset.yaml is now [0-9a-f]{12}"):
        replay(record)
    assert replay(record, anyway=True).ply == 6


@pytest.mark.parametrize(
    ("change", "says", "at"),
    [
        ({"name": "greasy_spon"}, "did you mean 'greasy_spoon'?", '"greasy_spon"'),
        ({"seats": 3}, "is for 2 players, not 3", "3"),
        ({"options": {"best_of": 3, "hand_size": 99}}, "'hand_size' is 1 to 54, not 99", "99"),
        ({"options": {"hand": 9}}, "has no option 'hand'", "9"),
        ({"seed": None}, "neither a seed nor a position", "null"),
        ({"setup": POSITION}, "can do only one of them", "3"),
        ({"result": "player 2 wins"}, "its moves lead to no end", '"player 2 wins"'),
        ({"content": "0" * 64}, "the rules have changed since", f'"{"0" * 64}"'),
    ],
)
def test_what_a_record_cannot_say(change: dict[str, object], says: str, at: str) -> None:
    record = changed(played("greasy_spoon", 3, 6).record(), **change)
    with pytest.raises(PositionError, match=says.replace("?", r"\?")) as raised:
        replay(Record.read(record.as_json()))
    (finding,) = raised.value.findings
    assert finding.span.text == at


@pytest.mark.parametrize("note", ["nice \U0001f600 é", " \U0001f600 \U0001f600 ", "\\\U0001f600", r"\ud83d\ude00", "a\\\\\U0001f600\n"])
@pytest.mark.parametrize("indent", [None, 1])
def test_json_as_other_programs_write_it(note: str, indent: int | None) -> None:
    """Characters in two halves, everything on one line."""
    tree = played("greasy_spoon", 3, 2).record(notes={1: note}).as_dict()
    assert Record.read(json.dumps(tree, indent=indent)).moves[0].note == note


JSON_SCRAPS = (
    "-0",
    "007",
    "1e5",
    "1.0",
    "NaN",
    "null",
    "true",
    "[]",
    "{}",
    '"x-a": {},',
    ",",
    ":",
    '""',
    "\x7f",
    "# no",
    "\u2028",
    "10" * 12,
)


def test_plain_json_is_read_as_the_reader_of_yaml_reads_it() -> None:
    """What is taken for plain JSON has the same values to both, and nothing wrong with it."""
    rng, taken = random.Random(2), 0
    texts = [
        as_json(played("greasy_spoon", seed, 4).record().as_dict() | {"x-more": [seed, None, {"a": [True, -7, ""]}]}) for seed in range(3)
    ]
    texts += [json.dumps(json.loads(text), separators=(",", ":")) for text in texts]
    for _ in range(400):
        text = mutated_text(rng.choice(texts), rng)
        place = rng.choice([i for i, sign in enumerate(text) if sign in ',:[]{}"'] or [0])
        text = rng.choice((text, text[:place] + rng.choice(JSON_SCRAPS) + text[place:]))
        value = plain_json(text)
        if value is None:
            continue
        taken += 1
        node, findings = read_text(text, "text")
        assert node is not None and not has_errors(findings), text
        assert json.dumps(plain(node)) == json.dumps(value), text
    assert taken > 50


def test_what_is_wrong_with_plain_json_is_pointed_at() -> None:
    """The places of a record's parts are read when they are asked for, and only then."""
    text = played("greasy_spoon", 3, 4).record().as_json()
    record = Record.read(text)
    assert record.source is not None and record.source.span("moves", 2, "move").text == json.dumps(record.moves[2].move)
    assert record.source.span("no such key").start == 0


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (lambda text: b"\xef\xbb\xbf" + text.encode(), None),
        (lambda text: text.replace("\n", "\r\n").encode(), None),
        (lambda text: text.encode("utf-16"), "R104"),
        (lambda text: zlib.compress(text.encode()) + b"\0", "R104"),
        (lambda text: text.encode()[:600], "R109"),
        (lambda text: b"", "R106"),
        (lambda text: text.replace('"seed"', '"sede"').encode(), "R150"),
        (lambda text: text.replace('"croupier": 1', '"croupier": 2').encode(), "R160"),
        (lambda text: text.replace('"secrets": true', '"secrets": false').encode(), "R153"),
        (lambda text: text.replace('"content": "', '"content": "x').encode(), "R152"),
    ],
)
def test_files_as_editors_leave_them(tmp_path: Path, data: Callable[[str], bytes], code: str | None) -> None:
    (tmp_path / "game.json").write_bytes(data(played("greasy_spoon", 3, 6).record().as_json()))
    if code is None:
        assert replay(Record.read(tmp_path / "game.json")).ply == 6
        return
    with pytest.raises(PositionError) as raised:
        Record.read(tmp_path / "game.json")
    assert code in [f.code for f in raised.value.findings]


def test_mutated_records_are_refused_or_replayed() -> None:
    rng = random.Random(1)
    game = croupier.load("greasy_spoon")
    texts = [played("greasy_spoon", seed, 12).record().as_json() for seed in range(6)]
    mutations(game, texts, 250, rng)


def mutations(game: croupier.Game, texts: list[str], count: int, rng: random.Random) -> None:
    for _ in range(count):
        try:
            replay(Record.read(mutated_text(rng.choice(texts), rng) + "\n"), game=game)
        except CroupierError as failure:
            assert str(failure)


def test_a_game_of_ones_own_is_found_from_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record knows where the rules lay, though their folder had the name of the game and lay where the game was played."""
    rules = tmp_path / "here" / "mine" / "ruleset.yaml"
    rules.parent.mkdir(parents=True)
    rules.write_bytes((Path(__file__).parent / "games" / "tricks.yaml").read_bytes())
    monkeypatch.chdir(tmp_path / "here")
    table = croupier.load("mine").deal(seed=4)
    table.play(table.choice[0])
    (tmp_path / "here" / "game.json").write_text(table.record().as_json(), encoding="utf-8")
    assert table.record().path == str(Path("mine") / "ruleset.yaml")
    for move_to in (None, tmp_path / "there"):
        if move_to is not None:
            (tmp_path / "here").rename(move_to)
        folder = move_to or tmp_path / "here"
        monkeypatch.chdir(tmp_path)
        assert replay(Record.read(folder / "game.json")).ply == 1
    far = changed(table.record(), path="/another/machine/mine/ruleset.yaml")
    (tmp_path / "there" / "far.json").write_text(far.as_json(), encoding="utf-8")
    assert replay(Record.read(tmp_path / "there" / "far.json")).ply == 1
