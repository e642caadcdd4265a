"""Points that a person gives, with a reason. They stand whatever is graded."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy.orm import Session

from submissions import audit
from submissions.draft import MOST_POINTS
from submissions.errors import NotFound, Unusable
from submissions.line_of_text import line_of_text
from submissions.tables import Assignment, Enrolment, Override

_PLACES = 4


def give(
    session: Session,
    assignment: Assignment,
    person_id: UUID,
    points: Decimal,
    reason: str,
    *,
    by: UUID,
    now: datetime,
) -> Override:
    """The points of a student, in place of what they were given or earned. Who has left keeps grades too.

    Raises:
        NotFound: if they were never in the course.
        Unusable: if the points cannot be given, or the reason is missing.
    """
    for problem in problems(points, reason):
        raise problem
    if assignment.course_id is None or session.get(Enrolment, (assignment.course_id, person_id)) is None:
        raise NotFound
    override = session.get(Override, (assignment.id, person_id))
    before = override.points if override is not None else None
    if override is None:
        override = Override(assignment_id=assignment.id, person_id=person_id)
        session.add(override)
    override.points, override.reason = points, line_of_text("reason", reason)
    override.by_id, override.created_at = by, now
    session.flush()
    _record(session, "override-given", assignment, person_id, before, points, by=by, now=now)
    return override


def take_back(session: Session, assignment: Assignment, person_id: UUID, *, by: UUID, now: datetime) -> None:
    """Let what was graded stand again.

    Raises:
        NotFound: if no points were given.
    """
    override = session.get(Override, (assignment.id, person_id))
    if override is None:
        raise NotFound
    _record(session, "override-taken-back", assignment, person_id, override.points, None, by=by, now=now)
    session.delete(override)
    session.flush()


def problems(points: Decimal, reason: str) -> list[Unusable]:
    """All that cannot be used; of one field, what is wrong with it first."""
    found = []
    if not points.is_finite() or not 0 <= points <= MOST_POINTS:
        found.append(Unusable("points", "out-of-range"))
    elif points != round(points, _PLACES):
        found.append(Unusable("points", "too-many-places"))
    try:
        line_of_text("reason", reason)
    except Unusable as error:
        found.append(error)
    return found


def _record(
    session: Session,
    action: str,
    assignment: Assignment,
    person_id: UUID,
    before: Decimal | None,
    after: Decimal | None,
    *,
    by: UUID,
    now: datetime,
) -> None:
    details = {
        "assignment": str(assignment.id),
        "before": None if before is None else str(before),
        "after": None if after is None else str(after),
    }
    audit.record(
        session,
        action,
        actor=by,
        course_id=assignment.course_id,
        subject_id=person_id,
        details=details,
        now=now,
    )
