"""The submissions of an assignment, with score, cause and state; and grading all of them again."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy.orm import Session

from api.pages._page import render
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words import Message
from api.words.en import finding as finding_words
from api.words.en import teach_submissions as words
from api.words.en.submission import STATES
from grader import faults
from submissions import assignments, regrades
from submissions.errors import NotFound
from submissions.policy import Action, Caller, may
from submissions.regrades import Standing
from submissions.searched import Found, Search, search
from submissions.service import Service
from submissions.summaries import Summary, summaries
from submissions.tables import Assignment, Course, State

router = APIRouter()

_SEE_OTHER = 303
_ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Row:
    """A submission in the list."""

    found: Found
    summary: Summary
    cause: str
    """In words; empty where none is known."""


@router.get("/teach/assignments/{assignment_id:uuid}/submissions")
def submissions(
    request: Request,
    service: Ours,
    caller: Asks,
    assignment_id: UUID,
    who: Annotated[str, Query(max_length=200)] = "",
    cause: str = "",
    state: str = "",
    after: str = "",
) -> Response:
    """The newest, or those after the last one seen, of those that are looked for."""
    wanted = Search(
        who=who,
        cause=cause if cause in faults.load() else "",
        state=State(state) if state in list(State) else None,
    )
    with service.database.read() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.SEE_SUBMISSIONS)
        course = session.get_one(Course, assignment.course_id)
        rows = _rows(session, service, caller, assignment, wanted, _place(after))
        standing = regrades.standing(session, assignment)
        may_regrade = may(session, caller, Action.EDIT_GRADES, course.id)
        may_edit = may(session, caller, Action.EDIT_ASSIGNMENT, course.id)
    return render(
        request,
        "teach_submissions.html",
        words=words,
        course=course,
        assignment=assignment,
        rows=rows[:_ON_A_PAGE],
        wanted={"who": who, "cause": cause, "state": state},
        is_first=not after,
        older=_older(rows, who=who, cause=cause, state=state),
        causes=_causes(),
        states=[("", words.ANY), *((each.value, STATES[each]) for each in State)],
        notices=list(_notices(standing)),
        may_regrade=may_regrade,
        may_edit=may_edit,
        now=service.now(),
    )


@router.post("/teach/assignments/{assignment_id:uuid}/regrade")
def regrade(service: Ours, caller: Asks, assignment_id: UUID) -> Response:
    """Put all of them into the queue again, a batch a transaction: who hands in meanwhile does not wait."""
    after: UUID | None = None
    queued = 0
    with service.database.read() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.EDIT_GRADES)
    while True:
        with service.database.begin() as session:
            batch = regrades.some(session, service.queue, assignment, after=after, now=service.now())
        service.queue.wake()
        queued, after = queued + batch.queued, batch.after
        if after is None:
            break
    with service.database.begin() as session:
        regrades.record_class(session, assignment, queued, by=caller.known, now=service.now())
    return RedirectResponse(f"/teach/assignments/{assignment_id}/submissions", _SEE_OTHER)


def _rows(
    session: Session,
    service: Service,
    caller: Caller,
    assignment: Assignment,
    wanted: Search,
    after: UUID | None,
) -> list[Row]:
    """One more than a page has, where there are more."""
    found = search(session, assignment.id, wanted, after=after, limit=_ON_A_PAGE + 1)
    told = summaries(session, caller, assignment, [each.submission for each in found], now=service.now())
    return [
        Row(each, summary, finding_words.cause(each.cause) if each.cause else "")
        for each, summary in zip(found, told, strict=True)
    ]


def _place(after: str) -> UUID | None:
    try:
        return UUID(after) if after else None
    except ValueError:
        raise NotFound from None


def _older(rows: list[Row], **wanted: str) -> str:
    """Where the page after this one is; empty where there is none."""
    if len(rows) <= _ON_A_PAGE:
        return ""
    last = rows[_ON_A_PAGE - 1].found.submission.id
    return "?" + urlencode({**{name: value for name, value in wanted.items() if value}, "after": str(last)})


def _causes() -> list[tuple[str, str]]:
    known = sorted((fault.title, slug) for slug, fault in faults.load().items())
    return [("", words.ANY), *((slug, title) for title, slug in known)]


def _notices(standing: Standing) -> Iterator[tuple[Message, str]]:
    if standing.failed:
        yield words.failed(standing.failed), "bad"
    if standing.waiting:
        yield words.waiting(standing.waiting), ""
    elif standing.outdated:
        yield words.outdated(standing.outdated), "other"
