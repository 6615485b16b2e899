"""The usual mistakes in conditions and values, such as they are written elsewhere: `=`, `between`, `xor`, `1 < x < 3`."""

from collections.abc import Container
from dataclasses import replace

from .finding import Finding, error
from .lalr import END
from .scalars import odd_number
from .spelling import near, one_slip
from .stops import BOUNDS, COMPARES, Place


def misused_is(p: Place) -> Finding | None:
    n = p.at - 1
    negated = n > 0 and p.tokens[n].kind == "NOT" and p.tokens[n - 1].kind == "IS"
    if negated:
        n -= 1
    if n < 0 or p.tokens[n].kind != "IS":
        return None
    sign = "!=" if negated else "=="
    words = "is not" if negated else "is"
    if p.here is None:
        return error("R301", p.span(p.tokens[n], p.before), f"after '{words}' something is missing", "write 'empty', 'none' or 'in ...'")
    guess = one_slip(p.here.text, ["empty", "none", "in", "not"]) or near(p.here.text, ["empty", "none"])
    message = f"'{words}' is followed by empty, none or in, not by '{p.here.said}'"
    return error("R316", p.span(p.here), message, guess or f"to compare two values, write '{sign}' instead of '{words}'")


def owned(finding: Finding, truths: Container[str]) -> Finding:
    """A finding of `player is out` with its hint put right, where 'out' is one of the truths that each player has."""
    word = finding.span.text
    if finding.code != "R316" or word not in truths:
        return finding
    before = "not " if finding.message.startswith("'is not'") else ""
    return replace(finding, hint=f"write '{before}{word}' for the player who acts, or '{before}{word} of PLAYER'")


_GATHERING = ("count", "sum", "highest", "lowest", "melds", "covers")


def bare_in(p: Place) -> Finding | None:
    if p.here is None or "IS" not in p.expected:
        return None
    following = p.tokens[p.at + 1].kind if p.at + 1 < len(p.tokens) else ""
    if p.here.kind == "IN":
        if p.at > 2 and p.tokens[p.at - 2].kind == "OF" and (hint := one_slip(p.tokens[p.at - 3].text, _GATHERING)):
            first = p.tokens[p.at - 3]
            return error("R300", p.span(first), f"'{first.said} of' and 'in' do not fit together", hint)
        return error("R316", p.span(p.here), "'in' cannot stand alone here", "write 'is in' to ask whether something is there")
    if p.here.kind == "NOT" and following in ("IN", "EMPTY", "NONE"):
        word = p.tokens[p.at + 1].text
        return error("R316", p.span(p.here), f"before 'not {word}' the word 'is' is missing", f"write 'is not {word}'")
    if p.here.kind in ("EMPTY", "NONE"):
        return error("R316", p.span(p.here), f"before '{p.here.said}' the word 'is' is missing", f"write 'is {p.here.said}'")
    return None


def single_equals(p: Place) -> Finding | None:
    if p.here is None or p.here.kind != "EQUAL":
        return None
    if p.before and p.before.kind == "OP":
        sign = p.before.text + "="
        hint = f"write '{sign}' without a space" if sign in ("==", "<=", ">=") else "write ==, !=, <, <=, > or >="
        return error("R312", p.span(p.before, p.here), f"'{p.before.text} =' is not a sign of the rule language", hint)
    if "OP" in p.expected or _compared(p) is not None:
        message = "a single '=' gives a value; a comparison has two"
        return error("R310", p.span(p.here), message, "did you mean '=='?")
    return None


def double_equals(p: Place) -> Finding | None:
    if p.here and p.here.kind == "OP" and p.here.text == "==" and "EQUAL" in p.expected and p.door == "line":
        return error("R311", p.span(p.here), "'==' compares; to give something a value, write a single '='", "did you mean '='?")
    return None


def _compared(p: Place) -> int | None:
    """The index of a comparison that the one here would be chained to."""
    depth = 0
    for n in range(p.at - 1, -1, -1):
        kind = p.tokens[n].kind
        if kind in ("RPAR", "RSQB"):
            depth += 1
        elif depth and kind in ("LPAR", "LSQB"):
            depth -= 1
        elif not depth and kind in COMPARES:
            return n
        elif not depth and kind in BOUNDS and not (kind == "NOT" and n and p.tokens[n - 1].kind == "IS"):
            return None
    return None


