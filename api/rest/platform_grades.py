"""Grades that are sent to learning platforms."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter

from api.rest._model import Answer
from api.rest._visit import Visit
from api.web.cursors import PagingByName, Part
from submissions.connect.lms import passback
from submissions.errors import NotFound
from submissions.tables import PassbackState

router = APIRouter(tags=["learning platforms"])


class PlatformGrade(Answer):
    """A student's grade in an activity of a platform."""

    link_id: UUID
    """The id of the activity's link."""
    activity: str
    assignment_id: UUID
    person_id: UUID
    state: PassbackState
    reason: str
    """The id of why it was not taken, or not yet; empty where there is nothing to say."""
    points: float | None
    """The points that the platform took last; null where it has taken nothing."""
    possible: float | None
    sent_at: datetime | None


@router.get("/courses/{course_id}/platform-grades")
def list_platform_grades(
    visit: Visit, paging: PagingByName, course_id: UUID, state: PassbackState | None = None
) -> Part[PlatformGrade]:
    """List what became of each grade, by activity and student; of one state, if it is named."""
    after = (_id(paging.after[0]), paging.after[1]) if paging.after else None
    with visit.database.read() as session:
        rows = passback.listed(session, visit.caller, course_id, state=state, after=after, limit=paging.more)
    places = [(str(row.link_id), row.person_id) for row in rows]
    return paging.part([PlatformGrade.of(row) for row in rows], places)


@router.post(
    "/courses/{course_id}/platform-grades/{link_id}/{person_id}/send",
    operation_id="submit-platform-grade",
    status_code=204,
)
def send_platform_grade(visit: Visit, course_id: UUID, link_id: UUID, person_id: UUID) -> None:
    """Send one grade again, as it is now. It goes when it is its turn."""
    with visit.database.begin() as session:
        passback.send_again(session, visit.caller, course_id, link_id, person_id, now=visit.now())


@router.post(
    "/courses/{course_id}/platform-grades/send", operation_id="submit-platform-grades", status_code=204
)
def send_platform_grades(visit: Visit, course_id: UUID) -> None:
    """Send all grades of a course again, as they are now. Each goes when it is its turn."""
    with visit.database.begin() as session:
        passback.send_all_again(session, visit.caller, course_id, now=visit.now())


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NotFound from None
