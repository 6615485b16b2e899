"""Diner at tables set up by hand, and what the other seats never learn. The cases use the cards of a lunch counter, so that
the game itself can be balanced without a change here; its own cards are tried in random games."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cli.menu import listed
from croupier.cli.screen import Screen
from croupier.cli.sitting import verdict_lines
from croupier.interpreter.game import Game, load
from croupier.interpreter.options import settle_options
from croupier.interpreter.position import load_position
from croupier.interpreter.table import Table
from croupier.ruleset.finding import Severity
from croupier.ruleset.loading import check_file, load_source
from croupier.tests.hidden import swapped
from croupier.tests.playing import GAMES, comes_back, dealt, game_of, people, playout, replays, toy
from croupier.tests.steps import STEPS, Case, cases

CASES = cases("diner.yaml")
DECKS = {
    "order_deck": "two_teas three_drinks with_milk two_sodas",
    "food_deck": "burger salad burger salad",
    "drink_deck": "milk cola tea soda",
    "action_deck": "errand encore switch barter",
}
ZONES = (*DECKS, "board", "plate", "hand", "done", "discard")


def set_up(case: Case) -> Table:
    """The table of a case: seat 1 in its turn, with three actions left where nothing else is said."""
    seats = case.get("seats", 2)
    position = {
        "croupier": 1,
        "seats": seats,
        "options": case.get("options", {}),
        "choice": {"seat": 1, "at": "turn"},
        "zones": DECKS | {name: case[name] for name in ZONES if name in case},
        "state": {"cook": 1, "left": {"1": case.get("left", 3)}},
    }
    table = load_position(toy(f"{case.get('game', 'lunch_counter')}.yaml", seats), json.dumps(position))
    table.check = True
    return table


# --------------------------------------------------------------------------- steps of these cases


def play(table: Table, step: Case, first: int) -> None:
    """A move as people type it, with what is left out where only one thing can be meant."""
    move = table.play(step["play"])
    assert str(move) == step.get("as", str(move))


def places(table: Table, step: Case, first: int) -> None:
    """The stacks on the board, the top card first."""
    piles = table.view().zone("board").places
    for place, cards in step["places"].items():
        assert " ".join(piles[place - 1].cards or ()) == cards, f"place {place}"


def scores(table: Table, step: Case, first: int) -> None:
    assert list(table.view().scores or ()) == step["scores"]


def left(table: Table, step: Case, first: int) -> None:
    assert [table.value("left", seat + 1) for seat in range(table.game.seats)] == step["left"]


def result(table: Table, step: Case, first: int) -> None:
    found = table.result
    assert found is not None, "the game goes on"
    assert {"how": found.how, "winners": list(found.winners), "scores": list(found.scores or ())} == step["result"]


def order(table: Table, step: Case, first: int) -> None:
    for zone, cards in step["order"].items():
        assert " ".join(table.cards(zone)) == cards


def told(table: Table, step: Case, first: int) -> None:
    for seat in (None, *range(1, table.game.seats + 1)):
        assert step["told"] in table.view(seat).log


def shown(table: Table, seat: int) -> str:
    """All that a seat is shown now, but for the cards whose kinds lie open anyway."""
    view = table.view(seat)
    texts = [json.dumps(view.as_dict()), *Screen(table.game).table(view), *view.log]
    if not table.over and table.choice.seat == seat:
        texts += listed(table.choice, 100)
    return "\n".join(texts)


def seen(table: Table, step: Case, first: int) -> None:
    for seat, codes in step["seen"].items():
        assert all(code in shown(table, seat) for code in codes)


def unseen(table: Table, step: Case, first: int) -> None:
    for seat, codes in step["unseen"].items():
        own = {code for zone in table.view(seat).zones for code in [*(zone.cards or ()), *(c for p in zone.places for c in p.cards or ())]}
        text = shown(table, seat)
        assert [code for code in codes if code not in own and (f'"{code}"' in text or f" {code}" in text)] == []


ALL_STEPS: Mapping[str, Callable[[Table, Case, int], None]] = STEPS | {
    step.__name__: step for step in (play, places, scores, left, result, order, told, seen, unseen)
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    table = set_up(CASES[name])
    assert not table.setup.findings, table.setup.findings
    for step in CASES[name]["then"]:
        ALL_STEPS[next(iter(step))](table, step, 1)


# --------------------------------------------------------------------------- setting up

AT_ONCE = "flow:\n  turn: |\n    repeat:\n      offer draw, play_card, complete or finish\n"
"""Turns without a new card of the Order deck, so that the first choice comes right after the setting up."""


def small(orders: int, events: int, *, more: str = "") -> str:
    """A variant with so few Orders and Events."""
    rows = "".join(f"\n      - {{title: O{i}, needs: soda, points: 1}}" for i in range(1, orders + 1))
    storms = "".join(f"\n      - {{title: E{i}, effect: end game won by player}}" for i in range(1, events + 1))
    return (
        "croupier: 1\ntitle: Small\nextends: lunch_counter.yaml\noptions:\n  stacks: {default: 8, min: 8, max: 8}\n"
        f"cards:\n  order:\n    copies: 1\n    rows:{rows}\n  event:\n    copies: 1\n    rows:{storms}\n{more}"
    )


def of_text(tmp_path: Path, text: str) -> Path:
    """A file beside the lunch counter, in a folder of its own."""
    source = Path(__file__).parent / "games" / "lunch_counter.yaml"
    (tmp_path / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "small.yaml").write_text(text, encoding="utf-8")
    return tmp_path / "small.yaml"


def test_events_turned_up_in_setup_go_back_unexecuted(tmp_path: Path) -> None:
    """B08, D3: eight Orders lie, the Events and what is left are in the deck, in an order that the seed decides."""
    game = load(of_text(tmp_path, small(9, 2, more=AT_ONCE)))
    decks, tops = set(), set()
    for seed in range(60):
        table = dealt(game, seed)
        board = [pile.cards for pile in table.view().zone("board").places]
        assert all(cards is not None and len(cards) == 1 and cards[0].startswith("o") for cards in board)
        deck = table.cards("order_deck")
        missing = ({f"o{i}" for i in range(1, 10)} - {cards[0] for cards in board if cards}).pop()
        assert sorted(deck) == ["e1", "e2", missing]
        assert not table.over and not table.cards("discard") and not table.cards("counter")
        assert [table.cards("hand", seat).__len__() for seat in (1, 2)] == [8, 8]
        decks.add(tuple("o" if code[0] == "o" else code for code in deck))
        tops.add(board[0])
    assert len(decks) == 6, "all orders of two Events and an Order come up"
    assert len(tops) == 9


def test_too_few_orders_are_told_before_play(tmp_path: Path) -> None:
    """B08, the second file; and were it played all the same, it would not go round for ever."""
    path = of_text(tmp_path, small(6, 4))
    found = [f for f in check_file(path) if f.severity is Severity.ERROR]
    assert [f.code for f in found] == ["R656"] and "8" in found[0].message and "6" in found[0].message
    ruleset, _ = load_source(path.read_text(encoding="utf-8"), str(path))
    if ruleset is not None:
        assert Game(ruleset, 2, settle_options(ruleset, {})).deal(seed=1).over


def test_the_opening_hand_and_board() -> None:
    """D3, D4, D15."""
    for seats in range(2, 7):
        table = dealt(game_of(GAMES / "diner" / "ruleset.yaml", seats), seats)
        types = {card.code: card.type for card in table.game.ruleset.cards}
        drawn = bool(table.cards("discard")) and table.choice.label != "carry_out: spot"
        for seat in range(1, seats + 1):
            hand = [types[code] for code in table.cards("hand", seat)]
            assert drawn or sorted(hand) == ["action_card"] * 4 + ["drink_card"] * 2 + ["food_card"] * 2
        board = table.view().zone("board")
        assert board.rows == 2 and len(board.places) == 8
        for zone in ("order_deck", "food_deck", "drink_deck", "action_deck"):
            assert table.view(1).zone(zone).cards is None
        assert table.view(1).zone("hand", 2).cards is None and table.view(1).zone("hand", 1).cards is not None


# --------------------------------------------------------------------------- secrets


def everything(table: Table, seat: int, typed: list[str]) -> str:
    """All that a seat is shown, or told when it types something, as one text."""
    view = table.view(seat)
    screen = Screen(table.game)
    shown: list[Any] = [view.as_dict(), repr(view), view.log, view.since(), list(screen.table(view))]
    shown.append(list(Screen(table.game, plain=True).table(view)))
    if not table.over and table.choice.seat == seat:
        choice = table.choice
        shown += [choice.prompt, choice.count(), choice.counts]
        if choice.count() < 500:
            shown += [list(listed(choice, 8)), [str(move) for move in choice]]
        for text in typed:
            shown += [str(choice.why(text)), list(verdict_lines(choice, text))]
    return json.dumps(shown)


@cache
def words(game: Game) -> tuple[str, ...]:
    """Moves that anybody may type at any time, right or wrong."""
    codes = [card.code for card in game.ruleset.cards]
    found = [f"{action} {code}" for action in ("play_card", "play_extra", "block", "back", "loot", "theirs", "gift") for code in codes[::7]]
    found += [f"complete {code}" for code in codes[::5]] + [f"complete {code}, {codes[-1]} {codes[-40]}" for code in codes[::9]]
    found += [f"{name} {i}" for name in ("victim", "spot", "many", "partner") for i in (1, 3, 9)]
    return (*found, "draw", "draw food_deck", "draw a", "finish", "allow", "decline", "none", "", "x", "1", "play s", "complete")


def shown_alike(choices: int, seed: int = 0) -> None:
    """At so many choices of random games, each seat is shown the same whatever the cards are that it does not see."""
    rng, made = Random(seed), 0
    while made < choices:
        game = game_of(GAMES / "diner" / "ruleset.yaml", rng.choice((2, 3, 4)))
        table = dealt(game, rng.getrandbits(32), check=False)
        for _ in range(rng.randrange(60)):
            if not table.over:
                people(table, rng)
        for _ in range(25):
            # whoever chooses is told most, so that seat is asked most often
            seat = rng.randrange(game.seats) + 1 if table.over or rng.random() < 0.3 else table.choice.seat
            typed = rng.sample(words(game), 12)
            if not table.over and table.choice.count() < 2000:
                typed += [str(table.choice.sample(rng))] if table.choice.seat == seat else []
            assert everything(table, seat, typed) == everything(swapped(table, seat - 1, rng), seat, typed)
            made += 1
            if table.over:
                break
            people(table, rng)


def test_hidden_cards_change_nothing_that_is_shown() -> None:
    """E01: 300 choices; the other seats' cards, and those in the decks, have changed places."""
    shown_alike(300)


