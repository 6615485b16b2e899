"""`croupier validate`: what is wrong in rules files."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .console import Ending, say

if TYPE_CHECKING:
    from ..ruleset.finding import Finding

EXAMPLE = """\b
Examples:
  croupier validate my_game/ruleset.yaml
  croupier validate games/ --format github
  croupier validate my_game
  croupier validate - < draft.yaml

\b
Ends with 0 when every file is clean and 1 when anything was found.
"""

RULES_KEY = re.compile(rb"^(\xef\xbb\xbf)?croupier[ \t]*:", re.MULTILINE)


class Format(StrEnum):
    text = "text"
    json = "json"
    github = "github"
    sarif = "sarif"


def validate(
    files: list[str] = typer.Argument(
        ..., metavar="FILE", show_default=False, help="Rules files, folders of them, names of shipped games, or - for standard input."
    ),
    format: Format = typer.Option(Format.text, "--format", "-f", help="How the findings are written."),
) -> None:
    """Check rules files and show all that is wrong in them.

    Each finding comes with its place, its line and what to do about it.
    """
    from .. import ruleset
    from ..ruleset.decode import visible
    from ..ruleset.finding import in_order
    from . import frame

    findings: list[Finding] = []
    clean: list[str] = []
    for path in list(_places(files)):
        if path is None:
            data = sys.stdin.buffer.read()
            found = ruleset.check_text(data, "<stdin>")
        else:
            found = ruleset.check_file(path)
        findings.extend(found)
        if not found:
            clean.append("<stdin>" if path is None else str(path))
    machine: dict[Format, Callable[[Sequence[Finding]], str]] = {
        Format.json: frame.as_json,
        Format.github: frame.as_github,
        Format.sarif: frame.as_sarif,
    }
    findings = _each_once(in_order(findings))
    if format in machine:
        say(machine[format](findings), end="")
    else:
        for name in clean:
            say(f"{visible(name)}: clean")
        frame.print_findings(findings)
    if findings:
        raise typer.Exit(Ending.FINDINGS)


def _each_once(findings: "Sequence[Finding]") -> "list[Finding]":
    """The findings without those that the variants of a game only repeat from the file that they extend."""
    seen: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        key = (os.path.realpath(finding.span.source.name), finding.span.start, finding.span.end, finding.code, finding.message)
        seen.setdefault(key, finding)
    return list(seen.values())


def _places(files: Sequence[str]) -> Iterator[Path | None]:
    """The rules files that the arguments stand for, each once; None for standard input."""
    from ..ruleset.catalog import find

    seen: set[Path | None] = set()
    for name in files:
        if name == "-":
            found: list[Path | None] = [None]
        elif os.path.isdir(name) and (below := list(_rules_below(Path(name)))):
            found = [*below]
        else:
            found = [_near(find(name))]
        for path in found:
            key = path and path.resolve()
            if key not in seen:
                seen.add(key)
                yield path


def _rules_below(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        for name in sorted(names):
            path = Path(parent, name)
            if path.suffix in (".yaml", ".yml") and path.is_file() and _holds_rules(path):
                yield path


def _holds_rules(path: Path) -> bool:
    """Whether a YAML file says that it is a rules file: by its name, its folder or its key `croupier`."""
    if path.name == "ruleset.yaml" or path.parent.name == "variants":
        return True
    try:
        with path.open("rb") as file:
            return RULES_KEY.search(file.read(1 << 20)) is not None
    except OSError:
        return False


def _near(path: Path) -> Path:
    """The path as seen from here, where it lies below."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path
