"""Canvas: *Grades, Export*. The second or third row has the points; people have SIS ids and logins."""

from collections.abc import Iterator

from api.spreadsheets.platforms._platform import (
    GradebookPlatform,
    GradeColumn,
    Identity,
    number,
    text_in,
)
from api.spreadsheets.table_file import TableFile

_POINTS = "points possible"
_COMPUTED = ("current score", "current points", "current grade", "final score", "final points", "final grade")
_COMPUTED_TOO = ("unposted", "override score", "override grade", "override status")
_READ_ONLY = "(read only)"
_TEST_STUDENT = frozenset({"Student, Test", "Test Student"})
_MOST_LOOKED_AT = 4
"""Rows below the header in which the points may stand."""


def _wrote(table: TableFile) -> bool:
    places = (table.column("ID"), table.column("Section"))
    return "student" in table.header[0].casefold() and None not in places


def _columns(table: TableFile) -> list[GradeColumn]:
    return list(_graded(table))


def _graded(table: TableFile) -> Iterator[GradeColumn]:
    first = (table.column("Section") or 0) + 1
    points = _row_of_points(table)
    for index, title in enumerate(table.header[first:], first):
        possible = "" if points is None else table.text(points, index)
        if title and not _is_computed(title) and _READ_ONLY not in possible.casefold():
            yield GradeColumn(index, title, number(possible))


def _is_computed(title: str) -> bool:
    lower = title.casefold()
    return lower.endswith(_COMPUTED) or lower.startswith(_COMPUTED_TOO) or lower in _COMPUTED_TOO


def _row_of_points(table: TableFile) -> int | None:
    rows = range(1, min(len(table.rows), _MOST_LOOKED_AT))
    return next((row for row in rows if table.text(row, 0).casefold().startswith(_POINTS)), None)


def _identity(table: TableFile, row: int) -> Identity | None:
    points = _row_of_points(table)
    id_, login = text_in(table, row, "ID"), text_in(table, row, "SIS Login ID")
    if (points is not None and row <= points) or not (id_ or login):
        return None
    if not login and table.text(row, 0) in _TEST_STUDENT:
        return None
    sis_id = text_in(table, row, "SIS User ID")
    return Identity(table.text(row, 0), sis_id, tuple(filter(None, (login,))))


PLATFORM = GradebookPlatform("Canvas", _wrote, _columns, _identity, frozenset({"ex"}))
