"""The words in which the shape of a file is told to its author."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from .nodes import Mapping as MappingNode
from .nodes import Node, Scalar, Sequence

SENTENCE_END = re.compile(r"\.\s|[;:]\s|\n")
LONGEST = 40  # characters of a value that a message shows

NOUNS = {
    "options": "option",
    "lists": "list",
    "cards": "card type",
    "zones": "zone",
    "melds": "category",
    "runs": "run order",
    "state": "state",
    "whenever": "rule",
    "actions": "action",
    "flow": "procedure",
    "credits": "credit",
}

HOMES = {
    "option": "an option",
    "rowsType": "a card type",
    "productType": "a card type",
    "zone": "a zone",
    "types": "a category of melds",
    "meldForm": "a meld",
    "run": "a run order",
    "memory": "a counter under 'state'",
    "rule": "a rule under 'whenever'",
    "action": "an action",
}

OTHER_NAMES = {
    "about": ("description", "desc", "note", "notes", "comment", "comments", "help"),
    "actions": ("moves", "plays", "commands"),
    "cards": ("deck", "decks", "card"),
    "choices": ("values", "allowed", "enum", "one_of"),
    "choose": ("pick", "picks", "select", "selects", "chooses", "takes", "choice", "targets", "target"),
    "code": ("short", "id", "abbreviation"),
    "copies": ("count", "amount", "quantity", "number", "qty", "times", "how_many"),
    "credits": ("author", "authors", "version", "edition", "designer", "metadata", "meta"),
    "default": ("value", "initial"),
    "do": ("effect", "effects", "then", "action", "steps", "run", "execute", "does", "script", "body", "result"),
    "each": ("per", "owner", "owned_by", "for", "of"),
    "extends": ("base", "parent", "inherits", "variant_of", "based_on", "include"),
    "faces": ("visibility", "visible", "face", "facing", "seen", "shown", "visible_to", "hidden"),
    "flow": ("phases", "phase", "turn", "turns", "setup", "game", "rounds", "procedures", "sequence", "procedure"),
    "free": ("costless", "free_action", "is_free"),
    "if": ("when", "needs", "need", "require", "requires", "condition", "conditions", "where", "only_if", "precondition", "legal", "cost"),
    "lists": ("suits", "enums", "symbols", "ranks"),
    "max": ("maximum", "most", "to", "upper"),
    "melds": ("combinations", "sets"),
    "min": ("minimum", "least", "from", "lower"),
    "options": ("settings", "parameters", "config", "params"),
    "ordered": ("order", "sorted", "stack"),
    "players": ("seats", "player_count", "player"),
    "say": ("text", "message", "log", "tell", "says", "print"),
    "score": ("scoring", "points", "winner", "win", "victory"),
    "starts": ("start", "initial", "begins", "contents", "contains", "init", "value", "cards", "deck"),
    "state": ("variables", "vars", "counters", "memory", "memories"),
    "title": ("name", "label"),
    "whenever": ("rules", "triggers", "automatic", "always", "events", "standing_rules"),
    "zones": ("areas", "piles", "places", "locations"),
}
"""Keys of a rules file, each with what people call it who do not know its name."""

KINDS = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "keys and values",
    "null": "nothing",
}


def noun(section: str) -> str:
    """What a section holds: `zone` for `zones`."""
    return NOUNS.get(section, "part")


def any_of(items: Iterable[str], joint: str = "or") -> str:
    """`a, b or c`."""
    listed = list(dict.fromkeys(items))
    return f" {joint} ".join([", ".join(listed[:-1]), listed[-1]]) if len(listed) > 1 else "".join(listed)


def expected(schema: Mapping[str, Any]) -> str:
    """What a place asks for: `a whole number`, `a zone, such as {faces: all}`."""
    if "x-words" in schema:
        return str(schema["x-words"])
    if "enum" in schema:
        return any_of(f"'{word}'" for word in schema["enum"])
    if "const" in schema:
        return f"'{schema['const']}'"
    kinds = schema.get("type", ())
    found = [KINDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return any_of(found or [expected(form) for form in schema.get("anyOf", ()) if "$ref" not in form] or ["something else"])


def wanted(key: str, schema: Mapping[str, Any]) -> str:
    """What to write for a key that is missing."""
    if "enum" in schema:
        return f"write '{key}: {schema['enum'][0]}'" + "".join(f" or '{word}'" for word in schema["enum"][1:])
    if "const" in schema:
        return f"write '{key}: {schema['const']}'"
    first = SENTENCE_END.split(str(schema.get("description", "")), maxsplit=1)[0].replace("`", "'").rstrip(".")
    return f"add '{key}': {first[0].lower()}{first[1:]}" if first else f"add '{key}'"


def bare(node: Node) -> str:
    """A value as written, cut where it is long."""
    match node:
        case Scalar():
            text = " ".join(node.text.value.split())
            return text if len(text) <= LONGEST else f"{text[: LONGEST - 3].rstrip()}..."
        case Sequence():
            return "a list"
        case MappingNode():
            return "keys and values"


def seen(node: Node) -> str:
    """What stands in a place: `the text 'red'`, `the number 3`, `a list`."""
    match node:
        case Scalar(value=bool()):
            return node.text.value
        case Scalar(value=int()):
            return f"the number {bare(node)}"
        case Scalar(value=None):
            return "nothing"
        case Scalar():
            return f"the text '{bare(node)}'"
        case _:
            return bare(node)


def container(path: tuple[str | int, ...]) -> str:
    """A part of a rules file by its path: `zone 'hand'`."""
    match path:
        case ():
            return "this file"
        case ("cards", str(name), "rows", int()):
            return f"a card of '{name}'"
        case ("melds", str(), str(name)):
            return f"meld '{name}'"
        case (str(section), str(name)) if section in NOUNS:
            return f"{NOUNS[section]} '{name}'"
        case (str(section), str(name), *rest) if section in NOUNS:
            inner = next((step for step in reversed(rest) if isinstance(step, str)), None)
            return f"'{inner}' of {NOUNS[section]} '{name}'" if inner else f"{NOUNS[section]} '{name}'"
        case _:
            return f"'{next(step for step in reversed(path) if isinstance(step, str))}'"


def key_of(path: tuple[str | int, ...]) -> str:
    """The key at the end of a path, in quotes."""
    return f"'{next((step for step in reversed(path) if isinstance(step, str)), 'this')}'"


def key_meant(name: str, known: Iterable[str]) -> str | None:
    """The key that a name is another word for, where it is one that can stand here."""
    plain = name.lower().replace("-", "_").replace(" ", "_")
    return next((key for key in known if plain in OTHER_NAMES.get(key, ())), None)
