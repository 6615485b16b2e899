"""The reference of the rules language, made from the schema, the signatures and the table of codes."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from .signatures import DOMAINS, EXPRESSIONS, INSTRUCTIONS, MELD_SHAPES, WORDS, Form

Schema = Mapping[str, Any]

COMMAND = "croupier reference > docs/reference.md"

HEAD = f"""\
# The rules language

What can stand in a rules file, in the order of the file. This page is made by `{COMMAND}`; change what it is made from, not the page.
[The tour](tour.md) goes through a whole game line by line.

- [File](#file)
- [Values and conditions](#values-and-conditions)
- [Words](#words)
- [Instructions](#instructions)
- [Choices](#choices)
- [Shapes of melds](#shapes-of-melds)
- [Options](#options-in-rules)
- [Variants](#variants)
- [Codes](#codes)
"""

FILE = """\
A game is a folder with a file `ruleset.yaml`, written in YAML: `key: value`, with what belongs to a key indented below it. Lists and maps
can stand on one line, as `[a, b, c]` and `{a: 1, b: 2}`. A `#` behind a blank begins a comment.

- Only `true` and `false` are truths. Numbers are whole and written in plain digits; `1..6` is a range. Everything else is a text.
- A text that begins with a sign such as `>`, `!`, `&`, `*`, `{`, `[` or `@`, or that holds `: ` or ` #`, goes in quotes.
- Several instructions stand below each other behind `|`.
- Names are made of small letters, digits and `_`, and begin with a letter.
- Keys that are not listed here are errors, but for those that begin with `x-`: they are yours, and nothing reads them.

With the line `# yaml-language-server: $schema=ruleset.schema.json` at its head (`croupier schema ruleset` prints that file), an editor
that knows YAML completes and checks the keys while you write.
"""

VALUES = """\
Conditions stand behind `if`, `until`, `while` and `where`, values behind `=`, in `score` and in texts between `{` and `}`. What binds
loosest stands first: `or`, `and`, `not`, one comparison, `+ -`, `* / %`, `of`. Brackets make an order of their own.

**Whose.** `player` is the seat that acts. A zone or counter that every player has is the acting player's when it stands alone; others say
`of`: `hand of next player`. Behind `where`, a bare attribute is that of the card in question, and a bare counter or zone that of the player
in question: `any player where wins > 2`, `count of card in hand where rank > 3`. That is so where a loop around it goes through a list of
the attribute's name, too: `for each value in suit` gives what it goes through another.

**Whose, where one `where` stands in another.** A bare attribute is that of the innermost. The card of an outer one has its name:
`cards in row where no other in row where value of other == value of card - 1`.

**None.** A memory of a player, a card or a meld can hold nothing, and a pile may have no top card. `is none` asks for that. What such a
thing has is missing with it: a number is 0; a word is neither equal to one that is there nor higher or lower, and two that are missing are
equal. So ask first: `pile is empty or rank of top of pile < rank of picked`.

**How many.** `count of player` is how many play, `size of hand` how many cards lie there, `count of card in hand where ...` how many fit.
"""

WORDS_TEXT = "Written in front of a thing, with `of` between them."

INSTRUCTIONS_TEXT = """\
One on a line. Those that end with `:` take a block: the lines indented below them, or one instruction on the same line.

Instructions do as much as they can: where three cards should be moved and two are there, two are moved; `wins of winner += 1`, where
nobody won, counts for no one. After each of them the standing rules (`whenever`) are looked at, in their order, again and again until
none applies.
"""

CHOICES_TEXT = """\
What a player can choose from: behind `choose NAME from` in instructions, and behind `choose:` in an action, without the word. What stands
under `choose:` belongs to the move and is decided before anything happens; a `choose` within `do` is a new decision, after what happened
before it. Choices of cards that are alike count once. Behind `where`, `card`, `player`, `place` and `meld` mean the one that is looked at,
and `it` a value of a list: `choose wanted from suit where it != hearts`. The name that is chosen has no meaning before.

Who chooses sees what there is to choose from, even cards that their zone hides from that player. To draw one unseen from somebody, write
`move 1 random from hand of victim to hand`.
"""

MELDS_TEXT = """\
What stands behind the name of a meld. `rank` is what a set is alike in and a run goes by, unless `by` names another attribute.

A meld beats another of its own category if its type is listed later, or if the types are the same and its own rank is higher: the rank of a
set, the highest rank of a run or of any other cards. Equal never beats. Melds of several parts are compared part by part. Only melds of the
same size beat each other. What differs from this stands in the long form: `{shape: set of 4, beats: all}`.

Where the same cards, split into the same parts, fit several types of a category, they are the `strongest` of them: the one that stands
last. Split into other parts they are another move: `set of 2 + set of 2` can be laid as it is, though `any_four: 4 cards` stands further
down.

What decides between two melds is listed before play: a part that decides can be made of no more than 400,000 different choices of cards. Of
`{shape: card + 4 cards, decides: 1}` only the first card is listed, and who lays them says which that is.
"""

OPTIONS = """\
An option is a setting that the players may change before the deal, and a value in every rule. It has a default, and either a range, a list
of choices, or nothing more if it is true or false:

```yaml
options:
  hand_size: {default: 7, min: 1, max: 10, about: cards dealt to each player}
  passing:   {default: true}
  pace:      {default: slow, choices: [slow, quick]}
```

`size of hand < hand_size`, `passing and hand is empty` and `pace == quick` ask for them. The set-up is checked at the ends of every range.
"""

VARIANTS = """\
A variant is a file that `extends` another and holds only what differs. It lies in the folder `variants/` of its game, and is named with it:
`croupier play my_game/short`.

- Maps merge, key by key, as deep as they go.
- Lists, numbers and texts (rules, too) replace what was there.
- `null` removes: `discard: null`.
- What is new comes at the end of its map, and what was there keeps its place. A variant that names every key of a map puts them in its own
  order: that is how it changes which melds are the stronger ones.
- A variant can extend a variant.
"""

CODES = "Every finding has a code. `croupier explain CODE` tells more, with an example that is wrong and one that is right."

NAME = "NAME"
"""Stands for a name that the author gives."""


def reference() -> str:
    """The whole page, in Markdown."""
    sections = (
        ("File", FILE, file_keys()),
        ("Values and conditions", VALUES, forms(EXPRESSIONS)),
        ("Words", WORDS_TEXT, words()),
        ("Instructions", INSTRUCTIONS_TEXT, forms(INSTRUCTIONS)),
        ("Choices", CHOICES_TEXT, forms(DOMAINS)),
        ("Shapes of melds", MELDS_TEXT, forms(MELD_SHAPES)),
        ("Options in rules", OPTIONS, ""),
        ("Variants", VARIANTS, ""),
        ("Codes", CODES, table(("code", "what it means"), ((f"`{code}`", title) for code, title in titles().items()))),
    )
    parts = [HEAD, *(f"## {title}\n\n{text.strip()}\n\n{made}".rstrip() + "\n" for title, text, made in sections)]
    return "\n".join(parts)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def forms(listed: Iterable[Form]) -> str:
    """A table of forms, each with its meaning and an example."""
    return table(("", "written", "meaning", "example"), ((f.name, f"`{f.form}`", f.doc, f"`{f.example}`") for f in listed))


def words() -> str:
    """A table of the words, with what they stand before and what they give."""
    rows = []
    for word in WORDS.values():
        kinds = dict.fromkeys(map(str, word.takes.values()))
        given = [kind for kind in kinds if f"{kind} or none" not in kinds]
        gives = " or ".join(kind if kind.endswith("s") else f"a {kind}" for kind in given)
        rows.append((f"`{word.name} of`", ", ".join(word.takes), gives, word.doc, f"`{word.example}`"))
    return table(("", "stands before a", "gives", "meaning", "example"), rows)


def titles() -> dict[str, str]:
    """The title of every code."""
    import yaml

    text = (files("croupier.ruleset") / "codes.yaml").read_text(encoding="utf-8")
    loaded = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {code: loaded[code]["title"] for code in sorted(loaded)}


# --------------------------------------------------------------------------- the keys of a file


def file_keys() -> str:
    """Every key of a rules file, with what may stand below it."""
    root = json.loads((files("croupier") / "schemas" / "ruleset.schema.json").read_text(encoding="utf-8"))
    lines = ["- `" + "`, `".join(root["required"]) + "` must be there, unless the file `extends` another one.\n"]
    for name, part in root["properties"].items():
        lines.append(f"### `{name}`\n\n{part['description']}\n")
        inner: dict[str, Schema] = {}
        for key, schema in keys(root, part):
            inner.setdefault(key, schema)
        if inner:
            lines += [item(key, schema, 2 * (NAME in inner and key != NAME)) for key, schema in inner.items()]
            lines.append("")
    return "\n".join(lines)


def keys(root: Schema, schema: Schema, seen: frozenset[str] = frozenset()) -> Iterator[tuple[str, Schema]]:
    """The keys that may stand in a part of a file, or in what it holds by name; each with its schema."""
    if ref := schema.get("$ref"):
        if ref not in seen:
            yield from keys(root, root["$defs"][ref.removeprefix("#/$defs/")], seen | {ref})
        return
    needed = schema.get("required", ())
    for name, part in schema.get("properties", {}).items():
        yield name, {**target(root, part), **part, "x-needed": name in needed}
    for branch in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(branch, ()):
            yield from keys(root, part, seen)
    for branch in ("else", "then"):
        if branch in schema:
            yield from keys(root, schema[branch], seen)
    named = [part for pattern, part in schema.get("patternProperties", {}).items() if pattern != "^x-"]
    for part in (*named, schema.get("additionalProperties")):
        if isinstance(part, Mapping):
            if "description" in (whole := {**target(root, part), **part}):
                yield NAME, whole
            yield from keys(root, part, seen)


def target(root: Schema, schema: Schema) -> Schema:
    """What a part of the schema refers to."""
    found: Schema = root["$defs"].get(schema.get("$ref", "").removeprefix("#/$defs/"), {})
    return found


def item(name: str, schema: Schema, indent: int) -> str:
    """A key as a line of a list, so far indented, with its examples below it."""
    needed = " (must be there)" if schema.get("x-needed") else ""
    text = schema.get("description", "")
    lines = f"- {name if name == NAME else f'**`{name}`**'}{needed}: {text}".split("\n")
    return "\n".join(" " * indent + (f"  {line}" if n and line else line) if line else "" for n, line in enumerate(lines))
