"""A list of students with their groups, in a file."""

from api.spreadsheets.roster import LOGIN_COLUMNS, NoLogins
from api.spreadsheets.table_file import read
from submissions.courses.groups.forming import GroupLine

_GROUP = ("group", "groups", "team", "grupo", "grupos", "equipo")


class NoGroupColumn(Exception):
    """the file has no column of groups."""


def group_lines(content: bytes) -> list[GroupLine]:
    """The students of a file with the names of their groups, by columns in English or Spanish.

    Raises:
        NotATable: if it is no table.
        NoLogins: if no column has logins or e-mail addresses.
        NoGroupColumn: if no column has groups.
    """
    table = read(content)
    login, group = table.column(*LOGIN_COLUMNS), table.column(*_GROUP)
    if login is None:
        raise NoLogins
    if group is None:
        raise NoGroupColumn
    return [
        GroupLine(row + 1, table.text(row, login).removeprefix("#"), table.text(row, group))
        for row in range(1, len(table.rows))
    ]
