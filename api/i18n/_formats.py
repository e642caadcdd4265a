"""Numbers, lists, sizes and moments as the current language writes them.

Numbers of a student's program are not among them: `a.grad = 0.5` is code, and the same in every language.
"""

from datetime import datetime, timedelta, tzinfo
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from api.i18n._current import SOURCE, current
from api.i18n._translate import gettext as _, ngettext

if TYPE_CHECKING:
    from babel import Locale

_UNITS = (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10))
_FEW = 2
_Unit = Literal["day", "hour", "minute"]
_STEPS: tuple[tuple[_Unit, timedelta], ...] = (
    ("day", timedelta(days=1)),
    ("hour", timedelta(hours=1)),
    ("minute", timedelta(minutes=1)),
)
_NEVER_NEXT_UNIT = 1e9
_GROUPED = 1000
"""The least whole number that is written in groups of digits."""


def number(value: float) -> str:
    """`12,345` or `0.5`; in Spanish `12.345` and `0,5`."""
    if 0 <= value < _GROUPED and value == int(value):
        return str(int(value))  # in every language, and most are such: no need to load what is known of one
    return _number(value, current())


@lru_cache(maxsize=4096)
def _number(value: float, _: str) -> str:
    """A report has hundreds, of which few differ; in the current language, which is part of the key."""
    from babel import numbers

    return numbers.format_decimal(value, format="#,##0.######", locale=_locale())


def percent(value: float) -> str:
    """A share of one: `12.5%`; in Spanish `12,5 %`."""
    from babel import numbers

    pattern = _locale().percent_formats[None].pattern.replace("#,##0", "#,##0.#")
    return numbers.format_percent(value, format=pattern, locale=_locale())


def listed(items: list[str], *, either: bool = False) -> str:
    """`a`; `a and b`; `a, b and c`; with `or` for a choice."""
    if len(items) < 2:  # noqa: PLR2004
        return "".join(items)
    if current() == SOURCE:  # to load what is known of a language takes longer than all else here
        return f"{', '.join(items[:-1])} {'or' if either else 'and'} {items[-1]}"
    from babel import lists

    return lists.format_list(items, style="or" if either else "standard", locale=_locale())


def size(value: int) -> str:
    """Bytes in the unit a person would use: `1.2 MiB`."""
    for unit, size in _UNITS:
        if value >= size:
            return f"{number(float(f'{value / size:.3g}'))} {unit}"
    return ngettext("{n} byte", "{n} bytes", value)


def date(at: datetime, zone: tzinfo) -> str:
    """`Friday 27 November 2026, 23:59 (Europe/Madrid)`."""
    from babel import dates

    local = at.astimezone(zone)
    written = dates.format_date(local, _("EEEE d MMMM y"), locale=_locale())
    return f"{written}, {time(at, zone)} ({zone})"


def day(at: datetime, zone: tzinfo, now: datetime | None = None) -> str:
    """`27 November, 23:59`; with the year where it is not that of `now`. The zone is known from elsewhere."""
    from babel import dates

    local = at.astimezone(zone)
    is_near = now is None or local.year == now.astimezone(zone).year
    written = dates.format_date(local, _("d MMMM") if is_near else _("d MMMM y"), locale=_locale())
    return f"{written}, {time(at, zone)}"


def time(at: datetime, zone: tzinfo) -> str:
    """`23:59`."""
    from babel import dates

    return dates.format_time(at.astimezone(zone), "HH:mm", locale=_locale())


def duration(length: timedelta) -> str:
    """`3 days`, `2 hours 5 minutes`: the largest unit, the next where it has few, none below a minute."""
    for place, (unit, step) in enumerate(_STEPS):
        count = length // step
        if not count:
            continue
        below = _STEPS[place + 1 : place + 2] if count <= _FEW else ()
        rest = [_unit(left, name) for name, size in below if (left := (length - count * step) // size)]
        return " ".join([_unit(count, unit), *rest])
    return ""


def _unit(count: int, unit: _Unit) -> str:
    from babel import dates

    length = timedelta(**{f"{unit}s": count})
    return dates.format_timedelta(length, granularity=unit, threshold=_NEVER_NEXT_UNIT, locale=_locale())


def _locale() -> "Locale":
    return _of(current())


@cache
def _of(language: str) -> "Locale":
    from babel import Locale

    # Of English, the one that writes the day before the month, as all pages do.
    return Locale("en", "GB") if language == "en" else Locale(language)
