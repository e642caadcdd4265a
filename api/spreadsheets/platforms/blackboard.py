"""Blackboard: *Download Grades*, as CSV, or as a table with tabs in UTF-16 that is called .xls."""

import re

from api.spreadsheets.platforms._platform import (
    GradebookPlatform,
    GradeColumn,
    Identity,
    number,
    text_in,
)
from api.spreadsheets.table_file import TableFile

_ABOUT = re.compile(r"\[([^\[\]]*)\] *\|[0-9]+$")
"""`Backprop [Total Pts: 100 Score] |12345`"""
_POSSIBLE = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_ADDED_UP = ("total [", "weighted total [")


def _wrote(table: TableFile) -> bool:
    return table.column("Username") is not None and any(map(_ABOUT.search, table.header))


def _columns(table: TableFile) -> list[GradeColumn]:
    found = []
    for index, title in enumerate(table.header):
        about = _ABOUT.search(title)
        possible = about and _POSSIBLE.search(about[1])
        if about and possible and not title.casefold().startswith(_ADDED_UP):
            found.append(GradeColumn(index, title[: about.start()].rstrip(" "), number(possible[0])))
    return found


def _identity(table: TableFile, row: int) -> Identity | None:
    login, number_ = text_in(table, row, "Username"), text_in(table, row, "Student ID")
    if not (login or number_):
        return None
    name = f"{text_in(table, row, 'First Name')} {text_in(table, row, 'Last Name')}".strip()
    return Identity(name, number_, tuple(filter(None, (login, text_in(table, row, "Email")))))


PLATFORM = GradebookPlatform("Blackboard", _wrote, _columns, _identity)
