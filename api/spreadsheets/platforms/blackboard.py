"""Blackboard: *Download Grades*, as CSV, or as a table with tabs in UTF-16 that is called .xls."""

import re

from api.spreadsheets.platforms._platform import (
    GradebookPlatform,
    GradeColumn,
    Identity,
    find,
    number,
    text_in,
)
from api.spreadsheets.table_file import TableFile

_COLUMN = re.compile(
    r"(?P<title>.*?) *\[[^\]]*?(?P<possible>[0-9]+(?:[.,][0-9]+)?)[^\]]*\] *\|(?P<id>[0-9]+)$"
)
"""`Backprop [Total Pts: 100 Score] |12345`"""
_ADDED_UP = ("total [", "weighted total [")


def _wrote(table: TableFile) -> bool:
    return find(table.header, "Username") is not None and any(_COLUMN.match(each) for each in table.header)


def _columns(table: TableFile) -> list[GradeColumn]:
    found = []
    for index, title in enumerate(table.header):
        match = _COLUMN.match(title)
        if match is not None and not title.casefold().startswith(_ADDED_UP):
            found.append(GradeColumn(index, match["title"], number(match["possible"])))
    return found


def _identity(table: TableFile, row: int) -> Identity | None:
    login, number_ = text_in(table, row, "Username"), text_in(table, row, "Student ID")
    if not (login or number_):
        return None
    name = f"{text_in(table, row, 'First Name')} {text_in(table, row, 'Last Name')}".strip()
    return Identity(name, number_, tuple(filter(None, (login, text_in(table, row, "Email")))))


PLATFORM = GradebookPlatform("Blackboard", _wrote, _columns, _identity)
