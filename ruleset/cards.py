"""The lists, attributes and cards of a rules file: products of lists, and rows written out or read from tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from .cells import Column, listed, number_hint, of_list, read_cell, read_column
from .codes import Template, code_of, is_code, read_template
from .csvtable import read_table
from .drafts import CardDraft, distinct
from .finding import Finding, did_you_mean, error, in_order
from .lists import Values, read_list
from .model import Attribute, CardType, SymbolList, Value
from .nodes import Entry, Node, Scalar, Sequence
from .nodes import Mapping as MappingNode
from .overlay import Files, table_file
from .scalars import looks_like, odd_range, parse_range
from .scan import RESERVED, check_name
from .shapewords import seen
from .signatures import BUILT_IN
from .source import Span, Text

MOST_COPIES = 1000  # of one card
MOST_CARDS = 100_000  # of all types, copies counted

EMPTY: Mapping[str, Value] = {"set": (), "bag": (), "text": ""}
NOT_A_CODE = "let it be made of letters, digits and _ only"
PRODUCT_KEYS = ("title", "copies", "code", "about")
ROW_KEYS = ("title", "code", "copies")
ROWS_KEYS = ("rows", "table", "columns")


@dataclass(frozen=True, slots=True)
class Cards:
    """Everything that is declared about cards, in the order of the file, and what is wrong with it."""

    lists: Mapping[str, SymbolList]
    attributes: Mapping[str, Attribute]
    card_types: Mapping[str, CardType]
    drafts: tuple[CardDraft, ...]
    findings: tuple[Finding, ...]
    written: frozenset[str] = frozenset()
    """The attributes that codes and titles are made from."""


def build_cards(root: MappingNode, files: Files) -> Cards:
    """The cards of a merged rules file; tables are looked for beside the file that names them."""
    builder = _Builder(files)
    builder.declare_lists(root.get("lists"))
    types = [(e, e.value) for e in _entries(root.get("cards")) if isinstance(e.value, MappingNode)]
    for _, node in types:
        if not _is_rows(node):
            builder.declare_inner_lists(node)
    for entry, node in types:
        builder.check_names(entry, node)
        (builder.rows if _is_rows(node) else builder.product)(entry, node)
    drafts = distinct(builder.drafts, builder.findings)
    return Cards(builder.lists, builder.attributes, builder.card_types, drafts, in_order(builder.findings), frozenset(builder.written))


def _entries(node: Node | None) -> Iterable[Entry]:
    return (e for e in node if not e.name.startswith("x-")) if isinstance(node, MappingNode) else ()


def _is_rows(node: MappingNode) -> bool:
    return any(node.entry(key) for key in ROWS_KEYS)


def _is_empty(node: Node | None) -> bool:
    return node is None or (isinstance(node, Scalar) and (node.value is None or not node.text.value.strip()))


class _Builder:
    """Gathers what the card types declare, one after the other."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.lists: dict[str, SymbolList] = {}
        self.attributes: dict[str, Attribute] = {}
        self.card_types: dict[str, CardType] = {}
        self.drafts: list[CardDraft] = []
        self.findings: list[Finding] = []
        self.shared: set[str] = set()
        self.written: set[str] = set()
        self.total = 0

    def tell(self, code: str, span: Span, message: str, hint: str | None = None, *, related: Iterable[tuple[Span, str]] = ()) -> None:
        self.findings.append(error(code, span, message, hint, related=related))

    # ------------------------------------------------------------ lists and attributes

    def declare_lists(self, node: Node | None) -> None:
        for entry in _entries(node):
            self.lists[entry.name] = SymbolList(entry.name, read_list(entry.value, self.findings), entry.key.span)
            self.shared.add(entry.name)

    def declare_inner_lists(self, node: MappingNode) -> None:
        """The lists that a product gives its attributes; two types may give the same one."""
        for entry in _entries(node):
            if entry.name in PRODUCT_KEYS or not self.gives_list(entry.value):
                continue
            values = read_list(entry.value, self.findings)
            known = self.lists.setdefault(entry.name, SymbolList(entry.name, values, entry.key.span))
            is_part = entry.name in self.shared and set(values) <= set(known.values)
            if values and values != known.values and not is_part:
                message = f"there are two different lists '{entry.name}'"
                hint = "give one of them another name, or let both use one under 'lists'"
                self.tell("R404", entry.key.span, message, hint, related=((known.span, "the other one"),))

    def gives_list(self, node: Node) -> bool:
        """Whether an attribute's value is a list of its own, not the name of one."""
        return isinstance(node, Sequence) or (
            isinstance(node, Scalar) and isinstance(node.value, str) and parse_range(node.value) is not None
        )

    def attribute(self, name: str, column: Column, span: Span) -> None:
        """Declares an attribute, or sees that another card type means the same by it."""
        if name in BUILT_IN and name not in RESERVED:  # those cannot be names at all
            message = f"'{name}' is a word of the rule language, and cannot be an attribute"
            self.tell("R420", span, message, f"take another name, such as card_{name}")
        known = self.attributes.get(name)
        if known is None or (known.shape == column.shape == "number" and not known.lists):
            first = known.span if known else span
            self.attributes[name] = Attribute(name, column.shape, column.lists, column.type(self.lists), first)
        elif (
            "unknown" not in (known.shape, column.shape)
            and (known.shape, known.lists) != (column.shape, column.lists)
            and not (known.shape == column.shape == "number" and not column.lists)
        ):
            message = f"'{name}' is declared as '{column}' here, and as '{Column(known.shape, known.lists)}' for other cards"
            some = {"symbol": "set", "set": "symbol"}.get(column.shape) == known.shape and known.lists == column.lists
            hint = f"write `any of {' or '.join(column.lists)}` for both, or give one of them another name"
            self.tell(
                "R405", span, message, hint if some else "give one of them another name", related=((known.span, "declared here too"),)
            )

    def check_names(self, entry: Entry, node: MappingNode) -> None:
        """Tells of card types and attributes whose names are no names."""
        columns = node.get("columns") if _is_rows(node) else node
        for named in (entry, *_entries(columns)):
            if finding := check_name(named.key.text):
                self.findings.append(finding)

    # ------------------------------------------------------------ products

    def product(self, entry: Entry, node: MappingNode) -> None:
        """Every combination of the attributes' values is a kind of card."""
        choices: dict[str, Values] = {}
        for attribute in _entries(node):
            if attribute.name not in PRODUCT_KEYS:
                choices[attribute.name] = self.choices(attribute)
        self.card_types[entry.name] = CardType(entry.name, tuple(choices), entry.key.span)
        copies = self.copies(node.entry("copies"), 1)
        kinds = prod(map(len, choices.values()))
        if not kinds or not self.has_room(entry.key.span, f"'{entry.name}'", kinds, copies):
            return
        columns = {name: Column(a.shape, a.lists) for name, a in self.attributes.items() if name in choices}
        code = self.template(node.get("code"), columns)
        title = self.template(node.get("title"), columns)
        if (not code and not _is_empty(node.get("code"))) or (not title and not _is_empty(node.get("title"))):
            return
        for combination in product(*choices.values()):
            values: dict[str, Value] = dict(zip(choices, combination, strict=True))
            words = [str(value) for value in combination] or [entry.name]
            name = title.fill(values) if title else " ".join(words)
            written = code.fill(values) if code else code_of("_".join(words))
            if not is_code(written):
                self.tell("R409", code.span if code else entry.key.span, f"'{written[:40]}' cannot be a code", NOT_A_CODE)
                return
            self.drafts.append(CardDraft(entry.name, written, name, copies, values, {}, code.span if code else entry.key.span))

    def choices(self, entry: Entry) -> Values:
        """The values of a product's attribute, which is declared by the way."""
        node = entry.value
        if self.gives_list(node):
            if known := self.lists.get(entry.name):
                self.attribute(entry.name, of_list(known), entry.key.span)
            return read_list(node, [])
        if isinstance(node, Scalar) and isinstance(node.value, str):
            if known := self.lists.get(node.value):
                self.attribute(entry.name, of_list(known), entry.key.span)
                return known.values
            near = did_you_mean(entry.name, (*PRODUCT_KEYS, *ROWS_KEYS))
            if near:
                self.tell("R410", entry.key.span, f"'{entry.name}' is no list of an attribute", near)
            elif not (node.plain and odd_range(node.value)):  # the reader tells
                range_hint = "a range is written 1..6" if ".." in node.value else None
                hint = looks_like(node.value) or did_you_mean(node.value, self.lists) or range_hint or listed(node.value)
                self.tell("R400", node.span, f"'{node.value[:40]}' is neither a list, a range, nor the name of a list", hint)
            self.attribute(entry.name, Column("unknown"), entry.key.span)  # it is one, whatever its values are
        return ()

    # ------------------------------------------------------------ rows

    def rows(self, entry: Entry, node: MappingNode) -> None:
        """Every row is a kind of card."""
        columns = self.columns(node.get("columns"))
        tells = tuple((name, column.tells) for name, column in columns.items() if column.tells)
        self.card_types[entry.name] = CardType(entry.name, tuple(columns), entry.key.span, tells)
        copies = self.copies(node.entry("copies"), 1)
        code = self.template(node.get("code"), columns)
        rows = node.get("rows")
        for row in rows if isinstance(rows, Sequence) else ():
            if isinstance(row, MappingNode):
                self.row(entry.name, row, columns, columns, code, copies)
        if table := node.get("table"):
            self.table(entry.name, table, node.get("columns"), columns, code, copies)
        elif rows is None:
            self.tell(
                "R416",
                entry.key.span,
                f"there are no cards of the type '{entry.name}'",
                "add 'rows:', or 'table:' with the name of a table",
            )

    def columns(self, node: Node | None) -> dict[str, Column]:
        found: dict[str, Column] = {}
        for entry in _entries(node):
            if entry.name in ROW_KEYS or not isinstance(entry.value, Scalar) or not isinstance(entry.value.value, str):
                continue
            column = read_column(entry.value.text, self.lists)
            if isinstance(column, Finding):
                self.findings.append(column)
                column = Column("unknown")
            self.attribute(entry.name, column, entry.key.span)
            found[entry.name] = column
        for entry in _entries(node):
            kept = found.get(entry.name)
            if kept and kept.tells and (kept.tells not in found or found[kept.tells].shape != "effect"):
                effects = [name for name, other in found.items() if other.shape == "effect"]
                self.tell("R421", entry.value.span, f"'{kept.tells}' is not a column of effects", did_you_mean(kept.tells, effects))
        return found

    def table(
        self, card_type: str, node: Node, declared: Node | None, columns: Mapping[str, Column], code: Template | None, copies: int
    ) -> None:
        """The rows of a table, whose first line must name the columns that are declared."""
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            return
        place = table_file(node, self.files)
        if isinstance(place, Finding):
            self.findings.append(place)
            return
        table, findings = read_table(*place)
        self.findings.extend(findings)
        header = [cell.text.value for cell in table.header]
        if not table.header:
            return
        meant = {hint for cell in table.header if (hint := self.unknown_column(cell, columns))}
        for entry in _entries(declared):
            if entry.name in columns and entry.name not in header and f"did you mean '{entry.name}'?" not in meant:
                message = f"the table '{node.value}' has no column '{entry.name}'"
                self.tell("R417", entry.key.span, message, did_you_mean(entry.name, header) or "add it to the first line of the table")
        if "title" not in header and "did you mean 'title'?" not in meant:
            self.tell("R417", table.header[0].span, "this table has no column 'title'", "add one: every card needs a title")
        expected = {name: column for name, column in columns.items() if name in header}
        if "title" in header:
            for row in table.rows:
                self.row(card_type, row, columns, expected, code, copies, is_table=True)

    def unknown_column(self, cell: Scalar, columns: Mapping[str, Column]) -> str | None:
        """The hint that a column's name brings, if it is none that is declared."""
        name = cell.text.value
        if name in columns or name in ROW_KEYS or name.startswith("x-"):
            return None
        hint = did_you_mean(name, (*columns, *ROW_KEYS)) or "declare it under 'columns', or begin its name with x- to have it ignored"
        self.tell("R410", cell.span, f"unknown column '{name}'", hint)
        return hint

    def row(
        self,
        card_type: str,
        row: MappingNode,
        columns: Mapping[str, Column],
        expected: Mapping[str, Column],
        code: Template | None,
        copies: int,
        *,
        is_table: bool = False,
    ) -> None:
        """One kind of card out of one row; `expected` are the columns that the row must fill."""
        for entry in row if not is_table else ():
            if entry.name not in columns and entry.name not in ROW_KEYS and not entry.name.startswith("x-"):
                hint = did_you_mean(entry.name, (*columns, *ROW_KEYS)) or f"declare it: 'columns: {{{entry.name}: {_guess(entry.value)}}}'"
                self.tell("R410", entry.key.span, f"unknown attribute '{entry.name}'", hint)
        title = row.get("title")
        start = row.span.source.span(row.span.start)
        if not isinstance(title, Scalar) or _is_empty(title):
            if isinstance(title, Scalar) or title is None:
                self.tell("R414", title.span if title else start, "this card has no title", "give it one: every card needs a title")
            else:
                self.tell("R414", title.span, f"a title is a text, not {seen(title)}", "put it in quotes")
            return
        values: dict[str, Value] = {}
        effects: dict[str, Text] = {}
        places = {"title": title.span}
        for name, column in columns.items():
            cell = row.get(name)
            if cell is not None:
                places[name] = cell.text.span(0, len(cell.text.value)) if isinstance(cell, Scalar) else cell.span
            if cell is None or _is_empty(cell):
                if not column.may_be_empty and name in expected and not self.misspelt(row, name, columns):
                    self.tell(
                        "R415", cell.span if cell else title.span, f"'{title.text.value}' has no '{name}'", f"fill in {_article(column)}"
                    )
                if column.shape != "effect":
                    values[name] = EMPTY.get(column.shape)
            elif column.shape == "effect":
                if isinstance(cell, Scalar):
                    effects[name] = cell.text
                else:
                    self.tell(
                        "R418",
                        cell.span,
                        f"instructions are a text, not {seen(cell)}",
                        "put them in quotes, or on lines of their own behind '|'",
                    )
            else:
                values[name] = read_cell(column, cell, self.lists, self.findings)
        number = self.copies(row.entry("copies"), copies)
        written = self.code(row.get("code"), title, code, values)
        if written is not None and self.has_room(title.span, f"'{title.text.value}'", 1, number):
            self.drafts.append(CardDraft(card_type, written, title.text.value, number, values, effects, title.span, places))

    def misspelt(self, row: MappingNode, name: str, columns: Mapping[str, Column]) -> bool:
        """Whether an unknown key of a row was meant to be this one."""
        strange = [e.name for e in row if e.name not in columns and e.name not in ROW_KEYS]
        return any(did_you_mean(other, (*columns, *ROW_KEYS)) == f"did you mean '{name}'?" for other in strange)

    # ------------------------------------------------------------ codes and copies

    def template(self, node: Node | None, columns: Mapping[str, Column]) -> Template | None:
        if isinstance(node, Scalar) and isinstance(node.value, str) and not node.value.strip():
            self.tell(
                "R409", node.span, "this code has no letters", "name the attributes that make it, such as {suit:1}{rank}, or leave it out"
            )
        if not isinstance(node, Scalar) or _is_empty(node):
            return None
        found = read_template(node.text, columns, self.findings)
        self.written.update(part[0] for part in (found.parts if found else ()) if not isinstance(part, str))
        return found

    def code(self, cell: Node | None, title: Scalar, template: Template | None, values: Mapping[str, Value]) -> str | None:
        if isinstance(cell, Scalar) and not _is_empty(cell):
            written = cell.text.value
            if not is_code(written):
                self.tell(
                    "R409",
                    cell.span,
                    f"'{written[:40]}' cannot be a code: it holds more than letters, digits and _",
                    f"write {code_of(written)}",
                )
                return None
            return written
        written = template.fill(values) if template else code_of(title.text.value)
        if template and not is_code(written):
            self.tell("R409", template.span, f"'{written[:40]}' cannot be a code", NOT_A_CODE)
            return None
        if not written:
            message = f"no code can be made from the title '{title.text.value[:40]}'"
            self.tell("R409", title.span, message, "give the card a 'code' of letters and digits")
            return None
        return written

    def copies(self, entry: Entry | None, default: int) -> int:
        if entry is None or _is_empty(entry.value):
            return default
        node = entry.value
        if not isinstance(node, Scalar) or not isinstance(node.value, int) or isinstance(node.value, bool):
            hint = number_hint(node.text.value) if isinstance(node, Scalar) else None
            self.tell("R412", node.span, f"a whole number of copies is expected here, not {seen(node)}", hint)
        elif not 1 <= node.value <= MOST_COPIES:
            hint = "take the card out to have none of it" if node.value == 0 else None
            self.tell("R407", node.span, f"there can be 1 to {MOST_COPIES} copies of a card, not {node.value}", hint)
        else:
            return node.value
        return 0

    def has_room(self, span: Span, what: str, kinds: int, copies: int) -> bool:
        """Whether so many more cards are still few enough; told once. Cards without copies have been told of."""
        if not copies:
            return False
        before, self.total = self.total, self.total + kinds * copies
        if self.total <= MOST_CARDS:
            return True
        if before <= MOST_CARDS:
            message = f"with {what}, there are more than {MOST_CARDS} cards" if kinds == 1 else f"{what} stands for {kinds * copies} cards"
            self.tell("R408", span, f"{message}, and a game can have {MOST_CARDS}", "take some of the attributes, values or copies away")
        return False


def _guess(node: Node) -> str:
    return "number" if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool) else "text"


def _article(column: Column) -> str:
    return "a whole number" if column.shape == "number" else f"one of '{column.lists[0]}'"
