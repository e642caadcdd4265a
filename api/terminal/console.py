"""Writes to standard output and standard error, whatever they can take."""

import os
import shutil
import sys
from typing import TextIO

from api.words import Message


def out(text: str) -> None:
    """Text for standard output; a character it cannot encode becomes a question mark."""
    _write(sys.stdout, text)


def warn(text: str) -> None:
    """A line for standard error."""
    _write(sys.stderr, text + "\n")


def tell(message: Message, about: str = "") -> None:
    """Write what happened and, below it, what to do, to standard error."""
    warn(f"{about}: {message.seen}" if about else message.seen)
    if message.advice:
        warn(f"  {message.advice}")


def wants_color(stream: TextIO) -> bool:
    """Whether colour can be seen there, and nobody has said that it should not be."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width(stream: TextIO) -> int | None:
    """How many characters a line of a terminal has; None where it is none."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "replace").decode(encoding))