# --------------------------------------------------------------------------- variants


def in_turn(variant: str, zones: Mapping[str, Any]) -> Table:
    """A table of a shipped variant, by its own cards: seat 1 in its turn, each deck with a few cards where nothing else is said."""
    game = game_of(GAMES / "diner" / "variants" / f"{variant}.yaml", 2)
    used = {code for cards in zones.values() for code in (cards.split() if isinstance(cards, str) else ())}
    types = {"order_deck": "order", "food_deck": "food_card", "drink_deck": "drink_card", "action_deck": "action_card"}
    kinds = {deck: [c.code for c in game.ruleset.cards if c.type == of and c.code not in used] for deck, of in types.items()}
    decks = {deck: " ".join(codes[-3:]) for deck, codes in kinds.items()}
    position = {"croupier": 1, "seats": 2, "choice": {"seat": 1, "at": "turn"}, "zones": decks | dict(zones)}
    table = load_position(game, json.dumps({**position, "state": {"cook": 1, "left": {"1": 3}}}))
    table.check = True
    return table


def test_to_the_last_card() -> None:
    """A deck that is empty ends nothing; who draws from it ends the game, and an effect takes what there is (D11)."""
    table = in_turn("to_the_last_card", {"food_deck": "burger"})
    table.play("draw food_deck")
    assert not table.over and not table.cards("food_deck") and table.value("left", 1) == 2
    table.play("draw food_deck")
    assert table.result is not None and table.cards("hand", 1) == ("burger",)
    table = in_turn("to_the_last_card", {"order_deck": ""})
    table.play("finish")
    assert table.over, "the next player has to turn up an Order"
    table = in_turn("to_the_last_card", {"food_deck": "burger", "hand": {"1": "market_run"}})
    table.play("play_card market_run")
    table.play("deck food_deck")
    assert not table.over and table.cards("hand", 1) == ("burger",)


