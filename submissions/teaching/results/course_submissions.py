"""The submissions of a course, whichever assignment they are for."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from grader.records import Frozen, replace
from submissions.courses.assignments import assignments
from submissions.errors import NotFound
from submissions.people.access import policy
from submissions.people.access.policy import Action, Caller, require
from submissions.storage.rows import ListPage, cut
from submissions.tables import Assignment, AssignmentVersion, Grading, Person, Submission
from submissions.tables.name_key import name_key
from submissions.teaching.results.ordering import SubmissionColumn, SubmissionOrder, sorted_rows
from submissions.teaching.results.result import Result, results_of


class CourseSubmission(Frozen):
    """A submission in the list."""

    submission: Submission
    name: str
    """The name of the student."""
    assignment: str
    """Its title."""
    points: Decimal | None
    """The points before late penalties; None until it is graded."""
    possible: Decimal | None
    cause: str | None
    """The fault that is shown first."""


def page_of(
    session: Session, caller: Caller, course_id: UUID, order: SubmissionOrder, *, page: int, on_a_page: int
) -> ListPage[CourseSubmission]:
    """A page of the list; the last one where there are fewer pages."""
    require(session, caller, Action.SEE_SUBMISSIONS, course_id)
    chosen = _chosen(course_id)
    number = session.scalar(select(func.count()).select_from(chosen.subquery())) or 0
    page, pages, part = cut(number, page, on_a_page)
    ids = session.scalars(
        _sorted(session, caller, course_id, chosen, order).slice(part.start, part.stop)
    ).all()
    return ListPage(_read(session, ids), number, page, pages)


def results(
    session: Session,
    caller: Caller,
    course_id: UUID,
    order: SubmissionOrder,
    *,
    after: UUID | None,
    limit: int,
    now: datetime,
) -> list[Result]:
    """The results of a part of the list, which begins after one of its submissions."""
    viewer = policy.viewer(session, caller, course_id)
    viewer.require(Action.SEE_SUBMISSIONS)
    ids = list(session.scalars(_sorted(session, caller, course_id, _chosen(course_id), order)))
    if after is not None and after not in ids:
        raise NotFound
    part = ids[0 if after is None else ids.index(after) + 1 :][:limit]
    found: dict[UUID, Result] = {}
    listed = session.execute(
        select(Assignment, Submission)
        .join(Submission, Submission.assignment_id == Assignment.id)
        .where(Submission.id.in_(part))
    ).all()
    for assignment in {assignment for assignment, _ in listed}:
        own = [submission for its, submission in listed if its is assignment]
        results = results_of(session, viewer, assignment, own, now=now)
        found |= {each.submission.id: each for each in results}
    return [found[id_] for id_ in part]


def _chosen(course_id: UUID) -> Select[UUID]:
    return (
        select(Submission.id)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .join(Person, Person.id == Submission.person_id)
        .outerjoin(Grading, Grading.id == Submission.grading_id)
        .outerjoin(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
        .where(Assignment.course_id == course_id, Assignment.archived_at.is_(None))
    )


def _sorted(
    session: Session, caller: Caller, course_id: UUID, chosen: Select[UUID], order: SubmissionOrder
) -> Select[UUID]:
    if order.by is SubmissionColumn.ASSIGNMENT:
        listed = assignments.listed(session, caller, course_id)
        by_title = sorted(listed, key=lambda each: name_key(each.title))
        order = replace(order, words=[each.id for each in by_title])
    return sorted_rows(chosen, order)


def _read(session: Session, ids: Sequence[UUID]) -> list[CourseSubmission]:
    """Read what the list says of submissions, in their order."""
    rows = session.execute(
        select(
            Submission,
            Person.name,
            Assignment.title,
            Grading.points,
            AssignmentVersion.points,
            Grading.cause,
        )
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .join(Person, Person.id == Submission.person_id)
        .outerjoin(Grading, Grading.id == Submission.grading_id)
        .outerjoin(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
        .where(Submission.id.in_(ids))
    )
    found = {row[0].id: CourseSubmission(*row) for row in rows}
    return [found[id_] for id_ in ids]
