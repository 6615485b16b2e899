"""Files that are written whole or not at all."""

import os
from errno import EACCES, EISDIR
from pathlib import Path


def writable(path: Path) -> None:
    """Raises OSError where a file of this name could not be written later: better before a game than after it."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "is a folder", str(path))
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(EACCES, "may not be written", str(path))
    if is_device(path):
        return
    handle, name = _beside(path)
    os.close(handle)
    os.unlink(name)


def is_device(path: Path) -> bool:
    """Whether a name stands for a device or a pipe, which is written to and must never be replaced by a file."""
    return path.exists() and not path.is_file()


def _beside(path: Path) -> tuple[int, str]:
    """A new file in the folder of another, which is named where there can be none."""
    import tempfile

    try:
        return tempfile.mkstemp(dir=path.resolve().parent, prefix=f".{path.name}.")
    except OSError as failure:
        raise OSError(failure.errno, failure.strerror, str(path)) from None


def write(path: Path, text: str) -> None:
    """Writes a file whole or not at all, so that what was there is not lost half-way."""
    text = text if text.endswith("\n") else text + "\n"
    if is_device(path):
        path.write_text(text, encoding="utf-8")
        return
    writable(path)
    handle, name = _beside(path)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path.resolve())  # a link goes on to lead to the file
    except BaseException:
        os.unlink(name)
        raise
