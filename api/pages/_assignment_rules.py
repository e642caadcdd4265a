"""Sentences about the rules of an assignment: what lateness costs, which grade counts, what is accepted."""

from collections.abc import Collection
from datetime import datetime
from zoneinfo import ZoneInfo

from api.i18n import N_, date, day, gettext as _, listed, ngettext, percent
from api.words import Message
from api.words.moment import from_now, zone_named
from api.words.operation import operation
from submissions.courses.assignments.deadline_status import DeadlineStatus, Phase
from submissions.courses.assignments.late_days import LateDays
from submissions.courses.grades.deadlines import late_percent
from submissions.grading.intake.attempts import AttemptsLeft
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    Counts,
    Course,
    MissingRequired,
    Override,
    Reveal,
)
from submissions.teaching.gradebook.own_grade import OwnAssignmentGrade

_ALL = 100
_DAY_HOURS = 24
_OPENS = {
    Reveal.AFTER_DUE: N_("Hidden suites open after your due date."),
    Reveal.AFTER_CLOSE: N_("Hidden suites open after the assignment closes."),
    Reveal.BY_HAND: N_("Your instructor opens hidden suites."),
    Reveal.OPENED: N_("Hidden suites are open."),
}
_HOUR, _MINUTE = 3600, 60


def due(status: DeadlineStatus, used: AttemptsLeft, course: Course, now: datetime) -> str:
    """Return the due date and the attempts left; empty without a date, or before it opens."""
    due_at = status.deadlines.due_at
    if due_at is None or status.phase is Phase.SOON:
        return ""
    said = {"date": day(due_at, zone_named(course.zone), now), "distance": from_now(due_at, now)}
    if used.limit is None:
        return _("Due {date}, {distance}.", **said)
    return ngettext(
        "Due {date}, {distance}. {n} attempt left.",
        "Due {date}, {distance}. {n} attempts left.",
        max(used.limit - used.used, 0),
        **said,
    )


def late_penalty(assignment: Assignment) -> str:
    """How many points a late submission loses."""
    per_day, most = assignment.late_percent_per_day, assignment.late_most_percent
    if not per_day or not most:
        return _("There is no late penalty.")
    lost = percent(float(per_day / _ALL))
    if assignment.late_step_hours != _DAY_HOURS:
        return _late_penalty_in_steps(assignment, lost)
    if most >= _ALL:
        return _("Late penalty: {percent} of the earned points per day.", percent=lost)
    return _(
        "Late penalty: {percent} of the earned points per day, at most {most}.",
        percent=lost,
        most=percent(float(most / _ALL)),
    )


def _late_penalty_in_steps(assignment: Assignment, lost: str) -> str:
    return ngettext(
        "Late penalty: {percent} of the earned points for every hour or part of it, at most {most}.",
        "Late penalty: {percent} of the earned points for every {n} hours or part of them, at most {most}.",
        assignment.late_step_hours,
        percent=lost,
        most=percent(float(assignment.late_most_percent / _ALL)),
    )


def late_days(has: LateDays | None, course: Course) -> list[str]:
    """The late days of a student here, in sentences."""
    if has is None:
        return []
    sentences = [
        _(
            "You have {left} of {budget} late days left in this course. You can use up to {usable} here.",
            left=has.left,
            budget=has.budget,
            usable=has.usable,
        )
    ]
    if has.used:
        sentences.append(
            ngettext("You use {n} late day here.", "You use {n} late days here.", has.used),
        )
    if has.returned:
        sentences.append(_returned(has))
    if has.next_due_at is not None:
        when = date(has.next_due_at, zone_named(course.zone))
        sentences.append(_("One more moves your due date to {when}. A late day costs no points.", when=when))
    return sentences


def _returned(has: LateDays) -> str:
    """Late days that cost nothing, and why."""
    return ngettext(
        "Course staff gave you {n} late day back: {reason}",
        "Course staff gave you {n} late days back: {reason}",
        has.returned,
        reason=has.reason,
    )


