"""The learning platform of a course for its staff: what is connected, and what became of each grade."""

from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from api.pages._fields import Asked, chosen_id
from api.pages._visit import Visit
from api.web.see_other import see_other
from api.words import lms as words
from submissions.connect.lms import contexts, passback
from submissions.connect.lms.passback import SentGrade
from submissions.people.access.policy import Action
from submissions.tables import PassbackState

router = APIRouter()

_ON_A_PAGE = 100
_LAST = _ON_A_PAGE - 1


def _last_seen(link: Asked = "", after: Asked = "") -> tuple[UUID, UUID] | None:
    return (chosen_id(link), chosen_id(after)) if link and after else None


LastSent = Annotated[tuple[UUID, UUID] | None, Depends(_last_seen)]


@router.get("/teach/courses/{course_id:uuid}/lms")
def connected(visit: Visit, course_id: UUID, after: LastSent, state: Asked = "") -> Response:
    """Show what is connected, and a page of grades."""
    wanted = PassbackState(state) if state in list(PassbackState) else None
    with visit.in_course(course_id, Action.SEE_GRADES) as (session, view):
        counts = passback.counts(session, visit.caller, course_id)
        sent = passback.listed(
            session, visit.caller, course_id, state=wanted, after=after, limit=_ON_A_PAGE + 1
        )
        view.show(
            contexts=passback.contexts(session, visit.caller, course_id),
            activities=contexts.activities(session, visit.caller, course_id),
        )
    return view.page(
        "teach_lms.html",
        counts=[(each, words.STATES[each], counts[each]) for each in words.STATES if each in counts],
        rows=sent[:_ON_A_PAGE],
        states=words.STATES,
        reason=words.reason,
        grade_reason=words.grade_reason,
        state=wanted,
        more=_next(sent[_LAST], state) if len(sent) > _ON_A_PAGE else "",
    )


@router.post("/teach/courses/{course_id:uuid}/lms/send")
def send_all(visit: Visit, course_id: UUID) -> Response:
    """Send all grades again."""
    with visit.database.begin() as session:
        passback.send_all_again(session, visit.caller, course_id, now=visit.now())
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/lms/{link_id:uuid}/people/{person_id:uuid}/send")
def send_one(visit: Visit, course_id: UUID, link_id: UUID, person_id: UUID) -> Response:
    """Send one grade again."""
    with visit.database.begin() as session:
        passback.send_again(session, visit.caller, course_id, link_id, person_id, now=visit.now())
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/lms/{context_id:uuid}/disconnect")
def disconnect(visit: Visit, course_id: UUID, context_id: UUID) -> Response:
    """Unlink a platform's course from this one."""
    with visit.database.begin() as session:
        contexts.unlink_course(session, visit.caller, course_id, context_id, now=visit.now())
    return _back(course_id)


def _next(last: SentGrade, state: str) -> str:
    query = {"link": str(last.link_id), "after": str(last.person_id)}
    return "?" + urlencode({**query, **({"state": state} if state else {})})


def _back(course_id: UUID) -> Response:
    return see_other(f"/teach/courses/{course_id}/lms")
