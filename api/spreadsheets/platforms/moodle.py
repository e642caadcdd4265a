"""Moodle: *Grades, Export, Plain text file*, or an assignment's grading worksheet. English and Spanish."""

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

_EMAIL = ("Email address", "Dirección de correo", "Dirección Email", "Correo electrónico")
_NUMBER = ("ID number", "Número de ID", "Número de identificación")
_LOGIN = ("Username", "Nombre de usuario")
_FIRST, _LAST = ("First name", "Nombre"), ("Last name", "Surname", "Apellido(s)", "Apellidos")
_WORKSHEET, _GRADE = ("Identifier", "Identificador"), ("Grade", "Calificación")
_MOST = ("Maximum Grade", "Maximum grade", "Calificación máxima")
_FULL = ("Full name", "Nombre completo")
_ITEM = re.compile(r"(?P<title>.+?) *\((?:Real|Puntos)\)$")
_ADDED_UP = (
    "course total",
    "category total",
    "total del curso",
    "total de la categoría",
    "total de categoría",
)


def _wrote(table: TableFile) -> bool:
    return find(table.header, *_EMAIL, *_NUMBER, *_LOGIN) is not None


def _columns(table: TableFile) -> list[GradeColumn]:
    grade = find(table.header, *_GRADE)
    if find(table.header, *_WORKSHEET) is not None and grade is not None:
        possible = number(text_in(table, 1, *_MOST)) if len(table.rows) > 1 else None
        return [GradeColumn(grade, table.header[grade], possible)]
    found = []
    for index, title in enumerate(table.header):
        match = _ITEM.match(title)
        if match is not None and not match["title"].casefold().endswith(_ADDED_UP):
            found.append(GradeColumn(index, match["title"]))
    return found


def _identity(table: TableFile, row: int) -> Identity | None:
    logins = tuple(filter(None, (text_in(table, row, *_LOGIN), text_in(table, row, *_EMAIL))))
    sis_id = text_in(table, row, *_NUMBER)
    if row == 0 or not (sis_id or logins):
        return None
    parts = (text_in(table, row, *_FIRST), text_in(table, row, *_LAST))
    return Identity(" ".join(filter(None, parts)) or text_in(table, row, *_FULL), sis_id, logins)


PLATFORM = GradebookPlatform("Moodle", _wrote, _columns, _identity)
