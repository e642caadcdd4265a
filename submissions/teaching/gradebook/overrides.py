"""Points that a person gives, with a reason. They stand whatever is graded."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.courses.assignments.draft import POINTS
from submissions.courses.grades import changes
from submissions.courses.grades.changes import WhyChanged
from submissions.errors import NotFound, Unusable
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, Viewer, require_in
from submissions.storage.rows import row_of
from submissions.tables import Assignment, ChangeReason, Enrolment, Override
from submissions.texts.single_line import single_line

_PLACES = 4


def give(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    person_id: UUID,
    points: Decimal,
    reason: str,
    *,
    now: datetime,
) -> Override:
    """The points of a student, in place of what they were given or earned. Who has left keeps grades too."""
    course_id = require_in(session, caller, Action.EDIT_GRADES, assignment)
    for problem in problems(points, reason):
        raise problem
    if session.get(Enrolment, (course_id, person_id)) is None:
        raise NotFound
    override = session.get(Override, (assignment.id, person_id))
    moved = {"before": str(override.points) if override is not None else None, "after": str(points)}
    if override is None:
        override = Override(assignment_id=assignment.id, person_id=person_id)
    why = WhyChanged(ChangeReason.OVERRIDE, single_line("reason", reason))
    with changes.changing(session, assignment, why, [person_id], now=now):
        override.points, override.reason = points, why.reason
        override.by_id, override.created_at = caller.known, now
        session.add(override)
    audit.record_about(session, caller.known, "override-given", assignment, person_id, now=now, **moved)
    return override


def own(session: Session, viewer: Viewer, assignment: Assignment) -> Override | None:
    """The points that a person gave the viewer; None where they are not given."""
    viewer.require_in(Action.SEE_OWN_SUBMISSION, assignment)
    return session.get(Override, (assignment.id, viewer.caller.known))


def take_back(
    session: Session, caller: Caller, assignment: Assignment, person_id: UUID, *, now: datetime
) -> None:
    """Let what was graded stand again."""
    require_in(session, caller, Action.EDIT_GRADES, assignment)
    override = row_of(session, Override, (assignment.id, person_id))
    moved = {"before": str(override.points), "after": None}
    audit.record_about(session, caller.known, "override-taken-back", assignment, person_id, now=now, **moved)
    why = WhyChanged(ChangeReason.OVERRIDE_REMOVED)
    with changes.changing(session, assignment, why, [person_id], now=now):
        session.delete(override)


def problems(points: Decimal, reason: str) -> list[Unusable]:
    """Return every value that cannot be used, with the first problem of each field."""
    problems = []
    if not points.is_finite() or not 0 <= points <= POINTS.most:
        problems.append(Unusable("points", "out-of-range", least=0, most=POINTS.most))
    elif points != round(points, _PLACES):
        problems.append(Unusable("points", "too-many-places"))
    try:
        single_line("reason", reason)
    except Unusable as error:
        problems.append(error)
    return problems
