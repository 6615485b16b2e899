"""Why a text could not be read, as a designer would put it: the usual mistakes by name, and for the rest what may stand there."""

from collections.abc import Callable, Sequence

from .finding import Finding, error
from .lalr import END, Token, Unexpected, short, table
from .scalars import odd_number
from .scan import INSTRUCTIONS, REASONS, RESERVED, SIMPLE, SOFT, signs
from .source import Span, Text
from .spelling import near, one_slip

HEADS = frozenset({"IF", "ELSE", "FOR", "REPEAT", "TURNS"})

# What other languages and rulebooks call things, with what stands for it here.
_INSTEAD = {
    **dict.fromkeys(("print", "write", "tell", "log", "announce"), "write 'say \"...\"'"),
    **dict.fromkeys(("draw", "deal", "discard", "take", "put", "give", "remove", "place"), "write 'move ... to ...'"),
    **dict.fromkeys(("add",), "write 'points += 1' for a counter, 'move ... to ...' for cards"),
    **dict.fromkeys(("set", "assign", "increase", "increment"), "write 'points = 3' or 'points += 1'"),
    **dict.fromkeys(("var", "const", "define"), "write 'let x = ...'"),
    **dict.fromkeys(("call", "run", "perform", "start"), "write 'play' and the procedure's name, or 'do' and a card's text"),
    **dict.fromkeys(("foreach", "forall", "each", "every"), "write 'for each player:'"),
    **dict.fromkeys(("loop", "while", "until"), "write 'repeat:', 'repeat 3:', 'repeat while ...:' or 'repeat until ...:'"),
    **dict.fromkeys(("when", "unless"), "write 'if ...:'"),
    **dict.fromkeys(("otherwise",), "write 'else:'"),
    **dict.fromkeys(("ask", "pick", "select"), "write 'choose x from ...' or 'offer a or b'"),
    **dict.fromkeys(("mix", "reshuffle"), "write 'shuffle' and a zone"),
    **dict.fromkeys(("reveal", "peek", "look"), "write 'show CARDS to PLAYER'"),
    **dict.fromkeys(("return", "break", "stop", "exit", "leave"), "write 'end' and the name of the procedure"),
    **dict.fromkeys(("win", "wins"), "write 'end game won by player'"),
}
_ENDINGS = frozenset({"then", "endif", "fi", "done", "endfor", "endwhile", "begin", "pass", "next"})
_BLOCK_ENDS = "a block ends where its indentation ends; leave it out"
_BOUNDS = frozenset(
    {"AND", "OR", "NOT", "WHERE", "LPAR", "LSQB", "COMMA", "IF", "UNTIL", "WHILE", "EQUAL", "CHANGE", "COLON", "FROM", "BY"}
)
_WHOLE = {"line": "instruction", "condition": "condition", "value": "value", "pick": "choice", "shape": "pattern"}
_COMPARES = frozenset({"OP", "IS", "BEATS"})
_VALUE = frozenset({"NAME", "NUMBER", "LPAR"})


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
        while first > 0 and self.tokens[first - 1].kind not in _BOUNDS:
            first -= 1
        return self.written(first, stop)


def explain(text: Text, door: str, start: str, tokens: Sequence[Token], stop: Unexpected) -> Finding:
    """The finding for a text that reading stopped in; `door` is what was asked for, `start` the grammar's name for it."""
    place = Place(text, door, start, tokens, stop)
    for blunder in _BLUNDERS:
        if finding := blunder(place):
            return finding
    return _surprise(place)


# -------------------------------------------------------------------- the usual mistakes, the most telling first


def _wrong_case(p: Place) -> Finding | None:
    for token in (p.here, p.before):
        if token and token.kind == "NAME" and token.text != token.text.lower():
            word = token.text.lower()
            if word in RESERVED or word in signs():
                return error("R334", p.span(token), f"'{token.said}' is written in small letters here", f"write '{word}'")
    return None


def _misused_is(p: Place) -> Finding | None:
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


_GATHERING = ("count", "sum", "highest", "lowest", "melds", "covers")


def _bare_in(p: Place) -> Finding | None:
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


def _single_equals(p: Place) -> Finding | None:
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


def _double_equals(p: Place) -> Finding | None:
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
        elif not depth and kind in _COMPARES:
            return n
        elif not depth and kind in _BOUNDS and not (kind == "NOT" and n and p.tokens[n - 1].kind == "IS"):
            return None
    return None