def feedback(assignment: Assignment, closed: Collection[str]) -> list[str]:
    """Return when and on which attempts students see hints and suites, unless always."""
    sentences = []
    first, last = assignment.hints_from_attempt, assignment.hints_until_attempt
    if first > 1:
        sentences.append(
            _(
                "Hints start with attempt {n}. Earlier attempts only show which suites passed, until your "
                "due date.",
                n=first,
            )
        )
    if last is not None:
        sentences.append(
            _(
                "Hints end with attempt {n}. Later attempts only show which suites passed, until your due "
                "date.",
                n=last,
            )
        )
    if assignment.hint_rung_after_due is not None:
        sentences.append(_("The hints change after your due date."))
    if assignment.hint_rung_after_close is not None:
        sentences.append(_("The hints change after the assignment closes."))
    if closed:
        sentences.append(
            ngettext(
                "{n} suite is hidden. Its points count for your grade from the start.",
                "{n} suites are hidden. Their points count for your grade from the start.",
                len(closed),
            )
        )
        sentences.append(_(_OPENS[Reveal(assignment.hidden_until)]))
    return sentences


def required(version: AssignmentVersion) -> str:
    """Return what happens if a required operation is missing; empty if none is required."""
    if not version.required_operations:
        return ""
    names = listed([operation(each) for each in version.required_operations])
    if version.missing_required == MissingRequired.REFUSAL:
        return _(
            "Your class needs {operations}. Without them, your file is not graded and uses no attempt.",
            operations=names,
        )
    return _("Your class needs {operations}. Each one that is missing costs points.", operations=names)


def late_now(assignment: Assignment, status: DeadlineStatus, now: datetime) -> Message | None:
    """Return what a submission loses now; None if it is in time, or lateness costs nothing."""
    lost = late_percent(assignment, status.deadlines, now)
    if not lost or status.phase is not Phase.LATE:
        return None
    return Message(
        _counted_late(assignment, status, now),
        _(
            "A submission now loses {percent} of the points that it earns.",
            percent=percent(float(lost / _ALL)),
        ),
    )


def _counted_late(assignment: Assignment, status: DeadlineStatus, now: datetime) -> str:
    """How late it is, in the steps in which the penalty grows."""
    steps, hours = status.deadlines.steps_late(now), assignment.late_step_hours
    if hours == _DAY_HOURS:
        return ngettext("This counts as {n} day late.", "This counts as {n} days late.", steps)
    if hours == 1:
        return ngettext("This counts as {n} hour late.", "This counts as {n} hours late.", steps)
    return ngettext(
        "This counts as {n} period of {hours} hours late.",
        "This counts as {n} periods of {hours} hours late.",
        steps,
        hours=hours,
    )


def grade_reason(cell: OwnAssignmentGrade, assignment: Assignment, override: Override | None) -> list[str]:
    """Why this grade counts, in sentences."""
    if override is not None:
        return [
            _("Course staff set these points. They stand, whatever you submit."),
            _("Reason: {reason}", reason=override.reason),
        ]
    sentences = [
        _("It comes from your latest attempt, which counts.")
        if assignment.counts == Counts.LATEST
        else _("It comes from your best attempt, which counts.")
    ]
    if cell.is_partial:
        sentences.append(_("Hidden suites are not in it yet."))
    if cell.late_days:
        sentences.append(_late_attempt(cell.late_days, assignment))
    return sentences


def _late_attempt(days: int, assignment: Assignment) -> str:
    """Return that the penalty is subtracted already, with the late days if days are what it counts."""
    if not assignment.late_percent_per_day:
        return _("That attempt was late, which costs no points here.")
    if assignment.late_step_hours != _DAY_HOURS:
        return _("That attempt was late; the penalty is already taken off.")
    return ngettext(
        "That attempt was {n} day late; the penalty is already taken off.",
        "That attempt was {n} days late; the penalty is already taken off.",
        days,
    )


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


def not_accepted(status: DeadlineStatus, used: AttemptsLeft, course: Course) -> Message | None:
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
