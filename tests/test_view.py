"""What a seat may see: nothing that it sees depends on a card that it does not see."""

import json
import random
import re
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import croupier
from croupier.interpreter.game import Game
from croupier.interpreter.table import Table
from croupier.ruleset.loading import load_source
from croupier.tests.hidden import swapped
from croupier.tests.playing import tables, toy, toys

GAMES = ("greasy_spoon", "greasy_spoon/four_suits", "greasy_spoon/platters", "diner")
TYPED = {
    "greasy_spoon": (
        "serve K1", "serve K5 M5", "serve K", "serve Q9", "serve K1 K1 K1 + R1", "serve K1 K1 K1 K1", "pass", "remix", "aside K1 K2",
        "none", "x", "", "serve", "serve K3 K4 [fancy_rings]", "R6", "K1 K1 K1 K1",
    ),
    "diner": (
        "play_card fries", "play_card b", "play_card", "complete nightcap", "complete nightcap, burger", "complete", "draw_food", "finish",
        "burger", "1", "spot 3", "9", "victim 2", "none", "pickpocket", "q",
    ),
}  # fmt: skip

SMALL = """
croupier: 1
title: Small
players: 2
cards: {CARDS}
zones:
  deck: {faces: hidden, starts: card}
  hand: {each: player, faces: owner}
  pile: {FACES, ordered: true}
state:
  mark: {each: player, type: card}
  rounds: {type: number}
flow:
  game: |
    shuffle deck
    for each player: move 1 from deck to pile
    for each player: mark = top of pile
    for each player:
      move mark to hand
      move 2 from deck to hand
    for each player: offer use
actions:
  use:
    choose: card from 1 card in hand
    do: |
      DO
      rounds += 1
score: {points: POINTS}
"""
RANKED = 'card: {suit: [c, d], rank: 1..6, code: "{suit:1}{rank}"}'
EFFECTS = """
  card:
    columns: {bonus: effect}
    rows:
      - {title: Moon, copies: 4, bonus: choose much from 1 to 3}
      - {title: Sun, copies: 4, bonus: choose little from 1 to 3}
"""


def small(points: str = "size of pile", faces: str = "faces: all", cards: str = RANKED, do: str = "move card to pile") -> Table:
    text = SMALL.replace("POINTS", points).replace("FACES", faces).replace("DO", do)
    ruleset, findings = load_source(text.replace("{CARDS}", f"{{{cards}}}" if cards == RANKED else cards), "small.yaml")
    assert ruleset is not None, findings
    return Game(ruleset, 2, {}).deal(seed=3)


def everything(table: Table, seat: int, typed: tuple[str, ...]) -> str:
    """All that is shown to a seat, as one text."""
    view = table.view(seat)
    shown: list[Any] = [view.as_dict(), repr(view), view.log, view.since()]
    if not table.over and table.choice.seat == seat:
        choice = table.choice
        shown += [choice.prompt, choice.count(), [str(choice[i]) for i in range(min(choice.count(), 12))]]
        shown += [str(choice.why(text)) for text in typed]
    return json.dumps(shown)


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_change_nothing_that_is_shown(name: str) -> None:
    shown_alike(name, 75)


@pytest.mark.parametrize("name", toys())
def test_nor_do_they_in_games_of_other_kinds(name: str) -> None:
    """What is typed are all actions, with cards that may or may not be held, by their codes and the beginnings of their titles."""
    game = toy(name)
    cards = random.Random(1).sample(game.ruleset.cards, min(5, len(game.ruleset.cards)))
    words = [word for card in cards for word in (card.code, card.title[:3], f"{card.code} {cards[0].code}")]
    alike(game, 25, (*(f"{action} {word}".strip() for action in ("", *game.ruleset.actions) for word in ("", *words)),))


def shown_alike(name: str, choices: int) -> None:
    alike(croupier.load(name), choices, TYPED[name.partition("/")[0]])


def alike(game: Game, choices: int, typed: tuple[str, ...]) -> None:
    """At so many choices of random games, the same is shown to a seat whatever the cards are that it does not see."""
    rng, made = random.Random(game.title), 0
    while made < choices:
        table = game.deal(seed=rng.getrandbits(32))
        for _ in range(rng.randrange(40)):  # not the beginning of a game each time
            if not table.over:
                table.play(table.choice.deal(rng))
        for _ in range(25):
            viewer = rng.randrange(game.seats)
            assert everything(table, viewer + 1, typed) == everything(swapped(table, viewer, rng), viewer + 1, typed)
            made += 1
            if table.over:
                break
            table.play(table.choice.deal(rng))


def test_a_view_names_no_hidden_card_and_nothing_of_chance() -> None:
    """Codes of cards that only others hold are nowhere in what is shown, but in their right places."""
    rng = random.Random(5)
    table = croupier.load("greasy_spoon").deal(seed=81_985_529_216)
    for _ in range(25):
        table.play(table.choice.deal(rng))
        if table.over:
            break
        for seat in (1, 2):
            view = table.view(seat)
            seen = {code for zone in view.zones for code in zone.cards or ()} | set(re.findall(r"\b[KMR]\d\b", " ".join(view.log)))
            text = json.dumps(view.as_dict())
            others = set(table.cards("hand", 3 - seat)) | set(table.cards("draw", 3 - seat)) | set(table.cards("draw", seat))
            assert not [code for code in others - seen if code in text]
            assert str(table.state[0]) not in text
            assert "81985529216" not in text


