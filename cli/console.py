"""The one place where words leave the program: encodings, colour, closed pipes, and the codes it ends with."""

import codecs
import os
import sys
import unicodedata
from contextlib import suppress
from enum import IntEnum
from io import TextIOWrapper
from typing import TextIO


class Ending(IntEnum):
    """What `croupier` ends with, as the shell sees it."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    FAULT = 3
    UNFINISHED = 4  # the input ended before the game did
    INTERRUPTED = 130
    CLOSED_PIPE = 141


# What a console prints in place of a character that its encoding lacks; anything else loses its accents or becomes `?`.
ASCII = {
    "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C",
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "…": "...", "•": "*", "·": "*",
    "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "→": "->", "←": "<-", "↑": "^", "↓": "v", "×": "x", "≤": "<=", "≥": ">=", "≠": "!=", "✓": "v", "✗": "x",
    "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
    "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L",
}  # fmt: skip


def ascii_for(text: str) -> str:
    """The text in ASCII: `“K♥” – naïve` gives `"KH" - naive`; what has no likeness becomes as many `?` as it is wide."""
    return "".join(_ascii_character(c) for c in text)


def _ascii_character(c: str) -> str:
    if c.isascii():
        return c
    if c in ASCII:
        return ASCII[c]
    if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return ""
    plain = unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode("ascii")
    return plain or ("??" if unicodedata.east_asian_width(c) in "WF" else "?")


def _instead(failure: UnicodeError) -> tuple[str, int]:
    if not isinstance(failure, UnicodeEncodeError):
        raise failure
    return ascii_for(failure.object[failure.start : failure.end]), failure.end


def prepare() -> None:
    """Make standard output and error print anything that they are given, as well as their encoding can, and input never fail."""
    codecs.register_error("croupier", _instead)
    if sys.stdin is None:  # closed before we began
        sys.stdin = _nothing()
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what cannot be read is answered, not died of
    if sys.stdout is None:  # closed before we began
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="croupier")


def _nothing() -> TextIO:
    return open(os.devnull, encoding="utf-8")


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")


def has_colour(stream: TextIO | None = None) -> bool:
    """Whether the stream (standard output) is a terminal that shows colours and whose owner wants them."""
    stream = stream or sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """The columns of the terminal, 80 where there is none."""
    from shutil import get_terminal_size

    return max(get_terminal_size((80, 24)).columns, 20)


def say(text: str = "", end: str = "\n") -> None:
    """Print to standard output."""
    sys.stdout.write(text + end)


def complain(text: str) -> None:
    """Print to standard error, after all that was said so far."""
    sys.stdout.flush()
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def finish() -> bool:
    """Send what is still unsent; False if the reader has gone, in which case nothing more is sent, quietly."""
    heard = True
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            heard = False
            hush(stream)
        except ValueError:  # closed by someone else
            continue
    return heard


def hush(stream: TextIO) -> None:
    """Send what the stream still holds nowhere, so that the interpreter's own last flush cannot fail."""
    with suppress(OSError, ValueError):  # a stream without a descriptor needs no hushing
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
