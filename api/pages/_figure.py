"""A figure as pages show it: a question, its definition, a table, and what its chart is drawn from."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from api.i18n import number
from api.pages._charts import drawn
from api.rendering.markup import code
from api.spreadsheets.cells import cell

Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class FigureCell:
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
    def is_number(self) -> bool:
        """Whether digits stand below each other."""
        return not isinstance(self.value, str)


@dataclass(frozen=True, slots=True)
class Figure:
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
        written = io.StringIO()
        table = csv.writer(written, lineterminator="\r\n")
        table.writerow(map(_plain, self.headings))
        table.writerows([each.plain for each in row] for row in self.rows)
        return written.getvalue()


def _plain(text: str) -> str:
    """Text without the marks around code, for a spreadsheet."""
    return cell(code(text).striptags())


def level(value: float, most: float) -> int:
    """The colour of a value in a heat map: 0 for nothing, 5 for the most."""
    steps = 5
    return 0 if not value or not most else max(1, min(steps, round(value / most * steps)))
