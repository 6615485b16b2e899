"""The usual mistakes in instructions: a word from elsewhere, a colon too few or too many, what ends a block in other languages."""

from itertools import pairwise

from .finding import Finding, error
from .lalr import END
from .scan import INSTRUCTIONS, REASONS, SIMPLE
from .spelling import near, one_slip
from .stops import HEADS, VALUE, WHOLE, Place

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
    **dict.fromkeys(("pay", "gain", "earn", "lose"), "write 'chips -= 1' for a counter, and 'chips of next player += 1' for another's"),
}
_ENDINGS = frozenset({"then", "endif", "fi", "done", "endfor", "endwhile", "begin", "pass", "next"})
_BLOCK_ENDS = "a block ends where its indentation ends; leave it out"


def else_if(p: Place) -> Finding | None:
    first = p.tokens[0]
    if p.door == "line" and first.text.lower() in ("elif", "elsif", "elseif"):
        return error("R321", p.span(first), f"'{first.said}' is not a word of the rule language", "write 'else if ...:'")
    return None


def ending(p: Place) -> Finding | None:
    if p.here and p.here.text == "then":
        return error("R329", p.span(p.here), "'then' is not needed", "end the condition with ':' and indent what follows")
    first = p.tokens[0]
    if p.here and p.here.text == "times" and first.kind == "REPEAT":
        return error("R329", p.span(p.here), "'times' is not needed", f"write '{p.written(0, p.at)}:'")
    if p.door == "line" and p.at <= 1:
        if first.kind == "END" and p.here and p.here.kind in HEADS:
            hint = _BLOCK_ENDS
            if p.here.kind in ("FOR", "REPEAT", "TURNS"):
                hint += "; to leave the loop early, write 'end' and the name of the procedure that holds it"
            return error("R329", p.span(first, p.here), f"'end {p.here.said}' is not needed", hint)
        if first.text == "next" and len(p.tokens) > 1 and p.tokens[1].text in ("turn", "player"):
            hint = "a turn ends where its block ends, and 'turns' goes on to the next player; to end it early, put what a turn does"
            hint += " into a procedure, and write 'end' and its name"
            return error("R329", p.span(first, p.tokens[1]), f"'next {p.tokens[1].said}' is not needed", hint)
        if first.text in _ENDINGS and (len(p.tokens) == 1 or first.text != "fi"):
            return error("R329", p.span(first), f"'{first.said}' is not needed", _BLOCK_ENDS)
    return None


def missing_colon(p: Place) -> Finding | None:
    if p.door != "line" or p.tokens[0].kind not in HEADS or "COLON" not in p.expected:
        return None
    word = p.tokens[0].text
    if p.here is None:
        return error("R322", p.behind, f"at the end of this line a ':' is missing: what belongs to '{word}' comes behind it", "add ':'")
    if word == "else" and p.at == 1 and p.here.kind not in ("IF", "EQUAL"):
        return error("R322", p.span(p.here), "behind 'else' a ':' is missing", "write 'else:', or 'else if ...:' for a further condition")
    if word == "repeat" and p.at == 1 and p.here.kind == "FOR":
        return error("R322", p.span(p.tokens[0]), "'repeat' and 'for each' are two loops, and one is enough here", "leave out 'repeat'")
    following = p.tokens[p.at + 1].kind if p.at + 1 < len(p.tokens) else ""
    if p.here.text in INSTRUCTIONS or (p.here.kind == "NAME" and following in ("EQUAL", "CHANGE")):
        return error("R322", p.span(p.here), f"before '{p.here.said}' a ':' is missing", f"write '{p.written(0, p.at)}: {p.here.said} ...'")
    return None


def extra_colon(p: Place) -> Finding | None:
    if p.here is None or p.here.kind != "COLON":
        return None
    if p.before and p.before.kind == "COLON":
        return error("R323", p.span(p.here), "here is a ':' too many", "leave it out")
    if END in p.expected:
        message = "here is a ':' too many: nothing belongs to this line" if p.door == "line" else f"a ':' cannot stand in a {WHOLE[p.door]}"
        return error("R323", p.span(p.here), message, "leave it out")
    return None


def misplaced(p: Place) -> Finding | None:
    first = p.tokens[0]
    if p.door == "line" or p.at > 2 or first.text not in INSTRUCTIONS:
        return None
    if p.door == "pick":
        return error(
            "R342", p.span(first), f"'{first.text}' does not belong here", "write only what is chosen, such as 'c from card in hand'"
        )
    whole = WHOLE[p.door]
    if first.kind == "IF" and p.door == "condition":
        return error("R342", p.span(first), "a condition stands alone here, without 'if'", "leave 'if' out")
    return error(
        "R342",
        p.span(first),
        f"'{first.text}' begins an instruction, and this is a {whole}",
        "instructions stand behind 'do' and in 'flow'",
    )


def compound_behind_colon(p: Place) -> Finding | None:
    if p.here and p.here.kind in HEADS and p.before and p.before.kind == "COLON" and p.door == "line":
        message = f"behind a ':' stands one simple instruction, not another '{p.here.said}'"
        return error("R335", p.span(p.here), message, f"begin a new line with '{p.here.said}', indented")
    return None


def unknown_instruction(p: Place) -> Finding | None:
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
    if hint and "move" in hint and any(a.text in ("each", "every", "all") and "player" in b.text for a, b in pairwise(rest)):
        hint = "write 'for each player: move ... to ...'"
    if hint is None and p.here is None and not rest:
        hint = f"write 'offer {first.said}' if it is an action, or 'play {first.said}' if it is a procedure"
    if hint is None and len(first.text) > 3:
        hint = near(first.text, INSTRUCTIONS)
    if hint is None:
        hint = f"the instructions are {', '.join(SIMPLE)}, if, for each, repeat and turns"
        if p.here is not None and (p.here.kind in VALUE or p.here.text in REASONS):
            hint = f"to give it a value, write '{first.said} = ...'; {hint}"
    if p.here is None:
        return error("R320", p.span(first), f"'{first.said}' alone is not an instruction", hint)
    return error("R320", p.span(first), f"there is no instruction '{first.said}'", hint)
