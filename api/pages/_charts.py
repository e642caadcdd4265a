"""The chart of each figure, drawn from its table: for a wide column of a page, and for a phone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from api.i18n import gettext as _, number, percent
from api.rendering.charts.canvas import ChartDrawing
from api.rendering.charts.columns import ChartColumn, column_chart
from api.rendering.charts.rows import BarRow, row_chart
from api.rendering.markup import code

Row = Sequence[Any]
"""The values of a row of the table."""

_COLUMN, _PAGE, _PHONE = 520, 1040, 300
_MOST_BARS = 15


def drawn(kind: str, rows: Sequence[Row], extra: Mapping[str, Any], *, is_wide: bool) -> Markup:
    """Both drawings; the style sheet shows the one that suits the window. Empty where there is no bar."""
    draw = KINDS[kind]
    wide, narrow = (draw(rows, extra, width) for width in (_PAGE if is_wide else _COLUMN, _PHONE))
    return wide.svg("plot wide") + narrow.svg("plot narrow") if wide and narrow else Markup()


def _points(rows: Sequence[Row], _extra: Mapping[str, Any], width: float) -> ChartDrawing | None:
    legend = [("series-1", _("Attempts, by points in percent"))]
    bars = [BarRow(label, (attempts,), number(attempts)) for label, attempts in rows]
    return _chart_of(bars, width, legend=legend)


def _causes(rows: Sequence[Row], _extra: Mapping[str, Any], width: float) -> ChartDrawing | None:
    legend = [("series-1", _("Students, proven")), ("series-2", _("Students, likely"))]
    found = [(_plain(row[0]), row[2], row[3]) for row in rows if row[2] + row[3]][:_MOST_BARS]
    return _chart_of([_of_two(*each) for each in found], width, legend=legend)


def _turnout(rows: Sequence[Row], _extra: Mapping[str, Any], width: float) -> ChartDrawing | None:
    legend = [("series-1", _("Students who submitted")), ("series-2", _("Students who have not"))]
    return _chart_of([_of_two(_plain(row[0]), row[1], row[2]) for row in rows], width, legend=legend)


def _time(rows: Sequence[Row], extra: Mapping[str, Any], width: float) -> ChartDrawing | None:
    legend = [("series-1", _("Attempts in time")), ("series-2", _("Late attempts"))]
    if extra["due"]:
        legend.append(("mark", extra["due"]))
    columns = [
        ChartColumn(label, (in_time, late))
        for label, (_from, in_time, late) in zip(extra["labels"], rows, strict=True)
    ]
    return column_chart(columns, width, legend=legend, mark=extra["mark"])


def _overcoming(rows: Sequence[Row], _extra: Mapping[str, Any], width: float) -> ChartDrawing | None:
    legend = [("series-1", _("Hours until overcome, median"))]
    bars = [
        BarRow(_plain(row[0]), (row[4],), _("{n} h", n=number(round(row[4], 1))))
        for row in rows
        if row[4] is not None
    ]
    return _chart_of(bars[:_MOST_BARS], width, legend=legend)


def _suites(rows: Sequence[Row], _extra: Mapping[str, Any], width: float) -> ChartDrawing | None:
    legend = [("series-1", _("Attempts that pass, percent · discrimination"))]
    hardest = sorted((row for row in rows if row[4] is not None), key=lambda row: float(row[4]))
    bars = []
    for suite, _attempts, _unwritten, _passed, share, discrimination in hardest:
        value = percent(share / 100)
        if discrimination is not None:
            value = f"{value} · {number(discrimination)}"
        bars.append(BarRow(_plain(suite), (share,), value))
    return _chart_of(bars, width, legend=legend, most=100)


KINDS: Mapping[str, Callable[[Sequence[Row], Mapping[str, Any], float], ChartDrawing | None]] = {
    "points": _points,
    "causes": _causes,
    "time": _time,
    "overcoming": _overcoming,
    "suites": _suites,
    "turnout": _turnout,
}
"""The charts by the name that a figure gives its chart."""


def _chart_of(
    bars: Sequence[BarRow], width: float, *, legend: Sequence[tuple[str, str]], most: float | None = None
) -> ChartDrawing | None:
    return row_chart(bars, width, legend=legend, most=most) if bars else None


def _of_two(label: str, first: int, second: int) -> BarRow:
    """A bar of two colours, whose value names both parts where there are both."""
    both = first and second
    value = f"{number(first)} + {number(second)}" if both else number(first + second)
    return BarRow(label, (first, second), value)


def _plain(title: str) -> str:
    """A title without the marks around code: a drawing has one font."""
    return str(code(title).striptags())
