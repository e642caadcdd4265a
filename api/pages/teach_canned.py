"""The comments that staff of a course use again and again."""

from collections.abc import Mapping
from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._fields import Typed
from api.pages._visit import Visit
from api.web.body_limit import takes_texts
from api.web.see_other import see_other
from submissions.errors import Unusable
from submissions.people.access import policy
from submissions.people.access.policy import Action
from submissions.teaching.talk import canned_comments

router = APIRouter()


@router.get("/teach/courses/{course_id:uuid}/canned-comments")
def canned(visit: Visit, course_id: UUID) -> Response:
    """Show all canned comments, and the form for another."""
    return _page(visit, course_id)


@router.post("/teach/courses/{course_id:uuid}/canned-comments")
@takes_texts
def add(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Save one; or show the page again with what was typed."""
    title, text = typed.get("title", ""), typed.get("canned", "")
    try:
        with visit.database.begin() as session:
            canned_comments.add(session, visit.caller, course_id, title, text, now=visit.now())
    except Unusable as error:
        return _page(visit, course_id, typed=typed, error=error)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/canned-comments/{canned_id:uuid}/remove")
def remove(visit: Visit, course_id: UUID, canned_id: UUID) -> Response:
    """Delete a canned comment."""
    with visit.database.begin() as session:
        canned_comments.remove(session, visit.caller, course_id, canned_id)
    return _back(course_id)


def _page(
    visit: Visit, course_id: UUID, *, typed: Mapping[str, str] | None = None, error: Unusable | None = None
) -> Response:
    with visit.in_course(course_id, Action.SEE_SUBMISSIONS) as (session, view):
        viewer = policy.viewer(session, visit.caller, course_id)
        view.show(
            found=canned_comments.listed(session, viewer),
            may_write=viewer.may(Action.COMMENT),
        )
    return view.page(
        "teach_canned.html",
        wrong=error,
        typed=typed or {},
    )


def _back(course_id: UUID) -> Response:
    return see_other(f"/teach/courses/{course_id}/canned-comments")
