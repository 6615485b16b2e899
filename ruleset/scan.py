"""A rule text as words and signs, and the mistakes that show in single characters: look-alikes, quotes, brackets, joined words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from .finding import Finding, error
from .lalr import Token, short, table
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
    "all": "means all cards, as in 'move all from hand to shed'",
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
    "CARD SET SETS RUN MORE MANY SAME DIFFERENT MIXED EXACTLY EACH WON COVERS MELDS MOVE GATHER SHUFFLE SHOW PLAY DO END SAY CHOOSE OFFER".split()
)
INSTRUCTIONS = tuple("move gather shuffle show let play do end say choose offer if else for repeat turns".split())

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
_WORDS_OF_ANY_SCRIPT = re.compile(r"[^\W]+|.", re.DOTALL)

# Signs of programming languages and of typography, with what to write here.
_FOREIGN: dict[str, tuple[str, str]] = {
    "&&": ("R312", "write 'and'"),
    "||": ("R312", "write 'or'"),
    "&": ("R312", "write 'and'"),
    "|": ("R312", "write 'or'"),
    "!": ("R312", "write 'not', or '!=' for 'is different from'"),
    "<>": ("R312", "write '!='"),
    "=>": ("R312", "write '>=' for 'at least'"),
    "=<": ("R312", "write '<=' for 'at most'"),
    "===": ("R312", "write '=='"),
    "!==": ("R312", "write '!='"),
    "<=>": ("R312", "write one of ==, <, >"),
    "**": ("R312", "write the multiplication out"),
    "//": ("R312", "write '/', which rounds down; a comment begins with '#'"),
    "->": ("R312", "write 'to'"),
    "^": ("R312", "write the multiplication out"),
    "~": ("R312", "write 'not'"),
    "?": ("R312", "write 'if ...:' and 'else:'"),
    "++": ("R318", "write '+= 1'"),
    "--": ("R318", "write '-= 1'"),
    "*=": ("R318", "write the value out: 'x = x * 2'"),
    "/=": ("R318", "write the value out: 'x = x / 2'"),
    "%=": ("R318", "write the value out: 'x = x % 2'"),
    ":=": ("R318", "write '='"),
    ";": ("R319", "leave it out; each instruction stands on a line of its own"),
    "{": ("R319", "blocks are made by indentation, lists with [ ]; { } belong into texts such as say \"...\""),
    "}": ("R319", "blocks are made by indentation, lists with [ ]; { } belong into texts such as say \"...\""),
    "..": ("R315", "a range in a rule is written '1 to 6'"),
    "...": ("R315", "a range in a rule is written '1 to 6'"),
    "…": ("R315", "a range in a rule is written '1 to 6'"),
    "–": ("R305", "a range is written '1 to 6', a subtraction with the plain '-'"),
    "—": ("R305", "a range is written '1 to 6', a subtraction with the plain '-'"),
    ".": ("R312", "for a part of something write 'rank of card', for a range '1 to 6'"),
    "@": ("R304", "leave it out"),
    "$": ("R304", "leave it out"),
    "\\": ("R304", "leave it out; a long condition can go on in the next line inside ( )"),
    "`": ("R307", 'put texts into "double quotes"; names stand without quotes'),
}
_FOREIGN_SIGN = re.compile("|".join(re.escape(sign) for sign in sorted(_FOREIGN, key=len, reverse=True)))

# Characters that look like one of ours, by their plain twin.
_TWINS = {
    **dict(zip("аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅ", "aeopcyxijshdqwABEKMHOPCTYXIJS", strict=True)),
    **dict(zip("ανορτυχικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "avoptuxikABEZHIKMNOPTYX", strict=True)),
    **dict(zip("−‐‑‒×÷＝＜＞（），：“”„‟‘’‚«»″′≤≥≠·∙∗", "----*/=<>(),:\"\"\"\"'''\"\"\"'<>!***", strict=True)),
}
_WIDER = {"≤": "<=", "≥": ">=", "≠": "!="}


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
        if match is None or _FOREIGN_SIGN.match(value, i) and _is_foreign(value, i):
            i, finding = _strange(text, i)
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
                wrong(error("R337", text.span(start, i), f"this number has {len(piece)} digits", f"numbers have at most {MOST_DIGITS} digits"))
            case "number" if re.compile(r"\.[0-9]").match(value, i):
                end = re.compile(r"[.0-9]+").match(value, i).end()  # type: ignore[union-attr]
                wrong(error("R338", text.span(start, end), f"{short(value[start:end])} is not a whole number", "the rules reckon in whole numbers"))
                i = end
            case _:
                terminal = {"op": "OP", "change": "CHANGE", "number": "NUMBER", "string": "STRING", "code": "CODE"}.get(kind or "")
                token = Token(terminal or known.get(piece, "NAME"), piece, start, i)
                line.tokens.append(token)
                if kind == "sign" and (finding := _bracket(text, token, opened, start in unclosed)):
                    wrong(finding)
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


def _is_foreign(value: str, at: int) -> bool:
    """Whether the sign here is one of another language, and not the beginning of two of ours (`x =-1`, `a --b`)."""
    sign = _FOREIGN_SIGN.match(value, at)[0]  # type: ignore[index]
    if sign == "!":
        return value[at + 1 : at + 2] != "=" or value[at + 1 : at + 3] == "=="
    if sign in ("++", "--"):
        return not re.compile(r"\s*[A-Za-z0-9_(]").match(value, at + 2) or not re.compile(r".*\S").match(value[:at].split("\n")[-1])
    return True


def _strange(text: Text, i: int) -> tuple[int, Finding]:
    """What is wrong with the character at `i`, and where to go on."""
    value = text.value
    rest = value[i : i + 500]
    char = rest[0]
    if (sign := _FOREIGN_SIGN.match(value, i)) and sign[0] not in "–—":
        code, hint = _FOREIGN[sign[0]]
        return sign.end(), error(code, text.span(i, sign.end()), f"'{sign[0]}' is not a sign of the rule language", hint)
    if char == '"':
        return _line_end(value, i), error("R307", text.span(i), "this text is never closed", 'put a " where the text ends, in the same line')
    if char == "'":
        if re.match(r"'s\b", rest) and i and (value[i - 1].isalnum() or value[i - 1] == "_"):
            return i + 2, error("R307", text.span(i, i + 2), "whose something is, is said with 'of'", "write 'hand of player' for a player's hand")
        closed = re.match(r"'[^'\n]*'", rest)
        end = i + closed.end() if closed else _line_end(value, i)
        return end, error("R307", text.span(i, end if closed else i + 1), "texts stand in double quotes, not in single ones", f'write "{short(closed[0][1:-1])}"' if closed else 'write "..."')
    finding = strange_character(text, i)
    twin = _TWINS.get(char)
    if twin in ('"', "'"):
        return _line_end(value, i), finding
    word = re.match(r"\w+", rest)
    return i + (word.end() if word else 1), finding


def strange_character(text: Text, i: int) -> Finding:
    """The finding for a character that the rule language does not have, with its code point."""
    import unicodedata  # large, and seldom needed

    char = text.value[i]
    point = f"U+{ord(char):04X} {unicodedata.name(char, 'a character without a name')}"
    plain = _WIDER.get(char) or _TWINS.get(char)
    folded = unicodedata.normalize("NFKC", char)
    if plain:
        if char in "‘’‚′":
            return error("R305", text.span(i), f"this is a curly quote ({point})", 'write texts in straight double quotes: "..."')
        if plain == '"':
            return error("R305", text.span(i), f"this is not a straight quote but {point}", 'write texts in straight double quotes: "..."')
        return error("R305", text.span(i), f"{point} looks like '{plain}' but is another character", f"type a plain '{plain}'")
    if char in "\ufeff\u00ad" or unicodedata.category(char) in ("Cf", "Cc", "Zs", "Zl", "Zp"):
        blank = unicodedata.category(char) == "Zs"
        kind = "a space of an unusual kind" if blank else "a character that cannot be seen"
        if ord(char) < 32:
            point = f"U+{ord(char):04X}"
        return error("R306", text.span(i), f"here is {kind} ({point})", "type a plain space" if blank else "delete it")
    if char in "–—":
        return error("R305", text.span(i), f"{point} looks like '-' but is another character", _FOREIGN[char][1])
    if char in "²³¹⁴⁵":
        return error("R305", text.span(i), f"{point} is no number here", "write the multiplication out, such as 'x * x'")
    if len(folded) == 1 and folded.isascii() and folded.isprintable() and folded != char:
        return error("R305", text.span(i), f"{point} looks like '{folded}' but is another character", f"type a plain '{folded}'")
    if char.isalpha():
        return error("R305", text.span(i), f"'{char}' ({point}) cannot stand in a name", "names are made of the letters a to z, digits and _")
    shown = f"'{char}' ({point})" if char.isprintable() else point
    return error("R304", text.span(i), f"{shown} means nothing in a rule", "leave it out")


def _line_end(value: str, i: int) -> int:
    ends = [e for e in (value.find("\n", i), value.find("\r", i)) if e >= 0]
    return min(ends, default=len(value))


def _joined(text: Text, tokens: list[Token]) -> Iterator[Finding]:
    """Words and signs that stand too close together: `hand-size`, `1-6`, `кard`."""
    for n, (a, b) in enumerate(zip(tokens, tokens[1:], strict=False)):
        if a.text in _TRUTHS:
            yield _capital_truth(text, a)
        close = a.end == b.start
        c = tokens[n + 2] if n + 2 < len(tokens) else None
        if b.kind == "MINUS" and close and c is not None and c.start == b.end:
            whole = text.span(a.start, c.end)
            if _wordlike(a) and _wordlike(c):
                end = n + 2
                while end + 2 < len(tokens) and tokens[end + 1].kind == "MINUS" and tokens[end + 1].start == tokens[end].end and _wordlike(tokens[end + 2]) and tokens[end + 2].start == tokens[end + 1].end:
                    end += 2
                name = text.value[a.start : tokens[end].end]
                yield error(
                    "R314",
                    text.span(a.start, tokens[end].end),
                    f"'{short(name)}' could be a name or a subtraction",
                    f"write {short(name.replace('-', '_'))} for a name, or put spaces around - to subtract",
                )
            elif a.kind == c.kind == "NUMBER" and (n == 0 or tokens[n - 1].kind not in ("PLUS", "MINUS", "STAR", "SLASH")):
                yield error("R315", whole, f"'{a.said}-{c.said}' could be a range or a subtraction", f"a range is written '{a.said} to {c.said}'; put spaces around - to subtract")
        elif close and b.kind in ("STRING", "NUMBER", "CODE") and a.kind in ("NUMBER", "STRING", "CODE"):
            yield error("R300", text.span(b.start, b.end), f"'{b.said}' stands right behind '{a.said}'", "put a space or a sign between them")
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
            return error("R333", whole, f"'{value}' cannot be a name: in rules it {REASONS[value]}", f"take another name, such as {value}_1")
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
    return error("R332", whole, f"'{short(value if value.isprintable() else repr(value)[1:-1])}' cannot be a name: it {what}", f"write {short(good)}")
