"""Fills another system's gradebook file with the points of one assignment. All else in it stays as it is."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from enum import StrEnum
from types import MappingProxyType

from api.spreadsheets import table_file
from api.spreadsheets.matching import Matches, SourcedIds, Unmatched, UnmatchedRow, matched
from api.spreadsheets.platforms import GradebookPlatform, GradeColumn, Identity, recognized
from api.spreadsheets.table_file import TableFile
from grader.records import Frozen, replace
from submissions.courses.grades.cells import Column
from submissions.teaching.gradebook.gradebook import GradebookRow

_PLACES = Decimal("0.00001")
"""The smallest step of the points that learning platforms keep."""
_LEAST_DIGITS = 2
"""The fewest digits of a number that may be a longer one: no platform shows fewer where there are more."""
_DECIMAL = re.compile(r"[0-9]+([.,])[0-9]+")
_NUMBER = re.compile(r"-?[0-9]+([.,][0-9]+)?")
_NOT_LETTERS = re.compile(r"\W+")


class NotFilled(StrEnum):
    """Why a file cannot be filled."""

    UNKNOWN_FORMAT = "unknown-format"
    NO_COLUMN = "no-column"
    """It has no column for points, or not the one that was asked for."""
    NOBODY = "nobody"
    """It has rows of nobody."""
    NO_MAXIMUM = "no-maximum"
    """Nobody said what its column is out of, so points there may mean something else than here."""


class CannotFill(Exception):
    """the file is not a gradebook of a system that is known here, or has no such column."""

    def __init__(self, why: NotFilled) -> None:
        super().__init__(why)
        self.why = why


class GradeFile(Frozen):
    """A file that was recognized."""

    platform: GradebookPlatform
    table: TableFile
    columns: Sequence[GradeColumn]

    def column(self, index: int) -> GradeColumn:
        """Return one of the columns for points. Raises `CannotFill` if there is none at this place."""
        for column in self.columns:
            if column.index == index:
                return column
        raise CannotFill(NotFilled.NO_COLUMN)

    def like(self, title: str) -> GradeColumn:
        """The column whose title has that of an assignment in it; the emptiest, where none has."""
        wanted = _letters(title)
        same = [each for each in self.columns if wanted and wanted in _letters(each.title)]
        if same:
            return min(same, key=lambda each: len(each.title))
        people = self.identities
        filled = Counter(index for row, index, text in self._entries() if row in people and _has_points(text))
        return min(self.columns, key=lambda each: filled[each.index])

    @property
    def identities(self) -> dict[int, Identity]:
        """Return whom each row is about; rows that are about nobody, such as totals, are left out."""
        found = {row: self.platform.identity(self.table, row) for row in range(1, len(self.table.rows))}
        return {row: identity for row, identity in found.items() if identity is not None}

    def keeps(self, row: int, index: int) -> bool:
        """Whether a cell stays: it has a word, such as of an excused student, or its row is cut short."""
        return self.table.text(row, index).casefold() in self.platform.untouched or index >= len(
            self.table.rows[row]
        )

    @property
    def has_decimal_comma(self) -> bool:
        """Whether numbers are written so: in the columns for points, else in its language, else anywhere."""
        mark = _decimal_mark(text for *_, text in self._entries())
        if mark is None and self.platform.has_decimal_comma(self.table):
            return True
        mark = mark or _decimal_mark(cell.text.strip() for row in self.table.rows[1:] for cell in row)
        return mark == ","

    def _entries(self) -> Iterator[tuple[int, int, str]]:
        """Yield row, column and text of each cell in the columns for points. Short rows have fewer."""
        indexes = {column.index for column in self.columns}
        for row, cells in enumerate(self.table.rows[1:], 1):
            yield from (
                (row, index, cell.text.strip()) for index, cell in enumerate(cells) if index in indexes
            )


class Filling(Frozen):
    """The result of filling a file."""

    content: bytes
    """The file with our points in one of its columns."""
    matches: Matches
    changed: int
    """Cells that have other points than before."""
    replaced: int
    """The changed cells that were not empty."""
    fallen: int
    """The changed cells that fall below half of what they were: the column may be out of something else."""
    same: int
    without_grade: Sequence[GradebookRow]
    """Students in the file who have no grade here; their cells stay as they are."""
    kept: Sequence[GradebookRow]
    """Students whose cell says something else than points, for example *excused*; it stays."""


def opened(content: bytes) -> GradeFile:
    """The gradebook file of a known system.

    Raises:
        NotATable: if it is no table.
        CannotFill: if no known system wrote it, or it has no column for points.
    """
    table = table_file.read(content)
    platform = recognized(table)
    if platform is None:
        raise CannotFill(NotFilled.UNKNOWN_FORMAT)
    columns = platform.columns(table)
    if not columns:
        raise CannotFill(NotFilled.NO_COLUMN)
    return GradeFile(platform, table, columns)


def filled(
    file: GradeFile,
    index: int,
    column: Column,
    students: Sequence[GradebookRow],
    *,
    scale: bool,
    out_of: Decimal | None = None,
    by_name: bool = False,
    sourced_ids: SourcedIds = MappingProxyType({}),
) -> Filling:
    """The file with the points of an assignment in the column at this place.

    `scale`: convert our points to those of the column, where the file or `out_of` says what it is out of.
    `by_name`: fill rows that likely are a student's, too. `sourced_ids`: student numbers that platforms say.

    Raises `CannotFill` if there is no such column, or nobody's row.
    """
    target = file.column(index)
    identities = file.identities
    if not identities:
        raise CannotFill(NotFilled.NOBODY)
    matches = _without_doubles(
        matched([*identities.items()], students, sourced_ids, by_name=by_name), identities
    )
    possible = target.possible or out_of
    factor = possible / column.possible if scale and possible else Decimal(1)
    texts: dict[int, str] = {}
    without_grade, kept = [], []
    comma = file.has_decimal_comma
    for row, student in matches.by_row.items():
        grade = student.cells.get(column.assignment.id)
        if grade is None:
            without_grade.append(student)
        elif file.keeps(row, index):
            kept.append(student)
        else:
            texts[row] = _written(grade.points * factor, comma=comma)
    return _filling(file, index, texts, matches, without_grade, kept)


def _filling(
    file: GradeFile,
    index: int,
    texts: Mapping[int, str],
    matches: Matches,
    without_grade: Sequence[GradebookRow],
    kept: Sequence[GradebookRow],
) -> Filling:
    """Write the texts into the column, and count what that changes."""
    before = {row: file.table.text(row, index) for row in texts}
    same = {row for row, text in texts.items() if _is_shown_as(text, before[row])}
    new = {row: text for row, text in texts.items() if _normal(text) != _normal(before[row])}
    changed = new.keys() - same
    replaced = [row for row in changed if _has_points(before[row])]
    fallen = sum(_value(new[row]) < _value(before[row]) / 2 for row in replaced)
    content = file.table.replaced(index, new)
    return Filling(content, matches, len(changed), len(replaced), fallen, len(same), without_grade, kept)


def _without_doubles(matches: Matches, identities: Mapping[int, object]) -> Matches:
    """Two rows of one student are nobody's: which of them is right is not for us to say."""
    rows = Counter(student.person_id for student in matches.by_row.values())
    doubled = {row: each for row, each in matches.by_row.items() if rows[each.person_id] > 1}
    if not doubled:
        return matches
    unmatched = [
        UnmatchedRow(row, each.name, (each.login,), Unmatched.AMBIGUOUS)
        for row, each in doubled.items()
        if row in identities
    ]
    return replace(
        matches,
        by_row={row: each for row, each in matches.by_row.items() if row not in doubled},
        unmatched=[*matches.unmatched, *unmatched],
    )


