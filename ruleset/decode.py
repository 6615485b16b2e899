"""From a file's bytes to text that can be read, or findings that say why not."""

import codecs
import errno
import os
import re
import stat
import unicodedata
from pathlib import Path

from .finding import Finding, error
from .source import Source

LARGEST = 16 * 1024 * 1024  # bytes

MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
SEPARATORS = re.compile("[\u0085\u2028\u2029]")
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
SURROGATES = re.compile("[\ud800-\udfff]")
NAMES = {"\0": "NUL", "\x0c": "FORM FEED", "\x1b": "ESCAPE", "\x7f": "DELETE", "\x0b": "VERTICAL TAB", "\x08": "BACKSPACE"}
KINDS = (
    (stat.S_ISDIR, "a folder", "name the rules file inside it"),
    (stat.S_ISFIFO, "a pipe", "name a file"),
    (stat.S_ISSOCK, "a socket", "name a file"),
    (stat.S_ISCHR, "a device", "name a file"),
    (stat.S_ISBLK, "a device", "name a file"),
)
REASONS = {
    errno.ENOENT: ("there is no such file", "check the name and the folder"),
    errno.ENOTDIR: ("there is no such file", "a part of the path is a file, not a folder"),
    errno.EACCES: ("you may not read this file", "change its permissions, or copy it to a place of your own"),
    errno.EPERM: ("you may not read this file", "change its permissions, or copy it to a place of your own"),
    errno.ELOOP: ("this link leads back to itself", "name the file itself"),
    errno.ENAMETOOLONG: ("the name of the file is too long", "check the name"),
}


def load(path: Path, name: str) -> bytes | Finding:
    """The bytes of a file, or the finding that says why it cannot be read. Nothing is waited for."""
    nowhere = Source(name, "").span(0, 0)
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as problem:
        if os.path.isdir(path):  # where a folder cannot be opened at all
            return error("R102", nowhere, "this is a folder, not a file", "name the rules file inside it")
        if problem.errno == errno.ENXIO:
            return error("R102", nowhere, "this is a socket or a device, not a file", "name a file")
        message, hint = REASONS.get(problem.errno or 0, (f"the file cannot be read: {problem.strerror or problem}", "check the name"))
        return error("R101", nowhere, message, hint)
    except ValueError:
        return error("R101", nowhere, "no file can have this name", "check the name")
    try:
        status = os.fstat(handle)
        for is_kind, kind, hint in KINDS:
            if is_kind(status.st_mode):
                return error("R102", nowhere, f"this is {kind}, not a file", hint)
        if status.st_size > LARGEST:
            return _too_large(name, status.st_size)
        with os.fdopen(os.dup(handle), "rb") as file:
            return file.read(LARGEST + 1)
    except OSError as problem:
        return error("R101", nowhere, f"the file cannot be read: {problem.strerror or problem}", "try again, or copy it to another place")
    finally:
        os.close(handle)


def decode(data: bytes | str, name: str) -> tuple[Source, tuple[Finding, ...]]:
    """The text of a file without its byte order mark, and what is wrong with its characters."""
    if isinstance(data, str):
        return _decoded(data, name)
    if len(data) > LARGEST:
        return Source(name, ""), (_too_large(name, len(data)),)
    if found := next((encoding for mark, encoding in MARKS if data.startswith(mark)), None) or _wide(data):
        finding = error("R104", Source(name, "").span(0, 0), f"this file is saved as {found}", "save it as UTF-8")
        return finding.span.source, (finding,)
    try:
        return _decoded(data.decode("utf-8"), name)
    except UnicodeDecodeError as problem:
        if b"\0" in data[:4096]:
            return Source(name, ""), (
                error("R104", Source(name, "").span(0, 0), "this is no text, but data", "name the file that is meant"),
            )
        source = Source(name, _unmarked(data.decode("utf-8", errors="replace")))
        at = len(_unmarked(data[: problem.start].decode("utf-8")))
        byte = data[problem.start]
        return source, (
            error("R104", source.span(at), f"this file is not saved as UTF-8: the byte {byte:02X} cannot stand here", _old(byte)),
        )


def _old(byte: int) -> str:
    seen = bytes([byte]).decode("cp1252", errors="ignore")
    return f"save it as UTF-8; it may be an old Western encoding, where this byte is '{seen}'" if seen else "save it as UTF-8"


def _wide(data: bytes) -> str | None:
    """UTF-16 or UTF-32 if every second byte, or three of every four, is zero near the start."""
    head = data[:400]
    zeros = head.count(0) / len(head) if len(head) >= 4 else 0
    if zeros > 0.6 and (not any(head[1::4]) or not any(head[2::4])) and zeros < 0.8:
        return "UTF-32"
    if 0.4 < zeros < 0.6 and (not any(head[::2]) or not any(head[1::2])):
        return "UTF-16"
    return None


def _unmarked(text: str) -> str:
    return text.removeprefix("\ufeff")


def _decoded(text: str, name: str) -> tuple[Source, tuple[Finding, ...]]:
    source = Source(name, _unmarked(text))
    if len(text) > LARGEST:
        return source, (_too_large(name, len(text)),)
    findings = []
    if match := SURROGATES.search(source.text):
        findings.append(error("R104", source.span(match.start()), "a broken character: half of a pair", "save the file as UTF-8"))
    if match := CONTROLS.search(source.text):
        more = len(CONTROLS.findall(source.text)) - 1
        others = f" (and {more} more like it)" if more else ""
        findings.append(
            error("R105", source.span(match.start()), f"a character that cannot be seen: {describe(match[0])}{others}", "delete it")
        )
    for count, match in enumerate(SEPARATORS.finditer(source.text)):
        if count == 20:
            break
        message = f"{describe(match[0])} ends a line for some programs and not for others"
        findings.append(error("R117", source.span(match.start()), message, "replace it with a plain new line or a space"))
    return source, tuple(findings)


def describe(char: str) -> str:
    """A character by its number and name, such as `U+0085 NEXT LINE`."""
    other = "HALF OF A PAIR" if SURROGATES.match(char) else "CONTROL CHARACTER"
    name = {**NAMES, "\x85": "NEXT LINE", "\ufeff": "BYTE ORDER MARK"}.get(char) or unicodedata.name(char, other)
    return f"U+{ord(char):04X} {name}"


def visible_character(c: str) -> str:
    """A character, one that a terminal would not show by its number: it would hide a mistake, or upset the terminal."""
    return f"<U+{ord(c):04X}>" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") else c


def visible(text: str) -> str:
    """The text with every character that a terminal would not show written as `<U+200B>`."""
    return text if text.isascii() and text.isprintable() else "".join(visible_character(c) for c in text)


def _too_large(name: str, size: int) -> Finding:
    megabytes = LARGEST // (1024 * 1024)
    message = f"this file is too large: {size / (1024 * 1024):.1f} MB, and {megabytes} MB are allowed"
    return error("R103", Source(name, "").span(0, 0), message, "move long lists of cards into tables (.csv)")
