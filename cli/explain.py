"""`croupier explain`: what a code means, with a bad and a good example."""

from typing import TypedDict

import typer

from .console import say

EXAMPLE = """\b
Examples:
  croupier explain R204
  croupier explain          lists every code
"""


class Explanation(TypedDict, total=False):
    """What `codes.yaml` holds for a code; `at` is the place (`line:column`) that the bad example is found at."""

    title: str
    text: str
    bad: str
    good: str
    at: str


def codes() -> dict[str, Explanation]:
    """Every code and its explanation, in the order of the codes."""
    from importlib.resources import files

    import yaml

    text = (files("croupier.ruleset") / "codes.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Explanation] = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
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

        hint = did_you_mean(name, known)
        raise OptionError(f"there is no code '{code}'" + (f"; {hint} " if hint else "; ") + "`croupier explain` lists all")
    say(as_text(name, known[name]), end="")


def as_text(code: str, entry: Explanation) -> str:
    """The explanation of a code as it is printed."""
    parts = [f"{code}: {entry.get('title', '')}", entry.get("text", "").strip()]
    for head, example in (("Wrong:", entry.get("bad")), ("Right:", entry.get("good"))):
        if example:
            parts.append(head + "\n\n" + "\n".join(f"    {line}".rstrip() for line in example.rstrip("\n").split("\n")))
    return "\n\n".join(part for part in parts if part) + "\n"
