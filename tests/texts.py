"""Texts with mistakes in them: letters dropped, words swapped, lines lost, values put where others were."""

import random
import re

STRANGE = (
    "",
    "0",
    "-1",
    "99",
    "none",
    "null",
    "true",
    "K1",
    "hand",
    "1e9",
    "{",
    "]",
    '"',
    "'",
    ":",
    "- ",
    "\t",
    "é",
    "999999999999999999999",
)
WORD = re.compile(r"[\w-]+")


def mutated_text(text: str, rng: random.Random, most: int = 3) -> str:
    """The text with one to `most` changes."""
    for _ in range(rng.randint(1, most)):
        text = _changed(text, rng)
    return text


def _changed(text: str, rng: random.Random) -> str:
    words = list(WORD.finditer(text))
    if not words:
        return rng.choice(STRANGE)
    word, other, at = rng.choice(words), rng.choice(words), rng.randrange(len(text))
    match rng.randrange(8):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + rng.choice(STRANGE) + text[at:]
        case 2:
            return text[: word.start()] + other.group() + text[word.end() :]
        case 3:
            return text[: word.start()] + rng.choice(STRANGE) + text[word.end() :]
        case 4:
            lines = text.splitlines(keepends=True)
            del lines[rng.randrange(len(lines))]
            return "".join(lines)
        case 5:
            lines = text.splitlines(keepends=True)
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            return "".join(lines)
        case 6:
            number = rng.choice([w for w in words if w.group().isdecimal()] or [word])
            return text[: number.start()] + str(rng.randrange(-2, 14)) + text[number.end() :]
    return text[:at]
