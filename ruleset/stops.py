"""Where reading a text stopped, and what could have stood there in plain words."""

from collections.abc import Sequence

from .lalr import END, Token, Unexpected, short, table
from .scan import SOFT, signs
from .source import Span, Text

HEADS = frozenset({"IF", "ELSE", "FOR", "REPEAT", "TURNS"})
BOUNDS = frozenset({"AND", "OR", "NOT", "WHERE", "LPAR", "LSQB", "COMMA", "IF", "UNTIL", "WHILE", "EQUAL", "CHANGE", "COLON", "FROM", "BY"})
WHOLE = {"line": "instruction", "condition": "condition", "value": "value", "pick": "choice", "shape": "pattern"}
COMPARES = frozenset({"OP", "IS", "BEATS"})
VALUE = frozenset({"NAME", "NUMBER", "LPAR"})


class Place:
    """Where reading a text stopped: the tokens, which of them did not fit, and what would have."""

    def __init__(self, text: Text, door: str, start: str, tokens: Sequence[Token], stop: Unexpected) -> None:
        self.text, self.door, self.tokens, self.at = text, door, tokens, stop.at
        self.start, self.expected = start, table().expected(stop.states)
        self.here = tokens[stop.at] if stop.at < len(tokens) else None
        self.before = tokens[stop.at - 1] if stop.at else None

    def span(self, first: Token, last: Token | None = None) -> Span:
        return self.text.span(first.start, (last or first).end)

    @property
    def behind(self) -> Span:
        """The place right behind the last token that was read."""
        end = self.before.end if self.before else 0
        return self.text.span(end, end)

    def written(self, first: int, stop: int) -> str:
        """The text of some tokens, on one line."""
        return short(" ".join(self.text.value[self.tokens[first].start : self.tokens[stop - 1].end].split())) if stop > first else ""

    def left(self, stop: int) -> str:
        """What stands on the left of a comparison whose sign has the index `stop`."""
        first = stop
        while first > 0 and self.tokens[first - 1].kind not in BOUNDS:
            first -= 1
        return self.written(first, stop)


def may_stand(expected: frozenset[str], lead: str = "what may stand here") -> str | None:
    """A line about what fits, such as `what may stand here: a value, 'not'`."""
    rest, said = set(expected), list[str]()
    if rest >= VALUE:
        conditional = "ANY" in rest
        said.append("a condition or a value" if conditional else "a value")
        rest -= VALUE | {
            "MINUS",
            "LSQB",
            "STRING",
            "NONE",
            "COUNT",
            "SUM",
            "HIGHEST",
            "LOWEST",
            "TOP",
            "NEXT",
            "PREVIOUS",
            "SEAT",
            "RANDOM",
        }
        rest -= {"CARDS", "NOT", "ANY", "EVERY", "NO"}
    if "OP" in rest:
        said.append("a comparison such as '==' or 'is empty'")
        rest -= {"OP", "IS", "BEATS"}
    if "PLUS" in rest and "STAR" in rest:
        said.append("a sign such as + or *")
        rest -= {"PLUS", "MINUS", "STAR", "SLASH", "PERCENT"}
    plain = {"NAME": "a name", "NUMBER": "a number", "STRING": 'a text in "quotes"', "CODE": "a card", "CHANGE": "'+=' or '-='"}
    plain |= {END: "nothing more", "OP": "a comparison"}
    words = {kind: f"'{word}'" for word, kind in signs().items()}
    said += [plain[kind] for kind in plain if kind in rest]
    said += [words[kind] for kind in sorted(rest - set(plain), key=lambda k: (k in SOFT, k)) if kind in words]
    if not said:
        return None
    return f"{lead}: {', '.join(said[:6])}{' ...' if len(said) > 6 else ''}"
