"""The leaderboard of a fault hunt: the standings, and the form to join it."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._fields import Typed
from api.pages._visit import Visit
from api.web.see_other import see_other
from api.words.unusable import unusable
from submissions.courses.courses import courses
from submissions.errors import Unusable
from submissions.people.access.policy import Action, viewer_in
from submissions.teaching.gradebook import leaderboard as board
from submissions.teaching.gradebook.leaderboard import LONGEST_NAME

router = APIRouter()


@router.get("/assignments/{assignment_id:uuid}/leaderboard")
def leaderboard(visit: Visit, assignment_id: UUID) -> Response:
    """Show the leaderboard of a fault hunt."""
    return _page(visit, assignment_id)


@router.post("/assignments/{assignment_id:uuid}/leaderboard")
def join(visit: Visit, assignment_id: UUID, typed: Typed) -> Response:
    """Join the leaderboard under the typed name; or show the page again, and why not."""
    name = typed.get("name", "")
    try:
        with visit.changing(assignment_id, Action.SUBMIT) as (session, found):
            board.join(session, visit.caller, found, name, now=visit.now())
    except Unusable as error:
        return _page(visit, assignment_id, typed=name, error=error)
    return _back(assignment_id)


@router.post("/assignments/{assignment_id:uuid}/leaderboard/leave")
def leave(visit: Visit, assignment_id: UUID) -> Response:
    """Take the caller off the leaderboard."""
    with visit.changing(assignment_id, Action.SUBMIT) as (session, found):
        board.leave(session, visit.caller, found)
    return _back(assignment_id)


@router.post("/assignments/{assignment_id:uuid}/leaderboard/{person_id:uuid}/remove")
def remove(visit: Visit, assignment_id: UUID, person_id: UUID) -> Response:
    """Remove somebody whose name cannot stay from the leaderboard."""
    with visit.changing(assignment_id, Action.EDIT_PEOPLE) as (session, found):
        board.remove(session, visit.caller, found, person_id, now=visit.now())
    return _back(assignment_id)


def _page(
    visit: Visit, assignment_id: UUID, *, typed: str | None = None, error: Unusable | None = None
) -> Response:
    with visit.reading(assignment_id, Action.SEE_OWN_SUBMISSION) as (session, found):
        seen = board.leaderboard(session, visit.caller, found, now=visit.now())
        course = courses.course_of(session, found)
        may_remove = viewer_in(session, visit.caller, found).may(Action.EDIT_PEOPLE)
    return visit.page(
        "leaderboard.html",
        wrong=error,
        course=course,
        assignment=found,
        board=seen,
        may_remove=may_remove,
        longest=LONGEST_NAME,
        typed=seen.own_name if typed is None else typed,
        error=unusable(error) if error else "",
    )


def _back(assignment_id: UUID) -> Response:
    return see_other(f"/assignments/{assignment_id}/leaderboard")
