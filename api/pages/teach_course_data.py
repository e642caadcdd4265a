"""The end of a course: archive, restore, delete; and how long its files and reports are kept."""

from collections.abc import Mapping
from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._fields import Typed
from api.pages._reader import FormReader
from api.pages._visit import Visit
from api.web.see_other import see_other
from submissions.courses import durations
from submissions.courses.courses import courses, lifecycle
from submissions.errors import Unusable
from submissions.people.access.policy import Action

router = APIRouter()


@router.get("/teach/archive")
def archive_list(visit: Visit) -> Response:
    """List the archived courses of who asks."""
    visit.caller.require_signed_in()
    with visit.database.read() as session:
        archived = lifecycle.archived(session, visit.caller)
    return visit.page("teach_archive.html", courses=archived)


@router.get("/teach/courses/{course_id:uuid}/data")
def data(visit: Visit, course_id: UUID) -> Response:
    """Show what is kept of a course, and for how long."""
    return _page(visit, course_id)


@router.post("/teach/courses/{course_id:uuid}/data/retention")
def keep_for(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Set how long files and reports are kept."""
    reader = FormReader(typed, "UTC")
    files, reports = _days(reader, "keep_files_days"), _days(reader, "keep_reports_days")
    try:
        reader.require_usable()
        with visit.database.begin() as session:
            lifecycle.keep_for(
                session, visit.caller, course_id, files=files, reports=reports, now=visit.now()
            )
    except Unusable as error:
        return _page(visit, course_id, typed, error)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/data/archive")
def archive(visit: Visit, course_id: UUID) -> Response:
    """Archive the course."""
    with visit.database.begin() as session:
        courses.archive(session, visit.caller, course_id, now=visit.now())
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/data/restore")
def restore(visit: Visit, course_id: UUID) -> Response:
    """Take the course out of the archive, and cancel its deletion."""
    with visit.database.begin() as session:
        lifecycle.restore(session, visit.caller, course_id, now=visit.now())
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/data/delete")
def delete(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Delete a course after the grace period."""
    try:
        with visit.database.begin() as session:
            lifecycle.schedule_deletion(
                session, visit.caller, course_id, typed.get("title", ""), now=visit.now()
            )
    except Unusable as error:
        return _page(visit, course_id, typed, error)
    return _back(course_id)


def _days(reader: FormReader, name: str) -> int | None:
    return reader.whole(name, 0) if reader.line(name) else None


def _page(
    visit: Visit, course_id: UUID, typed: Mapping[str, str] | None = None, error: Unusable | None = None
) -> Response:
    with visit.in_course(course_id, Action.EDIT_COURSE) as (session, view):
        view.show(size=lifecycle.size(session, course_id))
    settings = visit.service.settings
    return view.page(
        "teach_course_data.html",
        wrong=error,
        typed=typed or {},
        service_files=settings.keep_files_days,
        service_reports=settings.keep_reports_days,
        grace=durations.DELETION.days,
    )


def _back(course_id: UUID) -> Response:
    return see_other(f"/teach/courses/{course_id}/data")
