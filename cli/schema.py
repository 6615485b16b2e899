"""`croupier schema`: the JSON Schemas of the files that croupier reads and writes."""

import typer

from .console import say

EXAMPLE = """\b
Examples:
  croupier schema            lists them
  croupier schema ruleset > ruleset.schema.json
"""

ENDING = ".schema.json"


def schemas() -> dict[str, str]:
    """The text of every schema by name."""
    from importlib.resources import files

    folder = files("croupier") / "schemas"
    found = {item.name.removesuffix(ENDING): item for item in folder.iterdir() if item.name.endswith(ENDING)}
    return {name: found[name].read_text(encoding="utf-8") for name in sorted(found)}


def schema(
    name: str | None = typer.Argument(None, metavar="NAME", show_default=False, help="A schema's name; without one, all are listed."),
) -> None:
    """Print the JSON Schema of a kind of file.

    Editors and other programs use it to check and complete what is written.
    """
    known = schemas()
    if name is None:
        import json

        for each, text in known.items():
            say(f"{each}  {json.loads(text).get('title', '')}".rstrip())
        return
    key = name.removesuffix(ENDING)
    if key not in known:
        from ..ruleset.errors import OptionError
        from ..ruleset.finding import did_you_mean

        hint = did_you_mean(key, known)
        raise OptionError(f"there is no schema '{name}'" + (f"; {hint} There are: " if hint else "; there are: ") + ", ".join(known))
    say(known[key], end="" if known[key].endswith("\n") else "\n")
