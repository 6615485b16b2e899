"""Kinds of cards before their effects are read, and whether each can be told from the others."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .finding import Finding, error
from .model import Value
from .source import Span, Text


@dataclass(frozen=True, slots=True)
class CardDraft:
    """A kind of card whose effects are still texts. `places` are those of its cells, None where it has no row."""

    type: str
    code: str
    title: str
    copies: int
    values: Mapping[str, Value]
    effects: Mapping[str, Text]
    span: Span
    places: Mapping[str, Span] | None = None


def distinct(drafts: Iterable[CardDraft], findings: list[Finding]) -> tuple[CardDraft, ...]:
    """The kinds of cards whose codes and titles are their own; each type's first clash is told."""
    codes: dict[str, CardDraft] = {}
    titles: dict[tuple[str, str], CardDraft] = {}
    told: set[Span] = set()
    for draft in drafts:
        other = codes.setdefault(draft.code, draft)
        twin = titles.setdefault((draft.type, draft.title), draft)
        if twin is not draft and draft.places is not None and draft.span != twin.span:
            message = f"there are two cards '{draft.title}' of the type '{draft.type}'"
            hint = "give one another title; for more of the same, write its copies"
            findings.append(error("R406", draft.span, message, hint, related=((twin.span, "the other one"),)))
        elif other is not draft and draft.span not in told:
            told.add(draft.span)
            message = f"'{other.title}' and '{draft.title}' would have the same code, {draft.code}"
            hint = (
                "give one of them a 'code' of its own"
                if draft.places is not None
                else "take more letters, such as {suit:2}, or more attributes into the code"
            )
            findings.append(
                error("R406", draft.span, message, hint, related=() if other.span == draft.span else ((other.span, "the other card"),))
            )
    return tuple(codes.values())
