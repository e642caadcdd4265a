"""Brightspace: *Grades, Export*, both keys, points. Ids begin with `#`; the last column ends the row."""

import re

from api.spreadsheets.platforms._platform import (
    GradebookPlatform,
    GradeColumn,
    Identity,
    number,
    text_in,
)
from api.spreadsheets.table_file import TableFile

_END = "End-of-Line Indicator"
_COLUMN = re.compile(r"(?P<title>.*?) Points Grade(?: <(?P<about>[^<>]*)>)?$")
_POSSIBLE = re.compile(r"MaxPoints:(?P<possible>[0-9]+(?:[.,][0-9]+)?)")
_ADDED_UP = frozenset({"subtotal", "calculated final grade", "adjusted final grade"})


def _wrote(table: TableFile) -> bool:
    return table.column(_END) is not None and table.column("OrgDefinedId", "Username") is not None


def _columns(table: TableFile) -> list[GradeColumn]:
    found = []
    for index, title in enumerate(table.header):
        match = _COLUMN.match(title)
        if match is None or match["title"].casefold() in _ADDED_UP:
            continue
        about = _POSSIBLE.search(match["about"] or "")
        found.append(GradeColumn(index, match["title"], number(about["possible"]) if about else None))
    return found


def _identity(table: TableFile, row: int) -> Identity | None:
    sis_id = text_in(table, row, "OrgDefinedId").removeprefix("#")
    login = text_in(table, row, "Username").removeprefix("#")
    if not (sis_id or login):
        return None
    name = f"{text_in(table, row, 'First Name')} {text_in(table, row, 'Last Name')}".strip()
    return Identity(name, sis_id, tuple(filter(None, (login, text_in(table, row, "Email")))))


PLATFORM = GradebookPlatform("Brightspace", _wrote, _columns, _identity)
