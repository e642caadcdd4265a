"""The regrade requests of a course, and their answers."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import gettext as _
from api.pages._fields import After, Asked, Typed
from api.pages._reader import FormReader
from api.pages._visit import Visit
from api.web.body_limit import takes_texts
from api.web.see_other import see_other
from api.words.grade_change import request_states
from api.words.unusable import unusable
from submissions.errors import Unusable
from submissions.people.access.policy import Action
from submissions.tables import RequestState
from submissions.teaching.regrades import regrade_requests
from submissions.teaching.regrades.regrade_requests import Decision

router = APIRouter()

_ON_A_PAGE = 25
_ALL = "all"
_CHANGED = "teach_requests.changed"
"""The name of what the next page says of an answer that changed a grade."""


class _Query(NamedTuple):
    """The query of an address."""

    state: str = ""
    after: UUID | None = None

    @property
    def wanted(self) -> RequestState | None:
        """None for all of them; the open ones where it asks for something else."""
        if self.state == _ALL:
            return None
        return RequestState(self.state) if self.state in list(RequestState) else RequestState.OPEN


_ALL_OPEN = _Query()


@router.get("/teach/courses/{course_id:uuid}/requests")
def requests(visit: Visit, course_id: UUID, state: Asked = "", after: After = None) -> Response:
    """Show the open requests, or those in another state; after an answer, with its result."""
    return _page(visit, course_id, query=_Query(state, after))


@router.post("/teach/requests/{request_id:uuid}/answer")
@takes_texts
def answer(visit: Visit, request_id: UUID, typed: Typed) -> Response:
    """Answer a request; or show the page again with what was typed."""
    reader = FormReader(typed, "UTC")
    points = reader.number("points", Decimal(0)) if reader.line("points") else None
    decision = Decision(typed.get("do") == "changed", reader.text("answer"), points)
    with visit.database.read() as session:
        course_id = regrade_requests.course_of(session, visit.caller, request_id)
    try:
        reader.require_usable()
        with visit.database.begin() as session:
            regrade_requests.answer(session, visit.caller, request_id, decision, now=visit.now())
    except Unusable as error:
        return _page(visit, course_id, typed=typed, wrong=(request_id, error))
    here = f"/teach/courses/{course_id}/requests"
    return see_other(f"{here}?done={_CHANGED}" if decision.changed else here)


def _page(
    visit: Visit,
    course_id: UUID,
    *,
    query: _Query = _ALL_OPEN,
    typed: Mapping[str, str] | None = None,
    wrong: tuple[UUID, Unusable] | None = None,
) -> Response:
    wanted = query.wanted
    with visit.in_course(course_id, Action.SEE_SUBMISSIONS) as (session, view):
        found = regrade_requests.listed(
            session, visit.caller, course_id, state=wanted, after=query.after, limit=_ON_A_PAGE + 1
        )
    return view.page(
        "teach_requests.html",
        wrong=wrong,
        requests=found[:_ON_A_PAGE],
        older=found[_ON_A_PAGE - 1].request.id if len(found) > _ON_A_PAGE else None,
        state=wanted or _ALL,
        states=[*((each.value, text) for each, text in request_states().items()), (_ALL, _("All"))],
        words={each.value: text for each, text in request_states().items()},
        typed=typed or {},
        wrong_id=wrong[0] if wrong else None,
        errors={wrong[1].field: unusable(wrong[1])} if wrong else {},
    )
