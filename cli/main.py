"""The entry point of the command `croupier`: the verbs, and what an error becomes at the edge."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .console import Ending, complain, finish, hush, prepare, say

if TYPE_CHECKING:
    from typer import Typer

ABOUT = """Card games from rules files: you write the rules, it runs the table.

A GAME is the name of a game that comes with croupier (`croupier games` lists them) or the path of a rules file.
"""
EXAMPLE = """\b
Examples:
  croupier games
  croupier validate my_game/ruleset.yaml
  croupier explain R204

\b
Ends with 0 when all is well, 1 when something was found, 2 when it was
called wrongly, 3 for a fault of its own, 4 when the input ended too early,
130 after Ctrl-C and 141 when its output was no longer read.
"""


def main() -> None:
    """Run the command line and leave with one of the codes of `Ending`."""
    prepare()
    if sys.argv[1:] in (["--version"], ["-V"]):
        ending = edge(version)
    else:
        ending = edge(lambda: build()(prog_name="croupier"))
    if not finish() and ending in (Ending.CLEAN, Ending.FINDINGS):
        ending = Ending.CLOSED_PIPE
    sys.exit(ending)


def version() -> None:
    from importlib.metadata import version

    say(f"croupier {version('croupier')}")


def build() -> "Typer":
    """The application with all its verbs."""
    import typer
    from typer.core import TyperGroup

    from . import explain, games, moves, new, play, program, reference, replay, schema, simulate, validate

    class Verbs(TyperGroup):
        def invoke(self, ctx: Any) -> Any:
            raise typer.Exit(edge(lambda: super(Verbs, self).invoke(ctx)))

        def make_context(self, *given: Any, **named: Any) -> Any:
            try:
                return super().make_context(*given, **named)
            except BrokenPipeError:  # help that nobody reads
                hush(sys.stdout)
                sys.exit(Ending.CLOSED_PIPE)

    app = typer.Typer(
        name="croupier",
        cls=Verbs,
        help=ABOUT,
        epilog=EXAMPLE,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback(invoke_without_command=True)
    def face(
        context: typer.Context,
        show_version: bool = typer.Option(False, "--version", "-V", help="Print the version and leave."),
    ) -> None:
        if show_version:
            version()
            raise typer.Exit
        if context.invoked_subcommand is None:
            say(context.get_help())

    verbs: tuple[tuple[Callable[..., None], str], ...] = (
        (play.play, play.EXAMPLE),
        (play.resume, play.RESUME_EXAMPLE),
        (simulate.simulate, simulate.EXAMPLE),
        (replay.replay, replay.EXAMPLE),
        (moves.moves, moves.MOVES_EXAMPLE),
        (moves.why, moves.WHY_EXAMPLE),
        (moves.position, moves.POSITION_EXAMPLE),
        (program.program, program.EXAMPLE),
        (validate.validate, validate.EXAMPLE),
        (explain.explain, explain.EXAMPLE),
        (schema.schema, schema.EXAMPLE),
        (reference.reference, reference.EXAMPLE),
        (games.games, games.EXAMPLE),
        (new.new, new.EXAMPLE),
    )
    for verb, example in verbs:
        app.command(epilog=example, context_settings={"help_option_names": ["-h", "--help"]})(verb)
    return app


def edge(work: Callable[[], object]) -> int:
    """What the work ends with; its errors are told here, in one line each and never as a traceback."""
    try:
        work()
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else Ending.CLEAN if left.code is None else Ending.FAULT
    except KeyboardInterrupt:
        return _told(Ending.INTERRUPTED, "\ncroupier: interrupted")
    except BrokenPipeError:
        hush(sys.stdout)
        return Ending.CLOSED_PIPE
    except EOFError:
        return _told(Ending.UNFINISHED, "\ncroupier: the input ended before an answer came")
    except OSError as failure:
        return _told(Ending.USAGE, f"croupier: {_of_a_file(failure)}")
    except Exception as failure:
        return _of_ours_or_theirs(failure)
    return Ending.CLEAN


def _of_ours_or_theirs(failure: Exception) -> int:
    from typer import Abort, Exit

    # A usage error is typer's to show, with the usage line of its verb.
    if isinstance(failure, Exit | Abort) or hasattr(failure, "format_message"):
        raise failure
    from ..ruleset.errors import CroupierError, OptionError, PositionError, RulesetError

    match failure:
        case RulesetError() | PositionError() if failure.findings:
            from .frame import print_findings

            print_findings(failure.findings, to=sys.stderr)
            return Ending.FINDINGS
        case OptionError():
            return _told(Ending.USAGE, f"croupier: {failure}")
        case CroupierError():
            return _told(Ending.FINDINGS, f"croupier: {failure}")
    return _fault(failure)


def _fault(failure: Exception) -> int:
    if os.environ.get("CROUPIER_DEBUG"):
        import traceback

        complain("".join(traceback.format_exception(failure)).rstrip())
    line = " ".join(f"{type(failure).__name__}: {failure}".split())[:300]
    return _told(
        Ending.FAULT,
        f"croupier: {line}\nThis is a fault in croupier, not in your rules. Please report it, with the command and the file;\n"
        "with CROUPIER_DEBUG=1 set, the same command shows where it happened.",
    )


def _of_a_file(failure: OSError) -> str:
    reason = (failure.strerror or str(failure)).lower()
    return f"'{failure.filename}': {reason}" if failure.filename else reason


def _told(ending: Ending, text: str) -> Ending:
    with suppress(OSError):  # nobody listens any more; `finish` sees to the rest
        complain(text)
    return ending
