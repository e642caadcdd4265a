"""What the audit log keeps of an event besides its name: whom it concerns, and numbers and settings."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from api import i18n
from api.i18n import N_, gettext as _, ngettext
from api.words.grade_change import request_states
from api.words.moment import zone_named
from api.words.points import points
from api.words.role import ROLES
from api.words.watch import LABELS
from api.words.webhook import DISABLED
from submissions.people.access.audit_log import LogEntry
from submissions.tables import DisabledReason, RequestState, Role, RunScope


def concerns(entry: LogEntry) -> str:
    """`Ada Lovelace, Homework 1`: the person and the assignment, as far as there are any."""
    return ", ".join(filter(None, (entry.person, entry.assignment)))


def details(entry: LogEntry, zone: str) -> str:
    """`due 3 December, 22:00, 2 more attempts`; times are in this zone."""
    given = {name: value for name, value in entry.event.details.items() if value is not None}
    said = [_SAID[name](value) for name, value in given.items() if name in _SAID]
    return ", ".join(filter(None, [*_points(given), *_dates(given, zone), *said, *_weights(entry)]))


def _points(given: Mapping[str, Any]) -> Iterator[str]:
    """Say which points staff set."""
    before, after = (points(Decimal(given[name])) if name in given else "" for name in ("before", "after"))
    if before and after:
        yield _("{before} → {after} points", before=before, after=after)
    elif after:
        yield _("{points} points", points=after)
    elif before:
        yield _("until then {points} points", points=before)


def _dates(given: Mapping[str, Any], zone: str) -> Iterator[str]:
    """Say the dates of an extension."""
    for name, said in (("due_at", N_("due {date}")), ("closes_at", N_("closes {date}"))):
        if name in given:
            yield _(said, date=i18n.day(datetime.fromisoformat(given[name]), zone_named(zone)))


def _weights(entry: LogEntry) -> Iterator[str]:
    """Say the weights of assignments; without one, an assignment weighs as much as its points."""
    for name, value in entry.event.details.items():
        if name in entry.titles:
            weight = _("as its points") if value is None else points(Decimal(value))
            yield _("{title}: {weight}", title=entry.titles[name], weight=weight)


def _threshold(label: str) -> Callable[[int], str]:
    return lambda value: _("{setting}: {value}", setting=_(label), value=value)


_SAID: Mapping[str, Callable[[Any], str]] = {
    "added": lambda n: ngettext("{n} added", "{n} added", n),
    "attempts": lambda n: ngettext("{n} attempt", "{n} attempts", n),
    "changed": lambda n: ngettext("{n} changed", "{n} changed", n),
    "days": lambda n: ngettext("{n} late day", "{n} late days", n),
    "files": lambda n: ngettext("files are kept for {n} day", "files are kept for {n} days", n),
    "group": lambda n: _("group {n}", n=n),
    "groups": lambda n: ngettext("{n} group", "{n} groups", n),
    "inactive": lambda n: ngettext("{n} removed", "{n} removed", n),
    "left": lambda n: ngettext("{n} removed", "{n} removed", n),
    "more_attempts": lambda n: ngettext("{n} more attempt", "{n} more attempts", n) if n else "",
    "moved": lambda n: ngettext("{n} grade changed", "{n} grades changed", n),
    "new": lambda n: ngettext("{n} added", "{n} added", n),
    "queued": lambda n: ngettext("{n} submission", "{n} submissions", n),
    "reason": lambda reason: _(DISABLED[DisabledReason(reason)]),
    "reports": lambda n: ngettext("reports are kept for {n} day", "reports are kept for {n} days", n),
    "role": lambda role: _(ROLES[Role(role)]),
    "rung": lambda n: _("hint {n}", n=n),
    "scope": lambda scope: _("attempts that count") if scope == RunScope.COUNTING else _("all attempts"),
    "state": lambda state: request_states()[RequestState(state)],
    "students": lambda n: ngettext("{n} student", "{n} students", n),
    "version": lambda n: _("version {n}", n=n),
    **{name: _threshold(label) for name, label in LABELS.items()},
}
"""The texts by the name of a detail. Ids of other rows say nothing to a reader and are left out."""
