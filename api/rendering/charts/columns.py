"""Columns over an axis of numbers: values above them where there is room, and whole labels below."""

from collections.abc import Sequence
from math import floor, log10

from api.rendering.charts.canvas import LINE, ChartDrawing, width_of
from grader.records import Frozen

_HIGH, _PAD = 200.0, 8.0


class ChartColumn(Frozen):
    """A column of a chart."""

    label: str
    parts: tuple[int, ...]
    """One height for each colour, one on the other."""


def column_chart(
    columns: Sequence[ChartColumn], width: float, *, legend: Sequence[tuple[str, str]], mark: float | None
) -> ChartDrawing:
    """The chart of counts; `mark`: where a dashed line stands, in columns from the first."""
    canvas = ChartDrawing(width)
    canvas.legend(legend)
    axis = ticks(max(sum(each.parts) for each in columns))
    left = max(width_of(_written(each)) for each in axis) + _PAD
    top, bottom = canvas.height + LINE, canvas.height + LINE + _HIGH
    for each in axis:
        y = bottom - _HIGH * each / axis[-1]
        canvas.line((left, y), (width, y), "axis" if not each else "grid")
        canvas.text(left - _PAD, y + 4, _written(each), anchor="end")
    step = (width - left) / len(columns)
    if mark is not None:
        x = left + mark * step
        canvas.line((x, top), (x, bottom), "mark")
    # Numbers stand above all columns or above none: some of them would look like all.
    is_roomy = all(width_of(str(sum(each.parts))) <= step for each in columns)
    for place, column in enumerate(columns):
        x = left + place * step
        top = _stack(canvas, column, (x, bottom), step, _HIGH / axis[-1])
        if is_roomy and any(column.parts):
            canvas.text(x + step / 2, top - 4, str(sum(column.parts)), anchor="middle", kind="value")
    canvas.height = bottom
    _label(canvas, columns, left, step)
    return canvas


def _stack(
    canvas: ChartDrawing, column: ChartColumn, corner: tuple[float, float], width: float, scale: float
) -> float:
    """Draw the parts of a column, one on the other, from its lower left corner; return where it ends."""
    (x, y), gap = corner, min(2, width / 8)
    for kind, part in enumerate(column.parts, 1):
        y -= part * scale
        canvas.bar(x + gap, y, width - 2 * gap, part * scale, f"series-{kind}")
    return y


def _label(canvas: ChartDrawing, columns: Sequence[ChartColumn], left: float, step: float) -> None:
    """The labels of the columns that have room for whole ones, from the first on."""
    y, free = canvas.height + LINE, 0.0
    for place, column in enumerate(columns):
        half = width_of(column.label) / 2
        x = min(max(left + (place + 0.5) * step, half), canvas.width - half)
        if x - half >= free:
            canvas.text(x, y, column.label, anchor="middle")
            free = x + half + _PAD
    canvas.height = y + _PAD


def _written(tick: float) -> str:
    return f"{tick:g}"


_TICKS = 5
_STEPS = (1, 2, 5, 10)


def ticks(most: float) -> list[float]:
    """Return about five whole ticks; the last is not below `most`, so no bar is longer than its axis."""
    if most <= 0:
        return [0, 1]
    power = 10.0 ** floor(log10(most / _TICKS))
    step = max(1, round(next(each * power for each in _STEPS if most / (each * power) <= _TICKS)))
    found = [0.0]
    while found[-1] < most:
        found.append(round(len(found) * step, 10))
    return found