def _decimal_mark(texts: Iterable[str]) -> str | None:
    """Return the mark these numbers are written with; a point, where they do not agree."""
    marks = {found[1] for text in texts if (found := _DECIMAL.fullmatch(text))}
    return "." if "." in marks else next(iter(marks), None)


def _written(points: Decimal, *, comma: bool) -> str:
    text = f"{points.quantize(_PLACES, ROUND_HALF_EVEN).normalize():f}"
    return text.replace(".", ",") if comma else text


def _is_shown_as(text: str, shown: str) -> bool:
    """Whether a number is what is shown, maybe with fewer digits: `8.50` is 8.5, and `7.81` may be 7.8125."""
    if not _has_points(shown):
        return False
    value, wanted = _value(shown), _value(text)
    digits = -int(value.as_tuple().exponent)
    return value == wanted or (digits >= _LEAST_DIGITS and wanted.quantize(value, ROUND_HALF_UP) == value)


def _has_points(text: str) -> bool:
    """Whether a cell is filled; some platforms write a dash where it is not."""
    return _NUMBER.fullmatch(text) is not None


def _value(text: str) -> Decimal:
    return Decimal(text.strip().replace(",", "."))


def _normal(text: str) -> str:
    number = text.strip().replace(",", ".")
    return number.rstrip("0").rstrip(".") if "." in number else number


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub(" ", text).strip().casefold()
