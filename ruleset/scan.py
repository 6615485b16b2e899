"""A rule text as words and signs, and the mistakes that show in single characters: look-alikes, quotes, brackets, joined words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from .finding import Finding, error
from .lalr import Token, short, table
from .lookalikes import is_foreign, strange, strange_character
from .source import Text

NAME_PATTERN = r"[a-z][a-z0-9_]*"
MOST_DIGITS = 9  # more would only be a slip, and such a number is slow to reckon with

# Words that cannot be names, each with what it says in a rule.
REASONS: dict[str, str] = {
    "and": "joins conditions",
    "or": "joins conditions",
    "not": "turns a condition round",
    "is": "asks about empty, none or in",
    "in": "says where something lies",
    "of": "says whose or what of",
    "where": "begins a condition",
    "any": "asks whether one of several fits",
    "every": "asks whether all of several fit",
    "no": "asks whether none of several fits",
    "count": "counts, as in 'count of card in hand'",
    "sum": "adds up, as in 'sum of points in done'",
    "highest": "finds the highest, as in 'highest of rank in hand'",
    "lowest": "finds the lowest, as in 'lowest of rank in hand'",
    "top": "takes from the top of a pile",
    "next": "goes to the next player",
    "previous": "goes to the previous player",
    "seat": "names a player by seat",
    "random": "draws by lot",
    "all": "means all cards, as in 'move all from hand to pile'",
    "none": "means nothing is there",
    "empty": "asks whether cards are there, as in 'hand is empty'",
    "beats": "compares two melds",
    "to": "says where something goes",
    "from": "says where something comes from",
    "by": "says who chooses",
    "as": "gives an answer a name",
    "under": "puts cards under another",
    "bottom": "puts cards at the bottom",
    "if": "begins a condition",
    "else": "begins what happens otherwise",
    "for": "begins 'for each'",
    "repeat": "begins a loop",
    "until": "ends a loop",
    "while": "keeps a loop going",
    "turns": "begins turns",
    "among": "says who takes turns",
    "let": "gives a value a name",
    "cards": "means several cards, as in 'cards in hand'",
    "true": "is a truth",
    "false": "is a truth",
}
RESERVED = frozenset(REASONS)

# Words that mean something in one place only and are names everywhere else.
SOFT = frozenset(
    {"CARD", "SET", "SETS", "RUN", "MORE", "MANY", "SAME", "DIFFERENT", "MIXED", "EXACTLY", "EACH", "WON", "COVERS", "MELDS", "FULL"}
    | {"MOVE", "GATHER", "SHUFFLE", "SHOW", "PLAY", "DO", "END", "SAY", "CHOOSE", "OFFER"}
)
SIMPLE = ("move", "gather", "shuffle", "show", "let", "play", "do", "end", "say", "choose", "offer")
INSTRUCTIONS = (*SIMPLE, "if", "else", "for", "repeat", "turns")

_PIECE = re.compile(
    r"""(?P<skip>[ \t]+|\#[^\n\r]*)
      | (?P<line>\r\n|\n|\r)
      | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<code>[0-9]+[A-Za-z_][A-Za-z0-9_]*)
      | (?P<number>[0-9]+)
      | (?P<string>"[^"\n\r]*")
      | (?P<op>==|!=|<=(?!>)|>=|<(?!>)|>)
      | (?P<change>[+-]=)
      | (?P<sign>[-+*/%=:,()\[\]])
    """,
    re.VERBOSE,
)


@dataclass
class Scan:
    """Tokens line by line, with the offset of each line's first character and its indentation as written."""

    lines: list["Line"] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


@dataclass
class Line:
    start: int
    indent: str
    tokens: list[Token] = field(default_factory=list)
    broken: bool = False


@cache
def signs() -> dict[str, str]:
    """The terminal of each word and sign of the grammar."""
    return dict(table().words)


def scan(text: Text, unclosed: frozenset[int] = frozenset()) -> Scan:
    """The lines of a text that hold anything, and what is wrong with single characters in them.

    `unclosed` holds the places of brackets that are known never to be closed: no line goes on because of them.
    """
    found, value, known = Scan(), text.value, signs()
    i, line = 0, Line(0, re.match(r"[ \t]*", value)[0])  # type: ignore[index]
    opened: list[Token] = []

    def wrong(*findings: Finding) -> None:
        if not line.broken:  # one mistake a line is enough to tell
            found.findings.extend(findings)
        line.broken = True

    while i < len(value):
        match = _PIECE.match(value, i)
        if match is None or is_foreign(value, i):
            i, finding = strange(text, i)
            wrong(finding)
            continue
        kind, piece, start, i = match.lastgroup, match[0], i, match.end()
        match kind:
            case "skip":
                pass
            case "line":
                if opened and not line.broken:
                    continue  # inside brackets a line goes on
                opened.clear()
                if line.tokens or line.broken:
                    found.lines.append(line)
                line = Line(i, re.match(r"[ \t]*", value[i : i + 400])[0])  # type: ignore[index]
            case "number" if len(piece) > MOST_DIGITS:
                wrong(
                    error("R337", text.span(start, i), f"this number has {len(piece)} digits", f"numbers have at most {MOST_DIGITS} digits")
                )
            case "number" if piece[0] == "0" != piece:
                zeros = f"write {piece.lstrip('0') or '0'}"
                wrong(error("R338", text.span(start, i), f"'{piece}' is not how a number is written here", zeros))
            case "number" if re.compile(r"\.[0-9]").match(value, i):
                end = re.compile(r"[.0-9]+").match(value, i).end()  # type: ignore[union-attr]
                wrong(
                    error(
                        "R338",
                        text.span(start, end),
                        f"{short(value[start:end])} is not a whole number",
                        "the rules reckon in whole numbers",
                    )
                )
                i = end
            case _:
                terminal = {"op": "OP", "change": "CHANGE", "number": "NUMBER", "string": "STRING", "code": "CODE"}.get(kind or "")
                token = Token(terminal or known.get(piece, "NAME"), piece, start, i)
                line.tokens.append(token)
                if kind == "sign" and (misfit := _bracket(text, token, opened, start in unclosed)):
                    wrong(misfit)
    if line.tokens or line.broken:
        found.lines.append(line)
    if opened and not unclosed:
        return scan(text, frozenset(token.start for token in opened))
    for each in found.lines:
        if not each.broken:
            for finding in _joined(text, each.tokens):
                each.broken = True
                found.findings.append(finding)
                break
    return found


