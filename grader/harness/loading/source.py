"""Splits the bytes of a submission into pieces of source text: a file, or the code cells of a notebook."""

import ast
import codecs
import io
import json
import re
import tokenize
from typing import Any, NamedTuple

_MAGIC_LINE = re.compile(r"^(\s*)(?:%{1,2}\w|[!?]|[\w.]+\?+\s*$)")
_ASSIGNED_MAGIC = re.compile(r"^(\s*[\w,][\w, ]*=\s*)[%!].*$")
_RUNS_THE_CELL = frozenset({"%%time", "%%timeit", "%%capture", "%%backgrade"})
"""Magics behind which the cell is run as any other."""
_WRITTEN_FILE = re.compile(r"%%(?:writefile|file)\s+(?:-a\s+)?[\"']?(?:\./)?([\w/]+)\.py\b")
_DECLARED = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]{1,80})", re.ASCII)
_MOST_CELLS = 5_000


class Cell(NamedTuple):
    """A piece of source with the name its code is compiled under."""

    file: str
    text: str
    number: int | None = None
    """The cell of the notebook, counted from 1 over all cells, as shown there; None for a file."""
    module: str | None = None
    """The module that other cells import, where this one is written to a file of its own."""
    examples: str = ""
    """The text with its top-level code, where that was left out."""


class Unreadable(Exception):
    """The bytes are not source text; `problem` says why, as data."""

    def __init__(self, **problem: Any) -> None:
        super().__init__(problem["kind"])
        self.problem = problem


def parsed(cell: Cell) -> ast.Module | None:
    """Return the syntax tree of a piece; None where it has none."""
    try:
        return ast.parse(cell.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def cells(source: bytes, name: str, *, notebook: bool) -> list[Cell]:
    """Return the pieces of source, in the order in which they run.

    Raises:
        Unreadable: for anything that is not text of this kind.
    """
    if not source.strip():
        raise Unreadable(kind="empty")
    if notebook:
        return _notebook_cells(source)
    if b"\0" in source:
        raise Unreadable(kind="null-byte", line=source[: source.index(b"\0")].count(b"\n") + 1)
    return [Cell(name, _decode(source))]


def _decode(source: bytes) -> str:
    """Return the text as Python reads it; in UTF-8 where it is that, whatever its first lines declare."""
    declared = None if source.startswith(codecs.BOM_UTF8) else _declared(source)
    try:
        return source.decode(_encoding(source) if declared else "utf-8-sig")
    except UnicodeDecodeError:
        return _decode_as_utf_8(source)
    except (UnicodeError, SyntaxError, LookupError):
        assert declared is not None
        raise Unreadable(kind="encoding", message=declared.name, line=declared.line) from None


def _encoding(source: bytes) -> str:
    """Return the encoding in which Python would read it."""
    return tokenize.detect_encoding(io.BytesIO(source).readline)[0]


def _decode_as_utf_8(source: bytes) -> str:
    """Return the text; say which line is none where it is not UTF-8."""
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(kind="encoding", line=_first_undecodable_line(source)) from None


class _Declaration(NamedTuple):
    """An encoding that a file says it is in."""

    name: str
    line: int


def _declared(source: bytes) -> _Declaration | None:
    """Return what a comment in one of the first two lines declares."""
    for number, line in enumerate(source.split(b"\n", 2)[:2], 1):
        if found := _DECLARED.match(line):
            return _Declaration(found[1].decode(), number)
    return None


def _first_undecodable_line(source: bytes) -> int:
    """Return the first line that is not UTF-8, from 1."""
    for number, line in enumerate(source.split(b"\n"), 1):
        try:
            line.decode()
        except UnicodeDecodeError:
            return number
    return 1


def _notebook_cells(source: bytes) -> list[Cell]:
    """Return the code cells of a notebook."""
    try:
        notebook = json.loads(source.decode("utf-8-sig"))
        cells = notebook["cells"] if "cells" in notebook else notebook["worksheets"][0]["cells"]
        pieces = [_code_cell(number, cell) for number, cell in enumerate(cells[:_MOST_CELLS], 1)]
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise Unreadable(kind="notebook", line=getattr(error, "lineno", None)) from None
    code = [piece for piece in pieces if piece is not None and piece.text.strip()]
    if not code:
        raise Unreadable(kind="empty")
    return code


def _code_cell(number: int, cell: dict[str, Any]) -> Cell | None:
    """Return a cell as source; None for one of text."""
    if cell["cell_type"] != "code":
        return None
    text = cell["source"] if "source" in cell else cell["input"]
    text = text if isinstance(text, str) else "".join(text)
    written = _WRITTEN_FILE.match(text.lstrip())
    module = written.group(1).replace("/", ".") if written else None
    return Cell(f"cell {number}", _without_magics(text), number, module)


def _without_magics(text: str) -> str:
    """Return the text with `pass` for lines that only a notebook understands: line numbers stay."""
    if text.lstrip().startswith("%%"):
        first, _, rest = text.partition("\n")
        if _WRITTEN_FILE.match(first.lstrip()):
            return "pass\n" + rest
        return "pass\n" + _without_magics(rest) if first.split()[0] in _RUNS_THE_CELL else ""
    lines = [_ASSIGNED_MAGIC.sub(r"\1None", line) for line in text.split("\n")]
    return "\n".join(_plain_line(line) for line in lines)


def _plain_line(line: str) -> str:
    """Return `pass` for a magic line, with its indentation."""
    magic = _MAGIC_LINE.match(line)
    return f"{magic.group(1)}pass" if magic else line
