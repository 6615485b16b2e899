"""A designer's day at the tables of Diner, in a copy of its folder: each change does what it should, or is told at its cell."""

import csv
import io
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from croupier.interpreter.game import load
from croupier.interpreter.table import Table
from croupier.ruleset.finding import Finding, Severity
from croupier.ruleset.loading import check_file
from croupier.tests.playing import GAMES, dealt, people, playout, replays

TABLES = ("orders", "food", "drinks", "actions", "events")


class Shop:
    """A copy of the game's folder, its tables as rows (the first names the columns), and what checking says of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(GAMES / "diner", folder)

    def text(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8", newline="")

    def rows(self, table: str) -> list[list[str]]:
        return list(csv.reader(io.StringIO(self.text(f"{table}.csv"), newline="")))

    def put(self, table: str, rows: list[list[str]], **how: str) -> None:
        file = io.StringIO(newline="")
        csv.writer(file, lineterminator=how.pop("lineterminator", "\n"), **how).writerows(rows)  # type: ignore[arg-type]
        self.write(f"{table}.csv", file.getvalue())

    def add(self, table: str, *cells: str) -> None:
        self.put(table, [*self.rows(table), list(cells)])

    def swap(self, name: str, old: str, new: str, count: int = -1) -> None:
        text = self.text(name)
        assert old in text, f"{name} holds no {old!r}"
        self.write(name, text.replace(old, new, count))

    def findings(self) -> list[Finding]:
        return sorted(check_file(self.folder / "ruleset.yaml"), key=lambda f: (f.span.source.name, f.span.line, f.span.column))

    def errors(self) -> list[Finding]:
        return [f for f in self.findings() if f.severity is Severity.ERROR]

    def deal(self, seed: int = 1) -> Table:
        return dealt(load(self.folder), seed)

    def plays(self) -> Table:
        """A random game to its end."""
        table = playout(self.deal(), Random(1), people)
        replays(table)
        return table


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "diner")


def at(finding: Finding) -> str:
    """Where a finding points, by file name."""
    return f"{Path(finding.span.source.name).name}:{finding.span.line}:{finding.span.column}"


def place(shop: Shop, table: str, row: int, column: str) -> str:
    """Where a cell begins in the file, behind its quotation mark: row 0 is the first card."""
    rows = shop.rows(table)
    text, index = shop.text(f"{table}.csv"), rows[0].index(column)
    line, at = 1, 0
    for _ in range(row + 1):
        end = at
        quoted = False
        while quoted or text[end] != "\n":
            quoted ^= text[end] == '"'
            end += 1
        line += text.count("\n", at, end + 1)
        at = end + 1
    start, quoted = at, False
    for _ in range(index):
        while quoted or text[at] != ",":
            quoted ^= text[at] == '"'
            at += 1
        at += 1
    at += text[at] == '"'
    line += text.count("\n", start, at)
    return f"{table}.csv:{line}:{at - text.rfind(chr(10), 0, at)}"


# --------------------------------------------------------------------------- what should work


def test_the_day_begins_clean(shop: Shop) -> None:
    assert shop.findings() == []


def test_an_order_is_added(shop: Shop) -> None:
    before = len(load(shop.folder).ruleset.cards)
    shop.add("orders", "Second Breakfast", "2 pancakes, omelette, tea", "4", "Draw 3 Actions.", "move 3 from action_deck to hand")
    assert shop.findings() == []
    game = load(shop.folder)
    card = next(c for c in game.ruleset.cards if c.title == "Second Breakfast")
    assert len(game.ruleset.cards) == before + 1
    assert (card.code, card.copies, card.values["points"]) == ("second_breakfast", 1, 4)
    assert dict(card.values["needs"]) == {"pancakes": 2, "omelette": 1, "tea": 1}  # type: ignore[arg-type]
    assert any("second_breakfast" in (*shop.deal(seed).cards("order_deck"), *shop.deal(seed).cards("board")) for seed in (1, 2))
    shop.plays()


def test_a_reward_is_changed(shop: Shop) -> None:
    """The text and what it does change together; one alone is told."""
    rows = shop.rows("orders")
    row = next(i for i, cells in enumerate(rows) if cells[4] == "move 2 from food_deck to hand")
    rows[row][4] = "move 3 from food_deck to hand"
    shop.put("orders", rows)
    found = shop.findings()
    assert [(f.code, f.severity) for f in found] == [("R680", Severity.WARNING)]
    assert at(found[0]) == place(shop, "orders", row - 1, "says") and rows[row][0] in found[0].message
    rows[row][3] = "Draw 3 Food."
    shop.put("orders", rows)
    assert shop.findings() == []
    shop.plays()


@pytest.mark.parametrize(
    ("says", "numbers", "told"),
    [
        ("Draw 2 Food and 2 Drinks.", (2, 1), "says 2 and 2, but its effect has 1 and 2"),
        ("Draw 2 Food and 1 Drink.", (2, 2), "says 1 and 2, but its effect has 2 and 2"),
        ("Draw 3 Food, 2 Drinks and 2 Actions.", (3, 2, 3), "says 2 and 2 and 3, but its effect has 2 and 3 and 3"),
        ("Draw 2 Food and a Drink.", (2, 1), ""),
        ("Draw 2 Food, 2 Drinks.", (2, 2), ""),
        ("Draw 2 Food or 2 Drinks.", (2,), ""),
        ("Draw 2 Food, and as many Drinks.", (2, 2), ""),
        ("Draw 2 Food and 3 Drinks.", (2, 3), ""),
        ("Draw 2 Food and 3 Actions, and 2 Drinks.", (2, 2, 3), ""),
        ("Draw 3 Food, 2 Drinks and 1 Action.", (3, 1, 2), "says 2 of 'drinks', but its effect has 1"),
        ("Draw 1 Action and 2 Drinks, and take a Food.", (2, 1, 1), "says 2 of 'drinks', but its effect has 1"),
    ],
)
def test_numbers_of_a_card_are_compared_each_with_its_own(shop: Shop, says: str, numbers: tuple[int, ...], told: str) -> None:
    """A number that stands twice is not had for one that stands once; said twice and done once, or the other way, is no mistake."""
    rows = shop.rows("orders")
    decks = ("food_deck", "drink_deck", "action_deck")
    rows[1][3:] = [says, "\n".join(f"move {n} from {deck} to hand" for n, deck in zip(numbers, decks, strict=False))]
    shop.put("orders", rows)
    found = shop.findings()
    assert [(f.code, f.message) for f in found] == ([("R680", f"'{rows[1][0]}' {told}")] if told else [])
    assert all(at(f) == place(shop, "orders", 0, "says") for f in found)


def test_an_effect_is_lost(shop: Shop) -> None:
    """A card that still says what it does, told where it says so."""
    rows = shop.rows("orders")
    row = next(i for i, cells in enumerate(rows) if cells[3] == "Draw 2 Drinks.")
    rows[row][4] = ""
    shop.put("orders", rows)
    (found,) = shop.findings()
    assert (found.code, at(found)) == ("R680", place(shop, "orders", row - 1, "says"))
    assert found.hint == "write it under 'reward'"


def test_what_is_meant_to_cost_or_to_cover_nothing_is_written(shop: Shop) -> None:
    for table, column in (("orders", "needs"), ("food", "covers")):
        rows = shop.rows(table)
        rows[1][rows[0].index(column)] = "none"
        shop.put(table, rows)
    assert shop.findings() == []


@pytest.mark.parametrize(
    ("needs", "told"),
    [
        ("waffle, cola", "asks for 1 waffle, and no card covers that"),
        ("42 burger", "asks for 42 burger, and all cards together cover 41"),
        ("41 burger", ""),
    ],
)
def test_an_order_for_more_than_there_is(shop: Shop, needs: str, told: str) -> None:
    """Of a kind, with the wild cards for it: 11 of its own, 10 for one need, 10 for two."""
    shop.swap("ruleset.yaml", "food:   [burger,", "food:   [burger, waffle,")
    rows = shop.rows("food")
    for row in rows:
        if row[0].startswith("Any"):
            row[1] = row[1].replace("any food", "burger or fries")
            row[3] = "10"
    shop.put("food", rows)
    shop.add("orders", "Breakfast for All", needs, "2", "Draw 2 Food.", "move 2 from food_deck to hand")
    assert [(f.code, f.message.partition("' ")[2]) for f in shop.findings()] == ([("R684", told)] if told else [])


def test_a_new_kind_of_food(shop: Shop) -> None:
    """A word in the list, and the rows that use it."""
    shop.add("food", "Waffle", "waffle", "1", "9")
    shop.add("orders", "Waffle House", "2 waffle, coffee", "2", "Draw 2 Food.", "move 2 from food_deck to hand")
    first, second = shop.errors()
    assert {first.code, second.code} == {"R411"} and all("'waffle'" in f.message for f in (first, second))
    assert at(first) == place(shop, "food", len(shop.rows("food")) - 2, "covers")
    assert at(second).startswith("orders.csv:")
    shop.swap("ruleset.yaml", "food:   [burger,", "food:   [burger, waffle,")
    assert shop.findings() == []
    game = load(shop.folder)
    wild = next(c for c in game.ruleset.cards if c.title == "Any 1 Food")
    assert "waffle" in wild.values["covers"]  # type: ignore[operator]
    shop.plays()


def test_a_drink_is_renamed_everywhere(shop: Shop) -> None:
    for name in ("ruleset.yaml", "drinks.csv", "orders.csv", "variants/first_orders.csv"):
        shop.write(name, shop.text(name).replace("cola", "kola"))
    assert shop.findings() == []
    assert [f for f in check_file(shop.folder / "variants" / "teaching.yaml") if f.severity is Severity.ERROR] == []
    shop.plays()


def test_a_drink_is_renamed_in_the_list_only(shop: Shop) -> None:
    """Told once, at the list, with where the old word still stands."""
    shop.swap("ruleset.yaml", "[cola,", "[kola,")
    (found,) = shop.errors()
    line = next(i for i, text in enumerate(shop.text("ruleset.yaml").split("\n"), 1) if "[kola," in text)
    assert at(found).startswith(f"ruleset.yaml:{line}:") and "'kola'" in found.message and "'cola'" in found.message
    assert found.hint is not None and "cola" in found.hint


def test_a_drink_is_renamed_on_its_card_only(shop: Shop) -> None:
    rows = shop.rows("drinks")
    rows[1][1] = "kola"
    shop.put("drinks", rows)
    (found,) = shop.errors()
    assert (found.code, at(found)) == ("R411", place(shop, "drinks", 0, "covers"))
    assert found.hint == "did you mean 'cola'?"


def test_only_the_title_of_a_drink_is_changed(shop: Shop) -> None:
    """A title is what people read, and nothing else hangs on it."""
    shop.swap("drinks.csv", "Cola,", "Ice-cold Cola,")
    assert shop.findings() == []
    assert "ice_cold_cola" in {card.code for card in load(shop.folder).ruleset.cards}
    shop.plays()


def test_an_event_is_deleted(shop: Shop) -> None:
    rows = shop.rows("events")
    gone = rows.pop(3)
    shop.put("events", rows)
    assert shop.findings() == []
    assert gone[0] not in {card.title for card in load(shop.folder).ruleset.cards}
    shop.plays()


def test_all_events_are_deleted(shop: Shop) -> None:
    shop.put("events", shop.rows("events")[:1])
    assert [f.code for f in shop.errors()] == ["R430"]
    assert at(shop.errors()[0]).startswith("events.csv:1:")


def test_points_matter(shop: Shop) -> None:
    """A changed number is seen in play: with the Orders worth 20 each, the first one wins."""
    rows = shop.rows("orders")
    shop.put("orders", [rows[0], *([*cells[:2], "20", *cells[3:]] for cells in rows[1:])])
    assert shop.findings() == []
    table = shop.plays()
    assert table.result is not None and table.result.how == "won" and sorted(table.result.scores or ()) == [0, 20]


# --------------------------------------------------------------------------- what a spreadsheet makes of a table


def semicolons(text: str) -> str:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=";", lineterminator="\n").writerows(csv.reader(io.StringIO(text, newline="")))
    return file.getvalue()


def blank_lines(text: str) -> str:
    """A blank line, and a line of empty cells, between all cards."""
    file = io.StringIO(newline="")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    for row in rows:
        csv.writer(file, lineterminator="\n").writerow(row)
        file.write("\n" + "," * (len(rows[0]) - 1) + "\n")
    return file.getvalue()


def trailing(text: str) -> str:
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows([*row, "", ""] for row in csv.reader(io.StringIO(text, newline="")))
    return file.getvalue()


def quoted(text: str) -> str:
    file = io.StringIO(newline="")
    csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(csv.reader(io.StringIO(text, newline="")))
    return file.getvalue()


EXPORTS: dict[str, Callable[[str], str]] = {
    "semicolons": semicolons,
    "byte order mark": lambda text: "\ufeff" + text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "blank lines": blank_lines,
    "trailing columns": trailing,
    "all quoted": quoted,
    "no line end at the end": lambda text: text.rstrip("\n"),
    "all at once": lambda text: "\ufeff" + semicolons(trailing(blank_lines(text))).replace("\n", "\r\n"),
}


def deck_of(folder: Path) -> list[tuple[object, ...]]:
    return [(c.code, c.title, c.copies, dict(c.values)) for c in load(folder).ruleset.cards]


@pytest.mark.parametrize("export", EXPORTS)
def test_a_spreadsheet_export_is_the_same_table(shop: Shop, export: str) -> None:
    before, moves = deck_of(shop.folder), shop.deal().choice
    for table in TABLES:
        shop.write(f"{table}.csv", EXPORTS[export](shop.text(f"{table}.csv")))
    assert shop.findings() == []
    assert deck_of(shop.folder) == before
    assert list(map(str, shop.deal().choice)) == list(map(str, moves))


@pytest.mark.parametrize("export", EXPORTS)
def test_slips_are_told_at_their_cell_in_an_export_too(shop: Shop, export: str) -> None:
    text = EXPORTS[export](shop.text("drinks.csv"))
    for comma in (",", ";"):
        for quote in ("", '"'):
            text = text.replace(f"{quote}tea{quote}{comma}", f"{quote}tae{quote}{comma}")
    shop.write("drinks.csv", text)
    (found,) = shop.errors()
    line = text.replace("\r\n", "\n")[: text.replace("\r\n", "\n").index("tae")].count("\n") + 1
    column = len(text[: text.index("tae")].rpartition("\n")[2].replace("\ufeff", "")) + 1
    assert (found.code, at(found), found.hint) == ("R411", f"drinks.csv:{line}:{column}", "did you mean 'tea'?")


# --------------------------------------------------------------------------- slips, one in each column of each table

SLIPS = [
    # table, column, what stands there -> what was typed, code, the word in the hint or message
    ("orders", "title", lambda cell: "", "R414", "title"),
    ("orders", "title", lambda cell: cell.replace("Morning Glory", "Quick Bite"), "R406", "another title"),
    ("orders", "needs", lambda cell: cell.replace("burger", "burgr"), "R411", "did you mean 'burger'?"),
    ("orders", "needs", lambda cell: cell.replace("burger", "burger 2"), "R418", "write '2 burger'"),
    ("orders", "needs", lambda cell: cell.replace("burger", "0 burger"), "R418", "leave it out"),
    ("orders", "points", lambda cell: "l", "R412", "whole number"),
    ("orders", "points", lambda cell: "1.5", "R412", "whole number"),
    ("orders", "points", lambda cell: "", "R415", "'points'"),
    ("orders", "says", lambda cell: cell.replace(" 2 ", " 9 "), "R680", "agree"),
    ("orders", "says", lambda cell: cell.replace("Draw 2 Drinks", "Draw 2 Food"), "R681", "agree"),
    ("orders", "needs", lambda cell: "", "R682", "'needs'"),
    ("orders", "says", lambda cell: "" if "2" in cell else cell, "R680", "its text is empty"),
    ("orders", "reward", lambda cell: cell.replace("to hand", "to hnad"), "R2", "did you mean 'hand'?"),
    ("orders", "reward", lambda cell: cell.replace("move", "mvoe"), "R3", "did you mean 'move'?"),
    ("food", "title", lambda cell: cell.replace("Fries", "Burger"), "R406", "another title"),
    ("food", "covers", lambda cell: "burgre", "R411", "did you mean 'burger'?"),
    ("food", "worth", lambda cell: "one", "R412", "whole number"),
    ("food", "covers", lambda cell: "", "R683", "'covers'"),
    ("food", "worth", lambda cell: "0", "R683", "1 or more"),
    ("food", "copies", lambda cell: "1o", "R412", "whole number"),
    ("food", "copies", lambda cell: "0", "R407", "copies"),
    ("drinks", "title", lambda cell: "", "R414", "title"),
    ("drinks", "covers", lambda cell: "coal", "R411", "did you mean 'cola'?"),
    ("drinks", "covers", lambda cell: "ayn drink", "R411", "did you mean 'any drink'?"),
    ("drinks", "worth", lambda cell: "", "R415", "'worth'"),
    ("drinks", "copies", lambda cell: "-3", "R407", "copies"),
    ("actions", "title", lambda cell: "", "R414", "title"),
    ("actions", "copies", lambda cell: "five", "R412", "whole number"),
    ("actions", "played", lambda cell: "trun", "R411", "did you mean 'turn'?"),
    ("actions", "says", lambda cell: cell.replace(" 3 ", " 9 "), "R680", "agree"),
    ("actions", "effect", lambda cell: cell.replace("hand", "hadn"), "R2", "did you mean 'hand'?"),
    ("actions", "effect", lambda cell: cell + "\nif hand is empty", "R3", ""),
    ("events", "title", lambda cell: "", "R414", "title"),
    ("events", "copies", lambda cell: "1,5", "R412", "whole number"),
    ("events", "says", lambda cell: "Every player draws 7 Food.", "R680", "agree"),
    ("events", "effect", lambda cell: cell.replace("food_deck", "food_dck"), "R2", "did you mean 'food_deck'?"),
    ("events", "effect", lambda cell: cell.replace("\n  ", "\n"), "R3", ""),
]  # fmt: skip


@pytest.mark.parametrize(("table", "column", "slip", "code", "word"), SLIPS, ids=[f"{s[0]} {s[1]} {i}" for i, s in enumerate(SLIPS)])
def test_a_slip_in_each_column(shop: Shop, table: str, column: str, slip: Callable[[str], str], code: str, word: str) -> None:
    """Told once, in the file, line and column of the cell, with what to do."""
    rows = shop.rows(table)
    index = rows[0].index(column)
    row = next(i for i, cells in enumerate(rows) if i and slip(cells[index]) != cells[index])
    rows[row][index] = slip(rows[row][index])
    shop.put(table, rows)
    found = shop.findings()
    assert len(found) == 1 and found[0].code.startswith(code), [str(f) for f in found]
    file, line, at_column = place(shop, table, row - 1, column).split(":")
    cell = rows[row][index]
    lines = range(int(line), int(line) + cell.count("\n") + 1)
    assert found[0].span.source.name.endswith(file) and found[0].span.line in lines
    if found[0].span.line == int(line):
        first = len(cell.split("\n")[0])
        assert int(at_column) - 1 <= found[0].span.column <= int(at_column) + first
    assert word in f"{found[0].message} {found[0].hint}"


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("index", range(3))
def test_a_column_is_misspelt(shop: Shop, table: str, index: int) -> None:
    rows = shop.rows(table)
    word = rows[0][index]
    rows[0][index] = word[:1] + word[2:]
    shop.put(table, rows)
    found = shop.errors()
    assert len(found) == 1, [str(f) for f in found]
    assert at(found[0]) == f"{table}.csv:1:{shop.text(f'{table}.csv').index(rows[0][index]) + 1}"
    assert f"'{word}'" in f"{found[0].message} {found[0].hint}"


@pytest.mark.parametrize("table", TABLES)
def test_a_cell_too_many(shop: Shop, table: str) -> None:
    shop.put(table, [*shop.rows(table)[:-1], [*shop.rows(table)[-1], "more"]])
    (found,) = shop.errors()
    assert found.code == "R431" and Path(found.span.source.name).name == f"{table}.csv"
    assert found.span.source.text[found.span.start :].startswith("more")


def test_a_quotation_mark_is_lost(shop: Shop) -> None:
    shop.swap("orders.csv", '"burger, cola"', '"burger, cola', 1)
    assert shop.errors() and at(shop.errors()[0]).startswith("orders.csv:2:") and shop.errors()[0].hint


def test_a_table_is_lost_or_misnamed(shop: Shop) -> None:
    shop.swap("ruleset.yaml", "table: orders.csv", "table: order.csv")
    (found,) = shop.errors()
    assert found.code == "R419" and found.hint == "did you mean 'orders.csv'?" and at(found).startswith("ruleset.yaml:")


@pytest.mark.parametrize("text", ["", "\n\n", "title\n", "\ufeff", '"'])
def test_an_empty_table(shop: Shop, text: str) -> None:
    shop.write("drinks.csv", text)
    assert shop.errors() and any(at(f).startswith("drinks.csv:1:") for f in shop.errors())
