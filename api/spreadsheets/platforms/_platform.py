"""What is known of a learning platform's gradebook file."""

from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation

from api.spreadsheets.table_file import TableFile
from grader.records import Frozen

_LONGEST_NUMBER = 12
_MOST_POINTS = 1_000_000


class GradeColumn(Frozen):
    """A column that takes points."""

    index: int
    title: str
    """The title by which the platform's people know it."""
    possible: Decimal | None = None
    """The points that it is out of, where the file says so."""


class Identity(Frozen):
    """The identity of a student as a row gives it; empty where it says nothing."""

    name: str
    sis_id: str = ""
    logins: tuple[str, ...] = ()
    """User names and e-mail addresses."""


class GradebookPlatform(Frozen):
    """How to read its files."""

    name: str
    wrote: Callable[[TableFile], bool]
    """Whether the header is one of its own."""
    columns: Callable[[TableFile], Sequence[GradeColumn]]
    identity: Callable[[TableFile, int], Identity | None]
    """A function from a row to whose it is; None for a row that is nobody's."""
    untouched: frozenset[str] = frozenset()
    """Entries that mean something else than points, in lower case: they stay."""
    has_decimal_comma: Callable[[TableFile], bool] = lambda _: False
    """Whether its language writes one, which is asked where no points show it."""


def text_in(table: TableFile, row: int, *names: str) -> str:
    """The text of a row in the first of these columns that there is."""
    column = table.column(*names)
    return "" if column is None else table.text(row, column)


def number(text: str) -> Decimal | None:
    """A positive number as people write it, with a point or a comma."""
    if len(text) > _LONGEST_NUMBER:
        return None
    try:
        found = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        return None
    return found if found.is_finite() and 0 < found <= _MOST_POINTS else None
