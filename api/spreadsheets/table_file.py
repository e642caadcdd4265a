"""A table in a file, whose cells can be replaced while every other byte stays as it is.

The reader of the standard library forgets how a file was written: its encoding, byte order mark, line ends
and quotes. A learning platform takes back what it wrote itself, so none of it may change.
"""

import codecs
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from grader.records import Frozen

MOST_BYTES = 2 * 1024 * 1024
_MOST_ROWS, _MOST_COLUMNS, _MOST_CELLS = 20_000, 1_000, 400_000
_DELIMITERS = (",", ";", "\t")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WITHOUT_MARK = ("utf-8", "cp1252", "latin-1")
"""Tried in this order; the last one takes any byte."""
_QUOTE = '"'
_ENDS = {delimiter: re.compile(f"[{delimiter}\r\n]") for delimiter in _DELIMITERS}


class TableDefect(StrEnum):
    """Why a file cannot be read as a table."""

    TOO_LARGE = "too-large"
    EMPTY = "empty"
    NOT_TEXT = "not-text"
    OPEN_QUOTE = "open-quote"


class NotATable(Exception):
    """the file is not a table with rows and columns."""

    def __init__(self, why: TableDefect) -> None:
        super().__init__(why)
        self.why = why


class TableCell(Frozen):
    """One cell, and where it is in the text."""

    text: str
    start: int
    end: int
    quoted: bool


class TableFile(Frozen):
    """The rows of a file, and all that is needed to write it again."""

    rows: Sequence[Sequence[TableCell]]
    """The rows without empty lines. They may differ in length."""
    header: Sequence[str]
    """The texts of the first row."""
    delimiter: str
    _text: str
    _mark: bytes
    _encoding: str
    _places: Mapping[str, int]

    def column(self, *names: str) -> int | None:
        """The first column that has one of these names, whatever their case."""
        wanted = (name.casefold() for name in names)
        return next((self._places[name] for name in wanted if name in self._places), None)

    def text(self, row: int, column: int) -> str:
        """The text of a cell without spaces around it; empty where the row is shorter."""
        cells = self.rows[row]
        return cells[column].text.strip() if column < len(cells) else ""

    def replaced(self, column: int, texts: Mapping[int, str]) -> bytes:
        """The file with other texts in one column, by row. A row that is too short stays as it is."""
        pieces, done = [], 0
        for row, text in sorted(texts.items()):
            if column >= len(self.rows[row]):
                continue
            cell = self.rows[row][column]
            pieces += [self._text[done : cell.start], self._written(text, cell)]
            done = cell.end
        return self._mark + "".join([*pieces, self._text[done:]]).encode(self._encoding)

    def _written(self, text: str, before: TableCell) -> str:
        needs_quotes = any(letter in text for letter in (self.delimiter, _QUOTE, "\r", "\n"))
        if before.quoted or needs_quotes:
            return f"{_QUOTE}{text.replace(_QUOTE, _QUOTE * 2)}{_QUOTE}"
        return text


def read(content: bytes) -> TableFile:
    """The table of a file: comma, semicolon or tab between cells, in UTF-8, UTF-16 or Windows-1252.

    Raises `NotATable` if it is too large, empty or not a table.
    """
    if len(content) > MOST_BYTES:
        raise NotATable(TableDefect.TOO_LARGE)
    mark, encoding, text = _decoded(content)
    if "\0" in text:
        raise NotATable(TableDefect.NOT_TEXT)
    delimiter = _delimiter(text)
    rows = [row for row in _rows(text, delimiter) if len(row) > 1 or row[0].text]
    if not rows:
        raise NotATable(TableDefect.EMPTY)
    header = [cell.text.strip() for cell in rows[0]]
    if len(header) > _MOST_COLUMNS:
        raise NotATable(TableDefect.TOO_LARGE)
    places = {name.casefold(): index for index, name in reversed(list(enumerate(header)))}
    return TableFile(rows, header, delimiter, text, mark, encoding, places)


def _decoded(content: bytes) -> tuple[bytes, str, str]:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            try:
                return mark, encoding, content[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                raise NotATable(TableDefect.NOT_TEXT) from None
    for encoding in _WITHOUT_MARK:
        try:
            return b"", encoding, content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise AssertionError  # the last encoding has a letter for every byte


def _delimiter(text: str) -> str:
    """The one that stands most often in the first line with something in it, outside of quotes."""
    line = next((line for line in io.StringIO(text, newline=None) if line.strip()), "")
    outside = "".join(line.split(_QUOTE)[::2])
    return max(_DELIMITERS, key=outside.count)


def _rows(text: str, delimiter: str) -> Iterator[list[TableCell]]:
    row: list[TableCell] = []
    at = rows = cells = 0
    while True:
        cell = _cell(text, at, delimiter)
        row.append(cell)
        at, cells = cell.end, cells + 1
        if cells > _MOST_CELLS:
            raise NotATable(TableDefect.TOO_LARGE)
        if text[at : at + 1] == delimiter:
            at += 1
            continue
        yield row
        rows += 1
        if rows > _MOST_ROWS:
            raise NotATable(TableDefect.TOO_LARGE)
        if at >= len(text):
            return
        at += 2 if text.startswith("\r\n", at) else 1
        row = []


def _cell(text: str, at: int, delimiter: str) -> TableCell:
    """The cell that begins here. What follows a closing quote belongs to it, as spreadsheets read it."""
    if not text.startswith(_QUOTE, at):
        end = _end(text, at, delimiter)
        return TableCell(text[at:end], at, end, quoted=False)
    close = at + 1
    while True:
        close = text.find(_QUOTE, close)
        if close < 0:
            raise NotATable(TableDefect.OPEN_QUOTE)
        if not text.startswith(_QUOTE, close + 1):
            break
        close += 2
    end = _end(text, close + 1, delimiter)
    inside = text[at + 1 : close].replace(_QUOTE * 2, _QUOTE)
    return TableCell(inside + text[close + 1 : end], at, end, quoted=True)


def _end(text: str, at: int, delimiter: str) -> int:
    """Return where a cell without quotes ends."""
    end = _ENDS[delimiter].search(text, at)
    return len(text) if end is None else end.start()