def _chained(p: Place) -> Finding | None:
    if p.here is None or p.here.kind not in _COMPARES:
        return None
    n = _compared(p)
    if n is None:
        return None
    if n == p.at - 1:
        return error("R300", p.span(p.here), f"'{p.here.said}' stands right behind '{p.tokens[n].said}'", "write one of the two")
    first, last = n, p.at + 1
    while first > 0 and p.tokens[first - 1].kind not in _BOUNDS:
        first -= 1
    while last < len(p.tokens) and p.tokens[last].kind not in _BOUNDS | _COMPARES | {"RPAR", "RSQB"}:
        last += 1
    left, middle, right = p.written(first, n), p.written(n + 1, p.at), p.written(p.at + 1, last)
    one, two = p.tokens[n].text, p.here.text
    simple = p.tokens[n].kind != "IS" and len(left + middle + right) < 80
    hint = f"write '{left} {one} {middle} and {middle} {two} {right}'" if simple and right else "join two comparisons with 'and'"
    return error("R313", p.span(p.here), f"'{one}' and '{two}' cannot stand in one comparison", hint)


def _between(p: Place) -> Finding | None:
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
    if p.here.kind in _COMPARES and p.before.kind in ("AND", "OR"):
        first = next((n for n in range(p.at - 1, -1, -1) if p.tokens[n].kind in _COMPARES), None)
        left = p.left(first) if first else ""
        hint = f"write '... {p.before.text} {left} {p.written(p.at, min(p.at + 2, len(p.tokens)))}'" if left else None
        message = f"behind '{p.before.text}' this does not say what is compared"
        return error("R300", p.span(p.here), message, hint or "write the whole comparison again")
    return None


def _all(p: Place) -> Finding | None:
    if p.here is None or p.here.kind != "ALL" or "EVERY" not in p.expected:
        return None
    hint = "for what holds for each of them, write for instance 'every player where hand is empty'"
    return error("R300", p.span(p.here), "'all' does not begin a condition", hint)


def _else_if(p: Place) -> Finding | None:
    first = p.tokens[0]
    if p.door == "line" and first.text.lower() in ("elif", "elsif", "elseif"):
        return error("R321", p.span(first), f"'{first.said}' is not a word of the rule language", "write 'else if ...:'")
    return None


def _ending(p: Place) -> Finding | None:
    if p.here and p.here.text == "then":
        return error("R329", p.span(p.here), "'then' is not needed", "end the condition with ':' and indent what follows")
    first = p.tokens[0]
    if p.here and p.here.text == "times" and first.kind == "REPEAT":
        return error("R329", p.span(p.here), "'times' is not needed", f"write '{p.written(0, p.at)}:'")
    if p.door == "line" and p.at <= 1:
        if first.kind == "END" and p.here and p.here.kind in HEADS:
            return error("R329", p.span(first, p.here), f"'end {p.here.said}' is not needed", _BLOCK_ENDS)
        if first.text in _ENDINGS and (len(p.tokens) == 1 or first.text != "fi"):
            return error("R329", p.span(first), f"'{first.said}' is not needed", _BLOCK_ENDS)
    return None


def _missing_colon(p: Place) -> Finding | None:
    if p.door != "line" or p.tokens[0].kind not in HEADS or "COLON" not in p.expected:
        return None
    word = p.tokens[0].text
    if p.here is None:
        return error("R322", p.behind, f"at the end of this line a ':' is missing: what belongs to '{word}' comes behind it", "add ':'")
    if word == "else" and p.at == 1 and p.here.kind not in ("IF", "EQUAL"):
        return error("R322", p.span(p.here), "behind 'else' a ':' is missing", "write 'else:', or 'else if ...:' for a further condition")
    following = p.tokens[p.at + 1].kind if p.at + 1 < len(p.tokens) else ""
    if p.here.text in INSTRUCTIONS or (p.here.kind == "NAME" and following in ("EQUAL", "CHANGE")):
        return error("R322", p.span(p.here), f"before '{p.here.said}' a ':' is missing", f"write '{p.written(0, p.at)}: {p.here.said} ...'")
    return None


