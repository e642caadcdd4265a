"""The lines of a submission, to show the one that a report speaks of."""

import json
import re
from functools import cached_property

from api.one_line import one_line

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_LONGEST = 120


class SourceLines:
    """A submission's lines by line number, or by cell and line number in a notebook."""

    def __init__(self, name: str, content: bytes) -> None:
        self._content = content
        self._is_notebook = name.lower().endswith(".ipynb")

    def line(self, line: int | None, cell: int | None = None) -> str:
        """The line without its indentation, safe to show; empty where there is none."""
        if line is None or (cell is None) == self._is_notebook:
            return ""
        lines = self._cell_lines(cell) if cell is not None else self._file_lines
        if not 1 <= line <= len(lines):
            return ""
        return one_line(lines[line - 1], _LONGEST)

    @cached_property
    def _file_lines(self) -> list[str]:
        return _LINE_BREAK.split(_decoded(self._content))

    @cached_property
    def _cells(self) -> list[str]:
        """The text of every cell; none where it is not a notebook that can be read."""
        try:
            notebook = json.loads(_decoded(self._content))
            cells = notebook["cells"] if "cells" in notebook else notebook["worksheets"][0]["cells"]
            return ["".join(cell.get("source", cell.get("input", ""))) for cell in cells]
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
            return []

    def _cell_lines(self, cell: int) -> list[str]:
        return _LINE_BREAK.split(self._cells[cell - 1]) if 1 <= cell <= len(self._cells) else []


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")