@pytest.mark.parametrize(
    ("variant", "option", "value"), [("first_to_15", "goal", 15), ("two_actions", "actions", 2), ("six_places", "stacks", 6)]
)
def test_variants_of_one_number(variant: str, option: str, value: int) -> None:
    table = in_turn(variant, {})
    assert table.game.options[option] == value
    assert len(table.view().zone("board").places) == (6 if option == "stacks" else 8)
    table.play("finish")
    while table.choice.label != "turn":
        table.play(table.choice[0])
    assert table.choice.seat == 2 and table.value("left", 2) == (2 if option == "actions" else 3)


def test_no_wilds() -> None:
    """Each wild lies in the box before a hand is dealt."""
    for seed in range(10):
        table = dealt(game_of(GAMES / "diner" / "variants" / "no_wilds.yaml", 4), seed)
        wild = {card.code for card in table.game.ruleset.cards if len(card.values.get("covers") or ()) > 1}  # type: ignore[arg-type]
        copies = sum(card.copies for card in table.game.ruleset.cards if card.code in wild)
        assert set(table.cards("box")) == wild and len(table.cards("box")) == copies
        assert not wild.intersection(code for seat in range(1, 5) for code in table.cards("hand", seat))


# --------------------------------------------------------------------------- random games


@pytest.mark.parametrize("path", sorted((GAMES / "diner").glob("**/*.yaml")), ids=lambda path: path.stem)
def test_random_games(path: Path) -> None:
    """A game of each variant for as many as can play; `tests/long.py diner` plays the rest."""
    table = playout(dealt(game_of(path, game_of(path).ruleset.players[1]), 1), Random(path.stem), people)
    table.conserve()
    replays(table)
    comes_back(table)


ENDS = {"score", "won", "tied"}


def test_how_games_end() -> None:
    """D12, D13: with 20 points or more at once, or when a deck has no card left; a tie at the top has no winner."""
    seen = set()
    for seed in range(8):
        goal = (20, 4)[seed % 2]
        table = playout(dealt(game_of(GAMES / "diner" / "ruleset.yaml", 2, goal=goal), seed, check=False), Random(seed), people)
        found = table.result
        assert found is not None and found.scores is not None and found.how in ENDS
        ran_out = [zone for zone in DECKS if not table.cards(zone)]
        if found.how == "won":
            winner = found.winners[0]
            assert found.scores[winner - 1] >= goal and all(points < goal for i, points in enumerate(found.scores, 1) if i != winner)
        else:
            assert ran_out and max(found.scores) < goal
            assert found.winners == (() if found.scores[0] == found.scores[1] else (1 + found.scores.index(max(found.scores)),))
        seen.add(found.how)
    assert "won" in seen
