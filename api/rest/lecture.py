"""The lecture view as data: the commonest causes of late, each with an example that names nobody."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import Field
from sqlalchemy.orm import Session

from api.rest._model import Answer, Moment
from api.rest._records import AS_MODEL
from api.rest._visit import Visit
from grader.finding import Explained
from submissions.courses.courses import courses
from submissions.courses.grades.cells import columns
from submissions.people.access.policy import Action
from submissions.teaching.figures import lecture

router = APIRouter(tags=["figures"])

_MOST = 20

Limit = Annotated[int, Query(ge=1, le=_MOST)]


class LectureCause(Answer):
    """One cause, for one slide."""

    fault: Annotated[str, Field(validation_alias="cause")]
    students: int
    """Active students who have it in their latest attempt, if they submitted that since then."""
    example: Annotated[Explained, AS_MODEL] | None
    """The smallest graph of their reports, without code, lines and names; null where no report has one."""


@router.get("/courses/{course_id}/lecture", operation_id="get-course-lecture")
def course_lecture(
    visit: Visit, course_id: UUID, since: Moment | None = None, limit: Limit = 5
) -> list[LectureCause]:
    """The commonest causes in all published assignments of a course. For staff."""
    with visit.database.read() as session:
        courses.get(session, visit.caller, course_id, Action.SEE_SUBMISSIONS)
        ids = [each.assignment.id for each in columns(session, course_id) if each.assignment.published]
        return _causes(session, course_id, ids, since, limit)


@router.get("/assignments/{assignment_id}/lecture", operation_id="get-lecture")
def assignment_lecture(
    visit: Visit, assignment_id: UUID, since: Moment | None = None, limit: Limit = 5
) -> list[LectureCause]:
    """The commonest causes in an assignment. For staff."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        course = courses.course_of(session, assignment)
        return _causes(session, course.id, [assignment.id], since, limit)


def _causes(
    session: Session, course_id: UUID, of: Collection[UUID], since: datetime | None, limit: int
) -> list[LectureCause]:
    found = lecture.lecture_causes(session, course_id, of, since=since, limit=limit)
    return [LectureCause.of(each, example=each.example.explained if each.example else None) for each in found]
