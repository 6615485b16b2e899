"""Whether a file has the shape that its schema asks for, told in the file's own words at the right key or value."""

import json
from functools import cache

from . import shapewords as words
from .catalog import PACKAGE
from .finding import Finding, error, in_order
from .fitting import Fits, UnknownWord, fitting
from .misshapen import Schema, Shape, Teller, failures_of, is_nothing
from .nodes import Mapping as MappingNode
from .nodes import Node, Plain, Scalar, Sequence, plain


@cache
def _schema(schema_name: str) -> Schema:
    text = (PACKAGE / "schemas" / f"{schema_name}.schema.json").read_text(encoding="utf-8")
    schema: Schema = json.loads(text)
    return schema


@cache
def _fits_whole(schema_name: str) -> Fits | None:
    """The quick test of a whole file, if there is one for its schema."""
    try:
        return fitting(_schema(schema_name))
    except UnknownWord:
        return None


OTHERS = {"save": "a saved game", "record": "a record of a game", "position": "a position"}
"""The files that are not rules, as a message calls them."""


def has_shape(value: Plain, schema_name: str) -> bool:
    """Whether a value is known to fit a schema. It may fit one that has no quick test, too, which `check_shape` finds."""
    fits = _fits_whole(schema_name)
    return fits is not None and fits(value)


@cache
def shape_of(schema_name: str) -> Shape:
    """The shape that the schema `schema_name` describes (`ruleset` is `schemas/ruleset.schema.json`)."""
    from jsonschema import Draft202012Validator

    schema = _schema(schema_name)
    homes: dict[str, list[str]] = {}
    for name, part in schema.get("$defs", {}).items():
        for key in part.get("properties", ()):
            if name in words.HOMES:
                homes.setdefault(key, []).append(words.HOMES[name])
    return Shape(schema, Draft202012Validator(schema), {key: tuple(dict.fromkeys(places)) for key, places in homes.items()})


def check_shape(node: Node, schema_name: str = "ruleset", *, complete: bool = True) -> tuple[Finding, ...]:
    """Everything in a file that does not fit its schema, in order.

    Where the file `extends` another one, or `complete` is false, nothing need be there; where it extends, `null` may stand anywhere.
    """
    if not isinstance(node, MappingNode):
        return (_not_a_map(node, schema_name),)
    overlay = schema_name == "ruleset" and node.get("extends") is not None
    value = _without_nothing(node) if overlay else plain(node)
    if has_shape(value, schema_name):
        return ()
    if schema_name == "ruleset" and (other := _another_file(node)):
        place = node.span.source.span(node.span.start)
        hint = "name a rules file; where two files are given, look at their order"
        return (error("R159", place, f"this is {OTHERS[other]}, not a rules file", hint),)
    shape = shape_of(schema_name)
    checker = Teller(node, shape, complete and not overlay)
    failures = [failure for problem in shape.validator.iter_errors(value) for failure in failures_of(problem)]
    return in_order(checker.tell_all(failures))


def _without_nothing(node: Node) -> Plain:
    """A variant's tree without the keys that it removes."""
    match node:
        case MappingNode():
            return {e.name: _without_nothing(e.value) for e in node if not is_nothing(e.value)}
        case Sequence():
            return [_without_nothing(item) for item in node]
        case Scalar():
            return node.value


def _another_file(node: MappingNode) -> str | None:
    """The kind of file that has all its keys here, where a rules file lacks some."""
    keys = {entry.name for entry in node}
    if "extends" in keys or keys >= {*_schema("ruleset")["required"]}:
        return None
    return next((kind for kind in OTHERS if keys >= {*_schema(kind)["required"]}), None)


def _not_a_map(node: Node, schema_name: str) -> Finding:
    what = "a rules file" if schema_name == "ruleset" else f"a {schema_name} file"
    message = f"{what} is made of keys and values, and this is {words.seen(node)}"
    return error("R159", node.span, message, "begin with 'croupier: 1'" if schema_name == "ruleset" else None)
