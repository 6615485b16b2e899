"""Trees of rules files with parts where they do not belong."""

import random

from croupier.ruleset.nodes import Entry, Mapping, Node, Scalar, Sequence


def mutated(node: Node, parts: list[Node], keys: list[Scalar], rng: random.Random) -> Node:
    """The tree with some values and keys put where they do not belong."""
    if rng.random() < 0.03:
        return rng.choice(parts)
    match node:
        case Mapping():
            entries = [
                Entry(rng.choice(keys) if rng.random() < 0.03 else e.key, mutated(e.value, parts, keys, rng))
                for e in node
                if rng.random() > 0.02
            ]
            return Mapping(tuple({e.name: e for e in entries}.values()), node.span)
        case Sequence():
            return Sequence(
                tuple(mutated(item, parts, keys, rng) for item in node for _ in range(rng.choice((1, 1, 1, 1, 0, 2)))), node.span
            )
        case Scalar():
            return node


def parts_of(node: Node) -> list[Node]:
    inner = [entry.value for entry in node] if isinstance(node, Mapping) else list(node) if isinstance(node, Sequence) else []
    return [node, *(part for child in inner for part in parts_of(child))]
