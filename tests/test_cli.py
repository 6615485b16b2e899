"""The command line: its verbs, the codes it ends with, and what it does on consoles that can show little."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import console, explain, schema
from croupier.cli.main import build, edge
from croupier.ruleset.errors import IllegalMove, OptionError, PositionError, RulesetError, StepLimit
from croupier.ruleset.finding import Finding, error, warning
from croupier.ruleset.source import Source

COMMAND = Path(sys.executable).parent / "croupier"
VERBS = ("validate", "explain", "schema", "reference", "games", "new")
CODES = {
    "R204": {
        "title": "unknown zone",
        "text": "A zone that is not declared.\n",
        "bad": "draw:\n  from: hnd\n",
        "good": "draw:\n  from: hand\n",
    },
    "F101": {"title": "a tab", "text": "Tabs."},
}


def run(*arguments: str, stdin: bytes = b"", cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """What the installed command does in a process of its own."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONIOENCODING", "LC_ALL", "NO_COLOR", "CROUPIER_DEBUG")}
    return subprocess.run([COMMAND, *arguments], input=stdin, cwd=cwd, env=kept | environment, capture_output=True, timeout=60)


def call(*arguments: str, stdin: bytes = b"") -> Result:
    """What the application does in this process."""
    return CliRunner().invoke(build(), list(arguments), input=stdin, prog_name="croupier")


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that finds every `hnd`, and warns of every `odd`."""

    def check_text(data: bytes, name: str) -> tuple[Finding, ...]:
        text = data.decode()
        source = Source(name, text)
        found = [error("R204", source.span(i, i + 3), "unknown zone 'hnd'", "did you mean 'hand'?") for i in _all(text, "hnd")]
        return (*found, *(warning("R300", source.span(i, i + 3), "odd") for i in _all(text, "odd")))

    monkeypatch.setattr("croupier.ruleset.check_text", check_text, raising=False)
    monkeypatch.setattr("croupier.ruleset.check_file", lambda path: check_text(path.read_bytes(), str(path)), raising=False)


def _all(text: str, what: str) -> list[int]:
    return [i for i in range(len(text)) if text.startswith(what, i)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of two games, and other files that are no rules."""
    texts = {
        "b/ruleset.yaml": "croupier: 1\ndraw: hnd\n",
        "b/variants/less.yaml": "extends: ../ruleset.yaml\nodd: 1\n",
        "a/rules.yaml": "# mine\ncroupier: 1\n",
        "a/orders.yaml": "hnd: 1\n",
        "a/.hidden/ruleset.yaml": "croupier: 1\nhnd: 1\n",
        "a/notes.txt": "croupier: hnd\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestFace:
    def test_version_is_told(self) -> None:
        done = run("--version")
        assert (done.returncode, done.stdout.split()[0], done.stderr) == (0, b"croupier", b"")

    def test_version_and_a_verb(self) -> None:
        assert call("--version").output == run("--version").stdout.decode()
        assert call("-V", "games").output == run("--version").stdout.decode()

    def test_the_heavy_libraries_wait_until_they_are_used(self) -> None:
        for work, heavy in (("main", "typer json"), ("main.build()", "yaml lark jsonschema rich")):
            code = f"import sys; from croupier.cli import main; {work}; print([x for x in {heavy.split()} if x in sys.modules])"
            assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n"

    def test_alone_it_prints_its_help(self) -> None:
        done = run()
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout == run("--help").stdout
        assert all(f"\n  {verb} " in done.stdout.decode() for verb in VERBS)

    @pytest.mark.parametrize("verb", VERBS)
    def test_every_verb_has_help_with_an_example_in_80_columns(self, verb: str) -> None:
        for flag in ("-h", "--help"):
            done = run(verb, flag, LC_ALL="C", COLUMNS="80")
            text = done.stdout.decode("ascii")
            assert done.returncode == 0
            assert f"\n    croupier {verb}" in text
            assert max(map(len, text.splitlines())) <= 80
            assert "\x1b" not in text and "..." not in text.split("Options:")[0].replace("}...", "")

    def test_no_short_help_is_cut(self) -> None:
        commands = run("--help", COLUMNS="80").stdout.decode().split("Commands:")[1].split("Examples:")[0]
        assert "..." not in commands

    @pytest.mark.parametrize("line", ["validat", "validate", "validate --format xml x", "--nonsense", "new", "games a b"])
    def test_calling_it_wrongly_is_2(self, line: str) -> None:
        done = run(*line.split())
        assert done.returncode == 2
        assert done.stdout == b""
        assert b"Usage: croupier" in done.stderr and b"Traceback" not in done.stderr

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_completion(self, shell: str) -> None:
        done = run(_CROUPIER_COMPLETE=f"complete_{shell}", COMP_WORDS="croupier va", COMP_CWORD="1", _TYPER_COMPLETE_ARGS="croupier va",
                   _TYPER_COMPLETE_FISH_ACTION="get-args")  # fmt: skip
        assert b"validate" in done.stdout and b"games" not in done.stdout


class TestEdge:
    @pytest.mark.parametrize(
        ("failure", "ending", "said"),
        [
            (RulesetError([error("R2", Source("a.yaml", "x").span(0), "odd")]), 1, "a.yaml:1:1: error[R2] odd"),
            (IllegalMove("too low"), 1, "croupier: too low"),
            (PositionError("a card too often"), 1, "croupier: a card too often"),
            (StepLimit("went on", Source("a.yaml", "x").span(0)), 1, "croupier: a.yaml:1:1: went on"),
            (OptionError("no option 'x'"), 2, "croupier: no option 'x'"),
            (FileNotFoundError(2, "No such file or directory", "x.yaml"), 2, "croupier: 'x.yaml': no such file or directory"),
            (PermissionError(13, "Permission denied", "x.yaml"), 2, "croupier: 'x.yaml': permission denied"),
            (KeyError("x\ny"), 3, "fault in croupier"),
            (RecursionError("deep"), 3, "fault in croupier"),
            (MemoryError(), 3, "fault in croupier"),
            (EOFError(), 4, "the input ended"),
            (KeyboardInterrupt(), 130, "interrupted"),
        ],
    )
    def test_an_error_becomes_a_code_and_a_line(
        self, failure: BaseException, ending: int, said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def work() -> None:
            raise failure

        assert edge(work) == ending
        told = capsys.readouterr()
        assert said in told.err
        assert "Traceback" not in told.err and told.out == ""

    def test_a_fault_shows_where_on_demand(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CROUPIER_DEBUG", "1")
        assert edge(lambda: {}["x"]) == 3
        assert "Traceback" in capsys.readouterr().err

    @pytest.mark.parametrize("left", [0, 1, 2, 130])
    def test_leaving_keeps_its_code(self, left: int) -> None:
        assert edge(lambda: sys.exit(left)) == left

    def test_a_closed_pipe_is_quiet(self) -> None:
        for arguments in (["--help"], ["games"], ["--version"], ["validate", "--help"]):
            read, write = os.pipe()
            os.close(read)
            done = subprocess.run([COMMAND, *arguments], stdout=write, stderr=subprocess.PIPE, timeout=60)
            os.close(write)
            assert (done.returncode, done.stderr) == (141, b"")

    def test_a_pipe_that_closes_early_is_quiet(self, tmp_path: Path) -> None:
        code = (
            "import sys\nfrom croupier.cli import main\nfrom croupier.cli.console import say\n"
            "main.version = lambda: [say('x' * 1000) for _ in range(1000)]\nsys.argv = ['croupier', '--version']\nmain.main()"
        )
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(60) == 141

    def test_ctrl_c_is_told_in_a_line(self) -> None:
        code = (
            "import sys\nfrom croupier.cli import main\n"
            "main.version = lambda: [print('ready', flush=True), sys.stdin.read()]\nsys.argv = ['croupier', '--version']\nmain.main()"
        )
        pipe = subprocess.PIPE
        with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, stderr=pipe) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
            assert process.stderr.read() == b"\ncroupier: interrupted\n"

    def test_closed_streams_are_no_fault(self) -> None:
        done = subprocess.run(f"'{COMMAND}' --version >&- 2>&-", shell=True, capture_output=True, timeout=60)
        assert done.returncode in (0, 141) and done.stderr == b""


class TestConsole:
    @pytest.mark.parametrize(
        ("text", "plain"),
        [
            ("K♥ “x” – naïve…", 'KH "x" - naive...'),
            ("→ 山札 ß", "-> ???? ss"),
            ("e\u0301\u200b\ufeff", "e"),
            ("\ud800", "?"),
            ("abc", "abc"),
        ],
    )
    def test_what_stands_in_ascii(self, text: str, plain: str) -> None:
        assert console.ascii_for(text) == plain

    @pytest.mark.parametrize(
        ("environment", "printed"),
        [
            ({"PYTHONIOENCODING": "cp1252"}, "K H é ??".encode("cp1252")),
            ({"PYTHONIOENCODING": "ascii"}, b"K H e ??"),
            ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii:strict"}, b"K H e ??"),
            ({"PYTHONIOENCODING": "utf-8"}, "K ♥ é 山".encode()),
        ],
    )
    def test_any_console_prints(self, environment: dict[str, str], printed: bytes) -> None:
        code = "from croupier.cli.console import *; prepare(); say('K \\u2665 \\xe9 \\u5c71', end=''); complain('\\ud800\\u2665')"
        done = subprocess.run([sys.executable, "-c", code], env=os.environ | environment, capture_output=True)
        assert (done.returncode, done.stdout) == (0, printed)
        assert b"Traceback" not in done.stderr

    @pytest.mark.parametrize(
        ("terminal", "environment", "coloured"),
        [
            (True, {"TERM": "xterm"}, True),
            (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
            (True, {"TERM": "xterm", "NO_COLOR": ""}, True),
            (True, {"TERM": "dumb"}, False),
            (False, {"TERM": "xterm"}, False),
        ],
    )
    def test_colour_only_where_it_is_wanted(
        self, terminal: bool, environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("NO_COLOR", raising=False)
        for key, value in environment.items():
            monkeypatch.setenv(key, value)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
        assert console.has_colour() is coloured


@pytest.mark.usefixtures("checks")
class TestValidate:
    def test_a_clean_file(self, folder: Path) -> None:
        done = call("validate", "a/rules.yaml")
        assert (done.exit_code, done.output) == (0, "a/rules.yaml: clean\n")

    def test_a_finding(self, folder: Path) -> None:
        done = call("validate", "b/ruleset.yaml")
        assert done.exit_code == 1
        assert done.output == (
            "b/ruleset.yaml:2:7: error[R204] unknown zone 'hnd'\n"
            "  |\n2 | draw: hnd\n  |       ^^^\n  = did you mean 'hand'?\n\n1 error in 1 file\n"
        )

    def test_a_warning_is_a_finding_too(self, folder: Path) -> None:
        assert call("validate", "b/variants/less.yaml").exit_code == 1

    def test_a_folder_is_every_rules_file_below(self, folder: Path) -> None:
        done = call("validate", ".")
        assert done.exit_code == 1
        assert [line for line in done.output.splitlines() if line.endswith("clean")] == ["a/rules.yaml: clean"]
        assert [line.split(":")[0] for line in done.output.splitlines() if "[R" in line] == ["b/ruleset.yaml", "b/variants/less.yaml"]
        assert done.output.endswith("\n1 error, 1 warning in 2 files\n")

    def test_a_file_named_twice_is_checked_once(self, folder: Path) -> None:
        assert call("validate", "a/rules.yaml", "./a/rules.yaml", "a").output.count("clean") == 1

    def test_what_variants_repeat_from_their_base_is_told_once(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        names = iter(["b/ruleset.yaml", "b/variants/../ruleset.yaml"])
        monkeypatch.setattr(
            "croupier.ruleset.check_file", lambda path: (error("R204", Source(next(names), "draw: hnd").span(6, 9), "unknown zone 'hnd'"),)
        )
        assert call("validate", "b").output.endswith("\n1 error in 1 file\n")

    def test_standard_input(self, folder: Path) -> None:
        assert call("validate", "-", stdin=b"croupier: 1\n").output == "<stdin>: clean\n"
        done = call("validate", "-", "--format", "json", stdin=b"hnd")
        assert [row["file"] for row in json.loads(done.output)] == ["<stdin>"]

    @pytest.mark.parametrize("format", ["json", "github", "sarif"])
    def test_other_programs_get_only_their_format(self, folder: Path, format: str) -> None:
        done = call("validate", ".", "--format", format)
        assert done.exit_code == 1
        assert "clean" not in done.output
        match format:
            case "github":
                assert [line[:8] for line in done.output.splitlines()] == ["::error ", "::warnin"]
            case "json":
                assert [row["code"] for row in json.loads(done.output)] == ["R204", "R300"]
            case _:
                assert len(json.loads(done.output)["runs"][0]["results"]) == 2

    @pytest.mark.parametrize("name", ["nothing.yaml", "c/ruleset.yaml", "grasy_spoon"])
    def test_a_file_that_is_not_there_is_a_wrong_call(self, folder: Path, name: str) -> None:
        done = call("validate", "a/rules.yaml", name)
        assert done.exit_code == 2
        assert f"'{name}'" in done.stderr and done.stdout == ""

    def test_a_folder_without_rules_is_a_wrong_call(self, folder: Path) -> None:
        (folder / "empty").mkdir()
        done = call("validate", "empty")
        assert (done.exit_code, done.stderr) == (2, "croupier: 'empty' is a folder without a ruleset.yaml\n")


class TestExplain:
    @pytest.fixture(autouse=True)
    def _codes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(explain, "codes", lambda: CODES)

    @pytest.mark.parametrize("code", ["R204", "r204", " [R204] "])
    def test_a_code(self, code: str) -> None:
        assert call("explain", code).output == (
            "R204: unknown zone\n\nA zone that is not declared.\n\n"
            "Wrong:\n\n    draw:\n      from: hnd\n\nRight:\n\n    draw:\n      from: hand\n"
        )

    def test_all_codes(self) -> None:
        assert call("explain").output == "R204  unknown zone\nF101  a tab\n"

    def test_an_unknown_code(self) -> None:
        done = call("explain", "R205")
        assert done.exit_code == 2
        assert done.stderr == "croupier: there is no code 'R205'; did you mean 'R204'? `croupier explain` lists all\n"


class TestSchema:
    @pytest.fixture(autouse=True)
    def _schemas(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(schema, "schemas", lambda: {"record": '{"title": "A record"}\n', "ruleset": '{"title": "Rules"}'})

    def test_it_is_printed_as_it_is(self) -> None:
        assert call("schema", "ruleset").output == '{"title": "Rules"}\n'
        assert call("schema", "record.schema.json").output == '{"title": "A record"}\n'

    def test_the_list(self) -> None:
        assert call("schema").output == "record  A record\nruleset  Rules\n"

    def test_an_unknown_one(self) -> None:
        done = call("schema", "rulset")
        assert done.exit_code == 2
        assert done.stderr == "croupier: there is no schema 'rulset'; did you mean 'ruleset'? There are: record, ruleset\n"


GAME = """\
croupier: 1
title: Two
about: A game of two.
players: {min: 2, max: 4}
options:
  hand: {default: 5, min: 1, max: 10, about: cards}
  best_of: {default: 1, choices: [1, 3]}
  open: {default: true}
"""


class TestGames:
    @pytest.fixture
    def shelf(self, tmp_path: Path) -> Path:
        (tmp_path / "two" / "variants").mkdir(parents=True)
        (tmp_path / "two" / "ruleset.yaml").write_text(GAME)
        (tmp_path / "two" / "variants" / "short.yaml").write_text("title: Short\nabout: fewer cards\n")
        (tmp_path / "no_game").mkdir()
        return tmp_path

    def test_text(self, shelf: Path) -> None:
        assert call("games", str(shelf)).output == (
            "two: Two, 2 to 4 players\n  A game of two.\n"
            "  options:\n    hand     5 (1..10): cards\n    best_of  1 (1, 3)\n    open     true\n"
            "  variants:\n    two/short  fewer cards\n"
        )

    def test_json(self, shelf: Path) -> None:
        (game,) = json.loads(call("games", str(shelf / "two"), "--format", "json").output)
        assert game["players"] == {"min": 2, "max": 4}
        assert game["options"][0] == {"name": "hand", "about": "cards", "default": 5, "min": 1, "max": 10}
        assert game["variants"] == [
            {"name": "two/short", "path": str(shelf / "two" / "variants" / "short.yaml"), "title": "Short", "about": "fewer cards"}
        ]

    @pytest.mark.parametrize("text", ["", "[", "- 1", "a: &a [*a]", "title: {a: 1}\noptions: 3", "\x00", "title: !!python/object:os.x {}"])
    def test_a_broken_game_is_listed_all_the_same(self, shelf: Path, text: str) -> None:
        (shelf / "two" / "ruleset.yaml").write_text(text)
        done = call("games", str(shelf))
        assert done.exit_code == 0 and done.output.startswith("two: two")

    @pytest.mark.parametrize("name", ["nowhere", "two/ruleset.yaml", "no_game"])
    def test_a_folder_that_holds_none(self, shelf: Path, name: str) -> None:
        done = call("games", str(shelf / name))
        assert done.exit_code == 2 and name in done.stderr


class TestNew:
    def test_a_folder_to_start_from(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        assert call("new", "my_game").exit_code == 0
        rules = (tmp_path / "my_game" / "ruleset.yaml").read_text()
        assert rules.startswith("# yaml-language-server: $schema=ruleset.schema.json\ncroupier: 1\ntitle: My Game\n")
        assert "croupier play my_game" in (tmp_path / "my_game" / "README.md").read_text()
        assert "my_game: My Game, 2 players" in call("games", ".").output

    @pytest.mark.parametrize("name", ["", "a b", "1st", "käse", "..", "-", "a.b", "x/../y", "no/where"])
    def test_a_name_that_cannot_be_one(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        monkeypatch.chdir(tmp_path)
        assert call("new", "--", name).exit_code == 2
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("make", [Path.mkdir, Path.touch, lambda path: path.symlink_to("nowhere")], ids=["folder", "file", "link"])
    def test_what_is_there_stays(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None]) -> None:
        monkeypatch.chdir(tmp_path)
        make(tmp_path / "my_game")
        done = call("new", "my_game")
        assert done.exit_code == 2 and "there already" in done.stderr
