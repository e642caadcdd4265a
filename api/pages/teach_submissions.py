"""The submissions of an assignment, with score, cause and state; and grading our failures again."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from api.i18n import gettext as _
from api.i18n import ngettext
from api.pages._counted_choices import with_counts
from api.pages._course_frame import course_frame
from api.pages._fields import After, Asked
from api.pages._page import render
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.see_other import see_other
from api.words import Message
from api.words import finding as finding_words
from api.words import gradients as gradient_words
from api.words.submission import STATES
from grader import faults
from submissions.access.policy import Action, Caller, may
from submissions.assignments import assignments
from submissions.courses import courses
from submissions.operating.service import Service
from submissions.regrades import regrades
from submissions.regrades.regrades import RegradeProgress
from submissions.results.result import Result, results_of
from submissions.results.search import SearchResult, SubmissionFilter, search, tally
from submissions.tables import Assignment, State

router = APIRouter()

_ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class SubmissionRow:
    """A submission in the list."""

    found: SearchResult
    result: Result
    cause: str
    """The cause in words; empty where none is known."""
    gradients: str
    """How they were obtained, in words; empty where nothing else than backpropagation was seen."""


@router.get("/teach/assignments/{assignment_id:uuid}/submissions")
def submissions(
    request: Request,
    service: Ours,
    caller: Asks,
    assignment_id: UUID,
    who: Asked = "",
    cause: Asked = "",
    state: Asked = "",
    after: After = None,
) -> Response:
    """The newest, or those after the last one seen, of those that are looked for."""
    wanted = SubmissionFilter(
        who=who,
        cause=cause if cause in faults.load() else "",
        state=State(state) if state in list(State) else None,
    )
    with service.database.read() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.SEE_SUBMISSIONS)
        course = courses.course_of(session, assignment)
        rows = _rows(session, service, caller, assignment, wanted, after)
        counts = tally(session, caller, assignment)
        progress = regrades.progress(session, caller, assignment)
        may_regrade = may(session, caller, Action.EDIT_GRADES, course.id)
        may_edit = may(session, caller, Action.EDIT_ASSIGNMENT, course.id)
        frame = course_frame(session, caller, course)
    return render(
        request,
        "teach_submissions.html",
        **frame,
        assignment=assignment,
        rows=rows[:_ON_A_PAGE],
        wanted={"who": who, "cause": cause, "state": state},
        is_first=not after,
        older=_older(rows, who=who, cause=cause, state=state),
        causes=with_counts(sorted(_causes(), key=itemgetter(1)), counts.causes, cause),
        states=with_counts(((each.value, _(STATES[each])) for each in State), counts.states, state),
        notices=list(_notices(progress)),
        failed=progress.failed,
        may_regrade=may_regrade,
        may_edit=may_edit,
        now=service.now(),
    )


@router.post("/teach/assignments/{assignment_id:uuid}/regrade-failed")
def regrade_failed(service: Ours, caller: Asks, assignment_id: UUID) -> Response:
    """Grade again what we failed to grade: new submissions go first."""
    regrades.all_failed(service.database, service.queue, caller, assignment_id, service.now)
    return see_other(f"/teach/assignments/{assignment_id}/submissions")


def _rows(
    session: Session,
    service: Service,
    caller: Caller,
    assignment: Assignment,
    wanted: SubmissionFilter,
    after: UUID | None,
) -> list[SubmissionRow]:
    """One more than a page has, where there are more."""
    found = search(session, caller, assignment, wanted, after=after, limit=_ON_A_PAGE + 1)
    results = results_of(session, caller, assignment, [each.submission for each in found], now=service.now())
    return [
        SubmissionRow(each, result, finding_words.cause(each.cause) if each.cause else "", _gradients(each))
        for each, result in zip(found, results, strict=True)
    ]


def _gradients(found: SearchResult) -> str:
    if found.gradients is None:
        return ""
    return gradient_words.flag(found.gradients, proven=found.gradients_proven)


def _older(rows: list[SubmissionRow], **wanted: str) -> str:
    """Where the page after this one is; empty where there is none."""
    if len(rows) <= _ON_A_PAGE:
        return ""
    last = rows[_ON_A_PAGE - 1].found.submission.id
    return "?" + urlencode({**{name: value for name, value in wanted.items() if value}, "after": str(last)})


def _causes() -> list[tuple[str, str]]:
    return [(slug, _(fault.title)) for slug, fault in faults.load().items()]


def _notices(progress: RegradeProgress) -> Iterator[tuple[Message, str]]:
    if progress.failed:
        yield _failed(progress.failed), "bad"
    if progress.waiting:
        yield _waiting(progress.waiting), ""
    elif progress.outdated:
        yield _outdated(progress.outdated), "other"


def _failed(number: int) -> Message:
    return Message(
        ngettext("We could not grade {n} submission.", "We could not grade {n} submissions.", number),
        _(
            "This costs no points and no attempts. The table shows what went wrong. Grade them again when "
            "the problem is solved."
        ),
    )


def _waiting(number: int) -> Message:
    return Message(
        ngettext(
            "{n} submission is waiting to be graded again.",
            "{n} submissions are waiting to be graded again.",
            number,
        )
    )


def _outdated(number: int) -> Message:
    return Message(
        ngettext(
            "{n} submission was graded on an earlier version of this assignment.",
            "{n} submissions were graded on an earlier version of this assignment.",
            number,
        ),
        _("They keep the same share of the points. A dry run shows what a regrade would change."),
    )
