"""Sentences about the rules of an assignment: what lateness costs, which grade counts, what is accepted."""

from datetime import datetime
from zoneinfo import ZoneInfo

from api.i18n import date, ngettext, percent
from api.i18n import gettext as _
from api.words import Message
from api.words.moment import zone_named
from submissions.assignments.deadline_status import DeadlineStatus, Phase
from submissions.intake.submit import RemainingAttempts
from submissions.results.own_grade import OwnAssignmentGrade
from submissions.tables import Assignment, Counts, Course

_ALL = 100
_HOUR, _MINUTE = 3600, 60


def late_penalty(assignment: Assignment) -> str:
    """How many points a late submission loses."""
    per_day, most = assignment.late_percent_per_day, assignment.late_most_percent
    if not per_day or not most:
        return _("There is no late penalty.")
    lost = percent(float(per_day / _ALL))
    if most >= _ALL:
        return _("Late penalty: {percent} of the earned points per day.", percent=lost)
    return _(
        "Late penalty: {percent} of the earned points per day, at most {most}.",
        percent=lost,
        most=percent(float(most / _ALL)),
    )


def late_now(assignment: Assignment, status: DeadlineStatus, now: datetime) -> Message | None:
    """What a submission at this moment loses; None where it is in time, or lateness costs nothing."""
    days = status.deadlines.days_late(now)
    lost = min(assignment.late_percent_per_day * days, assignment.late_most_percent)
    if not lost or status.phase is not Phase.LATE:
        return None
    return Message(
        ngettext("This counts as {n} day late.", "This counts as {n} days late.", days),
        _(
            "A submission now loses {percent} of the points that it earns.",
            percent=percent(float(lost / _ALL)),
        ),
    )


def grade_reason(cell: OwnAssignmentGrade, counts: str) -> list[str]:
    """Why this grade counts, in sentences."""
    if cell.overridden:
        return [_("A person gave these points. They stand, whatever you submit.")]
    sentences = [
        _("It comes from your latest attempt, which counts.")
        if counts == Counts.LATEST
        else _("It comes from your best attempt, which counts.")
    ]
    if cell.late_days:
        sentences.append(
            ngettext(
                "That attempt was {n} day late; the penalty is already taken off.",
                "That attempt was {n} days late; the penalty is already taken off.",
                cell.late_days,
            )
        )
    return sentences


def cooldown(seconds: int) -> str:
    """How long a student waits between attempts; empty if they need not."""
    if not seconds:
        return ""
    if seconds % _HOUR == 0:
        return ngettext(
            "Wait {n} hour between attempts.", "Wait {n} hours between attempts.", seconds // _HOUR
        )
    if seconds % _MINUTE == 0:
        return ngettext(
            "Wait {n} minute between attempts.", "Wait {n} minutes between attempts.", seconds // _MINUTE
        )
    return ngettext("Wait {n} second between attempts.", "Wait {n} seconds between attempts.", seconds)


def not_accepted(status: DeadlineStatus, used: RemainingAttempts, course: Course) -> Message | None:
    """Why the student cannot submit now; None if they can."""
    dates, zone = status.deadlines, zone_named(course.zone)
    if status.phase is Phase.SOON and dates.opens_at:
        opens = _("It opens {when}.", when=date(dates.opens_at, zone))
        return Message(_("This assignment is not open yet."), opens)
    if status.phase is Phase.OVER:
        return _closed(status, zone)
    if used.limit is not None and used.used >= used.limit:
        attempts = ngettext("You used your only attempt.", "You used all {n} attempts.", used.limit)
        return Message(attempts, _("Your results stay here."))
    return None


def _closed(status: DeadlineStatus, zone: ZoneInfo) -> Message:
    closes_at = status.deadlines.closes_at
    if closes_at is None:
        return Message(_("This assignment is closed."), _("Your results stay here."))
    advice = _("It closed {when}. Your results stay here.", when=date(closes_at, zone))
    return Message(_("This assignment is closed."), advice)
