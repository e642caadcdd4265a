"""Messages above a submission: why it is not graded, whose points count, what is hidden."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.i18n import date, gettext as _, listed
from api.pages._changes import own_changes
from api.pages._report import ReportPage
from api.words import Message
from api.words.moment import zone_named
from api.words.operation import operation
from api.words.points import points
from submissions.courses.assignments.hints import Rung
from submissions.people.access.policy import Action
from submissions.tables import Course, State, Submission
from submissions.teaching.gradebook import overrides
from submissions.teaching.results.required import required_lacking
from submissions.teaching.results.result import Result
from submissions.teaching.results.trimming import TrimmedReport
from submissions.teaching.results.visibility import Visibility

Notice = tuple[Message, str]
"""A message, and how it looks: "" or "other"."""


def notices(
    session: Session,
    seen: Result,
    course: Course,
    report: TrimmedReport | None,
    view: ReportPage | None,
    *,
    deleted: bool,
    now: datetime,
) -> Iterator[Notice]:
    """Yield the messages, the most important first; `deleted` says that the report was deleted."""
    found = seen.submission
    # Several may hold at once, and a page shows them all: the order is the one in which they matter.
    yield from _of_state(found, view)
    yield from _of_staff(seen)
    yield from _of_override(session, seen)
    yield from ((each, "other") for each in own_changes(session, seen))
    if seen.hidden_until is not None and found.state == State.GRADED:
        yield _shown_later(date(seen.hidden_until, zone_named(course.zone))), ""
    if seen.score is not None and not (report and report.report.hunt):
        yield from _left_out(seen, now)
        yield from _of_hints(seen, report, now)
    if deleted:
        yield _report_deleted(), ""
    if report and (lacking := required_lacking(session, seen, report.report)):
        yield _lacking(lacking, found), "other"


def _of_override(session: Session, seen: Result) -> Iterator[Notice]:
    """Yield that staff set the score, where its student may see that."""
    shown = seen.own and seen.hidden_until is None
    if given := overrides.own(session, seen.viewer, seen.assignment) if shown else None:
        yield _given_by_a_person(points(given.points), given.reason), ""


def _left_out(seen: Result, now: datetime) -> Iterator[Notice]:
    """Yield a notice for each part that this attempt hides."""
    if seen.closed_suites:
        yield _suites_hidden(), ""
    if seen.visibility.withholds_hints(seen.submission, seen.deadlines, now):
        yield _without_hints(seen.submission, seen.visibility), ""


def _of_hints(seen: Result, report: TrimmedReport | None, now: datetime) -> Iterator[Notice]:
    """Yield that the assignment shows no hints to students now, where something is left to find."""
    found, visibility = seen.submission, seen.visibility
    is_without = visibility.most_rung_of(found, seen.deadlines, now) is Rung.NOTHING
    if report is None or report.report.passed or not is_without:
        return
    if not visibility.withholds_hints(found, seen.deadlines, now):
        yield Message(_("This assignment only shows which suites passed.")), ""


def _of_state(found: Submission, view: ReportPage | None) -> Iterator[Notice]:
    """Yield the notices about the state of a submission."""
    if found.state == State.REFUSED:
        yield _refused(view), "other"
    if found.reused:
        seen = (
            _("Your group submitted the same file before, so this is its result.")
            if found.shared_id
            else _("You submitted the same file before, so this is its result.")
        )
        yield Message(seen, _("It used no attempt. A file that you change is graded again.")), ""
    if found.state == State.WITHDRAWN:
        seen = (
            _("A member of your group withdrew this file before it was graded.")
            if found.shared_id
            else _("You withdrew this file before it was graded.")
        )
        yield Message(seen, _("It used no attempt. You can submit another file.")), ""
    if found.state == State.INTERNAL_ERROR:
        seen = _("We could not grade this file. That is our error, not yours.")
        yield Message(seen, _("You lost no points and no attempt. You can submit the file again.")), "other"


def _refused(view: ReportPage | None) -> Message:
    """Return why nothing could be graded; without a report, only that it could not."""
    seen = _("There is nothing to grade in this file yet.")
    if view is not None and view.report.problem is not None:
        seen = view.report.problem.message.seen
    return Message(seen, _("It used no attempt, and your grade stays. Change it and submit it again."))


def _of_staff(seen: Result) -> Iterator[Notice]:
    """Yield to course staff that what they submit is no student's."""
    if seen.own and seen.viewer.may(Action.SEE_SUBMISSIONS):
        uncounted = _("It counts in no figure and is not in the gradebook.")
        yield Message(_("You submitted this as course staff."), uncounted), ""


def _shown_later(when: str) -> Message:
    """Return when results are shown."""
    return Message(
        _("Your file is graded. Everybody sees their results at the same time."),
        _("You can see yours from {when}.", when=when),
    )


def _given_by_a_person(given: str, reason: str) -> Message:
    """Return that staff set the score, so that of this attempt does not count."""
    return Message(
        _("Course staff set your grade for this assignment: {points}.", points=given),
        _("It counts, whatever this attempt earned. Reason: {reason}", reason=reason),
    )


def _suites_hidden() -> Message:
    """Return that some suites are hidden for now."""
    return Message(
        _("Some suites of this assignment are hidden, so their points are not shown yet."),
        _("The assignment says when you see them."),
    )


def _without_hints(found: Submission, seen: Visibility) -> Message:
    """Return that this attempt has no hints, while others do."""
    only = _("This attempt only shows which suites passed.")
    if found.attempt < seen.first_attempt or seen.last_attempt is None:
        return Message(only, _("Hints start with attempt {n}.", n=seen.first_attempt))
    return Message(only, _("Hints end with attempt {n}.", n=seen.last_attempt))


def _lacking(operations: Sequence[str], found: Submission) -> Message:
    """Return which operations the class lacks."""
    names = listed([operation(each) for each in operations])
    if found.state == State.REFUSED:
        return Message(
            _("Your class needs these operations first: {operations}.", operations=names),
            _("Add them and submit the file again."),
        )
    return Message(
        _("Required operations are missing: {operations}.", operations=names), _("They cost points here.")
    )


def _report_deleted() -> Message:
    return Message(
        _("The report of this submission was deleted: reports are kept for a limited time."),
        _("Your grade stays."),
    )
