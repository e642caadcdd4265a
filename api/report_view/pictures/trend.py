"""How the points of a student's attempts went, as a small line drawing. The table beside it says the same."""

from collections.abc import Sequence
from html import escape

from api.i18n import ngettext, percent

_WIDTH, _HEIGHT = 320.0, 72.0
_MARGIN = 8.0
_RADIUS = 3.5
MOST = 60
"""Attempts that are drawn: the latest."""


def trend(shares: Sequence[float]) -> str:
    """The drawing as one `<svg>` element, of what was earned of everything, the first attempt first.

    Empty where there is no line to be drawn.
    """
    shown = shares[-MOST:]
    if len(shown) < 2:  # noqa: PLR2004 - a line needs two points
        return ""
    across = (_WIDTH - 2 * _MARGIN) / (len(shown) - 1)
    places = [(_MARGIN + i * across, _y(share)) for i, share in enumerate(shown)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(_dot(place, share) for place, share in zip(places, shown, strict=True))
    size = f'viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" width="{_WIDTH:g}" height="{_HEIGHT:g}"'
    title = ngettext(
        "{n} attempt: from {first} of the points to {last}.",
        "{n} attempts: from {first} of the points to {last}.",
        len(shares),
        first=percent(shown[0]),
        last=percent(shown[-1]),
    )
    edges = "".join(f"M{_MARGIN:g} {_y(share):g}H{_WIDTH - _MARGIN:g}" for share in (0, 1))
    return (
        f'<svg class="trend" {size} role="img">'
        f"<title>{escape(title)}</title>"
        f'<path class="ground" d="{edges}"/><polyline points="{line}"/>{dots}</svg>'
    )


def _y(share: float) -> float:
    return _HEIGHT - _MARGIN - share * (_HEIGHT - 2 * _MARGIN)


def _dot(place: tuple[float, float], share: float) -> str:
    kind = ' class="all"' if share >= 1 else ""
    return f'<circle{kind} cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="{_RADIUS}"/>'
