"""Courses."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field, JsonValue
from sqlalchemy.orm import Session

from api.rest._model import Answer, Given, Line, Zone
from api.rest._visit import Visit
from api.web.cursors import Paging, Part
from api.web.idempotency import CreatedResource, Repeatable
from submissions import tables
from submissions.courses.courses import courses
from submissions.people.access.policy import Caller, role_in
from submissions.tables import Role

router = APIRouter(tags=["courses"])

LateDays = Annotated[int, Field(ge=0, le=courses.MOST_LATE_DAYS)]

_EXAMPLE: dict[str, JsonValue] = {"title": "Deep learning, autumn", "zone": "Europe/Madrid"}


class Course(
    Answer,
    json_schema_extra={
        "examples": [
            {
                "id": "019301c0-5b7e-7c1a-9f7e-0d9b6f2f3a10",
                **_EXAMPLE,
                "late_days": 0,
                "role": "owner",
                "created_at": "2026-11-21T09:00:00Z",
            }
        ]
    },
):
    """A class that is taught."""

    id: UUID
    title: str
    zone: str
    """The time zone in which its dates are meant, as the IANA database names it."""
    late_days: int
    """The late days that each student can use, over all assignments that allow them."""
    role: Role
    """Your role in it."""
    created_at: datetime


class NewCourse(Given, json_schema_extra={"examples": [_EXAMPLE]}):
    """A course to be made."""

    title: Line
    zone: Zone = "UTC"
    late_days: LateDays = 0


class CourseChange(Given, json_schema_extra={"examples": [{"title": "Deep learning, spring"}]}):
    """The changes to a course; what is left out stays."""

    title: Line | None = None
    zone: Zone | None = None
    late_days: LateDays | None = None


@router.get("/courses")
def list_courses(visit: Visit, paging: Paging) -> Part[Course]:
    """The courses you are in, the newest first. Who runs the installation sees all."""
    with visit.database.read() as session:
        visible = courses.visible(session, visit.caller, after=paging.after, limit=paging.more)
        shown = [_document_for(session, visit.caller, course) for course in visible]
    return paging.part(shown, [course.id for course in shown])


@router.post("/courses", status_code=201, response_model=Course)
def create_course(visit: Visit, once: Repeatable, new: NewCourse) -> Response:
    """Make a course, of which you are the owner."""

    def make(session: Session) -> CreatedResource:
        course = courses.create(
            session, visit.caller, new.title, new.zone, late_days=new.late_days, now=visit.now()
        )
        return CreatedResource(
            _document(course, Role.OWNER), headers={"Location": f"/api/v1/courses/{course.id}"}
        )

    return once.answer(new, make)


@router.get("/courses/{course_id}")
def get_course(visit: Visit, course_id: UUID) -> Course:
    """A course you are in."""
    with visit.database.read() as session:
        return _document_for(session, visit.caller, courses.get(session, visit.caller, course_id))


@router.patch("/courses/{course_id}")
def change_course(visit: Visit, course_id: UUID, change: CourseChange) -> Course:
    """Give a course another title, time zone or budget of late days."""
    with visit.database.begin() as session:
        course = courses.change(
            session,
            visit.caller,
            course_id,
            title=change.title,
            zone=change.zone,
            late_days=change.late_days,
            now=visit.now(),
        )
        return _document_for(session, visit.caller, course)


def _document_for(session: Session, caller: Caller, course: tables.Course) -> Course:
    role = role_in(session, caller, course.id)
    assert role is not None  # the policy let the caller see it
    return _document(course, role)


def _document(course: tables.Course, role: Role) -> Course:
    own = {name: getattr(course, name) for name in ("id", "title", "zone", "late_days", "created_at")}
    return Course(**own, role=role)
