"""What a word in a YAML file means here: a truth, nothing, a whole number, or the text as written."""

import re
import unicodedata
from dataclasses import dataclass

LONGEST_NUMBER = 15  # digits; what every program that reads JSON can hold exactly

WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)")
RANGE = re.compile(r"(-?(?:0|[1-9][0-9]*))[ ]*\.\.[ ]*(-?(?:0|[1-9][0-9]*))")
DASHED_RANGE = re.compile(r"(0|[1-9][0-9]*)[ ]*(?:[-\u2010-\u2015\u2212]|\.\.\.|\u2026)[ ]*(0|[1-9][0-9]*)")
WORDED_RANGE = re.compile(r"(0|[1-9][0-9]*)[ ]+to[ ]+(0|[1-9][0-9]*)")
POINT_ZERO = re.compile(r"(-?(?:0|[1-9][0-9]*))\.0+")

# Spellings of numbers that programs read differently from each other: the pattern and the base of its digits.
ODD_WHOLE = (
    (re.compile(r"([+-]?)0[xX]([0-9a-fA-F_]+)"), 16),
    (re.compile(r"([+-]?)0[oO]([0-7_]+)"), 8),
    (re.compile(r"([+-]?)0[bB]([01_]+)"), 2),
    (re.compile(r"([+-]?)([0-9][0-9_]*)"), 10),
)
ODD_OTHER = re.compile(
    r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)[eE][+-]?[0-9]+|[+-]?\.[0-9][0-9_]*|\+[0-9][0-9_]*\.[0-9]*|[+-]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)

WORDS = {"true": True, "false": False, "null": None, "": None}
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MEANT = {
    **dict.fromkeys(("yes", "y", "on", "true"), "write true"),
    **dict.fromkeys(("no", "n", "off", "false"), "write false"),
    **dict.fromkeys(("~", "null", "nil"), "write null, or leave the value out"),
    **{word: f"write {n}" for n, word in enumerate(NUMBER_WORDS)},
}

QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2032\u2033\u2039\u203a\u00b4"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
# Letters of other scripts that no eye tells from the ASCII ones, in the same order.
LOOK_ALIKE_LETTERS = dict(
    zip(
        "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0261"
        "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0423\u0406\u0408\u0405"
        "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
        "\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0585\u057d",
        "aeopcyxijshdqwgABEKMHOPCTXYIJSABEZHIKMNOPTYXaikvoptuxou",
        strict=True,
    )
)
NOT_ASCII = re.compile(r"[^\x00-\x7f]")
ONE_WORD = re.compile(r"\S+")
ASCII_LETTER = re.compile(r"[A-Za-z]")
WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Odd:
    """A spelling that is not read as it looks: what is wrong, what to write, and the value that was meant, if it is plain."""

    message: str
    hint: str
    value: int | None = None


def resolve(text: str) -> bool | int | str | None:
    """The value of a word written without quotes: `true` and `false`, `null` or nothing, whole numbers; else the text."""
    if text in WORDS:
        return WORDS[text]
    if WHOLE.fullmatch(text) and len(text) <= LONGEST_NUMBER + text.startswith("-"):
        return int(text)
    return text


def odd_number(text: str) -> Odd | None:
    """What is wrong with a number written in a way that programs read differently (`010`, `1_0`, `0x1F`), or None."""
    if not text or text[0] not in "+-.0123456789" or (WHOLE.fullmatch(text) and len(text) <= LONGEST_NUMBER):
        return None
    for pattern, base in ODD_WHOLE:
        if match := pattern.fullmatch(text):
            return _odd_whole(text, match[1], match[2].replace("_", ""), base)
    if ODD_OTHER.fullmatch(text):
        message = f"'{text}' is a number in some programs and a text in others"
        return Odd(message, f"write a whole number in plain digits, or '{text}' in quotes if it is a text")
    return None


def _odd_whole(text: str, sign: str, digits: str, base: int) -> Odd | None:
    digits = digits.lstrip("0") or "0"
    if len(digits) > LONGEST_NUMBER:
        return Odd(f"this number is too long: {len(digits)} digits", f"use at most {LONGEST_NUMBER} digits, or quote it as a text")
    value = int(digits, base) * (-1 if sign == "-" else 1)
    if str(value) == text:
        return None
    return Odd(f"'{text}' is not how a number is written here", f"write {value}, or '{text}' in quotes if it is a text", value)


