"""Characters and signs that the rule language does not have: what they are, and what was meant."""

import re

from .finding import Finding, error
from .lalr import short
from .source import Text

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
    "{": ("R319", 'blocks are made by indentation, lists with [ ]; { } belong into texts such as say "..."'),
    "}": ("R319", 'blocks are made by indentation, lists with [ ]; { } belong into texts such as say "..."'),
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
    **dict(zip("−‐‑‒×÷＝＜＞（），：“”„‟‘’‚«»″′≤≥≠·∙∗", '----*/=<>(),:""""\'\'\'"""\'<>!***', strict=True)),
}
_WIDER = {"≤": "<=", "≥": ">=", "≠": "!="}


def is_foreign(value: str, at: int) -> bool:
    """Whether the sign here is one of another language, and not the beginning of two of ours (`x =-1`, `a --b`)."""
    match = _FOREIGN_SIGN.match(value, at)
    if match is None:
        return False
    sign = match[0]
    if sign == "!":
        return value[at + 1 : at + 2] != "=" or value[at + 1 : at + 3] == "=="
    if sign in ("++", "--"):
        return not re.compile(r"[ \t]*[A-Za-z0-9_(]").match(value, at + 2) or not re.compile(r".*\S").match(value[:at].split("\n")[-1])
    return True


def strange(text: Text, i: int) -> tuple[int, Finding]:
    """What is wrong with the character at `i`, and where to go on."""
    value = text.value
    rest = value[i : i + 500]
    char = rest[0]
    if (sign := _FOREIGN_SIGN.match(value, i)) and sign[0] not in "–—":
        code, hint = _FOREIGN[sign[0]]
        return sign.end(), error(code, text.span(i, sign.end()), f"'{sign[0]}' is not a sign of the rule language", hint)
    if char == '"':
        return _line_end(value, i), error(
            "R307", text.span(i), "this text is never closed", 'put a " where the text ends, in the same line'
        )
    if char == "'":
        if re.match(r"'s\b", rest) and i and (value[i - 1].isalnum() or value[i - 1] == "_"):
            return i + 2, error(
                "R307", text.span(i, i + 2), "whose something is, is said with 'of'", "write 'hand of player' for a player's hand"
            )
        if rest.startswith("'t") and i and value[i - 1] == "n":
            return i + 2, error("R307", text.span(i, i + 2), "this short form is not known", "write 'not', as in 'hand is not empty'")
        closed = re.match(r"'[^'\n]*'", rest)
        end = i + closed.end() if closed else _line_end(value, i)
        return end, error(
            "R307",
            text.span(i, end if closed else i + 1),
            "texts stand in double quotes, not in single ones",
            f'write "{short(closed[0][1:-1])}"' if closed else 'write "..."',
        )
    finding = strange_character(text, i)
    twin = _TWINS.get(char)
    if twin in ('"', "'"):
        return _line_end(value, i), finding
    word = re.match(r"\w+", rest)
    return i + (word.end() if word else 1), finding


def look_alike(char: str) -> str | None:
    """The plain character that another one looks like; None for a plain one, and where there is none."""
    if char.isascii():
        return None
    import unicodedata  # large, and seldom needed

    folded = unicodedata.normalize("NFKC", char)
    return _TWINS.get(char) or (folded if len(folded) == 1 and folded.isascii() and folded.isprintable() else None)


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
        return error(
            "R305", text.span(i), f"'{char}' ({point}) cannot stand in a name", "names are made of the letters a to z, digits and _"
        )
    shown = f"'{char}' ({point})" if char.isprintable() else point
    return error("R304", text.span(i), f"{shown} means nothing in a rule", "leave it out")


def _line_end(value: str, i: int) -> int:
    ends = [e for e in (value.find("\n", i), value.find("\r", i)) if e >= 0]
    return min(ends, default=len(value))
