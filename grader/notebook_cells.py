"""The cells of a notebook, read at a small cost: for pages that show its lines, never to run it."""

import json
import re
from typing import Any, NamedTuple

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_PICTURE = re.compile(rb'(?<!\\)"[A-Za-z0-9+/=\\]{200,}"')
_MOST_BYTES, _MOST_VALUES = 2 << 20, 100_000
"""Of a notebook without its pictures. A value may take thirty times the bytes that it is written with."""
_BEFORE_VALUES = (b",", b"[", b"{")


class NotebookCell(NamedTuple):
    """A cell of code or of text."""

    text: str
    is_code: bool


def cells_of(content: bytes) -> list[NotebookCell]:
    """Every cell; none where it is not a notebook that can be read at a small cost."""
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
        return content.decode("latin-1")


def _cell(told: dict[str, Any]) -> NotebookCell:
    return NotebookCell("".join(told.get("source", told.get("input", ""))), told.get("cell_type") == "code")
