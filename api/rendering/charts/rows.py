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
    rows: Sequence[BarRow], width: float, *, legend: Sequence[tuple[str, str]] = (), most: float | None = None
) -> ChartDrawing:
    """The chart; `most`: the length of the whole axis, where it is not that of the longest bar."""
    canvas = ChartDrawing(width)
    if legend:
        canvas.legend(legend)
    room = min(width * _SHARE, max(width_of(each.label) for each in rows))
    # Labels stand beside the bars where that leaves room for bars, else above them.
    is_beside = width >= _NARROW or room < width * _SHARE
    left = room + _PAD if is_beside else 0.0
    right = _BOLD * max(width_of(each.value) for each in rows) + _PAD
    longest = most or max(sum(each.parts) for each in rows) or 1
    for row in rows:
        lines = wrapped(row.label, room if is_beside else width)
        y, high = canvas.height + _GAP, LINE * len(lines)
        for place, line in enumerate(lines, 1):
            at, anchor = (room, "end") if is_beside else (0, "start")
            canvas.text(at, y + LINE * place - 4, line, anchor=anchor)
        top = y + (high - _BAR) / 2 if is_beside else y + high + 2
        x = left
        for place, part in enumerate(row.parts, 1):
            length = (width - left - right) * part / longest
            canvas.bar(x, top, length, _BAR, f"series-{place}")
            x += length
        canvas.text(x + _PAD, top + _BAR - 5, row.value, kind="value")
        canvas.height = max(y + high, top + _BAR)
    canvas.height += _PAD
    return canvas
