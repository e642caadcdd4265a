"""A gradebook as a table for spreadsheets: RFC 4180, and no cell that would be taken as a formula."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from api.spreadsheets.cells import cell, csv_text
from submissions.courses.grades.cells import Column
from submissions.teaching.gradebook.grade_totals import percent
from submissions.teaching.gradebook.gradebook import Gradebook, GradebookRow

_HEADER = ("Name", "Login", "Section", "Student number", "Total", "Percent")
"""Scripts read these names: they are the same in every language."""


def as_csv(book: Gradebook) -> str:
    """A row a student, a column an assignment; an empty cell where there is no grade."""
    return csv_text(_rows(book))


def _rows(book: Gradebook) -> Iterator[Iterable[str]]:
    titles = [f"{column.assignment.title} ({_number(column.possible)})" for column in book.columns]
    yield [*_HEADER, *map(cell, titles)]
    for row in book.rows:
        person = map(cell, (row.name, row.login, row.section, row.sis_id))
        total = percent(book.columns, row)
        points = row.total if row.cells or total is not None else None
        sums = ("" if each is None else _number(each) for each in (points, total))
        yield [*person, *sums, *_points(book.columns, row)]


def _points(columns: Iterable[Column], row: GradebookRow) -> Iterable[str]:
    for column in columns:
        grade = row.cells.get(column.assignment.id)
        yield "" if grade is None else _number(grade.points)


def _number(points: Decimal) -> str:
    return f"{points.normalize():f}"
