"""Moments: as a date in someone's zone, and as how far away they are."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from markupsafe import Markup

from api.words.en.count import count

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_TIME = Markup('<time datetime="{}">{}</time>')
_UNITS = (("day", timedelta(days=1)), ("hour", timedelta(hours=1)), ("minute", timedelta(minutes=1)))
_FEW = 2


def when(at: datetime, zone: str) -> Markup:
    """`Friday 27 November 2026, 23:59 (Europe/Madrid)`."""
    local = at.astimezone(zone_named(zone))
    text = f"{_date(local)}, {local:%H:%M} ({local.tzinfo})"
    return _TIME.format(at.astimezone(UTC).isoformat(), text)


def day(at: datetime, zone: str) -> Markup:
    """`27 November, 23:59`: where the year and the zone are told elsewhere."""
    local = at.astimezone(zone_named(zone))
    return _TIME.format(
        at.astimezone(UTC).isoformat(), f"{local.day} {_MONTHS[local.month - 1]}, {local:%H:%M}"
    )


def from_now(at: datetime, now: datetime) -> str:
    """`in 3 days`, `20 minutes ago`: the largest unit, and the next where the first are few."""
    apart = abs(at - now)
    length = _length(apart)
    if not length:
        return "in a moment" if at > now else "just now"
    return f"in {length}" if at > now else f"{length} ago"


def _length(apart: timedelta) -> str:
    for place, (name, unit) in enumerate(_UNITS):
        number = apart // unit
        if not number:
            continue
        left = _UNITS[place + 1 : place + 2] if number <= _FEW else ()
        more = [count(rest, below) for below, size in left if (rest := (apart - number * unit) // size)]
        return " ".join([count(number, name), *more])
    return ""


def _date(local: datetime) -> str:
    return f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]} {local.year}"


def zone_named(name: str) -> ZoneInfo:
    """The zone; UTC where it is no longer known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
