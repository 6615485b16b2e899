"""Why a text could not be read, as a designer would put it: the usual mistakes by name, and for the rest what may stand there."""

from collections.abc import Callable, Sequence

from . import blunders_lines as lines
from . import blunders_many as many
from . import blunders_values as values
from .finding import Finding, error
from .lalr import END, Token, Unexpected, table
from .scan import RESERVED, SOFT, signs
from .source import Text
from .spelling import one_slip
from .stops import WHOLE, Place, may_stand


def explain(text: Text, door: str, start: str, tokens: Sequence[Token], stop: Unexpected) -> Finding:
    """The finding for a text that reading stopped in; `door` is what was asked for, `start` the grammar's name for it."""
    place = Place(text, door, start, tokens, stop)
    for blunder in _BLUNDERS:
        if finding := blunder(place):
            return finding
    return _surprise(place)


def _wrong_case(p: Place) -> Finding | None:
    for token in (p.here, p.before):
        if token and token.kind == "NAME" and token.text != token.text.lower():
            word = token.text.lower()
            if word in RESERVED or word in signs():
                return error("R334", p.span(token), f"'{token.said}' is written in small letters here", f"write '{word}'")
    return None


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
    return error("R301", p.span(p.before), f"this ends too early: after '{p.before.said}' something is missing", may_stand(p.expected))


def _unnamed_pick(p: Place) -> Finding | None:
    if p.here is None or p.door != "pick" or p.at > 0 or p.here.kind not in ("NUMBER", "ALL"):
        return None
    return error("R300", p.span(p.here), "what is chosen has no name here", "write for instance 'picked from 1 card in hand'")


def _trailing(p: Place) -> Finding | None:
    if p.here is None or END not in p.expected:
        return None
    message = f"did not expect '{p.here.said}' here: the {WHOLE[p.door]} is complete before it"
    return error("R302", p.span(p.here), message, may_stand(p.expected - {END}, "leave it out; what could follow"))


def _surprise(p: Place) -> Finding:
    if p.here is None:
        return error("R303", p.behind, "here is nothing to read", may_stand(p.expected))
    return error("R300", p.span(p.here), f"did not expect '{p.here.said}' here", may_stand(p.expected))


_BLUNDERS: Sequence[Callable[[Place], Finding | None]] = (
    values.between,
    many.of_everyone,
    many.one_of_players,
    many.all_cards,
    many.one_of_cards,
    many.off_a_pile,
    values.bare_all,
    values.joint,
    lines.else_if,
    lines.ending,
    lines.misplaced,
    values.neither,
    values.called,
    lines.compound_behind_colon,
    _wrong_case,
    values.misused_is,
    values.bare_in,
    values.double_equals,
    values.single_equals,
    values.chained,
    lines.extra_colon,
    lines.missing_colon,
    lines.unknown_instruction,
    _keyword_as_name,
    values.other_words,
    _unnamed_pick,
    _misspelt,
    _too_short,
    _trailing,
)
"""The usual mistakes, the most telling first."""
