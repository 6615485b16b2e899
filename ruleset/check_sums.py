"""Sums of terms, keys by which equal terms are known, and what a set of conditions asks of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf

from . import core

Key = tuple[object, ...]
Bounds = tuple[float, float]
ANY: Bounds = (-inf, inf)

ORDERS: Mapping[str, Bounds] = {"<": (-inf, -1), "<=": (-inf, 0), ">": (1, inf), ">=": (0, inf), "==": (0, 0)}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


@dataclass(slots=True)
class Facts:
    """What a set of conditions asks for: truths by key, bounds by sum, and single values that are excluded."""

    truths: dict[object, bool] = field(default_factory=dict)
    bounds: dict[object, Bounds] = field(default_factory=dict)
    excluded: dict[object, frozenset[float]] = field(default_factory=dict)

    def copy(self) -> "Facts":
        return Facts(dict(self.truths), dict(self.bounds), dict(self.excluded))


@dataclass(slots=True)
class Sum:
    """A sum of terms with factors, and a number."""

    terms: dict[Key, int]
    number: float = 0

    def plus(self, other: "Sum", factor: int = 1) -> "Sum":
        terms = dict(self.terms)
        for key, many in other.terms.items():
            terms[key] = terms.get(key, 0) + many * factor
        return Sum({k: m for k, m in terms.items() if m}, self.number + other.number * factor)


def key_of(item: object, bound: Mapping[int, int] | None = None) -> Key:
    """What an expression is, without where it stands: equal keys have equal values at one moment."""
    bound = bound or {}
    match item:
        case core.Local(slot):
            return ("bound", bound[slot]) if slot in bound else ("local", slot)
        case core.Const(value, _, of):
            return ("const", f"{of.kind} of {of.of}", value)
        case core.Random():
            return ("random", id(item))
        case core.Filter(slot, _, domain, where, kind):
            inner = {**bound, slot: len(bound)}
            return ("filter", key_of(domain, bound), key_of(where, inner), kind)
        case core.Quantified(word, over, value):
            inner = {**bound, over.slot: len(bound)}
            return ("quantified", word, key_of(over, bound), key_of(value, inner))
        case tuple():
            return tuple(key_of(i, bound) for i in item)
        case None | str() | int():
            return (item,)
    names = [n for n in getattr(type(item), "__dataclass_fields__", ()) if n not in ("span", "type")]
    return (type(item).__name__, *(key_of(getattr(item, n), bound) for n in names))


def product(one: Bounds, two: Bounds) -> Bounds:
    if inf in (*one, *two) or -inf in (*one, *two):
        return (0, inf) if one[0] >= 0 and two[0] >= 0 else ANY
    ends = [a * b for a in one for b in two]
    return (min(ends), max(ends))


def numbers(low: float, high: float) -> Iterator[float]:
    value = low
    while value <= high:
        yield value
        value += 1
