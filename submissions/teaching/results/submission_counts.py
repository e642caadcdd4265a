"""How much was handed in for assignments: one query for all of a course."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import and_, case, func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.people.access.policy import Action, Caller, require
from submissions.tables import IS_STUDENT, UNFINISHED, Assignment, Enrolment, State, Submission


class SubmissionCounts(Frozen):
    """How many submissions one assignment has, and from how many active students of its course."""

    files: int = 0
    students: int = 0
    """The number of students who submitted at least once."""
    waiting: int = 0
    failed: int = 0
    """Files that we could not grade."""


def numbers(
    session: Session, caller: Caller, course_id: UUID, assignments: Collection[UUID]
) -> dict[UUID, SubmissionCounts]:
    """Return counts by assignment of a course; one without submissions has zeros."""
    require(session, caller, Action.SEE_SUBMISSIONS, course_id)
    of_students = (
        select(
            Submission.assignment_id,
            Submission.person_id,
            func.count().label("files"),
            func.sum(case((Submission.state.in_(UNFINISHED), 1), else_=0)).label("waiting"),
            func.sum(case((Submission.state == State.INTERNAL_ERROR, 1), else_=0)).label("failed"),
        )
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .where(Assignment.course_id == course_id, Submission.assignment_id.in_(assignments))
        .group_by(Submission.assignment_id, Submission.person_id)
        .subquery()
    )
    number = of_students.c
    is_student = and_(
        Enrolment.course_id == course_id,
        Enrolment.person_id == number.person_id,
        IS_STUDENT,
    )
    rows = session.execute(
        select(
            number.assignment_id,
            func.sum(number.files),
            func.count(Enrolment.person_id),
            func.sum(number.waiting),
            func.sum(number.failed),
        )
        .outerjoin(Enrolment, is_student)
        .group_by(number.assignment_id)
    )
    counted = {assignment_id: SubmissionCounts(*map(int, each)) for assignment_id, *each in rows}
    return {assignment: counted.get(assignment, SubmissionCounts()) for assignment in assignments}
