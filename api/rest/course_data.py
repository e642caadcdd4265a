"""The end of a course: archive, restore, delete, retention. And a person's data: a copy, and erasure."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import Field

from api.rest._model import Answer, Given
from api.rest._visit import Visit
from api.web.zip_files import zipped
from submissions.courses import durations
from submissions.courses.courses import courses, erasure, lifecycle
from submissions.people.access.policy import Action
from submissions.teaching.results.personal_data import files

router = APIRouter(tags=["courses"])

_Title = Annotated[str, Query(max_length=200, description="the title of the course, to confirm")]
_Login = Annotated[str, Query(max_length=200, description="the login of the person, to confirm")]
_Days = Annotated[int | None, Field(ge=1, le=durations.RETENTION_LONGEST_DAYS)]
_ZIP = {
    "description": "JSON files, submitted files and reports",
    "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
}


class Lifecycle(Answer):
    """Where a course is in its life, and how long its work is kept."""

    archived_at: datetime | None
    delete_at: datetime | None
    """When it is deleted, unless somebody restores it before."""
    keep_files_days: int | None
    """Days after an assignment closes; null: as long as the service keeps them."""
    keep_reports_days: int | None


class CourseRetention(
    Given, json_schema_extra={"examples": [{"keep_files_days": 365, "keep_reports_days": None}]}
):
    """The times for which files and reports are kept after their assignment closes."""

    keep_files_days: _Days
    keep_reports_days: _Days


@router.get("/courses/{course_id}/lifecycle")
def get_lifecycle(visit: Visit, course_id: UUID) -> Lifecycle:
    """Whether a course is archived or will be deleted, and how long its work is kept."""
    with visit.database.read() as session:
        return Lifecycle.of(courses.get(session, visit.caller, course_id, Action.SEE_PEOPLE))


@router.put("/courses/{course_id}/retention", operation_id="change-retention")
def put_retention(visit: Visit, course_id: UUID, given: CourseRetention) -> Lifecycle:
    """Set how long files and reports are kept; the shorter time of the course and the service holds."""
    with visit.database.begin() as session:
        return Lifecycle.of(
            lifecycle.keep_for(
                session,
                visit.caller,
                course_id,
                files=given.keep_files_days,
                reports=given.keep_reports_days,
                now=visit.now(),
            )
        )


@router.post("/courses/{course_id}/archive", status_code=204)
def archive_course(visit: Visit, course_id: UUID) -> None:
    """Leave it out of lists; everything in it is kept."""
    with visit.database.begin() as session:
        courses.archive(session, visit.caller, course_id, now=visit.now())


@router.post("/courses/{course_id}/restore", status_code=204)
def restore_course(visit: Visit, course_id: UUID) -> None:
    """Take it out of the archive, and do not delete it."""
    with visit.database.begin() as session:
        lifecycle.restore(session, visit.caller, course_id, now=visit.now())


@router.delete("/courses/{course_id}")
def delete_course(visit: Visit, course_id: UUID, title: _Title = "") -> Lifecycle:
    """Archive it now, and delete it with all that is in it after 30 days."""
    with visit.database.begin() as session:
        return Lifecycle.of(
            lifecycle.schedule_deletion(session, visit.caller, course_id, title, now=visit.now())
        )


@router.post("/people/{person_id}/export", response_class=Response, responses={200: _ZIP}, tags=["people"])
def export_person(visit: Visit, person_id: UUID) -> Response:
    """All that is kept about a person. They may ask for their own; who runs the installation, for all."""
    with visit.database.read() as session:
        return zipped("backgrade-data.zip", files(session, visit.caller, person_id, now=visit.now()))


@router.delete("/people/{person_id}", status_code=204, tags=["people"])
def erase_person(visit: Visit, person_id: UUID, login: _Login = "") -> None:
    """Erase a person with their submissions and grades, for ever. Only who runs the installation may."""
    with visit.database.begin() as session:
        erasure.erase(session, visit.caller, person_id, login, now=visit.now())
