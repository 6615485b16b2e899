"""Random rules files played side by side by the engine and by `walking`: they agree on every choice and on all that comes of it."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from croupier.interpreter.choice import Choice
from croupier.interpreter.game import Game, load
from croupier.interpreter.generate import CHOSE, DID, SAID
from croupier.interpreter.layout import LOG
from croupier.interpreter.table import Table
from croupier.interpreter.view import tell
from croupier.ruleset import load_source
from croupier.ruleset.errors import CroupierError, StepLimit
from croupier.ruleset.types import Kind, Type
from croupier.tests.programs import program
from croupier.tests.walking import Answer, Asked, Endless, Event, Walker, plain
from croupier.tests.walking_expressions import Card, Place, Refused, Value

FILES, CHOICES = 60, 18
"""So many seeds, most of which make a whole file; `tests/long.py` plays more."""
MOST = 1500
"""A choice of more moves is not compared."""


class Sides:
    """A game at the engine and at the walker, and what the engine's values are at the walker's."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.rules, self.seed = game, game.ruleset, seed
        self.walker = Walker(self.rules, game.seats, seed)
        self.going = self.walker.game()
        self.places: dict[int, Place | None] = {-1: None}
        for zone in game.layout.zones.values():
            for seat in range(zone.seats):
                for number, slot in enumerate(zone.of(seat)):
                    self.places[slot] = Place(zone.name, seat if zone.each else None, number if zone.places else None)

    def value(self, value: Value, type: Type) -> Value:
        """A value of the engine as one of the walker."""
        if value is None:
            return None
        match type.kind:
            case Kind.CARD:
                return Card(value[0], self.places[value[1]])
            case Kind.ZONE | Kind.PLACE:
                return self.places[value]
            case Kind.LIST:
                return plain(tuple(self.value(member, type.member) for member in value), type)
        return value

    def event(self, event: Event) -> Event:
        """An event of the engine's log as one of the walker's."""
        kind, seat, what, *values = event
        if kind == SAID:
            return ("said", tell(self.game, event, 0))
        if kind == CHOSE:
            pick = self.game.program.points[what].stmt.pick
            return ("chose", seat, pick.name, tuple(self.value(value, pick.domain.type) for value in values[0]))
        if kind == DID:
            picks = self.rules.actions[what].picks
            return ("did", seat, what, tuple(self.value(v, pick.domain.type) for pick, v in zip(picks, values[0], strict=True)))
        return ("shown", seat, tuple(card[0] for card in what if card is not None))

    def log(self, table: Table) -> list[Event]:
        events, node = [], table.state[LOG]
        while node is not None:
            node, event = node
            events.append(self.event(event))
        return events[::-1]

    def agree_on_the_table(self, table: Table) -> None:
        layout, walker = self.game.layout, self.walker
        for slot in layout.zone_slots:
            place = self.places[slot]
            kinds = [kind for kind, _ in self.game.code.functions["cards"](table.state, slot)]
            assert kinds == [card.kind for card in walker.cards_at(place)], f"cards of {place}"
        for memory in self.rules.state.values():
            for seat in range(self.game.seats if memory.each else 1):
                value = self.value(table.state[layout.state[memory.name] + seat], memory.type)
                mine = walker.state[memory.name, seat if memory.each else None]
                assert (type(value), value) == (type(mine), mine), f"{memory.name} of {seat}"
        assert self.log(table) == walker.log

    def agree_on_the_choice(self, choice: Choice, asked: Asked) -> dict[Answer, tuple[object, Answer]]:
        """The moves of the engine with those of the walker, by what they have in common."""
        assert (choice.seat - 1, choice.is_offer) == (asked.seat, asked.is_offer)
        types = {option.name: [pick.domain.type for pick in option.picks] for option in choice.options}
        ours = {}
        for name, values in asked.options:
            ours[name, tuple(plain(value, type) for value, type in zip(values, types[name], strict=True))] = name, values
        moves = list(choice)
        theirs = {}
        for move in moves:
            values = tuple(self.value(value, type) for value, type in zip(move.values[1:], types[move.name], strict=True))
            theirs[move.name, tuple(plain(value, type) for value, type in zip(values, types[move.name], strict=True))] = move
        assert len(moves) == len(theirs) == choice.count(), "a move is listed twice"
        assert theirs.keys() == ours.keys()
        return {key: (move, ours[key]) for key, move in theirs.items()}

    def play(self, choices: int) -> str:
        """Plays so many choices, and says how it ended: both were over, without end or refused alike, or were left."""
        rng, table = Random(self.seed), None
        asked: Asked | None = None
        move: object = None
        for _ in range(choices):
            failure: CroupierError | None = None
            try:
                if table is None:
                    table = self.game.deal(seed=self.seed)
                else:
                    table.play(move)
                moves = 0 if table.over else table.choice.count()
            except CroupierError as error:
                failure = error
            try:
                asked = next(self.going, None)
            except Refused:
                # what has no effect the engine may leave unasked, so that only the walker sees that nobody is meant
                return "refused" if failure is not None or refuses(table) else "refused by the walker"
            except Endless:
                assert isinstance(failure, StepLimit), f"the engine sees an end: {failure or table}"
                return "without end"
            if failure is not None:
                raise failure
            assert table is not None
            self.agree_on_the_table(table)
            if asked is None or table.over:
                assert asked is None and table.result is not None
                assert (table.result.winners, table.result.scores) == self.walker.result
                return "over"
            if moves > MOST:
                return "left"
            answers = self.agree_on_the_choice(table.choice, asked)
            name = rng.choice(sorted({name for name, _ in answers}))
            made, asked.answer = answers[rng.choice([key for key in answers if key[0] == name])]
            move = made if rng.random() < 0.5 else str(made)
        return "left"


def refuses(table: Table | None) -> bool:
    """Whether the moves of a table cannot be listed."""
    assert table is not None
    try:
        return not table.over and not list(table.choice)
    except CroupierError:
        return True


def agree(seeds: Sequence[int], choices: int = CHOICES) -> Counter[str]:
    """How the games of these files ended; what is no whole file is passed over."""
    ended = Counter[str]()
    for seed in seeds:
        rules, _ = load_source(program(seed), "random.yaml")
        for seats in (2, 3) if rules is not None else ():
            try:
                ended[Sides(load(rules, seats=seats), seed).play(choices)] += 1
            except Exception as error:
                error.add_note(f"program {seed} with {seats} players")
                raise
    return ended


@pytest.mark.parametrize("seeds", [range(first, first + 10) for first in range(0, FILES, 10)], ids=str)
def test_engine_and_walker_agree(seeds: range) -> None:
    ended = agree(seeds)
    assert ended["over"] + ended["left"] > ended.total() / 3, ended
