"""Moodle: *Grades, Export, Plain text file*, or an assignment's grading worksheet.

In English, German and Spanish.
"""

from api.spreadsheets.platforms._platform import (
    GradebookPlatform,
    GradeColumn,
    Identity,
    number,
    text_in,
)
from api.spreadsheets.table_file import TableFile

_EMAIL = ("Email address", "Dirección de correo", "Dirección Email", "Correo electrónico", "E-Mail-Adresse")
_NUMBER = ("ID number", "Número de ID", "Número de identificación", "ID-Nummer", "Matrikelnummer")
_LOGIN = ("Username", "Nombre de usuario", "Anmeldename")
_FIRST = ("First name", "Nombre", "Vorname")
_LAST = ("Last name", "Surname", "Apellido(s)", "Apellidos", "Nachname")
_WORKSHEET, _GRADE = ("Identifier", "Identificador", "ID"), ("Grade", "Calificación", "Bewertung")
_MOST = ("Maximum Grade", "Maximum grade", "Calificación máxima", "Bestwertung")
_FULL = ("Full name", "Nombre completo", "Vollständiger Name")
_POINTS = ("(Real)", "(Puntos)", "(Punkte)")
"""How the name of a column ends that holds points, and not a comment."""
_ADDED_UP = (
    "course total",
    "category total",
    "total del curso",
    "total de la categoría",
    "total de categoría",
    "kurs gesamt",
    "kategorie gesamt",
)
_OF_CATEGORY = (" total", " gesamt")
"""How the sum of a category with a name ends. A column of one's own may be called so, too."""
_GERMAN = ("E-Mail-Adresse", "ID-Nummer", "Anmeldename", "Nachname", "Vollständiger Name")


def _wrote(table: TableFile) -> bool:
    return table.column(*_EMAIL, *_NUMBER, *_LOGIN) is not None


def _columns(table: TableFile) -> list[GradeColumn]:
    grade = table.column(*_GRADE)
    if table.column(*_WORKSHEET) is not None and grade is not None:
        possible = number(text_in(table, 1, *_MOST)) if len(table.rows) > 1 else None
        return [GradeColumn(grade, table.header[grade], possible)]
    found = []
    for index, header in enumerate(table.header):
        title = header.rpartition("(")[0].rstrip(" ") if header.endswith(_POINTS) else ""
        if title and not title.casefold().endswith(_ADDED_UP):
            found.append(GradeColumn(index, title))
    return [each for each in found if not each.title.casefold().endswith(_OF_CATEGORY)] or found


def _has_decimal_comma(table: TableFile) -> bool:
    """Whether its language has one: German has it everywhere, Spanish not in Mexico."""
    return table.column(*_GERMAN) is not None


def _identity(table: TableFile, row: int) -> Identity | None:
    logins = tuple(filter(None, (text_in(table, row, *_LOGIN), text_in(table, row, *_EMAIL))))
    sis_id = text_in(table, row, *_NUMBER)
    if row == 0 or not (sis_id or logins):
        return None
    parts = (text_in(table, row, *_FIRST), text_in(table, row, *_LAST))
    return Identity(" ".join(filter(None, parts)) or text_in(table, row, *_FULL), sis_id, logins)


PLATFORM = GradebookPlatform("Moodle", _wrote, _columns, _identity, has_decimal_comma=_has_decimal_comma)
