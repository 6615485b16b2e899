"""What columns of cards hold, and what is written in their cells."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from .finding import Finding, did_you_mean, error
from .model import SymbolList, Value
from .nodes import Mapping as MappingNode
from .nodes import Node, Scalar, Sequence
from .scalars import looks_like
from .shapewords import any_of, seen
from .source import Span, Text
from .types import BAG, EFFECT, NUMBER, TEXT, UNKNOWN, Kind, Type, list_of, symbol

MOST_OF_ONE = 1000
SIMPLE = ("number", "text", "effect")
TELLS = re.compile(r"text\s+of\s+([A-Za-z_][A-Za-z0-9_]*)")
SEVERAL = re.compile(r"(any|bag)\s+of\s+(.+)", re.DOTALL)
PARTIAL = re.compile(r"-?[0-9]+[.,](?!0+$)[0-9]{1,2}")
OR = re.compile(r"\s*,\s*(?:or\s+)?|\s+or\s+")
SET_JOINTS = re.compile(r"\s*[,/|]\s*(?:or\s+)?|\s+or\s+")
BAG_JOINTS = re.compile(r"\s*[,+&;\n]\s*(?:and\s+)?|\s+and\s+")
COUNTED = re.compile(r"(-?[0-9]+)(\s*)(.*)", re.DOTALL)
TIMES = re.compile(r"[x*\u00d7]\s*(?=\S)")
COUNTED_BEHIND = (
    re.compile(r"(.*\S)\s+([0-9]{1,9})", re.DOTALL),
    re.compile(r"(.*\S)\s*[x*\u00d7]\s*([0-9]{1,9})", re.DOTALL),
)
NONE = ("", "none", "-")

Lists = Mapping[str, SymbolList]


@dataclass(frozen=True, slots=True)
class Column:
    """What a column holds: `number`, `symbol`, `set`, `bag`, `text` or `effect`, and of which lists; `unknown` if declared wrongly.

    A text that tells what an effect does names it (`tells`).
    """

    shape: str
    lists: tuple[str, ...] = ()
    tells: str | None = None

    def type(self, lists: Lists) -> Type:
        """What a value is in the rules. Words that can be from several lists are of none of them."""
        match self.shape:
            case "symbol":
                return symbol(self.lists[0])
            case "set" if all(lists[name].numeric for name in self.lists):
                return list_of(NUMBER)
            case "set":
                return list_of(symbol(self.lists[0]) if len(self.lists) == 1 else Type(Kind.SYMBOL))
            case _:
                return {"number": NUMBER, "text": TEXT, "effect": EFFECT, "bag": BAG, "unknown": UNKNOWN}[self.shape]

    @property
    def may_be_empty(self) -> bool:
        return self.shape not in ("number", "symbol")

    def __str__(self) -> str:
        names = " or ".join(self.lists)
        return {"symbol": names, "set": f"any of {names}", "bag": f"bag of {names}"}.get(self.shape, self.shape)


def of_list(known: SymbolList) -> Column:
    """The column that holds one value of a list."""
    return Column("number" if known.numeric else "symbol", (known.name,))


def read_column(text: Text, lists: Lists) -> Column | Finding:
    """What a column is declared to hold: `number`, `text`, `text of EFFECT`, `effect`, LIST, `any of LIST`, `bag of LIST or LIST`."""
    value = text.value.strip()
    whole = text.span(0, len(text.value))
    if value in SIMPLE:
        return Column(value)
    if tells := TELLS.fullmatch(value):
        return Column("text", tells=tells[1])
    if value in lists:
        return of_list(lists[value])
    if not (several := SEVERAL.fullmatch(value)):
        bare = value.removeprefix("any ").removeprefix("bag ")
        hint = f"write {value.split()[0]} of {bare}" if bare != value and bare in lists else did_you_mean(value, [*SIMPLE, *lists])
        if (words := value.split())[1:2] == ["of"] and (near := did_you_mean(words[0], ("any", "bag", "text"))):
            hint = near
        return error("R413", whole, f"a column cannot hold '{value}'", hint or _possible(lists))
    names = []
    start = text.value.index(several[2], text.value.index("of") + 2)
    for name, first, last in _pieces(several[2], OR):
        if name not in lists:
            message = f"there is no list '{name}'"
            return error("R413", text.span(start + first, start + last), message, did_you_mean(name, lists) or _possible(lists))
        names.append(name)
    return Column("set" if several[1] == "any" else "bag", tuple(dict.fromkeys(names)))


def _possible(lists: Lists) -> str:
    return f"write {any_of([*SIMPLE, *lists])}" if lists else f"write {any_of(SIMPLE)}; lists of words are declared under 'lists'"


def _pieces(text: str, joints: re.Pattern[str]) -> Iterator[tuple[str, int, int]]:
    """The parts of a text between its joints, each with its place in it."""
    start = 0
    for joint in [*joints.finditer(text), None]:
        end = joint.start() if joint else len(text)
        piece = text[start:end]
        lead = len(piece) - len(piece.lstrip())
        yield piece.strip(), start + lead, start + lead + len(piece.strip())
        start = joint.end() if joint else end


# --------------------------------------------------------------------------- cells


def read_cell(column: Column, node: Node, lists: Lists, findings: list[Finding]) -> Value:
    """The value of a cell that is not empty; None, with findings, where it cannot be read. Effects are texts, and not for here."""
    known = {str(v): v for name in column.lists for v in lists[name].values}
    match column.shape, node:
        case "number", Scalar(value=int()) if not isinstance(node.value, bool):
            return _known(str(node.value), node.span, column, known, findings) if column.lists else node.value
        case "number", Scalar():
            text = node.text.value
            findings.append(error("R412", node.span, f"a whole number is expected here, not {seen(node)}", number_hint(text)))
        case "symbol", Scalar():
            return _known(node.text.value, node.span, column, known, findings)
        case "unknown", _:
            return node.text.value if isinstance(node, Scalar) else None
        case "text", Scalar():
            return node.text.value
        case "set", Scalar() | Sequence():
            words = _set(column, node, lists, known, findings)
            return tuple(word for word in known if word in words)
        case "bag", _:
            counts = _bag(column, node, known, findings)
            return tuple((word, counts[word]) for word in known if word in counts)
        case _:
            findings.append(_unfit(column, node))
    return None


def number_hint(text: str) -> str | None:
    """What to write for a text that looks like a number, or None."""
    if PARTIAL.fullmatch(text):
        return "write a whole number; for halves or tenths, count in those throughout"
    hint = looks_like(text) or ""
    return hint if hint.removeprefix("write ").lstrip("-")[:1].isdigit() and ".." not in hint else None


def _unfit(column: Column, node: Node) -> Finding:
    return error("R418", node.span, f"{_expected(column)} is expected here, not {seen(node)}")


def _expected(column: Column) -> str:
    match column.shape:
        case "symbol":
            return f"a word of '{column.lists[0]}'"
        case "set":
            return f"words of {any_of(map(repr, column.lists))}"
        case "bag":
            return f"how many of which of {any_of(map(repr, column.lists))}"
        case _:
            return {"number": "a whole number", "text": "a text", "effect": "a text with instructions"}[column.shape]


def _known(
    word: str, span: Span, column: Column, known: Mapping[str, int | str], findings: list[Finding], phrases: Iterable[str] = ()
) -> int | str | None:
    """The value of a word; None, with a finding, where there is none. `phrases` are what else it may have been meant to be."""
    if word in known:
        return known[word]
    of = any_of([f"'{name}'" for name in column.lists])
    few = f"{of} holds {any_of(known, 'and')}" if len(known) <= 10 else f"add it to {of}, if it is new"
    findings.append(error("R411", span, f"'{word[:40]}' is not in {of}", did_you_mean(word, [*known, *phrases]) or few))
    return None


def _set(column: Column, node: Node, lists: Lists, known: Mapping[str, int | str], findings: list[Finding]) -> set[str]:
    words: set[str] = set()
    for text in _texts(node, column, findings):
        if text.value.strip().lower() in NONE:
            continue
        is_any = False
        for piece, start, end in _pieces(text.value, SET_JOINTS):
            if piece == "any" or piece.startswith("any "):
                is_any = True
                name = piece[3:].strip().removeprefix("of ").strip()
                start = end - len(name)
            else:
                name = piece
            if is_any and (not name or name in column.lists):
                words |= {str(v) for of in ([name] if name else column.lists) for v in lists[of].values}
            elif name in known:
                words.add(name)
            elif name in column.lists:
                message = f"'{name}' is a whole list"
                findings.append(error("R411", text.span(start, end), message, f"write 'any {name}' for each of its words"))
            else:
                phrases = column.lists if is_any else [f"any {of}" for of in column.lists]
                _known(name, text.span(start, max(end, start + 1)), column, known, findings, phrases)
    return words


def _bag(column: Column, node: Node, known: Mapping[str, int | str], findings: list[Finding]) -> dict[str, int]:
    counts: dict[str, int] = {}

    def add(word: str, span: Span, number: int, number_span: Span) -> None:
        if not 1 <= number <= MOST_OF_ONE:
            message = f"there can be 1 to {MOST_OF_ONE} of '{word}', not {number}"
            findings.append(error("R418", number_span, message, "leave it out for none" if number == 0 else None))
        elif word not in known and (behind := next((m for b in COUNTED_BEHIND if (m := b.fullmatch(word)) and m[1] in known), None)):
            findings.append(error("R418", span, f"how many of '{behind[1]}' stands before it", f"write '{int(behind[2])} {behind[1]}'"))
        elif _known(word, span, column, known, findings) is not None:
            counts[word] = counts.get(word, 0) + number

    if isinstance(node, MappingNode):
        for entry in node:
            match entry.value:
                case Scalar(value=int() as number) if not isinstance(number, bool):
                    add(entry.name, entry.key.span, number, entry.value.span)
                case other:
                    message = f"how many of '{entry.name}' is a whole number, not {seen(other)}"
                    findings.append(error("R418", other.span, message, f"write {{{entry.name}: 1}}"))
        return counts
    for text in _texts(node, column, findings):
        if text.value.strip().lower() in NONE:
            continue
        for piece, start, end in _pieces(text.value, BAG_JOINTS):
            counted = COUNTED.fullmatch(piece) if piece not in known else None
            number, word = (int(counted[1][:9]), _counted(counted, known)) if counted else (1, piece)
            if not word:
                message = "a name is missing here: write how many and of what, such as '2 coins, seal'"
                findings.append(error("R418", text.span(start, max(end, start + 1)), message))
            else:
                span = text.span(end - len(word), end)
                add(word, span, number, text.span(start, start + len(counted[1])) if counted and number != 1 else span)
    return counts


def _counted(counted: re.Match[str], known: Mapping[str, int | str]) -> str:
    """What stands behind a number. An `x` between them is `times` where a blank is behind it, or else the first letter of a name."""
    word, times = counted[3], TIMES.match(counted[3])
    if times is None:
        return word
    rest = word[times.end() :]
    first, second = (word, rest) if times[0] == "x" else (rest, word)
    return second if first not in known and (second in known or not counted[2]) else first


def _texts(node: Node, column: Column, findings: list[Finding]) -> Iterable[Text]:
    """The texts of a cell: its own, or those of the list that it holds."""
    match node:
        case Scalar():
            return [node.text]
        case Sequence():
            findings.extend(_unfit(column, item) for item in node if not isinstance(item, Scalar))
            return [item.text for item in node if isinstance(item, Scalar)]
        case _:
            findings.append(_unfit(column, node))
            return []


def listed(text: str) -> str:
    """How to write as a list what was not written as one.

    >>> listed("(a, b)"), listed("a")
    ('write [a, b]', 'write [a] for a list of one')
    """
    if text.startswith("-"):
        return "put a space behind each dash"
    inside = text.strip("()[] ")
    return f"write [{inside}]" if "," in inside else f"write [{inside}] for a list of one"
