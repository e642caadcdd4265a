"""The lines of a file and the cells of a notebook, read at a small cost: to be shown, never to be run."""

import codecs
import json
import re
from typing import Any, NamedTuple

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_PICTURE = re.compile(rb'(?<!\\)"[A-Za-z0-9+/=\\]{200,}"')
_MOST_BYTES, _MOST_VALUES = 2 << 20, 100_000
"""The limits of a notebook without pictures. A value may take thirty times the bytes it is written with."""
_DECLARED = re.compile(rb"coding[:=][ \t]{0,9}([-\w.]{1,80})")
_HEAD = 1 << 12
_BY_BYTES = "latin-1"
_SLOW = frozenset({"punycode", "idna", "utf-7", "unicode-escape", "raw-unicode-escape", "undefined"})
"""Encodings that are read in Python, or take time by the square of the length."""
_BEFORE_VALUES = (b",", b"[", b"{")


class NotebookCell(NamedTuple):
    """A cell of code or of text."""

    text: str
    is_code: bool


def cells_of(content: bytes) -> list[NotebookCell]:
    """Return every cell; none if it is not a notebook that can be read at a small cost."""
    content = _PICTURE.sub(b'""', content)
    if len(content) > _MOST_BYTES or sum(map(content.count, _BEFORE_VALUES)) > _MOST_VALUES:
        return []
    try:
        notebook = json.loads(decoded(content))
        cells = notebook["cells"] if "cells" in notebook else notebook["worksheets"][0]["cells"]
        return [_cell(each) for each in cells]
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return []


def lines_of(text: str) -> list[str]:
    """The lines of a file or a cell, as they are numbered."""
    return _LINE_BREAK.split(text)


def decoded(content: bytes) -> str:
    """The text of a file, in whatever way it is encoded."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _as_declared(content)


def _as_declared(content: bytes) -> str:
    declared = _DECLARED.search(content[:_HEAD])
    name = declared[1].decode() if declared else _BY_BYTES
    try:
        slow = codecs.lookup(name).name in _SLOW
        return content.decode(_BY_BYTES if slow else name, "replace")
    except (LookupError, ValueError):
        return content.decode(_BY_BYTES)


def _cell(cell: dict[str, Any]) -> NotebookCell:
    return NotebookCell("".join(cell.get("source", cell.get("input", ""))), cell.get("cell_type") == "code")
