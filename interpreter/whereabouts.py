"""Where in the flow a position stands: the choice it waits for, and the bodies that are running."""

from dataclasses import dataclass

from ..ruleset import core
from ..ruleset.finding import Finding, did_you_mean, error
from ..ruleset.nodes import Entry, Node, Scalar, Sequence
from ..ruleset.nodes import Mapping as MappingNode
from ..ruleset.source import Span
from .chain import MOST_CHAINS, Link, chains, follows, labels, ways_into
from .codec import Codec, Misfit, slot_names, slot_types
from .compiled import Compiled
from .program import Point

MOST_NAMED = 8
"""How many candidates a message lists."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Reads what a position says of the flow; what is wrong goes to `findings`, or is raised as a Misfit."""

    game: Compiled
    codec: Codec
    root: MappingNode
    findings: list[Finding]

    def note(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        self.findings.append(error(code, span, message, hint))

    def asked(self, choice: MappingNode) -> tuple[Point, list[str]] | None:
        """The choice that a position waits for, and the places on the way that it names."""
        points, at = self.game.program.points, choice.get("at")
        if at is None:
            inside = [p for p in points if self.game.program.bodies[p.body].kind == "procedure"]
            likely = [p for p in inside if isinstance(p.stmt, core.Offer)] or inside or list(points)
            if len(likely) == 1:
                return likely[0], []
            self.note(
                "P110",
                choice.span,
                "it is not said where in the flow the choice is",
                f"write 'at:' with {_some([p.label for p in likely])}",
            )
            return None
        nodes = list(at) if isinstance(at, Sequence) else [at]
        words = [" ".join(n.text.value.split()) for n in nodes if isinstance(n, Scalar)]
        point = next((p for p in points if p.label == words[-1]), None) if words else None
        if point is None:
            known = [p.label for p in points]
            word = words[-1][:60] if words else ""
            same = next((label for label in known if label.endswith(f": {word}")), None)
            hint = (f"did you mean '{same}'?" if same else did_you_mean(word, known)) or f"there are: {_some(known)}"
            self.note("P110", nodes[-1].span if nodes else at.span, f"there is no choice at '{word}'", hint)
            return None
        return point, words[:-1]

    def chain(self, point: Point, path: list[str], choice: MappingNode) -> tuple[Link, ...]:
        """The running bodies, outermost first. Raises Misfit where there is no way to the choice, or more than one."""
        frames = self.root.get("frames")
        links = [self.link(node) for node in frames] if isinstance(frames, Sequence) else []
        if links and links[0].body == self.game.ruleset.start:
            return self.whole(links, point, frames)  # type: ignore[arg-type]  # links come from frames
        found: list[tuple[Link, ...]] = []
        for chain in chains(self.game, point):
            bodies = [link.body for link in chain]
            if follows(labels(chain, point), path) and follows(bodies, [link.body for link in links]):
                found.append(chain)
            if len(found) > MOST_CHAINS:
                break
        span = (choice.get("at") or choice).span
        if not found:
            raise Misfit("P110", span, f"no way leads like this to the choice at '{point.label}'")
        if len(found) > 1:
            apart = [label for chain in found for label in labels(chain, point)[:-1] if not all(label in labels(c, point) for c in found)]
            hint = f"write 'at:' as a list that ends with '{point.label}', and before it one of: {_some(list(dict.fromkeys(apart)))}"
            raise Misfit("P110", span, f"several ways lead to the choice at '{point.label}'", hint)
        known = {link.body: link for link in links}
        return tuple(Link(link.body, link.way, known[link.body].values if link.body in known else {}) for link in found[0])

    def whole(self, links: list[Link], point: Point, frames: Sequence) -> tuple[Link, ...]:
        """Running bodies that a file names from the outermost on, checked one after the other."""
        ways = ways_into(self.game)
        found = [Link(links[0].body, None, links[0].values)]
        for link, node in zip(links[1:], frames.items[1:], strict=True):
            caller, origin = found[-1].body, node.get("from") if isinstance(node, MappingNode) else None
            label = " ".join(origin.text.value.split()) if isinstance(origin, Scalar) else None
            fitting = [w for w in ways.get(link.body, ()) if w.body == caller and label in (None, w.label)]
            if len(fitting) != 1:
                known = [w.label for w in ways.get(link.body, ()) if w.body == caller]
                hint = f"write 'from:' with {_some(known)}" if known else None
                raise Misfit("P114", (origin or node).span, f"'{link.body}' is not begun like this from '{caller}'", hint)
            found.append(Link(link.body, fitting[0], link.values))
        if found[-1].body != point.body:
            raise Misfit("P114", frames.items[-1].span, f"the choice at '{point.label}' is in '{point.body}', not in '{found[-1].body}'")
        return tuple(found)

    def link(self, node: Node) -> Link:
        """A running body as a file says it, without the way into it."""
        assert isinstance(node, MappingNode)
        body = node.get("body")
        assert isinstance(body, Scalar)
        name = " ".join(body.text.value.split())
        if name not in self.game.program.bodies:
            hint = did_you_mean(name, self.game.program.bodies)
            raise Misfit("P114", body.span, f"there is no procedure, action, rule or effect '{name[:60]}'", hint)
        slots, types = {n: s for s, n in slot_names(self.game, name).items()}, slot_types(self.game, name)
        slots = {n: s for n, s in slots.items() if s in types}
        values = {}
        for entry in entries(node.get("locals")):
            if entry.name not in slots:
                raise Misfit("P114", entry.key.span, f"'{name}' knows no '{entry.name[:40]}'", did_you_mean(entry.name, slots))
            values[slots[entry.name]] = self.codec.read(entry.value, types[slots[entry.name]])
        return Link(name, None, values)


def entries(node: Node | None) -> tuple[Entry, ...]:
    """The entries of a part of a file that has any."""
    return node.entries if isinstance(node, MappingNode) else ()


def _some(names: list[str]) -> str:
    listed = [f"'{name}'" for name in names[:MOST_NAMED]]
    return ", ".join([*listed, *(["..."] if len(names) > MOST_NAMED else [])])
