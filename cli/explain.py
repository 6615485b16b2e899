"""`croupier explain`: what a code means, with a bad and a good example."""

from textwrap import fill
from typing import TypedDict

import typer

from .console import say

EXAMPLE = """\b
Examples:
  croupier explain R204
  croupier explain          lists every code
"""


WIDTH = 79


class Explanation(TypedDict, total=False):
    """What `codes.yaml` holds for a code; `at` is the place (`line:column`) that the bad example is found at.

    The examples are rules files, or what `file` names; `files` lie beside them.
    """

    title: str
    text: str
    file: str
    files: dict[str, str]
    bad: str
    at: str
    good: str


def codes() -> dict[str, Explanation]:
    """Every code and its explanation, in the order of the codes."""
    from importlib.resources import files

    import yaml

    loaded: dict[str, Explanation] = {}
    for name in ("codes.yaml", "codes_positions.yaml"):
        text = (files("croupier.ruleset") / name).read_text(encoding="utf-8")
        loaded |= yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return dict(sorted(loaded.items()))


def explain(
    code: str | None = typer.Argument(None, metavar="CODE", show_default=False, help="A code such as R204; without one, all are listed."),
) -> None:
    """Explain what a code means, with a bad and a good example."""
    known = codes()
    if code is None:
        for name, entry in known.items():
            say(f"{name}  {entry.get('title', '')}")
        return
    name = code.strip().strip("[]").upper()
    if name not in known:
        from ..ruleset.errors import OptionError
        from ..ruleset.finding import did_you_mean

        begun = [known_code for known_code in known if name and known_code.startswith(name)]
        hint = f"{', '.join(begun[:12])} begin so;" if begun else did_you_mean(name, known)
        raise OptionError(f"there is no code '{code}'" + (f"; {hint} " if hint else "; ") + "`croupier explain` lists all")
    say(as_text(name, known[name]), end="")


def as_text(code: str, entry: Explanation) -> str:
    """The explanation of a code as it is printed."""
    parts = [f"{code}: {entry.get('title', '')}", fill(entry.get("text", ""), WIDTH, break_long_words=False, break_on_hyphens=False)]
    name = f" ({entry['file']})" if "file" in entry else ""
    if "bad" in entry:
        parts += [f"Wrong{name}:", _shown(entry["bad"], entry.get("at"))]
    if "good" in entry:
        parts += [f"Right{name}:", _shown(entry["good"])]
    for beside, text in entry.get("files", {}).items():
        parts += [f"Beside it ({beside}):", _shown(text)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _shown(example: str, at: str | None = None) -> str:
    """An example, indented, with a mark below the place `at`."""
    lines = example.rstrip("\n").split("\n")
    shown = [f"    {_visible(line)}".rstrip() for line in lines]
    if at is not None:
        line, column = map(int, at.split(":"))
        shown.insert(line, "    " + " " * len(_visible(lines[line - 1][: column - 1])) + "^")
    return "\n".join(shown)


def _visible(line: str) -> str:
    """A line in which tabs and other characters that cannot be seen are written out."""
    return "".join(c if c.isprintable() and c != "\xa0" else repr(c)[1:-1] for c in line)