_CLOSING = {"(": ")", "[": "]"}


def _bracket(text: Text, token: Token, opened: list[Token], unclosed: bool) -> Finding | None:
    """Keep account of the brackets that are open; a finding where one does not fit."""
    sign, place = token.text, text.span(token.start, token.end)
    if sign in _CLOSING:
        if unclosed:
            return error("R308", place, f"this '{sign}' is never closed", f"put the '{_CLOSING[sign]}' where the part in brackets ends")
        opened.append(token)
    elif sign in _CLOSING.values():
        opening = "(" if sign == ")" else "["
        if not opened:
            return error("R308", place, f"this '{sign}' closes nothing", f"leave it out, or put the '{opening}' that it belongs to")
        if opened.pop().text != opening:
            return error("R308", place, f"'{sign}' does not fit the bracket that was opened", "'(' is closed by ')', and '[' by ']'")
    return None


def _joined(text: Text, tokens: list[Token]) -> Iterator[Finding]:
    """Words and signs that stand too close together: `hand-size`, `1-6`, `кard`."""
    for n, (a, b) in enumerate(pairwise(tokens)):
        if a.text in _TRUTHS:
            yield _capital_truth(text, a)
        close = a.end == b.start
        c = tokens[n + 2] if n + 2 < len(tokens) else None
        if b.kind == "MINUS" and close and c is not None and c.start == b.end:
            whole = text.span(a.start, c.end)
            if _wordlike(a) and _wordlike(c):
                end = n + 2
                while (
                    end + 2 < len(tokens)
                    and tokens[end + 1].kind == "MINUS"
                    and tokens[end + 1].start == tokens[end].end
                    and _wordlike(tokens[end + 2])
                    and tokens[end + 2].start == tokens[end + 1].end
                ):
                    end += 2
                name = text.value[a.start : tokens[end].end]
                yield error(
                    "R314",
                    text.span(a.start, tokens[end].end),
                    f"'{short(name)}' could be a name or a subtraction",
                    f"write {short(name.replace('-', '_'))} for a name, or put spaces around - to subtract",
                )
            elif a.kind == c.kind == "NUMBER" and (n == 0 or tokens[n - 1].kind not in ("PLUS", "MINUS", "STAR", "SLASH")):
                yield error(
                    "R315",
                    whole,
                    f"'{a.said}-{c.said}' could be a range or a subtraction",
                    f"a range is written '{a.said} to {c.said}'; put spaces around - to subtract",
                )
        elif close and b.kind in ("STRING", "NUMBER", "CODE") and a.kind in ("NUMBER", "STRING", "CODE"):
            yield error(
                "R300", text.span(b.start, b.end), f"'{b.said}' stands right behind '{a.said}'", "put a space or a sign between them"
            )
    if tokens and tokens[-1].text in _TRUTHS:
        yield _capital_truth(text, tokens[-1])


_TRUTHS = frozenset({"TRUE", "True", "FALSE", "False", "None", "NONE"})


def _capital_truth(text: Text, token: Token) -> Finding:
    word = token.text.lower()
    return error("R334", text.span(token.start, token.end), f"'{token.said}' is written in small letters", f"write '{word}'")


def _wordlike(token: Token) -> bool:
    return token.text[0].isalpha() or token.text[0] == "_"


def check_name(text: Text) -> Finding | None:
    """What keeps a text from being the name of something declared, or None."""
    value = text.value
    whole = text.span(0, max(len(value), 1))
    if re.fullmatch(NAME_PATTERN, value):
        if value in REASONS:
            return error(
                "R333", whole, f"'{value}' cannot be a name: in rules it {REASONS[value]}", f"take another name, such as {value}_1"
            )
        return None
    if not value:
        return error("R332", whole, "here a name is missing", "a name is made of small letters, digits and _, such as draw_deck")
    for i, char in enumerate(value):
        if not char.isascii():
            return strange_character(text, i)
    small = re.sub(r"[^a-z0-9]+", "_", value.lower()).strip("_")
    good = small if re.fullmatch(NAME_PATTERN, small) else f"n_{small}" if small else "my_name"
    if "-" in value:
        what = "holds a hyphen, which would mean 'minus' in a rule"
    elif " " in value:
        what = "holds a space"
    elif value[0].isdigit():
        what = "begins with a digit"
    elif value != value.lower():
        what = "holds capital letters"
    elif value[0] == "_":
        what = "begins with _"
    else:
        bad = next(c for c in value if not re.match(r"[A-Za-z0-9_]", c))
        what = "holds a line break" if bad in "\r\n" else f"holds '{bad}'" if bad.isprintable() else f"holds U+{ord(bad):04X}"
    return error(
        "R332", whole, f"'{short(value if value.isprintable() else repr(value)[1:-1])}' cannot be a name: it {what}", f"write {short(good)}"
    )