def _extra_colon(p: Place) -> Finding | None:
    if p.here is None or p.here.kind != "COLON":
        return None
    if p.before and p.before.kind == "COLON":
        return error("R323", p.span(p.here), "here is a ':' too many", "leave it out")
    if END in p.expected:
        message = (
            "here is a ':' too many: nothing belongs to this line" if p.door == "line" else f"a ':' cannot stand in a {_WHOLE[p.door]}"
        )
        return error("R323", p.span(p.here), message, "leave it out")
    return None


def _misplaced(p: Place) -> Finding | None:
    first = p.tokens[0]
    if p.door == "line" or p.at > 2 or first.text not in INSTRUCTIONS:
        return None
    if p.door == "pick":
        return error(
            "R342", p.span(first), f"'{first.text}' does not belong here", "write only what is chosen, such as 'c from card in hand'"
        )
    whole = _WHOLE[p.door]
    if first.kind == "IF" and p.door == "condition":
        return error("R342", p.span(first), "a condition stands alone here, without 'if'", "leave 'if' out")
    return error(
        "R342",
        p.span(first),
        f"'{first.text}' begins an instruction, and this is a {whole}",
        "instructions stand behind 'do' and in 'flow'",
    )


def _neither(p: Place) -> Finding | None:
    odd = odd_number(p.here.text) if p.here and p.here.kind == "CODE" else None
    if p.here and odd and odd.value is not None:
        return error("R300", p.span(p.here), f"'{p.here.said}' is not how a number is written here", f"write {odd.value}")
    if p.here and p.here.kind == "CODE":
        return error("R300", p.span(p.here), f"'{p.here.said}' is neither a number nor a name", "a name begins with a letter")
    return None


def _called(p: Place) -> Finding | None:
    if p.here is None or p.here.kind != "LPAR" or p.before is None or p.before.kind not in ("NAME", "COUNT", "SUM", "HIGHEST", "LOWEST"):
        return None
    if p.before.end != p.here.start:
        return None
    word = p.before.text
    hint = "write 'size of hand' or 'count of card in hand'" if word in ("count", "size", "len") else f"write '{word} of ...'"
    return error("R341", p.span(p.before, p.here), f"'{word}(...)' is not how a rule asks for something", hint)


def _compound_behind_colon(p: Place) -> Finding | None:
    if p.here and p.here.kind in HEADS and p.before and p.before.kind == "COLON" and p.door == "line":
        message = f"behind a ':' stands one simple instruction, not another '{p.here.said}'"
        return error("R335", p.span(p.here), message, f"begin a new line with '{p.here.said}', indented")
    return None


def _unknown_instruction(p: Place) -> Finding | None:
    begin = max((n + 1 for n in range(p.at) if p.tokens[n].kind == "COLON"), default=0)
    if p.door != "line" or p.at > begin + 1 or begin == len(p.tokens) or p.tokens[begin].text in INSTRUCTIONS:
        return None
    first = p.tokens[begin]
    wordlike = first.text[0].isalpha() or first.text[0] == "_"
    if p.at == begin and not (wordlike and first.text in _INSTEAD):
        return error(
            "R320",
            p.span(first),
            f"an instruction cannot begin with '{first.said}'",
            "it begins with an instruction such as move, or with a name and '='",
        )
    rest = p.tokens[begin + 1 :]
    if len(rest) > 2 and rest[0].kind == "NAME" and any(token.kind in ("EQUAL", "CHANGE") for token in rest):
        is_of = rest[0].text in ("o", "f", "off") or one_slip(rest[0].text, ["of"]) is not None
        if is_of:
            return error("R300", p.span(rest[0]), f"did not expect '{rest[0].said}' here", "did you mean 'of'?")
    if rest and rest[0].text in ("win", "wins", "lose", "loses"):
        message = f"there is no instruction '{first.said} {rest[0].said}'"
        return error("R320", p.span(first, rest[0]), message, "write 'end game won by player'")
    hint = _INSTEAD.get(first.text.lower()) or one_slip(first.text, INSTRUCTIONS if rest else ["gather"])
    if hint is None and p.here is None and not rest:
        hint = f"write 'offer {first.said}' if it is an action, or 'play {first.said}' if it is a procedure"
    if hint is None and len(first.text) > 3:
        hint = near(first.text, INSTRUCTIONS)
    if hint is None:
        hint = f"the instructions are {', '.join(SIMPLE)}, if, for each, repeat and turns"
        if p.here is not None and (p.here.kind in _VALUE or p.here.text in REASONS):
            hint = f"to give it a value, write '{first.said} = ...'; {hint}"
    if p.here is None:
        return error("R320", p.span(first), f"'{first.said}' alone is not an instruction", hint)
    return error("R320", p.span(first), f"there is no instruction '{first.said}'", hint)


