"""What the audit log keeps of an event besides its name: whom it concerns, and numbers and settings."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from api import i18n
from api.i18n import gettext as _, ngettext
from api.words.moment import zone_named
from api.words.points import points
from api.words.regrade_request import states
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
    for name, said in (("due_at", _due), ("closes_at", _closes)):
        if name in given:
            yield said(i18n.day(datetime.fromisoformat(given[name]), zone_named(zone)))


def _weights(entry: LogEntry) -> Iterator[str]:
    """Say the weights of assignments; without one, an assignment weighs as much as its points."""
    for name, value in entry.event.details.items():
        if name in entry.titles:
            weight = _("as its points") if value is None else points(Decimal(value))
            yield _("{title}: {weight}", title=entry.titles[name], weight=weight)


def _due(date: str) -> str:
    return _("due {date}", date=date)


def _closes(date: str) -> str:
    return _("closes {date}", date=date)


def _added(number: int) -> str:
    return ngettext("{n} added", "{n} added", number)


def _changed(number: int) -> str:
    return ngettext("{n} changed", "{n} changed", number)


def _removed(number: int) -> str:
    return ngettext("{n} removed", "{n} removed", number)


def _attempts(number: int) -> str:
    return ngettext("{n} attempt", "{n} attempts", number)


def _more_attempts(number: int) -> str:
    return ngettext("{n} more attempt", "{n} more attempts", number) if number else ""


def _students(number: int) -> str:
    return ngettext("{n} student", "{n} students", number)


def _moved(number: int) -> str:
    return ngettext("{n} grade changed", "{n} grades changed", number)


def _queued(number: int) -> str:
    return ngettext("{n} submission", "{n} submissions", number)


def _groups(number: int) -> str:
    return ngettext("{n} group", "{n} groups", number)


def _late_days(number: int) -> str:
    return ngettext("{n} late day", "{n} late days", number)


def _files(days: int) -> str:
    return ngettext("files are kept for {n} day", "files are kept for {n} days", days)


def _reports(days: int) -> str:
    return ngettext("reports are kept for {n} day", "reports are kept for {n} days", days)


def _group(number: int) -> str:
    return _("group {n}", n=number)


def _hint(rung: int) -> str:
    return _("hint {n}", n=rung)


def _version(number: int) -> str:
    return _("version {n}", n=number)


def _scope(scope: str) -> str:
    return _("attempts that count") if scope == RunScope.COUNTING else _("all attempts")


def _role(role: str) -> str:
    return _(ROLES[Role(role)])


def _state(state: str) -> str:
    return states()[RequestState(state)]


def _reason(reason: str) -> str:
    return _(DISABLED[DisabledReason(reason)])


def _threshold(name: str) -> Callable[[int], str]:
    return lambda value: _("{setting}: {value}", setting=_(LABELS[name]), value=value)


_SAID: Mapping[str, Callable[[Any], str]] = {
    "added": _added,
    "attempts": _attempts,
    "changed": _changed,
    "days": _late_days,
    "files": _files,
    "group": _group,
    "groups": _groups,
    "inactive": _removed,
    "left": _removed,
    "more_attempts": _more_attempts,
    "moved": _moved,
    "new": _added,
    "queued": _queued,
    "reason": _reason,
    "reports": _reports,
    "role": _role,
    "rung": _hint,
    "scope": _scope,
    "state": _state,
    "students": _students,
    "version": _version,
    **{name: _threshold(name) for name in LABELS},
}
"""The texts by the name of a detail. Ids of other rows say nothing to a reader and are left out."""
