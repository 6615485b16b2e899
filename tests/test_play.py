"""The console: whole games, slips, words, and that nothing is lost however a game is left."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import croupier

RUN = [sys.executable, "-c", "from croupier.cli.main import main; main()"]


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "COLUMNS": "80", **environment}
    return subprocess.run([*RUN, *words], input=typed.encode(), capture_output=True, env=env, timeout=60)


def text_of(done: subprocess.CompletedProcess[bytes]) -> str:
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.stdout.decode()


def record_of(path: Path) -> list[str]:
    return [move["move"] for move in json.loads(path.read_text())["moves"]]


def moves_of(seed: int, seats: set[int]) -> list[str]:
    """What seats type in a game in which everybody takes the first move there is, and the others the same by script."""
    table = croupier.load("greasy_spoon").deal(seed=seed)
    typed = []
    while not table.over:
        move = str(next(iter(table.choice)))
        if table.choice.seat in seats:
            typed.append(move)
        table.play(move)
    return typed


class TestWholeGames:
    def test_two_people_play_to_the_end(self, tmp_path: Path) -> None:
        moves = moves_of(5, {1, 2})
        script = tmp_path / "moves.txt"
        script.write_text("# a whole game\n" + "\n".join(moves))  # nobody is waited for between the turns
        record = tmp_path / "game.json"
        done = run("play", "greasy_spoon", "--seats", "human,human", "--seed", "5", "--moves", str(script), "--record", str(record))
        assert done.returncode == 0, done.stderr
        assert "wins" in text_of(done)
        assert record_of(record) == moves
        again = run("replay", str(record))
        assert again.returncode == 0
        assert f"{len(moves)} moves. Player" in text_of(again)

    def test_bots_alone_play_to_the_end(self) -> None:
        done = run("play", "greasy_spoon", "--seats", "random,random", "--seed", "3")
        assert done.returncode == 0
        assert re.search(r"Player [12] wins", text_of(done))

    def test_the_same_seed_is_the_same_game(self) -> None:
        first, second = (text_of(run("play", "greasy_spoon", "--seats", "random,random", "--seed", "8")) for _ in range(2))
        assert first == second

    def test_people_learn_a_seed_drawn_for_them_when_the_game_is_over(self) -> None:
        """E01: the seed is every card of the game."""
        assert "seed" not in text_of(run("play", "greasy_spoon", typed="moves\nlook\nlog\nhelp\nrules\nquit\n"))
        done = text_of(run("play", "greasy_spoon", typed="1\n" * 400))
        *game, last = done.splitlines()
        seed = re.fullmatch(r"  The seed was (\d+)\.", last)
        assert seed is not None
        assert text_of(run("play", "greasy_spoon", "--seed", seed[1], typed="1\n" * 400)).splitlines()[1:] == game[1:]

    def test_an_option_matters(self) -> None:
        done = run("play", "greasy_spoon", "--seed", "8", "--set", "hand_size=7", typed="quit\n")
        hand = re.search(r"hand: (.*)", text_of(done))
        assert hand is not None and len(hand[1].split()) == 7


class TestTyping:
    @pytest.mark.parametrize(
        ("typed", "told"),
        [
            ("serve K9", "there is no card 'K9'"),
            ("pass", "the leader must serve"),
            ("srve K1", "did you mean 'serve'?"),
            ("99999", "moves, numbered from 1"),
            ("why pass", "ruleset.yaml:"),
            ("moves nothing", "no moves under 'nothing'"),
            ("look attic", "there is no zone 'attic'"),
            ("", "type a move"),
            ("save", "write a file behind it"),
            ("save /nowhere/at/all", "cannot be written"),
            ("undo", "there is no move of yours"),
            ("log", "nothing has happened yet"),
            ("help", "why MOVE"),
            ("rules", "hand_size = 11"),
            ("card K5", "K5"),
            ("hint", "you could: serve"),
            ("why 1", "can be made"),
            ("why 999", "there are 314 moves, numbered from 1"),
            ("\x00\x1b[31mserve", "a character that cannot be seen"),
            ("serve " + "K1 " * 500, "too"),
        ],
    )
    def test_what_changes_nothing(self, typed: str, told: str) -> None:
        done = run("play", "greasy_spoon", "--seed", "7", typed=f"{typed}\nlook\nquit\n")
        text = " ".join(text_of(done).split())
        assert " ".join(told.split()) in text
        assert done.returncode == 0
        assert text.count("K2 K4 K6 K6 M2 M3 M6 R1 R2 R3 R6") == 2  # the hand at the start, and after it all

    def test_a_number_is_the_move_beside_it(self) -> None:
        done = text_of(run("play", "greasy_spoon", "--seed", "7", typed="moves fries\n1\nquit\n"))
        first = croupier.load("greasy_spoon").deal(seed=7).choice[0]
        assert f"you: {first}" in done

    def test_cards_in_any_order_and_small_letters(self) -> None:
        assert "you: serve M2 R2" in text_of(run("play", "greasy_spoon", "--seed", "7", typed="SERVE r2 m2\nquit\n"))

    def test_undo_takes_the_answers_back_too(self) -> None:
        done = text_of(run("play", "greasy_spoon", "--seed", "7", typed="serve M2 R2\nundo\nlook\nquit\n"))
        assert done.count("hand: K2 K4 K6 K6 M2 M3 M6 R1 R2 R3 R6") == 3


class TestLeaving:
    def test_no_input_at_all(self) -> None:
        done = run("play", "greasy_spoon")
        assert done.returncode == 4
        assert b"the input ended" in done.stderr

    def test_input_that_ends_in_the_middle_keeps_the_record(self, tmp_path: Path) -> None:
        record = tmp_path / "game.json"
        done = run("play", "greasy_spoon", "--seed", "7", "--record", str(record), typed="serve M2 R2\n")
        assert done.returncode == 4
        assert record_of(record)[0] == "serve M2 R2"
        assert str(record) in done.stderr.decode()

    @pytest.mark.parametrize("by", [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)])
    def test_interrupted(self, tmp_path: Path, by: signal.Signals) -> None:
        record = tmp_path / "game.json"
        command = [*RUN, "play", "greasy_spoon", "--seed", "7", "--record", str(record)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(b"serve M2 R2\n")
        process.stdin.flush()
        while b"ways" not in process.stdout.read1():
            time.sleep(0.01)
        process.send_signal(by)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 130
        assert b"Traceback" not in err + out
        assert record.exists()

    def test_a_pipe_that_closes(self) -> None:
        program = "'from croupier.cli.main import main; main()'"
        command = f"{sys.executable} -c {program} play greasy_spoon --seats random,random --seed 1"
        done = subprocess.run(["bash", "-c", f"{command} | head -1; echo ${{PIPESTATUS[0]}}"], capture_output=True, timeout=60)
        assert done.stdout.decode().startswith("Greasy Spoon")
        assert b"Traceback" not in done.stderr

    def test_saved_and_gone_on_with(self, tmp_path: Path) -> None:
        save = tmp_path / "evening.json"
        done = run("play", "greasy_spoon", "--seed", "7", typed=f"serve M2 R2\nsave {save}\nquit\n")
        hand = re.findall(r"hand: (.*)", text_of(done))[-1]
        again = run("resume", str(save), typed="undo\nquit\n")
        hands = re.findall(r"hand: (.*)", text_of(again))
        assert hands[0] == hand
        assert hands[-1] == "K2 K4 K6 K6 M2 M3 M6 R1 R2 R3 R6"

    def test_a_save_knows_who_sat_where_and_when_moves_were_made(self, tmp_path: Path) -> None:
        save, record = tmp_path / "evening.json", tmp_path / "game.json"
        run("play", "greasy_spoon", "--seed", "7", "--seats", "human,human", typed=f"\nserve M2 R2\n\nsave {save}\nquit\n")
        made = json.loads(save.read_text())["record"]["moves"]
        again = run("resume", str(save), "--record", str(record), typed="\npass\n")
        assert "Player 2, it is your turn" in text_of(again)  # nobody has moved for the second person
        assert json.loads(record.read_text())["moves"][0] == made[0] and "time" in made[0]
        assert len(json.loads(record.read_text())["moves"]) == 2
        other = text_of(run("resume", str(save), "--seats", "human,random"))
        assert "2 seats (human, random), after 1 move." in other

    def test_why_shows_the_rule_whole(self) -> None:
        done = text_of(run("play", "greasy_spoon", "--seed", "7", typed="why pass\nquit\n"))
        assert re.search(r"^      greasy_spoon/ruleset.yaml:\d+: - standing is not none: the leader must$", done, re.MULTILINE)
        assert "\n        serve\n" in done

    def test_a_game_that_ends_too_early_is_saved(self, tmp_path: Path) -> None:
        done = run("play", "greasy_spoon", "--seed", "7", typed="serve M2 R2\n", TMPDIR=str(tmp_path))
        (save,) = tmp_path.glob("croupier-*.json")
        assert f"go on with `croupier resume {save}`" in done.stderr.decode()
        assert "hand: K2" in text_of(run("resume", str(save), typed="quit\n"))

    def test_a_game_in_which_nobody_moved_leaves_nothing_behind(self, tmp_path: Path) -> None:
        script = tmp_path / "moves.txt"
        script.write_text("serve M2 R2\n")
        assert run("play", "greasy_spoon", TMPDIR=str(tmp_path)).returncode == 4
        assert run("play", "greasy_spoon", "--seed", "7", "--moves", str(script), TMPDIR=str(tmp_path)).returncode == 4
        assert [path.name for path in tmp_path.iterdir()] == ["moves.txt"]

    def test_quit_between_two_people(self) -> None:
        done = run("play", "greasy_spoon", "--seed", "7", "--seats", "human,human", typed="\nserve M2 R2\nquit\n")
        assert done.returncode == 0 and "You leave the game." in text_of(done)

    def test_quit_between_the_steps_of_a_replay(self, tmp_path: Path) -> None:
        record = tmp_path / "game.json"
        run("play", "greasy_spoon", "--seats", "random,random", "--seed", "7", "--record", str(record))
        done = run("replay", str(record), "--step", typed="\nquit\n")
        assert done.returncode == 0 and text_of(done).count("Enter for the next move") == 2


class TestFiles:
    def test_a_device_is_written_to_and_never_replaced(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
        run("play", "greasy_spoon", "--seed", "7", "--record", str(pipe), typed="serve M2 R2\n")
        out, _ = reader.communicate(timeout=30)
        assert json.loads(out)["moves"][0]["move"] == "serve M2 R2"
        assert pipe.is_fifo()

    def test_a_link_goes_on_to_lead_to_the_file(self, tmp_path: Path) -> None:
        (tmp_path / "game.json").write_text("old")
        (tmp_path / "link.json").symlink_to(tmp_path / "game.json")
        run("play", "greasy_spoon", "--seed", "7", "--record", str(tmp_path / "link.json"), typed="serve M2 R2\n")
        assert (tmp_path / "link.json").is_symlink()
        assert record_of(tmp_path / "game.json")[0] == "serve M2 R2"

    def test_moves_that_are_refused_are_told_at_the_end(self, tmp_path: Path) -> None:
        script, record = tmp_path / "moves.txt", tmp_path / "game.json"
        script.write_text("# wrong in the middle\nserve M2 R2\n\nserve K9\nsrve K1\nlook\nquit\n")
        done = run("play", "greasy_spoon", "--seed", "7", "--moves", str(script), "--record", str(record))
        assert done.returncode == 1 and f"{script}: 2 refused, in line 4, 5" in done.stderr.decode()
        assert record_of(record)[0] == "serve M2 R2"

    @pytest.mark.parametrize("data", [b"serve M2 \xff\n", "serve M2 R2\n".encode("utf-16"), b"\x00\x01\x02"])
    def test_moves_that_are_no_text(self, tmp_path: Path, data: bytes) -> None:
        script = tmp_path / "moves.txt"
        script.write_bytes(data)
        done = run("play", "greasy_spoon", "--seed", "7", "--moves", str(script))
        assert done.returncode == 1 and re.search(rb"moves.txt:1:\d+: error\[R10[45]\]", done.stderr)

    @pytest.mark.parametrize("name", ["/no_such_folder/game.json", ".", "a\0b"])
    def test_a_save_that_cannot_be_written(self, name: str) -> None:
        done = run("play", "greasy_spoon", "--seed", "7", typed=f"save {name}\nquit\n")
        assert done.returncode == 0 and "cannot be written" in text_of(done)


class TestConsoles:
    @pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252", "utf-8:strict"])
    def test_what_cannot_be_read_is_answered(self, encoding: str) -> None:
        command = [*RUN, "play", "greasy_spoon", "--seed", "7"]
        env = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(command, input=b"serve \x81\xff\nserve \xe2\x99\xa5\nquit\n", capture_output=True, env=env, timeout=60)
        assert done.returncode == 0 and done.stdout.count(b"there is no card") == 2, done.stderr

    def test_no_input_at_all(self) -> None:
        command = f"{sys.executable} -c 'from croupier.cli.main import main; main()' play greasy_spoon <&-"
        done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60)
        assert done.returncode == 4, done.stderr

    def test_forty_columns(self) -> None:
        words = "moves\nmoves nothing\nlook\nlook nothing\nrules\nhelp\nwhy pass\nserve K9\nhint\nquit\n"
        done = text_of(run("play", "greasy_spoon", "--seed", "7", typed=words, COLUMNS="40"))
        assert max(len(line) for line in done.splitlines() if " > " not in line) <= 40

    @pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "cp1252"}, {"LC_ALL": "C"}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_any_console(self, environment: dict[str, str]) -> None:
        done = run("play", "greasy_spoon", "--seed", "7", typed="moves\nquit\n", **environment)
        assert done.returncode == 0
        assert b"\x1b" not in done.stdout

    @pytest.mark.parametrize("words", [("greasy_spoon",), ("diner", "--seats", "6"), ("diner", "--seats", "3", "--plain")])
    def test_eighty_columns(self, words: tuple[str, ...]) -> None:
        done = text_of(run("play", *words, "--seed", "7", typed="moves\nlook\nlog\nrules\nhelp\nquit\n"))
        assert max(len(line) for line in done.splitlines() if " > " not in line) <= 80

    def test_plain_has_no_ornament(self) -> None:
        done = text_of(run("play", "greasy_spoon", "--seed", "7", "--plain", typed="quit\n"))
        assert "--" not in done

    def test_two_people_do_not_see_each_others_hands(self) -> None:
        done = text_of(run("play", "greasy_spoon", "--seed", "7", "--seats", "human,human", typed="\nserve M2 R2\n\nquit\n"))
        assert done.count("Press Enter") == 2
        before, after = done.split("Player 2, it is your turn")
        assert "hand: K2 K4" in before and "hand: K2" not in after


@pytest.mark.parametrize(
    "words",
    [
        ("play", "greasy_spon"),
        ("play", "greasy_spoon", "--seats", "human,robot"),
        ("play", "greasy_spoon", "--seats", "human,,random"),
        ("play", "greasy_spoon", "--seats", "human,random,random"),
        ("play", "greasy_spoon", "--set", "hand=9"),
        ("play", "greasy_spoon", "--set", "hand_size=many"),
        ("play", "greasy_spoon", "--set", "hand_size"),
        ("play", "greasy_spoon", "--moves", "no_such_file"),
        ("play", "greasy_spoon", "--record", "no_such_folder/game.json"),
        ("play", "greasy_spoon", "--record", "."),
    ],
)
def test_called_wrongly(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr and done.stderr.strip()


CARDS = """\
croupier: 1
title: Small
players: {min: 2, max: 3}
cards: {card: {rank: 1..9, code: "CODE"}}
zones:
  deck: {faces: hidden, starts: card}
  hand: {each: player, faces: owner}
  pile: {faces: all, ordered: true}
