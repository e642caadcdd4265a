"""How many students a change of an assignment left with results on an earlier version."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.courses.assignments.versions import current_version
from submissions.people.access.policy import Action, Caller, require_in
from submissions.tables import IS_STUDENT, Assignment, Enrolment, Grading, State, Submission


def outdated(session: Session, caller: Caller, assignment: Assignment) -> int:
    """Active students with a graded submission that no regrade has brought to the current version."""
    course_id = require_in(session, caller, Action.SEE_GRADES, assignment)
    found = session.scalar(
        select(func.count(Submission.person_id.distinct()))
        .join(Grading, Grading.id == Submission.grading_id)
        .join(Enrolment, Enrolment.person_id == Submission.person_id)
        .where(
            Submission.assignment_id == assignment.id,
            Submission.state == State.GRADED,
            Grading.version_id != current_version(session, assignment).id,
            Enrolment.course_id == course_id,
            IS_STUDENT,
        )
    )
    return found or 0
