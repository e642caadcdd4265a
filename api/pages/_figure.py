"""A figure as pages show it: a question, its definition, a table, and what its chart is drawn from."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Annotated, Any

from fastapi import Depends, Query
from markupsafe import Markup
from msgspec import field

from api.i18n import number
from api.pages._charts import drawn
from api.rendering.markup import code
from api.spreadsheets.cells import cell, csv_text
from grader.records import Frozen, replace
from submissions.tables.name_key import name_key
from submissions.teaching.results.ordering import in_table_order

Value = str | int | float | None
_LONGEST = 24
_COLUMN = "^(?:[a-z]+[.][0-9]{1,2})?$"


class FigureCell(Frozen):
    """One cell of a table."""

    value: Value
    url: str = ""
    """Where it leads."""
    label: str = ""
    """The words of a screen reader for the link, where the text alone does not say where it leads."""
    level: int | None = None
    """Its colour in a heat map, from 0 to 5."""

    @property
    def text(self) -> str:
        """The value as it is shown."""
        if self.value is None:
            return "–"
        return self.value if isinstance(self.value, str) else number(round(self.value, 2))

    @property
    def plain(self) -> str:
        """The value as a spreadsheet gets it."""
        if self.value is None:
            return ""
        return _plain(self.value) if isinstance(self.value, str) else f"{self.value}"

    @property
    def sort_key(self) -> tuple[float, str] | None:
        """Numbers by size, texts by name; None where it says nothing."""
        if self.value in (None, ""):
            return None
        return (0.0, name_key(self.value)) if isinstance(self.value, str) else (self.value or 0.0, "")

    @property
    def is_number(self) -> bool:
        """Whether digits stand below each other."""
        return not isinstance(self.value, str)


class FigureOrder(Frozen):
    """A column of a figure, and which way round."""

    figure: str
    column: int
    descending: bool


def _order(
    sort: Annotated[str, Query(max_length=_LONGEST, pattern=_COLUMN)] = "", *, down: bool = False
) -> FigureOrder | None:
    figure, _, column = sort.partition(".")
    return FigureOrder(figure, int(column), down) if sort else None


AsksOrder = Annotated[FigureOrder | None, Depends(_order)]
"""None: each figure in its own order."""


class Figure(Frozen):
    """One chart answers one question, and the question is its title."""

    name: str
    """The name in addresses."""
    question: str
    definition: str
    headings: Sequence[str]
    rows: Sequence[Sequence[FigureCell]]
    empty: str
    """The text that is shown where there is nothing yet."""
    chart: str = ""
    """Its kind in `_charts.KINDS`; empty where the table says it better."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """The data that the chart needs besides the table."""
    is_map: bool = False
    """Whether the table is a heat map itself."""

    is_wide: bool = False
    """Whether it stands alone in its row."""

    is_series: bool = False
    """Whether its rows follow each other as those of a scale do, whatever their names are."""

    totalled: Sequence[int] = ()
    """The columns whose sum stands below."""

    order: FigureOrder | None = None
    """The column by which its table is sorted; the chart stays as it is."""

    def sorted_by(self, order: FigureOrder | None) -> "Figure":
        """Return this figure with its table sorted, if that is asked of it."""
        is_ours = order is not None and order.figure == self.name and order.column < len(self.headings)
        return replace(self, order=order) if is_ours else self

    @property
    def shown_rows(self) -> Sequence[Sequence[FigureCell]]:
        """The rows of the table; what says nothing stands last, whichever way round."""
        order = self.order
        if order is None:
            return self.rows
        if self.is_series and order.column == 0:
            return self.rows[::-1] if order.descending else self.rows
        return in_table_order(self.rows, lambda row: row[order.column].sort_key, descending=order.descending)

    @property
    def totals(self) -> Sequence[FigureCell]:
        """The sums of columns, below all but the first; empty where there are none."""
        if not self.totalled:
            return ()
        return [self._total(column) for column in range(1, len(self.headings))]

    def _total(self, column: int) -> FigureCell:
        values = [row[column].value for row in self.rows]
        numbers = [each for each in values if isinstance(each, int | float)]
        if column not in self.totalled or not numbers:
            return FigureCell("")
        is_whole = all(isinstance(each, int) for each in numbers)
        return FigureCell(sum(numbers) if is_whole else fsum(numbers))

    @property
    def has_chart(self) -> bool:
        """Whether there is something to draw: bars of nobody say nothing."""
        counted = (each.value for row in self.rows for each in row if each.is_number)
        return bool(self.chart and any(counted) and self.drawn)

    @property
    def drawn(self) -> Markup:
        """The chart, for wide windows and for narrow ones."""
        rows = [[each.value for each in row] for row in self.rows]
        return drawn(self.chart, rows, self.extra, is_wide=self.is_wide)

    @property
    def csv(self) -> str:
        """The table for a spreadsheet."""
        return csv_text([map(_plain, self.headings), *([each.plain for each in row] for row in self.rows)])


def _plain(text: str) -> str:
    """Text without the marks around code, for a spreadsheet."""
    return cell(code(text).striptags())


def level(value: float, most: float) -> int:
    """The colour of a value in a heat map: 0 for nothing, 5 for the most."""
    steps = 5
    return 0 if not value or not most else max(1, min(steps, round(value / most * steps)))