def chained(p: Place) -> Finding | None:
    if p.here is None or p.here.kind not in COMPARES:
        return None
    n = _compared(p)
    if n is None:
        return None
    if n == p.at - 1:
        return error("R300", p.span(p.here), f"'{p.here.said}' stands right behind '{p.tokens[n].said}'", "write one of the two")
    first, last = n, p.at + 1
    while first > 0 and p.tokens[first - 1].kind not in BOUNDS:
        first -= 1
    while last < len(p.tokens) and p.tokens[last].kind not in BOUNDS | COMPARES | {"RPAR", "RSQB"}:
        last += 1
    left, middle, right = p.written(first, n), p.written(n + 1, p.at), p.written(p.at + 1, last)
    one, two = p.tokens[n].text, p.here.text
    simple = p.tokens[n].kind != "IS" and len(left + middle + right) < 80
    hint = f"write '{left} {one} {middle} and {middle} {two} {right}'" if simple and right else "join two comparisons with 'and'"
    if two in ("==", "!=") and right in ("true", "false"):
        holds = (two == "==") == (right == "true")
        hint = f"leave out '{two} {right}'" if holds else f"write 'not ({left} {one} {middle})'" if simple else "put 'not' before it"
    return error("R313", p.span(p.here), f"'{one}' and '{two}' cannot stand in one comparison", hint)


def between(p: Place) -> Finding | None:
    """Two limits of one value: `x between 1 and 3`, `x is between 1 and 3`, `x > 1 and < 3`."""
    if p.here is None or p.before is None:
        return None
    if p.here.text == "between":
        end = p.at - 1 if p.before.kind == "IS" else p.at
        left, high = p.left(end), p.at + 3
        if not left or len(p.tokens) <= high or p.tokens[high - 1].kind != "AND":
            return error("R300", p.span(p.here), "'between' is not a word of the rule language", "write 'x >= 1 and x <= 3'")
        one, two = f"{left} >= {p.written(p.at + 1, p.at + 2)}", f"{left} <= {p.written(high, high + 1)}"
        return error("R300", p.span(p.here), "'between' is not a word of the rule language", f"write '{one} and {two}'")
    if p.here.kind in COMPARES and p.before.kind in ("AND", "OR"):
        first = next((n for n in range(p.at - 1, -1, -1) if p.tokens[n].kind in COMPARES), None)
        left = p.left(first) if first else ""
        hint = f"write '... {p.before.text} {left} {p.written(p.at, min(p.at + 2, len(p.tokens)))}'" if left else None
        message = f"behind '{p.before.text}' this does not say what is compared"
        return error("R300", p.span(p.here), message, hint or "write the whole comparison again")
    return None


def bare_all(p: Place) -> Finding | None:
    if p.here is None or p.here.kind != "ALL" or "EVERY" not in p.expected:
        return None
    hint = "for what holds for each of them, write for instance 'every player where hand is empty'"
    return error("R300", p.span(p.here), "'all' does not begin a condition", hint)


def called(p: Place) -> Finding | None:
    if p.here is None or p.here.kind != "LPAR" or p.before is None or p.before.kind not in ("NAME", "COUNT", "SUM", "HIGHEST", "LOWEST"):
        return None
    if p.before.end != p.here.start:
        return None
    word = p.before.text
    hint = "write 'size of hand' or 'count of card in hand'" if word in ("count", "size", "len") else f"write '{word} of ...'"
    return error("R341", p.span(p.before, p.here), f"'{word}(...)' is not how a rule asks for something", hint)


def neither(p: Place) -> Finding | None:
    odd = odd_number(p.here.text) if p.here and p.here.kind == "CODE" else None
    if p.here and odd and odd.value is not None:
        return error("R300", p.span(p.here), f"'{p.here.said}' is not how a number is written here", f"write {odd.value}")
    if p.here and p.here.kind == "CODE":
        return error("R300", p.span(p.here), f"'{p.here.said}' is neither a number nor a name", "a name begins with a letter")
    return None