def _keyword_as_name(p: Place) -> Finding | None:
    if p.here and p.expected == {"NAME"} and p.here.text in RESERVED:
        message = f"'{p.here.said}' is a word of the rule language and cannot be a name"
        one = p.here.kind == "CARDS" and p.before and p.before.kind in ("OF", "ANY", "EVERY", "NO")
        return error("R333", p.span(p.here), message, "write 'card'" if one else "put another name here")
    return None


def _misspelt(p: Place) -> Finding | None:
    if p.here and p.here.kind == "NAME" and len(p.here.text) == 1:
        words = [f"'{word}'" for word in sorted(_words(p.expected)) if len(word) == 2 and p.here.text in word]
        if words:
            return error("R300", p.span(p.here), f"did not expect '{p.here.said}' here", f"did you mean {' or '.join(words)}?")
    if p.here and p.here.kind == "NAME" and (hint := one_slip(p.here.text, _words(p.expected))):
        return error("R300", p.span(p.here), f"did not expect '{p.here.said}' here", hint)
    if p.here and p.before and p.before.kind == "NAME" and p.here.kind not in ("EQUAL", "COLON"):
        could = table().expected(table().after(p.start, p.tokens[: p.at - 1], SOFT))
        if hint := one_slip(p.before.text, _words(could - {"CARD"})):
            return error("R300", p.span(p.before), f"'{p.before.said}' and '{p.here.said}' do not fit together", hint)
    return None


def _words(expected: frozenset[str]) -> list[str]:
    return [word for word, kind in signs().items() if kind in expected and word.isalpha()]


def _too_short(p: Place) -> Finding | None:
    if p.here is not None or p.before is None:
        return None
    return error("R301", p.span(p.before), f"this ends too early: after '{p.before.said}' something is missing", _may_stand(p.expected))


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


def _joint(p: Place) -> Finding | None:
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


def _other_words(p: Place) -> Finding | None:
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
    elif here.kind in _COMPARES and p.at > 1 and p.tokens[p.at - 2].kind in ("ANY", "EVERY", "NO"):
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


def _unnamed_pick(p: Place) -> Finding | None:
    if p.here is None or p.door != "pick" or p.at > 0 or p.here.kind not in ("NUMBER", "ALL"):
        return None
    return error("R300", p.span(p.here), "what is chosen has no name here", "write for instance 'picked from 1 card in hand'")


def _trailing(p: Place) -> Finding | None:
    if p.here is None or END not in p.expected:
        return None
    message = f"did not expect '{p.here.said}' here: the {_WHOLE[p.door]} is complete before it"
    return error("R302", p.span(p.here), message, _may_stand(p.expected - {END}, "leave it out; what could follow"))


def _surprise(p: Place) -> Finding:
    if p.here is None:
        return error("R303", p.behind, "here is nothing to read", _may_stand(p.expected))
    return error("R300", p.span(p.here), f"did not expect '{p.here.said}' here", _may_stand(p.expected))


_BLUNDERS: Sequence[Callable[[Place], Finding | None]] = (
    _between,
    _all,
    _joint,
    _else_if,
    _ending,
    _misplaced,
    _neither,
    _called,
    _compound_behind_colon,
    _wrong_case,
    _misused_is,
    _bare_in,
    _double_equals,
    _single_equals,
    _chained,
    _extra_colon,
    _missing_colon,
    _unknown_instruction,
    _keyword_as_name,
    _other_words,
    _unnamed_pick,
    _misspelt,
    _too_short,
    _trailing,
)


# -------------------------------------------------------------------- what may stand somewhere, in plain words


def _may_stand(expected: frozenset[str], lead: str = "what may stand here") -> str | None:
    """A line about what fits, such as `what may stand here: a value, 'not'`."""
    rest, said = set(expected), list[str]()
    if rest >= _VALUE:
        conditional = "ANY" in rest
        said.append("a condition or a value" if conditional else "a value")
        rest -= _VALUE | {
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
