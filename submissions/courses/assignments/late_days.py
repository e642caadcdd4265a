"""Late days: a budget of days for each student of a course, by which they move due dates themselves."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.records import Frozen, replace
from submissions.courses.grades import changes
from submissions.courses.grades.changes import WhyChanged
from submissions.courses.grades.deadlines import Deadlines
from submissions.errors import Unusable
from submissions.people.access import audit
from submissions.people.access.notices import NoticePlace, notify
from submissions.people.access.people import place
from submissions.people.access.policy import Action, Caller, require_in
from submissions.tables import Assignment, ChangeReason, Course, Extension, NoticeKind, Person
from submissions.texts.single_line import single_line

_DAY = timedelta(days=1)
_WHY = WhyChanged(ChangeReason.LATE_DAYS, notify=False)  # it is the student who does it


class LateDays(Frozen):
    """The late days of one student, as far as one assignment needs them."""

    budget: int
    """The student's late days in the course, for all assignments together."""
    left: int
    """The days of the budget that are left."""
    used: int
    """The days that the student uses on this assignment."""
    usable: int
    """The most days that a student can use on this assignment."""
    next_due_at: datetime | None
    """The due date with one more; None where no more can be used now."""
    can_return: bool
    """Whether the last one that is used here can be taken back."""
    returned: int
    """The days used here that cost nothing of the budget, since staff gave them back."""
    reason: str
    """Why they did."""


def of(session: Session, caller: Caller, assignment: Assignment, *, now: datetime) -> LateDays | None:
    """Return the late days of the caller; None where the assignment has none."""
    course_id = require_in(session, caller, Action.SEE_ASSIGNMENT, assignment)
    return _of(session, course_id, assignment, caller.known, now)


def of_student(
    session: Session, caller: Caller, assignment: Assignment, person_id: UUID, *, now: datetime
) -> LateDays | None:
    """Return the late days of a student, for staff; None where the assignment has none."""
    course_id = require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    return _of(session, course_id, assignment, person_id, now)


def untouched(course: Course, assignment: Assignment, *, now: datetime) -> LateDays | None:
    """Return the late days of a student who has used none; None where the assignment has none."""
    if not _has_any(course, assignment):
        return None
    return _late_days(course, assignment, None, course.late_days, now)


def _of(
    session: Session, course_id: UUID, assignment: Assignment, person_id: UUID, now: datetime
) -> LateDays | None:
    course = session.get_one(Course, course_id)
    if not _has_any(course, assignment):
        return None
    extension = session.get(Extension, (assignment.id, person_id))
    left = course.late_days - _spent(session, course_id, person_id)
    return _late_days(course, assignment, extension, left, now)


def _has_any(course: Course, assignment: Assignment) -> bool:
    return bool(course.late_days and assignment.late_days_usable and assignment.due_at)


def _late_days(
    course: Course, assignment: Assignment, extension: Extension | None, left: int, now: datetime
) -> LateDays:
    used = extension.late_days if extension else 0
    dates = Deadlines.of(assignment, extension)
    return LateDays(
        budget=course.late_days,
        left=max(0, left),
        used=used,
        usable=assignment.late_days_usable,
        next_due_at=_next_due(assignment, dates, used, left, now),
        can_return=bool(used) and dates.due_at is not None and now <= dates.due_at - _DAY,
        returned=extension.late_days_returned if extension else 0,
        reason=extension.late_days_reason if extension else "",
    )


def use(session: Session, caller: Caller, assignment: Assignment, days: int, *, now: datetime) -> None:
    """Use `days` late days on this assignment, in place of those used before.

    Raises `Unusable` if there are not so many left, it is too late for them, or they are in use.
    """
    require_in(session, caller, Action.SUBMIT, assignment)
    session.scalar(select(Person.id).where(Person.id == caller.known).with_for_update())
    extension = session.get(Extension, (assignment.id, caller.known))
    _require_usable(session, caller, assignment, extension, days, now)
    if extension is None:
        extension = Extension(assignment_id=assignment.id, person_id=caller.known, created_at=now)
    with changes.changing(session, assignment, _WHY, [caller.known], now=now):
        extension.late_days = days
        extension.late_days_returned = min(extension.late_days_returned or 0, days)
        session.add(extension)
    audit.record_about(session, caller.known, "late-days-used", assignment, caller.known, now=now, days=days)


def give_back(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    person_id: UUID,
    days: int,
    reason: str,
    *,
    now: datetime,
) -> LateDays:
    """Give back `days` of a student's late days here, in place of those given back before.

    The due date stays where they moved it, so no submission becomes late. 0 undoes it.

    Raises `Unusable` if the student uses fewer here, the reason is missing, or they have spent them
    elsewhere.
    """
    course_id = require_in(session, caller, Action.EDIT_GRADES, assignment)
    place(session, course_id, person_id)
    session.scalar(select(Person.id).where(Person.id == person_id).with_for_update())
    has = _of(session, course_id, assignment, person_id, now)
    why = single_line("reason", reason) if days else ""
    if has is None or not 0 <= days <= has.used:
        raise Unusable("days", "out-of-range", least=0, most=has.used if has else 0)
    if has.returned - days > has.left:
        raise Unusable("days", "late-days-spent")
    extension = session.get(Extension, (assignment.id, person_id))
    if extension is not None:
        extension.late_days_returned, extension.late_days_reason = days, why
    if days != has.returned:
        notify(session, [person_id], NoticeKind.LATE_DAYS, NoticePlace(course_id, assignment.id), now=now)
    audit.record_about(session, caller.known, "late-days-returned", assignment, person_id, now=now, days=days)
    return replace(has, left=has.left + days - has.returned, returned=days, reason=why)


def _require_usable(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    extension: Extension | None,
    days: int,
    now: datetime,
) -> None:
    has = of(session, caller, assignment, now=now)
    if has is None or not 0 <= days <= has.usable:
        raise Unusable("days", "out-of-range", least=0, most=has.usable if has else 0)
    more = days - has.used
    if more > has.left:
        raise Unusable("days", "no-late-days-left")
    dates = Deadlines.of(assignment, extension)
    assert dates.due_at is not None  # without one there are no late days
    due = dates.due_at + more * _DAY
    if more < 0 and now > due:
        raise Unusable("days", "late-days-in-use")
    if more > 0 and not _is_open(assignment, dates, due, now):
        raise Unusable("days", "too-late-for-late-days")


def _next_due(
    assignment: Assignment, dates: Deadlines, used: int, left: int, now: datetime
) -> datetime | None:
    if left < 1 or used >= assignment.late_days_usable or dates.due_at is None:
        return None
    due = dates.due_at + _DAY
    return due if _is_open(assignment, dates, due, now) else None


def _is_open(assignment: Assignment, dates: Deadlines, due: datetime, now: datetime) -> bool:
    """Whether the assignment takes submissions once its due date is this."""
    return assignment.archived_at is None and (dates.closes_at is None or now <= max(dates.closes_at, due))


def _spent(session: Session, course_id: UUID, person_id: UUID) -> int:
    """Return the days used of the budget, in all assignments of the course, also in archived ones."""
    total = session.scalar(
        select(func.sum(Extension.late_days - Extension.late_days_returned))
        .join(Assignment, Assignment.id == Extension.assignment_id)
        .where(Assignment.course_id == course_id, Extension.person_id == person_id)
    )
    return int(total or 0)
