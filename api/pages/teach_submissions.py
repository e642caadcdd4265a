"""The submissions of an assignment, with score, cause and state; and grading our failures again."""

from collections.abc import Iterator
from operator import itemgetter
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Response
from sqlalchemy.orm import Session

from api.i18n import gettext as _, ngettext
from api.pages._fields import Asked
from api.pages._table_links import PageNumber, TableLinks, causes, submission_order, with_counts
from api.pages._visit import Visit
from api.rendering.markup import capital
from api.web.see_other import see_other
from api.words import Message, finding as finding_words, gradients as gradient_words
from api.words.submission import STATES
from grader import faults
from grader.records import Frozen
from submissions.people.access.policy import Action, viewer_in
from submissions.storage.rows import ListPage
from submissions.tables import Assignment, State
from submissions.teaching.regrades import regrades
from submissions.teaching.regrades.regrades import RegradeProgress
from submissions.teaching.results.ordering import SubmissionColumn
from submissions.teaching.results.result import Result, results_of
from submissions.teaching.results.search import SearchResult, SubmissionFilter, search, tally

router = APIRouter()

_ON_A_PAGE = 50


class SubmissionRow(Frozen):
    """A submission in the list."""

    found: SearchResult
    result: Result
    cause: str
    """The cause in words; empty where none is known."""
    gradients: str
    """How they were obtained, in words; empty where nothing else than backpropagation was seen."""


class AskedSubmissions(Frozen):
    """The parameters of the page."""

    who: Asked = ""
    cause: Asked = ""
    state: Asked = ""
    sort: SubmissionColumn | None = None
    down: bool = False
    page: PageNumber = 1

    @property
    def filter(self) -> SubmissionFilter:
        """The filter; what cannot be read is passed over."""
        return SubmissionFilter(
            who=self.who,
            cause=self.cause if self.cause in faults.load() else "",
            state=State(self.state) if self.state in list(State) else None,
        )

    @property
    def wanted(self) -> dict[str, str]:
        """The parameters as the address says them."""
        down = "1" if self.sort and self.down else ""
        return {
            "who": self.who,
            "cause": self.cause,
            "state": self.state,
            "sort": self.sort or "",
            "down": down,
        }


@router.get("/teach/assignments/{assignment_id:uuid}/submissions")
def submissions(visit: Visit, assignment_id: UUID, asked: Annotated[AskedSubmissions, Depends()]) -> Response:
    """List the submissions that are looked for, the newest first or as is asked."""
    with visit.in_assignment(assignment_id, Action.SEE_SUBMISSIONS) as (session, view):
        order = submission_order(asked.sort, descending=asked.down)
        found = search(
            session, visit.caller, view.assignment, asked.filter, order, page=asked.page, on_a_page=_ON_A_PAGE
        )
        counts = tally(session, visit.caller, view.assignment)
        progress = regrades.progress(session, visit.caller, view.assignment)
        view.show(rows=_rows(session, visit, view.assignment, found))
    links = TableLinks(asked.wanted)
    states = ((each.value, capital(_(STATES[each]))) for each in State)
    return view.page(
        "teach_submissions.html",
        found=found,
        wanted=asked.wanted,
        order=order,
        link=links.with_values,
        sort_link=links.sorted_by,
        causes=with_counts(sorted(causes(), key=itemgetter(1)), counts.causes, asked.cause),
        states=with_counts(states, counts.states, asked.state),
        notices=list(_notices(progress)),
        failed=progress.failed,
    )


@router.post("/teach/assignments/{assignment_id:uuid}/regrade-failed")
def regrade_failed(visit: Visit, assignment_id: UUID) -> Response:
    """Grade again what we failed to grade: new submissions go first."""
    regrades.all_failed(visit.database, visit.caller, assignment_id, visit.now)
    return see_other(f"/teach/assignments/{assignment_id}/submissions")


def _rows(
    session: Session, visit: Visit, assignment: Assignment, found: ListPage[SearchResult]
) -> list[SubmissionRow]:
    submissions = [each.submission for each in found.rows]
    viewer = viewer_in(session, visit.caller, assignment)
    results = results_of(session, viewer, assignment, submissions, now=visit.now())
    return [
        SubmissionRow(each, result, finding_words.cause(each.cause) if each.cause else "", _gradients(each))
        for each, result in zip(found.rows, results, strict=True)
    ]


def _gradients(found: SearchResult) -> str:
    if found.gradients is None:
        return ""
    return gradient_words.flag(found.gradients, proven=found.gradients_proven)


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
