"""Copies of assignments and courses, and courses as files."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field
from sqlalchemy.orm import Session

from api.rest._model import Answer, Given, Line
from api.rest._visit import Visit
from api.web.body_limit import takes_file
from api.web.idempotency import CreatedResource, Repeatable
from submissions.courses.assignments import assignments, copying
from submissions.people.access.policy import Action
from submissions.teaching.terms import course_copy, course_file

router = APIRouter(tags=["courses"])

_Days = Annotated[int, Field(ge=-copying.MOST_DAYS, le=copying.MOST_DAYS)]


class Copy(Given, json_schema_extra={"examples": [{"title": "Backprop, spring", "days": 182}]}):
    """The title of a copy, and the days by which its dates are later."""

    title: Line
    days: _Days = 0


class CourseFile(Given, json_schema_extra={"examples": [{"content": "{}"}]}):
    """The file of a course, as `export-course` gives it."""

    content: Annotated[str, Field(max_length=course_file.MOST_BYTES)]


class Copied(Answer):
    """The course that was made."""

    id: UUID


@router.post("/assignments/{assignment_id}/copies", status_code=201, response_model=Copied)
def copy_assignment(visit: Visit, once: Repeatable, assignment_id: UUID, copy: Copy) -> Response:
    """Copy an assignment in its course, as a draft."""

    def make(session: Session) -> CreatedResource:
        found = assignments.get(session, visit.caller, assignment_id, Action.EDIT_ASSIGNMENT)
        made = copying.copy_assignment(
            session, visit.caller, found, title=copy.title, days=copy.days, now=visit.now()
        )
        return CreatedResource(Copied(id=made.id), headers={"Location": f"/api/v1/assignments/{made.id}"})

    return once.answer(copy, make)


@router.post("/courses/{course_id}/copies", status_code=201, response_model=Copied)
def copy_course(visit: Visit, once: Repeatable, course_id: UUID, copy: Copy) -> Response:
    """Make a course with the same assignments, as drafts, for another term; people stay behind."""

    def make(session: Session) -> CreatedResource:
        made = course_copy.copy_course(
            session, visit.caller, course_id, title=copy.title, days=copy.days, now=visit.now()
        )
        return CreatedResource(Copied(id=made.id), headers={"Location": f"/api/v1/courses/{made.id}"})

    return once.answer(copy, make)


@router.get("/courses/{course_id}/file")
def export_course(visit: Visit, course_id: UUID) -> CourseFile:
    """A course as a file: its settings and assignments, without people and submissions."""
    with visit.database.read() as session:
        content = course_file.export(session, visit.caller, course_id)
    return CourseFile(content=content.decode())


@router.post("/course-files", status_code=201, response_model=Copied)
@takes_file()
def import_course(visit: Visit, once: Repeatable, file: CourseFile) -> Response:
    """Make a course from a file. Its assignments are drafts."""

    def make(session: Session) -> CreatedResource:
        made = course_file.import_(session, visit.caller, file.content.encode(), now=visit.now())
        return CreatedResource(Copied(id=made.id), headers={"Location": f"/api/v1/courses/{made.id}"})

    return once.answer(file.content.encode(), make)
