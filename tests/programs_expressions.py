"""Random expressions of the rule language, for the random rules files of `programs`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

Weighted = tuple[float, Callable[[], Any]]
DEEPEST = 4


@dataclass(frozen=True)
class Scope:
    """What can be named at a place of a file: names bound by their types, what can be begun and ended there.

    `card` is the card that is looked at behind `where`; `lots` says whether something can be drawn by lot.
    """

    player: bool = True
    names: dict[str, str] = field(default_factory=dict)
    card: str | None = None
    lots: bool = True
    asks: bool = True
    effects: bool = False
    is_turn: bool = False
    procedures: Sequence[str] = ()
    ends: Sequence[str] = ()
    actions: Sequence[str] = ()
    depth: int = 0

    def having(self, **changed: Any) -> "Scope":
        """A scope inside of this one; names bound there are not known outside."""
        return replace(self, **{"names": dict(self.names), "depth": self.depth + 1, **changed})

    def of(self, *types: str) -> list[str]:
        return [name for name, type in self.names.items() if type in types]


class Expressions:
    """Texts of random expressions, each method for those of one type."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.number_of_names = 0
        self.ordered_hands, self.ordered_side, self.has_nook = self.chance(0.25), self.chance(0.2), self.chance(0.5)

    # ----------------------------------------------------------------- by lot

    def chance(self, likely: float) -> bool:
        return self.random.random() < likely

    def one(self, *options: Weighted) -> Any:
        """What one of these makes, each as likely as its weight says."""
        weights = [weight for weight, _ in options]
        return self.random.choices([make for _, make in options], weights)[0]()

    def of(self, words: Iterable[str]) -> str:
        return self.random.choice(list(words))

    def named(self, weight: float, names: Sequence[str]) -> Weighted:
        """One of the names that are bound, where there are any."""
        return (weight if names else 0, lambda: self.of(names))

    def maybe(self, likely: float, make: Callable[[], str]) -> str:
        return make() if self.chance(likely) else ""

    def new_name(self) -> str:
        self.number_of_names += 1
        return f"name_{self.number_of_names}"

    # ----------------------------------------------------------------- players, zones and cards

    def player(self, scope: Scope, depth: int = 0) -> str:
        return self.one(
            (4 if scope.player else 0, lambda: "player"),
            (3, lambda: self.of(("seat 1", "seat 2"))),
            (2, lambda: "lead"),
            self.named(3, scope.of("player")),
            (2 if depth < 2 else 0, lambda: f"{self.of(('next', 'previous'))} {self.player(scope, depth + 1)}"),
            (0.15 if scope.lots else 0, lambda: "random player"),
            (0.4 if scope.player and not scope.card else 0, lambda: "favourite"),
            (0.15, lambda: "winner"),
            (0.15 if scope.of("card") else 0, lambda: f"owner of {self.of(scope.of('card'))}"),
        )

    def players(self, scope: Scope) -> str:
        return self.one(
            (2, lambda: "players"),
            (1.5 if scope.player else 0, lambda: "others"),
            (1, lambda: f"[{self.player(scope)}, {self.player(scope)}]"),
        )

    def zone(self, scope: Scope, ordered: bool = False) -> str:
        """A single pile or hand; an `ordered` one has a top."""
        shared = ["deck", "pile"] + ["side"] * (not ordered or self.ordered_side)
        own = ["tableau"] + ["hand"] * (not ordered or self.ordered_hands)
        return self.one(
            (len(shared), lambda: self.of(shared)),
            (3 if scope.player else 0, lambda: self.of(own)),
            (1.2, lambda: f"{self.of(own)} of {self.player(scope)}"),
            self.named(2, scope.of("place")),
            self.named(0 if ordered else 1, scope.of("zone")),
            (0.4 if scope.of("card") else 0, lambda: f"place of {self.of(scope.of('card'))}"),
        )

    def any_zone(self, scope: Scope) -> str:
        """A zone of one place or several."""
        return self.one(
            (8, lambda: self.zone(scope)),
            (1, lambda: "board"),
            (1 if self.has_nook and scope.player else 0, lambda: "nook"),
        )

    def source(self, scope: Scope) -> str:
        """What cards are in."""
        return self.one(
            (4, lambda: self.any_zone(scope)),
            self.named(1, scope.of("cards")),
            (0.6 if scope.depth < DEEPEST else 0, lambda: self.cards(scope.having())),
        )

    def cards(self, scope: Scope) -> str:
        return self.one(
            (2, lambda: f"(cards in {self.any_zone(scope)}{self.where(scope)})"),
            (1, lambda: f"(top {self.small(scope)} of {self.zone(scope, ordered=True)})"),
            self.named(1.5, scope.of("cards")),
            (0.7, lambda: f"tops of {self.of(['board', 'pile'] + ['nook'] * (scope.player and self.has_nook))}"),
        )

    def card(self, scope: Scope) -> str:
        return self.one(
            self.named(3, scope.of("card")),
            (2, lambda: f"top of {self.zone(scope, ordered=True)}"),
            (1, lambda: "best"),
            (0.7 if scope.player else 0, lambda: "own"),
            (2 if scope.card else 0, lambda: scope.card),
        )

    # ----------------------------------------------------------------- numbers and words

    def small(self, scope: Scope) -> str:
        return self.one((4, lambda: self.of("011223")), (1, lambda: "n"), self.named(0.5, scope.of("number")))

    def number(self, scope: Scope, depth: int = 0) -> str:
        more = 1 if depth + scope.depth < DEEPEST else 0
        in_cards = ["rank", "points"]
        return self.one(
            (3, lambda: self.of("01234")),
            (2, lambda: self.of("nm")),
            (2 if scope.player and not scope.card else 0, lambda: "wins"),
            (0.7, lambda: f"wins of {self.player(scope)}"),
            (2, lambda: f"size of {self.any_zone(scope)}"),
            (more, lambda: f"size of {self.source(scope)}"),
            (2 if scope.card else 0, lambda: self.of(in_cards)),
            (2, lambda: f"{self.of(in_cards)} of {self.card(scope)}"),
            self.named(1.5, scope.of("number")),
            (1.5 * more, lambda: f"({self.number(scope, depth + 1)} {self.of(('+', '-', '*'))} {self.number(scope, depth + 1)})"),
            (0.5 * more, lambda: f"({self.number(scope, depth + 1)} {self.of(('/ 2', '% 3'))})"),
            (more, lambda: f"({self.most()} of {self.of(in_cards)} in {self.source(scope)}{self.where(scope, 0.5)})"),
            (more, lambda: f"(count of card in {self.source(scope)}{self.where(scope)})"),
            (0.6 * more, lambda: f"(count of player where {self.about_player(scope)})"),
            (0.4 * more, lambda: f"({self.most()} of wins in {self.players(scope)})"),
            (0.2 if scope.lots and depth + scope.depth < 3 else 0, lambda: f"(random 0 to {self.of('123')})"),
        )

    def most(self) -> str:
        return self.of(("sum", "highest", "lowest"))

    def suit(self, scope: Scope) -> str:
        return self.one(
            (2, lambda: self.of(("red", "blue"))),
            (2, lambda: "word"),
            (1 if scope.card else 0, lambda: "suit"),
            (1.5, lambda: f"suit of {self.card(scope)}"),
            self.named(2, scope.of("suit")),
        )

    # ----------------------------------------------------------------- truths

    def where(self, scope: Scope, likely: float = 1) -> str:
        return self.maybe(likely, lambda: f" where {self.about_card(scope)}")

    def about_card(self, scope: Scope, name: str = "card") -> str:
        return self.truth(scope.having(card=name, lots=False))

    def about_player(self, scope: Scope) -> str:
        return self.truth(scope.having(player=True, lots=False))

    def truth(self, scope: Scope, depth: int = 0) -> str:
        more = 1 if depth + scope.depth < DEEPEST else 0
        return self.one(
            (4, lambda: f"{self.number(scope, depth + 1)} {self.sign()} {self.number(scope, depth + 1)}"),
            (2, lambda: f"{self.any_zone(scope)} is {self.of(('', 'not '))}empty"),
            (1, lambda: f"{self.suit(scope)} {self.of(('==', '!=', '<', '>='))} {self.suit(scope)}"),
            (1, lambda: self.of(["t", "true"] + ["flag"] * (scope.player and not scope.card))),
            (1, lambda: f"{self.player(scope)} {self.of(('==', '!='))} {self.player(scope)}"),
            (1, lambda: f"{self.card(scope)} {self.of(('==', '!='))} {self.card(scope)}"),
            (0.7, lambda: f"{self.of(('best', 'word', 'winner', 'lead'))} is {self.of(('', 'not '))}none"),
            (1.5 * more, lambda: f"({self.truth(scope, depth + 1)} {self.of(('and', 'or'))} {self.truth(scope, depth + 1)})"),
            (0.7 * more, lambda: f"not ({self.truth(scope, depth + 1)})"),
            (1.5 * more, lambda: self.of_cards(scope)),
            (more, lambda: f"({self.of(('any', 'every', 'no'))} player where {self.about_player(scope)})"),
            (0.6, lambda: f"{self.card(scope)} is {self.of(('', 'not '))}in {self.source(scope)}"),
            (0.5, lambda: f"{self.suit(scope)} is in [red, blue]"),
            (0.5, lambda: f"{self.number(scope, depth + 1)} is in [0, {self.number(scope, depth + 2)}]"),
            (0.4, lambda: f"type of {self.card(scope)} == {self.of(('basic', 'odd'))}"),
            (0.3 if scope.card else 0, lambda: f"place of {scope.card} {self.of(('==', '!='))} place of {self.card(scope)}"),
            (0.3 if scope.card else 0, lambda: f"owner of {scope.card} == {self.player(scope)}"),
            (0.3 if scope.is_turn else 0, lambda: "blocked"),
            (0.3 if scope.of("answer") else 0, lambda: f"{self.of(scope.of('answer'))} == {self.of(('first', 'second', 'stop'))}"),
            (0.3 * more * ("spot" not in scope.names), lambda: self.of_places(scope)),
        )

    def sign(self) -> str:
        return self.of(("==", "!=", "<", "<=", ">", ">="))

    def of_cards(self, scope: Scope) -> str:
        name = self.of(("card", "card", "basic", "odd"))
        return f"({self.of(('any', 'every', 'no'))} {name} in {self.source(scope)} where {self.about_card(scope, name)})"

    def of_places(self, scope: Scope) -> str:
        return f"(any spot in places of board where {self.truth(scope.having(names={**scope.names, 'spot': 'place'}))})"