def odd_range(text: str) -> Odd | None:
    """What is wrong with `1-6` or `1 - 6`, which looks like a range but is read as a text, or None."""
    match = DASHED_RANGE.fullmatch(text)
    if not match or len(text) > 2 * LONGEST_NUMBER or int(match[1]) >= int(match[2]):
        return None
    return Odd(f"'{text}' is not how a range is written", f"a range is written {match[1]}..{match[2]}; a text goes in quotes: '{text}'")


def parse_range(text: str) -> tuple[int, int] | None:
    """The ends of a range written `A..B`, as written, or None if the text is not a range."""
    match = RANGE.fullmatch(text)
    if not match or max(len(match[1]), len(match[2])) > LONGEST_NUMBER:
        return None
    return int(match[1]), int(match[2])


def looks_like(text: str) -> str | None:
    """What to write where a truth, a number, a range or nothing was expected and this text was found, or None.

    >>> looks_like("yes"), looks_like("1.0"), looks_like("1 to 6"), looks_like("blue")
    ('write true', 'write 1', 'write 1..6', None)
    """
    if hint := MEANT.get(text.lower()):
        return hint
    if odd := odd_number(text):
        return f"write {odd.value}" if odd.value is not None else "write a whole number in plain digits"
    if match := DASHED_RANGE.fullmatch(text) or WORDED_RANGE.fullmatch(text):
        return f"write {match[1]}..{match[2]}"
    if match := POINT_ZERO.fullmatch(text):
        return f"write {match[1]}"
    if WHOLE.fullmatch(text):
        return f"write {text} without quotes"
    folded = unicodedata.normalize("NFKC", text)
    return f"write {folded}" if folded != text and WHOLE.fullmatch(folded) else None


def same_to_others(text: str) -> str:
    """What many YAML programs make of a key written without quotes: equal results are one key to them.

    `1`, `1.0` and `true` are three names here, and one key to a program that turns them into values and compares those.
    """
    if text.lower() in ("true", "false"):
        return "1" if text.lower() == "true" else "0"
    if match := POINT_ZERO.fullmatch(text):
        return match[1]
    odd = odd_number(text)
    return str(odd.value) if odd and odd.value is not None else text


def look_alike(text: str) -> tuple[int, str] | None:
    """Where a character stands that looks like another one or like nothing, and what it is; None if there is none.

    A word in another script is left alone unless it could be read as an ASCII word.

    >>> look_alike("r\u0430nk")
    (1, "U+0430 CYRILLIC SMALL LETTER A looks like 'a'")
    """
    if text.isascii():
        return None
    for match in NOT_ASCII.finditer(text):
        char, at = match[0], match.start()
        if not (seen := _seen_as(char)):
            continue
        apostrophe = char == "\u2019" and text[at - 1 : at].isalpha() and text[at + 1 : at + 2].isalpha()
        joiner = char in "\u200c\u200d" and not text[at - 1 : at].isascii()  # in Persian words and in composed emoji
        if apostrophe or joiner or (char in LOOK_ALIKE_LETTERS and not _reads_as_ascii(text, at)):
            continue
        return at, f"U+{ord(char):04X} {unicodedata.name(char, 'UNNAMED')} {seen}"
    return None


def disguised(text: str) -> tuple[int, str] | None:
    """As `look_alike`, for a value: only a single word that mixes ASCII letters with letters that look like them or cannot be seen."""
    if text.isascii() or not ONE_WORD.fullmatch(text) or not ASCII_LETTER.search(text):
        return None
    found = look_alike(text)
    return found if found and unicodedata.category(text[found[0]]) in ("Ll", "Lu", "Cf") else None


def _reads_as_ascii(text: str, at: int) -> bool:
    word = next(match[0] for match in WORD.finditer(text) if match.start() <= at < match.end())
    return all(char.isascii() or char in LOOK_ALIKE_LETTERS for char in word)


def _seen_as(char: str) -> str | None:
    if char in LOOK_ALIKE_LETTERS:
        return f"looks like '{LOOK_ALIKE_LETTERS[char]}'"
    if char in DASHES:
        return "looks like '-'"
    if char in QUOTES:
        return "looks like a quotation mark"
    category = unicodedata.category(char)
    if category in ("Cf", "Cc") or char in "\u115f\u1160\u3164\u034f":
        return "cannot be seen"
    if category == "Zs":
        return "looks like a space"
    folded = unicodedata.normalize("NFKC", char)
    return f"looks like '{folded}'" if folded.isascii() and len(folded) == 1 else None
