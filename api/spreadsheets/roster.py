"""A list of students in a file: of our own columns, or as a learning platform exports its participants."""

from collections.abc import Sequence

from api.spreadsheets.table_file import TableFile, read
from submissions.courses.courses.roster_import import RosterLine

LOGIN_COLUMNS = (
    "login", "email", "e-mail", "email address", "sis login id", "username", "user name",
    "correo", "correo electrónico", "dirección de correo", "usuario", "nombre de usuario",
)  # fmt: skip
_NAME = ("name", "full name", "student", "nombre completo", "estudiante")
_FIRST = ("first name", "given name", "nombre")
_LAST = ("last name", "surname", "family name", "apellidos", "apellido(s)")
_SECTION = ("section", "group", "groups", "sección", "grupo", "grupos")
_NUMBER = (
    "student number", "student id", "sis user id", "sis id", "id number", "orgdefinedid",
    "número de estudiante", "número de id", "matrícula",
)  # fmt: skip
_ROWS_BELOW_A_HEADER = ("points possible", "student, test")


class NoLogins(Exception):
    """the file has no column that says who somebody is."""


def students(content: bytes) -> list[RosterLine]:
    """The students of a file, by the names of its columns, in English or Spanish.

    Raises:
        NotATable: if it is no table.
        NoLogins: if no column has logins or e-mail addresses.
    """
    table = read(content)
    columns = {
        "login": table.column(*LOGIN_COLUMNS),
        "name": table.column(*_NAME),
        "first": table.column(*_FIRST),
        "last": table.column(*_LAST),
        "section": table.column(*_SECTION),
        "sis_id": table.column(*_NUMBER),
    }
    if columns["login"] is None:
        raise NoLogins
    return [
        _line(table, row, columns)
        for row in range(1, len(table.rows))
        if not table.text(row, 0).casefold().startswith(_ROWS_BELOW_A_HEADER)
    ]


def _line(table: TableFile, row: int, columns: dict[str, int | None]) -> RosterLine:
    def text(name: str) -> str | None:
        column = columns[name]
        return None if column is None else table.text(row, column)

    sis_id = text("sis_id")
    return RosterLine(
        row + 1,
        (text("login") or "").removeprefix("#"),
        _name(text("name"), (text("first"), text("last"))),
        text("section"),
        None if sis_id is None else sis_id.removeprefix("#"),
    )


def _name(whole: str | None, parts: Sequence[str | None]) -> str:
    """`Lovelace, Ada` is Ada Lovelace."""
    if not whole:
        return " ".join(filter(None, parts))
    last, comma, first = whole.partition(", ")
    return f"{first} {last}" if comma and "," not in first else whole
