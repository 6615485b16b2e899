"""Which parts of the rules were carried out, over many games, and which never."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from sys import _getframe
from typing import Any

from ..interpreter.code import generate
from ..interpreter.game import Game
from ..interpreter.notation import Notation
from ..interpreter.option import asks
from ..interpreter.program import Leave, brief
from ..ruleset.source import Span

Place = tuple[str, int, int]
"""File, line and column."""

KINDS = {"procedure": "procedure", "action": "action", "rule": "standing rule", "effect": "card effect"}


def place(span: Span | None) -> Place | None:
    """File, line and column of a span."""
    return None if span is None else (span.source.name, span.line, span.column)


@dataclass(frozen=True, slots=True)
class Ending:
    """The last `end` before a game was over: what it says, in which part of the rules and at which place of them."""

    part: str
    text: str
    at: Place | None


class Watch:
    """What happens in the games of one compiled game: the last `end`, and, where it counts, every part that is carried out.

    It looks on only inside a `with`: what a player tries on copies of a table is not play.
    """

    def __init__(self, game: Game, counted: bool = False) -> None:
        self.game = Game(game.ruleset, game.seats, game.options)
        self.bodies: Counter[str] = Counter()
        self.melds: Counter[str] = Counter()
        self.counted = counted
        self._looks = False
        self._last: str | None = None
        if counted:
            self.game.code = generate(self.game.program, self.game.book, counted=True)
            self.game.notation = Notation(self.game.code.generator.constants, self.game.book)
            self.game.asks = asks(self.game.program, self.game.code, self.game.notation)
            self._count_bodies()
        self._note_ends()

    def __enter__(self) -> None:
        self._looks = True

    def __exit__(self, *_: object) -> None:
        self._looks = False

    def fresh(self) -> None:
        """Forgets the last `end`: a new game begins."""
        self._last = None

    def _count_bodies(self) -> None:
        functions = self.game.code.functions
        names, begin, bodies = tuple(self.game.program.bodies), functions["begin"], self.bodies

        def counting(s: list[Any], body: int, pc: int, player: int | None, card: Any) -> int:
            if self._looks:
                bodies[names[body]] += 1
            return begin(s, body, pc, player, card)  # type: ignore[no-any-return]

        functions["begin"] = counting

    def _note_ends(self) -> None:
        functions = self.game.code.functions
        leave = functions["leave"]

        def noting(s: list[Any], body: int, winner: int | None) -> int:
            if self._looks:
                self._last = _getframe(1).f_code.co_name
            return leave(s, body, winner)  # type: ignore[no-any-return]

        functions["leave"] = noting

    @property
    def ending(self) -> Ending | None:
        """The last `end` since the game began; None where the flow just came to its own end."""
        if self._last is None:
            return None
        # an `end` is always the last instruction of its stretch
        code = self.game.program.code
        found = next(instr for instr in code[int(self._last[1:]) :] if isinstance(instr, Leave))
        return Ending(self.part(found.body), brief(found.span), place(found.span))

    def part(self, body: str) -> str:
        """A body as a designer would call it: `standing rule out`, `procedure round`."""
        kind = KINDS[self.game.program.bodies[body].kind]
        return body if kind == "card effect" else f"{kind} {called(kind, body)}"

    def took(self, values: tuple[Any, ...] | None) -> None:
        """Counts the melds in what was picked."""
        for value in values or ():
            if isinstance(value, tuple) and value and hasattr(value[0], "category"):
                self.melds[value[0].type] += 1


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules, and how often it was carried out. `kind` is `action`, `procedure`, `standing rule`, `card effect` or `meld`."""

    kind: str
    name: str
    count: int
    at: Place | None


def parts(game: Game, bodies: Counter[str], melds: Counter[str]) -> Iterator[Part]:
    """Every part of the rules in the order of the kinds, with its count."""
    found = [(KINDS[body.kind], name, body.span) for name, body in game.program.bodies.items()]
    for kind in ("action", "procedure", "standing rule", "card effect"):
        for of, name, span in found:
            if of == kind:
                yield Part(kind, called(kind, name), bodies[name], place(span))
    for meld in game.ruleset.melds.values():
        yield Part("meld", meld.name, melds[meld.name], place(meld.span))


def called(kind: str, body: str) -> str:
    """The name that a body has in the rules: `lay` for `action lay`."""
    return body.split(" ", 1)[1] if kind in ("action", "standing rule") else body
