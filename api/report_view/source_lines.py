"""The lines of a submission, to show the one that a report speaks of."""

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import inf
from typing import NamedTuple

from api.report_view.one_line import one_line
from grader.finding import Where
from grader.notebook_cells import NotebookCell, cells_of, decoded, lines_of
from grader.sandbox.replies import printable

_LONGEST = 120
_LONGEST_BEFORE = 60
_MOST_SHOWN = 2000
_LONGEST_SHOWN = 400
_MOST = 4
_WIDTH = 8
"""The width of a tab to Python."""
_TAB = "→   "
"""A tab of an indentation, so that it is seen."""


class Quote(NamedTuple):
    """A line of a submission without its indentation, with the part that is meant; safe to show."""

    number: int
    before: str
    meant: str
    """Empty where it is no part but the line."""
    after: str

    @property
    def statement(self) -> ast.stmt | None:
        """The statement that is meant, or that the line is; None where it is no whole one."""
        try:
            body = ast.parse((self.meant or self.before).strip()).body
        except (SyntaxError, ValueError, RecursionError):
            return None
        return body[0] if len(body) == 1 else None


class CodePart(NamedTuple):
    """The code of a file, or of one cell of a notebook."""

    cell: int | None
    lines: tuple[str, ...]
    left_out: int
    """Lines that are not shown."""


class SourceLines:
    """A submission's lines by line number, or by cell and line number in a notebook."""

    def __init__(self, name: str, content: bytes) -> None:
        self._content = content
        self._is_notebook = name.lower().endswith(".ipynb")

    def line(self, line: int | None, cell: int | None = None) -> str:
        """The line without its indentation, safe to show; empty where there is none."""
        return one_line(self._line(line, cell), _LONGEST)

    def pointer(self, line: int | None, cell: int | None, column: int | None) -> str:
        """A caret below that character of the line; empty where it is not known, or not shown."""
        if column is None:
            return ""
        before = one_line(self._line(line, cell)[:column] + "^", _LONGEST)
        return " " * (len(before) - 1) + "^" if before.endswith("^") else ""

    def indented(self, line: int | None, cell: int | None) -> str:
        """The line below those of its blocks, with their indentation, safe to show; empty where none is."""
        lines = with_blocks(self._lines(cell)[:line]) if self._line(line, cell) else []
        return "\n".join(_cut(_cleaned(each), _LONGEST) for each in lines)

    def quote(self, where: Where) -> Quote | None:
        """The line of a cause; None where there is none."""
        line = self._line(where.line, where.cell)
        if where.line is None or not line.strip():
            return None
        start, end = where.column or 0, where.end_column or 0
        if not line[start:end].strip():
            return Quote(where.line, one_line(line, _LONGEST), "", "")
        before = _cleaned(line[:start].lstrip())
        if len(before) > _LONGEST_BEFORE:
            before = "…" + before[1 - _LONGEST_BEFORE :]
        meant = _cut(_cleaned(line[start:end].strip()), _LONGEST - len(before))
        return Quote(where.line, before, meant, _cut(_cleaned(line[end:].rstrip()), _LONGEST - len(meant)))

    def parts(self) -> Iterator[CodePart]:
        """Yield all code, safe to show; of a very long file the beginning."""
        room = _MOST_SHOWN
        for cell, text in self._code():
            lines = lines_of(text)
            shown = tuple(_cut(printable(line.expandtabs(4)), _LONGEST_SHOWN) for line in lines[:room])
            room -= len(shown)
            yield CodePart(cell, shown, len(lines) - len(shown))

    def _code(self) -> Iterator[tuple[int | None, str]]:
        if not self._is_notebook:
            yield None, decoded(self._content).rstrip()
            return
        for number, cell in enumerate(self._cells, 1):
            if cell.is_code and cell.text.strip():
                yield number, cell.text.rstrip()

    def _line(self, line: int | None, cell: int | None) -> str:
        lines = self._lines(cell)
        return lines[line - 1] if line is not None and 1 <= line <= len(lines) else ""

    def _lines(self, cell: int | None) -> list[str]:
        """Return the lines of a cell of a notebook, or of a file, which has none."""
        if (cell is None) == self._is_notebook:
            return []
        return self._cell_lines(cell) if cell is not None else self._file_lines

    @cached_property
    def _file_lines(self) -> list[str]:
        return lines_of(decoded(self._content))

    @cached_property
    def _cells(self) -> list[NotebookCell]:
        return cells_of(self._content)

    def _cell_lines(self, cell: int) -> list[str]:
        return lines_of(self._cells[cell - 1].text) if 1 <= cell <= len(self._cells) else []


def _cleaned(part: str) -> str:
    """The part of a line, safe to show, with the spaces that are in it."""
    return printable(part.replace("\t", " "))


def _cut(part: str, longest: int) -> str:
    return part if len(part) <= longest else part[: max(longest - 1, 0)] + "…"


def with_blocks(lines: Sequence[str]) -> list[str]:
    """Return the last line below those that say which blocks it may belong to, as they are indented."""
    if not lines or not lines[-1].strip():
        return []
    drawn = [_drawn(line) for line in reversed([*_up(lines)])]
    common = min(_spaces(line) for line in drawn)
    return [line[common:] for line in drawn]


def _up(lines: Sequence[str]) -> Iterator[str]:
    """Yield the last line, and the lines of blocks above it, from the inside out."""
    last = lines[-1]
    yield last
    # Measured once: a line may be as long as the file, with as many lines above it.
    outermost, innermost, shown = _depth(last), inf, 1
    for line in reversed(lines[:-1]):
        if innermost <= outermost or shown == _MOST:
            return
        depth = _depth(line)
        if depth < innermost and _is_code(line):
            innermost, shown = depth, shown + 1
            yield line


def _is_code(line: str) -> bool:
    """Whether a line is neither empty nor a comment."""
    return line.lstrip()[:1] not in ("", "#")


def _depth(line: str) -> int:
    indentation = line[: len(line) - len(line.lstrip(" \t"))]
    return len(indentation.expandtabs(_WIDTH))


def _spaces(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _drawn(line: str) -> str:
    code = line.lstrip()
    return line[: len(line) - len(code)].replace("\t", _TAB) + code.rstrip()
