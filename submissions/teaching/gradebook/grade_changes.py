"""Changes of grades with their reasons, as students and staff read them: grades never move unseen."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.people.access.people import require_member
from submissions.people.access.policy import Action, Caller, Viewer, require_in
from submissions.tables import Assignment, GradeChange, Person

_SHOWN = 20


class NamedChange(Frozen):
    """A change of somebody's grade, for staff."""

    name: str
    change: GradeChange


def own_changes(session: Session, viewer: Viewer, assignment: Assignment) -> list[GradeChange]:
    """Return the viewer's own, the latest first. Whoever shows them asks whether results are shown."""
    viewer.require_in(Action.SEE_OWN_SUBMISSION, assignment)
    return _latest(session, assignment, viewer.caller.known)


def changes_of(
    session: Session, caller: Caller, assignment: Assignment, person_id: UUID
) -> list[GradeChange]:
    """Return the changes of a member's grades, for staff."""
    course_id = require_in(session, caller, Action.SEE_GRADES, assignment)
    require_member(session, course_id, person_id)
    return _latest(session, assignment, person_id)


def changes_by_run(session: Session, run_id: UUID, *, limit: int) -> list[NamedChange]:
    """Return the last changes that a run made to grades, the latest first; whoever asks may see the run."""
    rows = session.execute(
        select(Person.name, GradeChange)
        .join(Person, Person.id == GradeChange.person_id)
        .where(GradeChange.run_id == run_id, GradeChange.submission_id.is_(None))
        .order_by(GradeChange.id.desc())
        .limit(limit)
    )
    return [NamedChange(*row) for row in rows]


def _latest(session: Session, assignment: Assignment, person_id: UUID) -> list[GradeChange]:
    chosen = (
        select(GradeChange)
        .where(GradeChange.assignment_id == assignment.id, GradeChange.person_id == person_id)
        .order_by(GradeChange.id.desc())
        .limit(_SHOWN)
    )
    return list(session.scalars(chosen))
