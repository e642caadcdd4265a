"""Submissions of an assignment as staff look for them: by student, by cause, by state."""

from collections import Counter
from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.people.access.policy import Action, Caller, require_in
from submissions.storage.rows import ListPage, cut
from submissions.tables import Assignment, Grading, Job, Person, State, Submission
from submissions.teaching.results.ordering import SubmissionOrder, in_order


class SubmissionFilter(Frozen, kw_only=True):
    """Conditions for submissions; all of them have to hold."""

    who: str = ""
    """A part of a name or a login."""
    cause: str = ""
    """The fault that is told first."""
    state: State | None = None


class SearchResult(Frozen):
    """A submission, and what staff are told of it."""

    submission: Submission
    name: str
    """The name of the student."""
    cause: str | None
    gradients: str | None
    """How gradients were obtained, where that is not by backpropagation."""
    gradients_proven: bool
    trouble: str | None
    """How we failed, where we did."""


class SubmissionTally(Frozen):
    """Submissions by state, and by the fault that is told first."""

    states: Mapping[str, int]
    causes: Mapping[str, int]


_NEWEST = SubmissionOrder()
_OF_GRADING = (Grading.cause, Grading.gradients, Grading.gradients_proven)


def search(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    wanted: SubmissionFilter,
    order: SubmissionOrder = _NEWEST,
    *,
    page: int = 1,
    on_a_page: int = 50,
) -> ListPage[SearchResult]:
    """Return a page of the submissions that fit the filter; the last one if there are fewer pages."""
    require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    fits = _narrowed(
        select(Submission.id)
        .join(Person, Person.id == Submission.person_id)
        .outerjoin(Grading, Grading.id == Submission.grading_id)
        .where(Submission.assignment_id == assignment.id),
        wanted,
    )
    number = session.scalar(select(func.count()).select_from(fits.subquery())) or 0
    page, pages, part = cut(number, page, on_a_page)
    shown = in_order(session, assignment, fits, order, part)
    return ListPage(_read(session, shown), number, page, pages)


def _read(session: Session, ids: Sequence[UUID]) -> list[SearchResult]:
    """Read what the list says of submissions, in their order."""
    rows = session.execute(
        select(Submission, Person.name, *_OF_GRADING, Job.error)
        .join(Person, Person.id == Submission.person_id)
        .outerjoin(Grading, Grading.id == Submission.grading_id)
        .outerjoin(Job, Job.grading_id == Submission.grading_id)
        .where(Submission.id.in_(ids))
    )
    found = {
        submission.id: SearchResult(
            submission,
            name,
            cause,
            gradients,
            bool(proven),
            error if submission.state == State.INTERNAL_ERROR else None,
        )
        for submission, name, cause, gradients, proven, error in rows
    }
    return [found[id_] for id_ in ids]


def tally(session: Session, caller: Caller, assignment: Assignment) -> SubmissionTally:
    """How many submissions of an assignment each choice of a filter has."""
    require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    counted = (
        select(Submission.state, Grading.cause, func.count())
        .outerjoin(Grading, Grading.id == Submission.grading_id)
        .where(Submission.assignment_id == assignment.id)
        .group_by(Submission.state, Grading.cause)
    )
    states, causes = Counter[str](), Counter[str]()
    for state, cause, number in session.execute(counted):
        states[state] += number
        if cause:
            causes[cause] += number
    return SubmissionTally(states, causes)


def _narrowed(chosen: Select[UUID], wanted: SubmissionFilter) -> Select[UUID]:
    who = wanted.who.replace("\0", "").strip()
    if who:
        chosen = chosen.where(
            or_(Person.name.icontains(who, autoescape=True), Person.login.icontains(who, autoescape=True))
        )
    if wanted.cause:
        chosen = chosen.where(Grading.cause == wanted.cause)
    if wanted.state is not None:
        chosen = chosen.where(Submission.state == wanted.state)
    return chosen
