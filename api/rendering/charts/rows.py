"""A bar for each row: its whole label beside it, or above it on a phone, and its value at its end."""

from collections.abc import Sequence

from api.rendering.charts.canvas import LINE, ChartDrawing, width_of, wrapped
from grader.records import Frozen

_BAR, _GAP, _PAD = 18.0, 8.0, 8.0
_SHARE = 0.42
"""The share of the width that labels have beside bars."""
_NARROW = 400
_BOLD = 1.12
"""The factor by which values are wider than labels."""


class BarRow(Frozen):
    """A row of a chart."""

    label: str
    parts: tuple[float, ...]
    """One length for each colour, one after the other."""
    value: str
    """The value as it is written at the end."""


def row_chart(
    rows: Sequence[BarRow], width: float, *, legend: Sequence[tuple[str, str]], most: float | None
) -> ChartDrawing:
    """The chart; `most`: the length of the whole axis, where it is not that of the longest bar."""
    canvas = ChartDrawing(width)
    canvas.legend(legend)
    widest = min(width * _SHARE, max(width_of(each.label) for each in rows))
    # Labels stand beside the bars where that leaves room for bars, else above them.
    is_beside = width >= _NARROW or widest < width * _SHARE
    room = widest if is_beside else width
    at, anchor, left = (room, "end", room + _PAD) if is_beside else (0.0, "start", 0.0)
    right = _BOLD * max(width_of(each.value) for each in rows) + _PAD
    scale = (width - left - right) / (most or _longest(rows))
    for row in rows:
        lines = wrapped(row.label, room)
        y, high = canvas.height + _GAP, LINE * len(lines)
        for place, line in enumerate(lines, 1):
            canvas.text(at, y + LINE * place - 4, line, anchor=anchor)
        top = y + (high - _BAR) / 2 if is_beside else y + high + 2
        _bar(canvas, row, left, top, scale)
        canvas.height = max(y + high, top + _BAR)
    canvas.height += _PAD
    return canvas


def _longest(rows: Sequence[BarRow]) -> float:
    return max(sum(each.parts) for each in rows) or 1


def _bar(canvas: ChartDrawing, row: BarRow, x: float, top: float, scale: float) -> None:
    """Draw the parts of a bar from `x` on, and the value behind them."""
    for place, part in enumerate(row.parts, 1):
        canvas.bar(x, top, part * scale, _BAR, f"series-{place}")
        x += part * scale
    canvas.text(x + _PAD, top + _BAR - 5, row.value, kind="value")
