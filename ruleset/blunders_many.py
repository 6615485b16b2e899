"""The usual mistakes where one is meant of many or all at once: `hand of each player`, `next player where ...`, `card in hand`."""

from .finding import Finding, error
from .lalr import END
from .stops import BOUNDS, Place

_ALL = ("each", "every", "all", "any")
_PEOPLE = ("player", "players", "others")


def of_everyone(p: Place) -> Finding | None:
    """Something of all players in an instruction: `move 2 from deck to hand of each player`."""
    for n in (p.at - 1, p.at):
        if not 0 < n < len(p.tokens) - 1 or p.tokens[n].text not in _ALL or p.tokens[n - 1].kind != "OF":
            continue
        if p.tokens[n + 1].text not in _PEOPLE or p.door != "line":
            continue
        begin = _begin(p)
        if p.tokens[begin].kind in ("IF", "ELSE", "REPEAT", "TURNS", "FOR") or (p.tokens[n].text == "any" and _first(p) != "move"):
            return None
        others = p.tokens[n + 1].text == "others"
        rest = f"{p.written(begin, n - 1)} {'of other ' * others}{p.written(n + 2, len(p.tokens))}".strip()
        loop = "for each other in others" if others else "for each player"
        message = f"'of {p.tokens[n].said} {p.tokens[n + 1].said}' does not go through them: one line is about one player"
        return error("R302" if END in p.expected else "R300", p.span(p.tokens[n], p.tokens[n + 1]), message, f"write '{loop}: {rest}'")
    return None


def one_of_players(p: Place) -> Finding | None:
    """A player who fits, where only `random`, a choice or a loop gives one: `leader = next player where not out`."""
    if p.here is None or p.before is None or p.door != "line" or p.here.text not in ("where", "with", "whose", "who", "that"):
        return None
    begin = _begin(p)
    first = p.tokens[begin]
    if p.before.kind != "NAME" or "WHERE" in p.expected or first.kind in ("TURNS", "FOR") or p.at - 1 == begin:
        return None
    step, given = p.tokens[p.at - 2], p.tokens[begin + 1].kind == "EQUAL"
    message = f"did not expect '{p.here.said}' here"
    code = "R302" if END in p.expected else "R300"
    if step.kind in ("NEXT", "PREVIOUS"):
        hint = "'turns from ... among player where ...' passes over players"
        if given and begin + 2 == p.at - 2 and p.here.kind == "WHERE":
            name, condition = first.text, p.written(p.at + 1, len(p.tokens))
            turned = condition.split()
            test = f"while {turned[1]} of {name}" if len(turned) == 2 and turned[0] == "not" else "until ..."
            hint += f"; elsewhere, write below it 'repeat {test}: {name} = {step.text} {name}'"
        return error(code, p.span(p.here), f"{message}: '{step.text}' takes the very next one", hint)
    if p.before.text != "player":
        return None
    loop = "write 'random player where ...' for one of them by lot"
    if given and begin + 2 == p.at - 1:
        loop += f", or 'for each player where ...: {first.text} = player'"
    return error(code, p.span(p.here), f"{message}: it does not say which of those players is meant", loop)


def one_of_cards(p: Place) -> Finding | None:
    """A card that fits, where only `random`, a choice or a loop gives one: `let x = card in hand where rank == A`."""
    if p.here is None or p.before is None or p.here.kind != "IN" or p.before.text != "card" or p.at < 2 or p.tokens[p.at - 2].kind == "OF":
        return None
    before, begin = p.tokens[p.at - 2], _begin(p)
    end = p.at + 1
    while end < len(p.tokens) and p.tokens[end].kind not in (*BOUNDS, "TO", "OP", "IS"):
        end += 1
    lies = p.written(p.at - 1, end)
    more = " where ..." if end < len(p.tokens) and p.tokens[end].kind == "WHERE" else ""
    if p.door == "line" and p.tokens[begin].kind not in ("CHOOSE", "IF", "ELSE", "REPEAT", "TURNS", "FOR"):
        message = f"'{lies}' does not say which of them is meant"
        hint = f"write 'random {lies}{more}' for one by lot, or '{lies.replace('card', 'cards', 1)}{more}' for all of them"
        return error("R300", p.span(p.before, p.here), message, hint)
    if more and before.kind in ("IF", "AND", "OR", "NOT", "UNTIL", "WHILE"):
        return error("R316", p.span(p.before, p.here), f"'{lies} where ...' alone is no condition", f"write 'any {lies} where ...'")
    return None


def all_cards(p: Place) -> Finding | None:
    """All the cards that lie somewhere: `move every card in hand to pile`."""
    begin = _begin(p)
    if p.here is None or p.door != "line" or _first(p) not in ("move", "show") or len(p.tokens) < begin + 4 or p.at > begin + 3:
        return None
    word, cards, behind = p.tokens[begin + 1 : begin + 4]
    if word.text not in _ALL or cards.text not in ("card", "cards") or behind.kind != "IN":
        return None
    hint = f"write '{_first(p)} cards {p.written(begin + 3, len(p.tokens))}'"
    return error("R300", p.span(word, cards), f"'{p.written(begin + 1, begin + 3)}' cannot stand here", hint)


def off_a_pile(p: Place) -> Finding | None:
    """`move top card from deck to hand` for `move 1 from deck to hand`, and what would be taken from the bottom."""
    if p.here is None or p.door != "line" or _first(p) != "move":
        return None
    begin = _begin(p)
    if p.here.kind == "BOTTOM":
        message, hint = "cards are put at the bottom, and taken from the top", "write for instance 'move 1 from deck to hand'"
        return error("R300", p.span(p.here), message, hint)
    tops = [n for n in range(begin, p.at) if p.tokens[n].kind == "TOP"]
    if tops and p.here.kind == "FROM" and p.expected == {"OF"}:
        count = p.tokens[p.at - 1]
        number = count.text if count.text not in ("card", "top") else "1"
        hint = f"write 'move {number} {p.written(p.at, len(p.tokens))}': cards come from the top of a pile"
        return error("R300", p.span(p.tokens[tops[-1]], count), f"'{p.written(tops[-1], p.at)}' is followed by 'of', not by 'from'", hint)
    return None


def _begin(p: Place) -> int:
    """The index of the first token of the instruction in which reading stopped: behind a colon, or at the start of the line."""
    return max((n + 1 for n in range(p.at) if p.tokens[n].kind == "COLON"), default=0)


def _first(p: Place) -> str:
    begin = _begin(p)
    return p.tokens[begin].text if begin < len(p.tokens) else ""
