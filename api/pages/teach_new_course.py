"""Making a course."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, File, Response, UploadFile

from api.pages._fields import Typed
from api.pages._visit import Visit
from api.web.body_limit import takes_file
from api.web.caller import visitor_of
from api.web.see_other import see_other
from submissions.courses.courses import courses
from submissions.errors import Unusable
from submissions.people.access.accounts import zones
from submissions.teaching.terms import course_file

router = APIRouter()


@router.get("/teach/courses/new")
def form(visit: Visit) -> Response:
    """Show the empty form, with the zone of who asks."""
    with visit.database.read() as session:
        courses.require_may_create(session, visit.caller)
    visitor = visitor_of(visit.request)
    return _page(visit, {"zone": visitor.zone if visitor else "UTC"})


@router.post("/teach/courses/new")
def create(visit: Visit, typed: Typed) -> Response:
    """Make a course and go there; or show the form again."""
    try:
        with visit.database.begin() as session:
            course = courses.create(
                session, visit.caller, typed.get("title", ""), typed.get("zone", ""), now=visit.now()
            )
    except Unusable as error:
        return _page(visit, typed, error)
    return see_other(f"/teach/courses/{course.id}")


@router.post("/teach/courses/import")
@takes_file()
def import_(visit: Visit, file: Annotated[UploadFile | None, File()] = None) -> Response:
    """Make a course from a file; or show the form again."""
    content = file.file.read(course_file.MOST_BYTES + 1) if file is not None else b""
    try:
        with visit.database.begin() as session:
            course = course_file.import_(session, visit.caller, content, now=visit.now())
    except Unusable as error:
        return _page(visit, {"zone": "UTC"}, Unusable("file", error.why, **error.limits))
    return see_other(f"/teach/courses/{course.id}/assignments")


def _page(visit: Visit, values: Mapping[str, str], error: Unusable | None = None) -> Response:
    return visit.page(
        "teach_new_course.html",
        wrong=error,
        values=values,
        zones=[(each, each) for each in sorted(zones())],
    )
