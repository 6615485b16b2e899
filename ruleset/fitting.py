"""Whether a value has the shape that a schema asks for, yes or no: what costs little where all is well.

Of a schema's words those are known that the schemas of this project use; `schema.py` tells what is wrong, with a library that knows all of
them and takes a while to start.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from .nodes import Plain

Schema = Mapping[str, Any]
Fits = Callable[[Any], bool]

SILENT = frozenset({"$schema", "$id", "$defs", "title", "description", "default", "examples", "then", "else"})
"""Words that ask for nothing, or only together with another."""

TYPES: Mapping[str, Fits] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


class UnknownWord(Exception):
    """A word of JSON Schema that is not known here."""


def fitting(schema: Schema) -> Fits:
    """The test of a whole schema. Raises UnknownWord."""
    made: dict[str, Fits] = {}

    def one(part: Schema | bool) -> Fits:
        if isinstance(part, bool):
            return lambda value: part
        tests = [test for word in part if (test := made_of(word, part)) is not None]
        match tests:
            case []:
                return lambda value: True
            case [test]:
                return test
        return lambda value: all(test(value) for test in tests)

    def made_of(word: str, part: Schema) -> Fits | None:
        asks = part[word]
        match word:
            case _ if word in SILENT or word.startswith("x-"):
                return None
            case "$ref":
                name = asks.removeprefix("#/$defs/")
                if name not in made:
                    made[name] = lambda value: made[name](value)  # what refers to itself finds the test when it is asked
                    made[name] = one(schema["$defs"][name])
                return lambda value: made[name](value)
            case "type":
                kinds = [TYPES[kind] for kind in ([asks] if isinstance(asks, str) else asks) if kind in TYPES]
                if not kinds:
                    raise UnknownWord(word)
                return kinds[0] if len(kinds) == 1 else lambda value: any(kind(value) for kind in kinds)
            case "enum" | "const":
                allowed = [(type(value), value) for value in (asks if word == "enum" else [asks])]
                return lambda value: any(type(value) is kind and value == wanted for kind, wanted in allowed)
            case "minimum":
                return lambda value: not is_number(value) or value >= asks
            case "maximum":
                return lambda value: not is_number(value) or value <= asks
            case "minLength":
                return lambda value: not isinstance(value, str) or len(value) >= asks
            case "maxLength":
                return lambda value: not isinstance(value, str) or len(value) <= asks
            case "pattern":
                matches = re.compile(asks).search
                return lambda value: not isinstance(value, str) or matches(value) is not None
            case "minItems" | "minProperties":
                kind = list if word == "minItems" else dict
                return lambda value: not isinstance(value, kind) or len(value) >= asks
            case "maxItems" | "maxProperties":
                kind = list if word == "maxItems" else dict
                return lambda value: not isinstance(value, kind) or len(value) <= asks
            case "required":
                return lambda value: not isinstance(value, dict) or all(key in value for key in asks)
            case "items":
                item = one(asks)
                return lambda value: not isinstance(value, list) or all(map(item, value))
            case "anyOf":
                forms = [one(form) for form in asks]
                return lambda value: any(form(value) for form in forms)
            case "allOf":
                forms = [one(form) for form in asks]
                return lambda value: all(form(value) for form in forms)
            case "if":
                test, then, otherwise = one(asks), one(part.get("then", True)), one(part.get("else", True))
                return lambda value: then(value) if test(value) else otherwise(value)
            case "properties" | "patternProperties" | "additionalProperties":
                return keys(part) if word == next(w for w in part if w.endswith(("roperties",)) and w[:3] not in ("min", "max")) else None
        raise UnknownWord(word)

    def keys(part: Schema) -> Fits:
        known = {key: one(inner) for key, inner in part.get("properties", {}).items()}
        patterns = [(re.compile(pattern), one(inner)) for pattern, inner in part.get("patternProperties", {}).items()]
        others = one(part.get("additionalProperties", True))

        def fit(value: Plain) -> bool:
            if not isinstance(value, dict):
                return True
            for key, inner in value.items():
                tests = [test for pattern, test in patterns if pattern.search(key)]
                if key in known:
                    tests.append(known[key])
                if not all(test(inner) for test in tests or (others,)):
                    return False
            return True

        return fit

    return one(schema)


def is_number(value: object) -> bool:
    """Whether a value is a whole number; a truth is none."""
    return isinstance(value, int) and not isinstance(value, bool)
