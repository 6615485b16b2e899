"""Random games for the tests: what is dealt, played and compared, the same for the short runs of the suite and the long ones."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from croupier.interpreter.game import Game, load
from croupier.interpreter.layout import ACTIVE, LOG, RANDOM, SEAT
from croupier.interpreter.position import load_position, write_position
from croupier.interpreter.record import Record
from croupier.interpreter.replays import replay
from croupier.interpreter.save import load_save, save_text
from croupier.interpreter.table import Table
from croupier.ruleset import core
from croupier.ruleset.catalog import shipped as shipped_games
from croupier.ruleset.errors import IllegalMove
from croupier.tests import oracle

HERE = Path(__file__).parent
GAMES = shipped_games()

SPOONS = {
    "ruleset.yaml": oracle.PLAIN,
    "variants/four_suits.yaml": oracle.PLAIN,
    "variants/last_out_wins.yaml": oracle.PLAIN,
    "variants/no_backburner.yaml": oracle.PLAIN,
    "variants/plain_beats_fancy.yaml": oracle.Menu(mixed_is_dearer=True),
    "variants/platters.yaml": oracle.Menu(platters=True),
    "variants/small_hand.yaml": oracle.PLAIN,
}
"""The menu of the rules of Greasy Spoon and of each variant."""


def shipped() -> list[str]:
    """Every shipped ruleset and variant, as paths under `games`."""
    return sorted(str(p.relative_to(GAMES)) for p in GAMES.glob("*/**/*.yaml") if p.parent.name == "variants" or p.name == "ruleset.yaml")


def toys() -> list[str]:
    """The small rulesets of other kinds of games, as names of files under `tests/games`."""
    return sorted(p.name for p in (HERE / "games").glob("*.yaml"))


@cache
def game_of(path: Path, seats: int | None = None, **options: int | bool | str) -> Game:
    return load(path, seats=seats, **options)


def spoon(name: str = "ruleset.yaml", **options: int | bool | str) -> Game:
    return game_of(GAMES / "greasy_spoon" / name, **options)


def toy(name: str, seats: int | None = None, **options: int | bool | str) -> Game:
    return game_of(HERE / "games" / name, seats, **options)


def dealt(game: Game, seed: int, *, check: bool = True) -> Table:
    """A table that looks after its cards at every choice."""
    table = game.deal(seed=seed)
    table.check = check
    table.conserve()
    return table


def people(table: Table, rng: Random) -> None:
    """Makes a move as people make them: an action by lot, then one of its moves. Uniform lots seldom take the odd move."""
    choice = table.choice
    option = rng.choice([o for o in choice.options if o.exists()])
    table.play(choice.move(option, option.nth(rng.randrange(option.count()))))


def uniformly(table: Table, rng: Random) -> None:
    """Makes a move drawn from all moves alike."""
    table.play(table.choice.sample(rng))


def playout(table: Table, rng: Random, make: Callable[[Table, Random], None] = uniformly, most: int = 20_000) -> Table:
    """The table at the end of a game of random moves. A choice with nothing to choose is never waited for."""
    while not table.over:
        assert table.ply < most, "this game does not come to an end"
        assert table.choice, "nothing can be chosen, and yet it is asked for"
        make(table, rng)
    return table


def tables(game: Game, choices: int, seed: int = 0, make: Callable[[Table, Random], None] = people) -> Iterator[Table]:
    """Tables at so many choices, out of as many games as that takes."""
    rng = Random(seed)
    done = 0
    while True:
        table = dealt(game, seed)
        while not table.over:
            if done == choices:
                return
            yield table
            done += 1
            make(table, rng)
        seed += 1


# --------------------------------------------------------------------------- what must hold of any game


def same(one: Sequence[object], two: Sequence[object]) -> bool:
    """Whether two states are alike. A log holds the one before it, too deep to be compared at once."""
    if [*one[:LOG], *one[LOG + 1 :]] != [*two[:LOG], *two[LOG + 1 :]]:
        return False
    a, b = one[LOG], two[LOG]
    while a is not b and a is not None and b is not None:
        (a, last_of_a), (b, last_of_b) = a, b  # type: ignore[misc]
        if last_of_a != last_of_b:
            return False
    return a is b


def comes_back(table: Table) -> None:
    """Undoing every move leads back over the very same states to the deal."""
    states = [table.state[:]] + [list(ply.before) for ply in table.plies()]
    other = table.copy()
    for state in states[1:]:
        other.undo()
        assert same(other.state, state)
    assert other.last is None and same(other.state, table.game.deal(seed=table.seed or 0).state)
    assert same(table.state, states[0]), "what happens on a copy must leave the table as it is"


def replays(table: Table, game: Game | None = None) -> None:
    """The same seed and the moves as texts give the same game."""
    other = dealt(game or table.game, table.seed or 0)
    for move in table.moves:
        assert str(other.play(str(move))) == str(move)
    assert same(other.state, table.state) and other.result == table.result


def set_up_again(table: Table) -> None:
    """A table written as a position is set up again as it was, chance and what can be chosen included."""
    text = write_position(table)
    other = load_position(table.game, text)
    assert write_position(other) == text
    layout = table.game.layout
    cards_and_memories = slice(layout.first_zone, layout.first_zone + len(layout.zone_slots) + sum(memories(table)))
    for where in (cards_and_memories, slice(RANDOM, SEAT + 1)):
        assert other.state[where] == table.state[where]
    assert len(other.choice) == len(table.choice) and other.choice.seat == table.choice.seat
    moves = [str(t.choice[i]) for t in (table, other) for i in {0, len(table.choice) - 1}]
    assert moves[: len(moves) // 2] == moves[len(moves) // 2 :]


def comes_from_its_save(table: Table) -> None:
    """A saved table, over or not, is loaded as it was, its moves with it; and so is the game from its record."""
    game = table.game
    loaded = load_save(save_text(table), game=game)
    replayed = replay(Record.read(table.record().as_json()), game=game)
    for other in (loaded, replayed):
        assert same(other.state, table.state) and other.moves == table.moves and other.result == table.result


def memories(table: Table) -> list[int]:
    """How many slots each counter or memory has."""
    return [table.game.seats if declared.each else 1 for declared in table.game.ruleset.state.values()]


def is_at_rest(table: Table) -> None:
    """Where a choice is waited for, no standing rule in force applies; but the one may that asks for the choice."""
    game, state = table.game, table.state
    for rule in game.ruleset.rules.values():
        is_off = rule.during is not None and not state[ACTIVE] >> game.program.during.index(rule.during) & 1
        if is_off or table.choice.point.body == f"rule {rule.name}":
            continue
        for seat in range(game.seats) if rule.each else (None,):
            assert not game.code.evaluate(rule.test, f"rule {rule.name}", state, {core.PLAYER_SLOT: seat}), rule.name


def lists_itself(table: Table, rng: Random, walk: int = 500) -> None:
    """Counting, walking, asking, reading and drawing agree on what can be chosen."""
    choice = table.choice
    count = len(choice)
    assert count > 0
    assert choice.sample(rng) in choice and choice.deal(rng) in choice
    if count > walk:
        return
    moves = list(choice)
    texts = [str(move) for move in moves]
    assert len(texts) == len(set(texts)) == count
    for i, (move, text) in enumerate(zip(moves, texts, strict=True)):
        assert move in choice and str(choice[i]) == text
    for i in rng.sample(range(count), min(40, count)):
        assert texts[i] in choice and choice.parse(texts[i]) == moves[i] and choice.parse(texts[i]).values == moves[i].values


def refuses(table: Table, text: str) -> str:
    """The reason for which a move is refused; the table stays as it is."""
    before = table.state[:]
    assert text not in table.choice
    try:
        table.play(text)
    except IllegalMove as refusal:
        assert table.state == before
        assert str(refusal).strip() not in ("", text), "a refusal says why"
        return str(refusal)
    raise AssertionError(f"'{text}' was taken")


# --------------------------------------------------------------------------- against the rulebook


def agrees_with_the_rulebook(table: Table, menu: oracle.Menu, rng: Random) -> None:
    """What can be chosen in Greasy Spoon is what a brute force over the hand makes of the rulebook."""
    choice, seat = table.choice, table.choice.seat
    hand = table.cards("hand", seat)
    texts = [str(move) for move in choice]
    if not choice.is_offer:
        cards = [tuple(sorted(text.split()[1:])) for text in texts]
        assert len(cards) == len(set(cards)) and set(cards) == oracle.asides(hand, int(table.game.options["set_aside"]))
        return
    standing = table.value("standing")
    dish = None if standing == "none" else oracle.read(standing)
    serves = [oracle.read(text.removeprefix("serve ")) for text in texts if text.startswith("serve ")]
    assert len(serves) == len(set(serves)), "a dish is listed twice"
    legal = oracle.legal_serves(hand, dish, menu)
    assert set(serves) == legal, f"hand {' '.join(hand)}, standing {standing}: {set(serves) ^ legal}"
    remix = table.game.options.get("early_remix") is True and bool(table.cards("backburner", seat))
    others = {"pass": dish is not None, "remix": remix}
    assert {text for text in texts if not text.startswith("serve ")} == {word for word, is_legal in others.items() if is_legal}
    assert len(choice) == len(texts)
    illegal = sorted(set(oracle.dishes(hand, menu)) - legal)
    if illegal:
        refused = rng.choice(illegal)
        split = [other for other in legal if len(refused) == 1 and sorted(card for part in other for card in part) == sorted(refused[0])]
        if len(split) == 1:  # its cards, said without a +, can mean one dish that is legal: that is what they are taken for
            assert oracle.read(str(choice.parse(oracle.write(refused))).removeprefix("serve ")) == split[0]
        else:
            refuses(table, oracle.write(refused))