def test_a_face_down_card_is_only_a_number() -> None:
    table = croupier.load("greasy_spoon").deal(seed=1)
    view = table.view(1)
    assert (view.zone("hand", 1).size, len(view.zone("hand", 1).cards or ())) == (11, 11)
    assert (view.zone("hand", 2).size, view.zone("hand", 2).cards) == (11, None)
    assert (view.zone("draw", 1).size, view.zone("draw", 1).cards) == (43, None)
    assert [z.cards for z in table.view().zones if z.name == "hand"] == [None, None]


def test_what_is_set_aside_is_told_to_others_as_a_number() -> None:
    table = croupier.load("greasy_spoon").deal(seed=1)
    table.play(f"serve {table.cards('hand', 1)[0]}")
    table.play("pass")
    first, second = table.cards("hand", 2)[:2]
    table.play(f"aside {first} {second}")
    assert table.view(2).log[-1] == f"Player 2: aside {first} {second}"
    assert table.view(1).log[-1] == table.view().log[-1] == "Player 2: aside 2 cards"


def test_only_the_seat_that_chooses_is_told_what_it_can_do() -> None:
    table = croupier.load("greasy_spoon").deal(seed=1)
    mine, theirs = table.view(1).turn, table.view(2).turn
    assert mine is not None and (mine.seat, mine.at, mine.prompt, mine.names) == (1, "round", "serve?", ("serve",))
    assert theirs is not None and (theirs.seat, theirs.at, theirs.prompt, theirs.names) == (1, "round", None, ())


def test_a_prompt_says_what_asks() -> None:
    table = croupier.load("greasy_spoon").deal(seed=1)
    table.play(str(table.choice[0]))
    table.play("pass")
    assert table.choice.prompt == "pass: aside?"
    prompts = {table.choice.prompt for table in tables(croupier.load("diner", seats=3), 900)}
    assert "carry_out: spot?" in prompts
    assert any(prompt.startswith("effect of ") and prompt.endswith(": block or allow?") for prompt in prompts)
    assert any(prompt.startswith("reward of ") for prompt in prompts)


def test_since_the_own_last_move() -> None:
    table = croupier.load("greasy_spoon").deal(seed=1)
    assert table.view(1).since() == ()
    card = table.cards("hand", 1)[0]
    table.play(f"serve {card}")
    table.play("pass")
    table.play("aside none")
    told = (f"Player 1 serves soda: {card}", "Player 2: Order up!", "Player 2: aside none")
    assert table.view(1).since() == told
    assert table.view(2).since() == told[2:]
    assert table.view(2).since(2) == told[1:]
    table.undo()
    assert table.view(2).since() == told[1:2]


@pytest.mark.parametrize("name", GAMES)
def test_views_have_the_shape_of_their_schema(name: str) -> None:
    schema = json.loads((files("croupier") / "schemas" / "view.schema.json").read_text(encoding="utf-8"))
    rng, table = random.Random(2), croupier.load(name).deal(seed=2)
    validator = Draft202012Validator(schema)
    while not table.over and table.ply < 150:
        table.play(table.choice.deal(rng))
        if table.ply % 25 == 0 or table.over:
            validator.validate(json.loads(json.dumps(table.view(1).as_dict())))
            validator.validate(json.loads(json.dumps(table.view().as_dict())))


def test_there_is_no_seat_0() -> None:
    with pytest.raises(ValueError, match="there is no seat 0: this game has 2 players"):
        croupier.load("greasy_spoon").deal(seed=1).view(0)


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        ("size of pile", (1, 1)),
        ("count of card in pile where rank > 0", (1, 1)),
        ("sum of rank in hand", None),
        ("sum of rank in place of mark", None),
        ("size of pile / rounds", None),
        ("60 / size of pile", (60, 60)),
    ],
)
def test_scores_are_told_where_they_can_be_counted_from_what_everybody_sees(points: str, shown: tuple[int, ...] | None) -> None:
    table = small(points)
    assert table.view(1).scores == table.view(2).scores == table.view().scores == shown


def test_a_score_is_told_as_soon_as_it_can_be_counted() -> None:
    table = small("size of pile * 60 / rounds")
    assert table.view(1).scores is None
    table.play(table.choice[0])
    assert table.view(1).scores == (120, 120)


@pytest.mark.parametrize("faces", ["faces: all", "faces: hidden"])
@pytest.mark.parametrize("do", ["do bonus of card\n      move card to pile", "move card to pile\n      do bonus of card"])
def test_the_place_in_an_effect_names_no_hidden_card(faces: str, do: str) -> None:
    """Nor does the name of what is picked there: others are told either where they see the card."""
    is_open = faces == "faces: all" and do.startswith("move")
    names = set()
    for effect in ("use moon", "use sun"):
        table = small(faces=faces, cards=EFFECTS, do=do)
        table.play(effect)
        name = table.choice.names[0]
        turn, own = table.view(2).turn, table.view(1).turn
        assert turn is not None and own is not None and own.at == f"bonus of {'moon' if name == 'much' else 'sun'}: {name}"
        assert turn.at == (own.at if is_open else "action use: bonus of card")
        assert table.view().turn == turn
        table.play("2")
        told = f"Player 1: {name} 2"
        assert (table.view(1).log[-1], table.view(2).log[-1]) == (told, told if is_open else "Player 1: 2")
        names.add(name)
    assert names == {"much", "little"}
