"""Which word was meant: guesses for misspelt words of the rule language."""

from collections.abc import Sequence

from .finding import did_you_mean


def one_slip(word: str, known: Sequence[str]) -> str | None:
    """A hint that names the known word that one slip of the finger would make of this one."""
    ranked = [(rank, k) for k in known if (rank := _likeness(word, k)) is not None]
    return f"did you mean '{min(ranked)[1]}'?" if ranked else None


def _likeness(word: str, meant: str) -> int | None:
    """How likely one slip is (0 first): two letters swapped, one missing, one wrong, one too many; None for more than one."""
    if word == meant or abs(len(word) - len(meant)) > 1 or len(word) < 2:
        return None
    same = next((i for i, (a, b) in enumerate(zip(word, meant, strict=False)) if a != b), min(len(word), len(meant)))
    rest, other = word[same:], meant[same:]
    if len(rest) == len(other):
        if rest[:2] == other[1::-1] and rest[2:] == other[2:] and len(rest) > 1:
            return 0
        return 2 if rest[1:] == other[1:] and len(word) > 2 else None
    if len(rest) < len(other):
        return 1 if rest == other[1:] else None
    return 3 if rest[1:] == other and len(meant) > 2 else None


def near(word: str, known: Sequence[str]) -> str | None:
    """A hint that names the nearest of the known words, for a word that is worth a guess."""
    return did_you_mean(word, known) if 2 < len(word) < 20 else None
