"""Writes the parser's table out of the grammar: `python -m croupier.ruleset.tabulate` after each change of `grammar.lark`.

Reading a written table takes a few milliseconds; building it with Lark takes some 200, and importing Lark alone 40.
"""

from pathlib import Path
from zlib import crc32

DOORS = ("line", "expr", "pick", "shape")
HEAD = '''"""The parser's table. Written by `python -m croupier.ruleset.tabulate` out of `grammar.lark`; a test holds it current."""
# ruff: noqa: E501

'''


def grammar() -> str:
    """The grammar's text."""
    return Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")


def stamp(text: str) -> int:
    """A number that tells whether a table was made from this grammar."""
    return crc32(text.encode())


def tabulate(text: str) -> dict[str, str]:
    """The table as four texts: `words` (word and terminal), `rules` (left side, length, function), `doors`, and `states`.

    A state is a line: `NAME>12` shifts to state 12 (or goes there, for a left side), `NAME<7` reduces rule 7.
    """
    from lark import Lark
    from lark.parsers.lalr_analysis import Shift

    lark = Lark(text, parser="lalr", lexer="basic", start=list(DOORS), maybe_placeholders=False)
    table = lark.parser.parser._parse_table  # the only way to Lark's table, but for its pickles
    rules = sorted(lark.rules, key=lambda r: (r.origin.name, r.order, [symbol.name for symbol in r.expansion]))
    rule_number = {rule: i for i, rule in enumerate(rules)}
    number = dict[int, int]()  # Lark's numbers differ from run to run; these go by the order in which states are reached
    waiting = [table.start_states[door] for door in DOORS]
    while waiting:
        state = waiting.pop(0)
        if state not in number:
            number[state] = len(number)
            waiting += [target for _, (action, target) in sorted(table.states[state].items(), key=_symbol) if action is Shift]
    states = [
        " ".join(
            f"{symbol}>{number[target]}" if action is Shift else f"{symbol}<{rule_number[target]}"
            for symbol, (action, target) in sorted(table.states[state].items(), key=_symbol)
        )
        for state in number
    ]
    return {
        "words": "\n".join(f"{t.pattern.value} {t.name}" for t in sorted(lark.terminals, key=lambda t: t.name) if t.pattern),
        "rules": "\n".join(f"{r.origin.name} {len(r.expansion)} {r.alias or '-'}" for r in rules),
        "doors": "\n".join(f"{door} {number[table.start_states[door]]} {number[table.end_states[door]]}" for door in DOORS),
        "states": "\n".join(states),
    }


def _symbol(action: tuple[str, object]) -> str:
    return action[0]


def source() -> str:
    """The text of `tables.py` for the grammar as it is."""
    text = grammar()
    parts = "\n\n".join(f'{name.upper()} = """\\\n{value}\n"""' for name, value in tabulate(text).items())
    return f"{HEAD}STAMP = {stamp(text)}\n\n{parts}\n"


if __name__ == "__main__":
    Path(__file__).with_name("tables.py").write_text(source(), encoding="utf-8")
