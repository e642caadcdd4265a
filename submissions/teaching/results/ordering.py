"""Submissions in an order: by student, assignment, time, attempt, points, share asked, cause or state."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, Float, Select, case, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from grader.records import Frozen
from submissions.courses.grades.deadlines import Deadlines, after_lateness
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    Extension,
    Grading,
    Person,
    State,
    Submission,
)

Row = TypeVar("Row")


class SubmissionColumn(StrEnum):
    """The columns by which a list of submissions is sorted."""

    SUBMITTED = "submitted"
    STUDENT = "student"
    ASSIGNMENT = "assignment"
    ATTEMPT = "attempt"
    POINTS = "points"
    """The share of the possible points, after what lateness costs; before it in a list of a whole course."""
    ASKED = "asked"
    """The share of the assignment that was asked."""
    CAUSE = "cause"
    STATE = "state"


OF_STAFF = frozenset(
    {SubmissionColumn.STUDENT, SubmissionColumn.POINTS, SubmissionColumn.ASKED, SubmissionColumn.CAUSE}
)
"""The columns by which students may not sort: the order would tell what their results do not show yet."""


class SubmissionOrder(Frozen):
    """A column, and which way round. Of equals the newest is first; what has none is last."""

    by: SubmissionColumn = SubmissionColumn.SUBMITTED
    descending: bool = True
    words: Sequence[str | UUID] = ()
    """Causes, states or assignments in the order of their names; by their ids where it is empty."""


_WHOLE = slice(None)
_Key = ColumnElement[Any] | InstrumentedAttribute[Any]
_KEYS: Mapping[SubmissionColumn, _Key] = {
    SubmissionColumn.SUBMITTED: Submission.id,
    SubmissionColumn.STUDENT: Person.name_key,
    SubmissionColumn.ASSIGNMENT: Submission.assignment_id,
    SubmissionColumn.ATTEMPT: func.nullif(Submission.attempt, 0),
    SubmissionColumn.ASKED: Grading.asked,
    SubmissionColumn.CAUSE: Grading.cause,
    SubmissionColumn.STATE: Submission.state,
    SubmissionColumn.POINTS: cast(Grading.points, Float) / cast(AssignmentVersion.points, Float),
}


def in_order(
    session: Session,
    assignment: Assignment,
    chosen: Select[UUID],
    order: SubmissionOrder,
    part: slice = _WHOLE,
) -> list[UUID]:
    """Sort the chosen submissions of an assignment, and return the ids of a part of them.

    The query joins the person and the grading of each. By points, all rows are read even for a part: the
    database does not know what lateness costs.
    """
    newest = chosen.order_by(None)
    if order.by is SubmissionColumn.POINTS:
        shares = _shares(session, assignment, newest)
        graded = [id_ for id_, share in shares.items() if share is not None]
        graded.sort(key=lambda id_: shares[id_] or 0, reverse=order.descending)
        return [*graded, *(id_ for id_, share in shares.items() if share is None)][part]
    return list(session.scalars(sorted_rows(newest, order).slice(part.start or 0, part.stop)))


def sorted_rows(chosen: Select[UUID], order: SubmissionOrder) -> Select[UUID]:
    """Sort chosen submissions with what the order asks about: their person, their grading, its version."""
    key = _KEYS[order.by]
    if order.words:
        places: dict[Any, int] = {word: place for place, word in enumerate(order.words)}
        unknown = case((key.is_not(None), len(places)))
        key = case(places, value=key, else_=unknown)
    directed = key.desc() if order.descending else key.asc()
    return chosen.order_by(directed.nulls_last(), Submission.id.desc())


def _shares(session: Session, assignment: Assignment, chosen: Select[UUID]) -> dict[UUID, Decimal | None]:
    """Return the share of the points of each submission, the newest first; None before it is graded."""
    extensions = session.scalars(select(Extension).where(Extension.assignment_id == assignment.id))
    dates: dict[UUID | None, Deadlines] = {
        each.person_id: Deadlines.of(assignment, each) for each in extensions
    }
    usual = Deadlines.of(assignment)
    rows = session.execute(
        chosen.with_only_columns(
            Submission.id,
            Submission.person_id,
            Submission.created_at,
            Submission.state,
            Grading.points,
            AssignmentVersion.points,
        )
        .outerjoin(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
        .order_by(Submission.id.desc())
    )
    shares: dict[UUID, Decimal | None] = {}
    for id_, person_id, at, state, earned, possible in rows:
        shares[id_] = None
        if state == State.GRADED and earned is not None and possible:
            left = after_lateness(earned, assignment, dates.get(person_id, usual), at)
            shares[id_] = left / possible
    return shares


def in_table_order(rows: Iterable[Row], key: Callable[[Row], Any], *, descending: bool) -> list[Row]:
    """Sort rows. Equals keep their order, and rows whose key is None stand last, whichever way round."""
    rows = list(rows)
    known = (row for row in rows if key(row) is not None)
    return sorted(known, key=key, reverse=descending) + [row for row in rows if key(row) is None]