_JOINTS = {
    "xor": "write '(...) != (...)' around the two conditions: one holds and the other does not",
    "unless": "write 'and not' and the condition",
    "but": "write 'and'",
    "nor": "write 'not ... and not ...'",
    "and/or": "write 'or': it holds for both, too",
    "plus": "write '+'",
    "minus": "write '-'",
}
_BOTH = {
    "either": "leave it out: write '... or ...'",
    "both": "leave it out: write '... and ...'",
    "neither": "write 'not ... and not ...'",
}


def joint(p: Place) -> Finding | None:
    """Words that join conditions in English and not here."""
    if p.here is None:
        return None
    word = p.here
    if p.before and p.before.kind == "NAME" and (hint := _BOTH.get(p.before.text)):
        word = p.before
    elif (hint := _JOINTS.get(p.here.text)) is None or not p.expected & {"AND", "OR"}:
        return None
    return error(
        "R302" if word is p.here and END in p.expected else "R300", p.span(word), f"'{word.said}' is not a word of the rule language", hint
    )


_WHERE = ("has", "have", "having", "with", "whose", "which", "that", "who", "if", "when")
_SHAPES = {
    **dict.fromkeys(("sequence", "straight", "ladder", "row", "chain"), "run of 3"),
    **dict.fromkeys(("group", "kind", "pair", "pairs", "triple", "triplet", "match"), "set of 3"),
}
_LIMITS = ("SAME", "DIFFERENT", "MIXED", "WHERE")


def other_words(p: Place) -> Finding | None:
    """Words that say in another way what the language has a word for."""
    if p.here is None or p.before is None:
        return None
    here, before = p.here, p.before
    message, hint = f"did not expect '{here.said}' here", None
    if here.kind == "EMPTY" and before.text in ("==", "!="):
        hint = f"write 'is {'not ' * (before.text == '!=')}empty' in place of '{before.text} empty'"
    elif "WHERE" in p.expected and here.text in _WHERE and here.kind != "WHERE":
        hint = "write 'where' and a condition"
    elif p.door == "shape" and here.kind in _LIMITS and "COMMA" in p.expected:
        message, hint = f"before '{here.said}' a comma is missing", f"write ', {p.written(p.at, min(p.at + 2, len(p.tokens)))}'"
    elif p.door == "shape" and here.kind == "AND":
        hint = "parts are joined by '+'"
    elif p.door == "shape" and here.kind == "OF" and (shape := _SHAPES.get(before.text)):
        return error("R302", p.span(before, here), f"there is no shape '{before.said} of'", f"write for instance '{shape}'")
    elif p.tokens[0].kind == "OFFER" and here.text == "/":
        hint = "put ',' or 'or' between actions"
    elif END in p.expected and here.text in ("has", "have", "contains"):
        hint = "write 'is empty', 'size of ... > 0', or 'any card in ... where ...'"
    elif before.kind == "NAME" and here.text in ("size", "owner", "title"):
        hint = f"write '{here.text} of {before.said}'"
    elif p.at > 2 and p.tokens[p.at - 3].text in ("sum", "highest", "lowest") and here.kind == "OF":
        message = f"'{p.tokens[p.at - 3].said} of' is followed by one name, not by '{before.said} of'"
        hint = "write for instance 'sum of rank in hand'; to add up over players, keep a memory and add to it in 'for each player:'"
    elif here.kind in ("ANY", "EVERY", "NO") and before.kind == "OF":
        hint = f"write for instance '{here.text} player where hand is empty'"
    elif here.kind in COMPARES and p.at > 1 and p.tokens[p.at - 2].kind in ("ANY", "EVERY", "NO"):
        hint = f"say of whom: '{p.tokens[p.at - 2].text} player where {before.said} {p.written(p.at, len(p.tokens))}'"
    elif here.kind == "NUMBER" and before.text == "player":
        hint = f"write 'seat {here.said}'"
    elif here.text == "cards" and p.tokens[0].text == "move":
        hint = "leave out 'cards'"
    elif before.text == "at" and here.text in ("most", "least"):
        hint = "write '0 to 3' for at most 3, and '3 to 9' for 3 up to 9"
    elif p.door == "pick" and p.at == 1 and before.text in ("a", "an", "the", "one"):
        hint = f"leave out '{before.said}'"
    return None if hint is None else error("R302" if END in p.expected else "R300", p.span(here), message, hint)
