"""A gradebook as a table for spreadsheets: RFC 4180, and no cell that would be taken as a formula."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

from api.words.en.gradebook import HEADER
from submissions.gradebook import Column, Row

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(columns: Sequence[Column], rows: Iterable[Row]) -> str:
    """A row a student, a column an assignment; an empty cell where there is no grade."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    titles = [f"{each.assignment.title} ({_number(each.possible)})" for each in columns]
    table.writerow([*HEADER, *map(_text, titles)])
    for row in rows:
        table.writerow([_text(row.name), _text(row.login), *_points(columns, row)])
    return written.getvalue()


def _points(columns: Iterable[Column], row: Row) -> Iterable[str]:
    for column in columns:
        cell = row.cells.get(column.assignment.id)
        yield "" if cell is None else _number(cell.points)


def _number(points: Decimal) -> str:
    return f"{points.normalize():f}"


def _text(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