score: {points: size of hand}
"""
DEALT = "flow:\n  game: |\n    shuffle deck\n    for each player: move 4 from deck to hand\n"


class TestSmallGames:
    """What shipped games do not have."""

    def game(self, folder: Path, code: str, rest: str) -> str:
        (folder / "ruleset.yaml").write_text(CARDS.replace("CODE", code) + DEALT + rest)
        return str(folder)

    def test_all_is_told_that_followed_an_own_move(self, tmp_path: Path) -> None:
        rest = "    for each player: offer peek or lay\nactions:\n  lay: {choose: c from 1 card in hand, do: move c to pile}\n"
        rest += '  peek:\n    free: true\n    do: |\n      show top 1 of deck to player\n      say "a look was had"\n'
        told = text_of(run("play", self.game(tmp_path, "C{rank}", rest), "--seed", "3", typed="peek\nquit\n"))
        assert re.search(r"Player 1 looks at C\d\n  a look was had", told)

    def test_who_comes_again_behind_bots_sees_what_happened(self, tmp_path: Path) -> None:
        rest = "    turns from seat 1 among players where player != seat 3 until hand is empty: offer lay\n"
        rest += "actions:\n  lay: {choose: c from 1 card in hand, do: move c to pile}\n"
        game = self.game(tmp_path, "C{rank}", rest)
        hand = croupier.load(game, seats=3).deal(seed=3).cards("hand", 1)
        told = text_of(run("play", game, "--seats", "human,random,human", "--seed", "3", typed=f"\nlay {hand[0]}\nquit\n"))
        assert "Player 2: lay a card" in told.split("you: lay")[1]

    def test_a_card_called_by_a_number_is_meant_by_it(self, tmp_path: Path) -> None:
        rest = "    for each player:\n      choose card from 1 card in hand\n      move card to pile\n"
        game = self.game(tmp_path, "{rank}", rest)
        hand = croupier.load(game).deal(seed=3).cards("hand", 1)
        told = text_of(run("play", game, "--seed", "3", typed=f"moves\n{hand[2]}\n"))
        assert f"you: card {hand[2]}" in told and not re.search(r"^ +\d+  card", told, re.MULTILINE)
