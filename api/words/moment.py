"""Moments on pages: as a date in somebody's zone, and as how far away they are."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from markupsafe import Markup

from api import i18n
from api.i18n import gettext as _

_TIME = Markup('<time datetime="{}">{}</time>')


def when(at: datetime, zone: str) -> Markup:
    """`Friday 27 November 2026, 23:59 (Europe/Madrid)`."""
    return _time(at, i18n.date(at, zone_named(zone)))


def day(at: datetime, zone: str, now: datetime | None = None) -> Markup:
    """`27 November, 23:59`; with the year where it is not that of `now`."""
    return _time(at, i18n.day(at, zone_named(zone), now))


def from_now(at: datetime, now: datetime) -> str:
    """`in 3 days`, `20 minutes ago`."""
    length = i18n.duration(abs(at - now))
    if not length:
        return _("in a moment") if at > now else _("just now")
    return _("in {duration}", duration=length) if at > now else _("{duration} ago", duration=length)


def zone_named(name: str) -> ZoneInfo:
    """The zone; UTC where it is no longer known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def _time(at: datetime, text: str) -> Markup:
    return _TIME.format(at.astimezone(UTC).isoformat(), text)
