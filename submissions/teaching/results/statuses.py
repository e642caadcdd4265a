"""Where submissions are in their lives: one query for as many as are watched."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import Subquery, func, null, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.tables import UNFINISHED, Job, JobKind, JobState, State, Submission


class Status(Frozen):
    """The state of one submission."""

    state: State
    revision: int
    ahead: int | None
    """How many are graded before it; None where it does not wait, or where that was not asked for."""

    @property
    def final(self) -> bool:
        """Whether nothing more will happen, unless somebody asks for a re-grade."""
        return self.state not in UNFINISHED


def statuses(session: Session, ids: Collection[UUID], *, places: bool = True) -> dict[UUID, Status]:
    """Return statuses by id; a deleted submission is left out. With `places`, all waiting jobs are read."""
    if not ids:
        return {}
    known = (Submission.id, Submission.state, Submission.revision)
    waiting = _waiting()
    chosen = (
        select(*known, waiting.c.ahead).outerjoin(waiting, waiting.c.grading_id == Submission.grading_id)
        if places
        else select(*known, null())
    )
    rows = session.execute(chosen.where(Submission.id.in_(ids)))
    return {id_: Status(State(state), revision, ahead) for id_, state, revision, ahead in rows}


def _waiting() -> Subquery:
    """Return a query of the waiting jobs, each with how many go before it."""
    return (
        select(
            Job.grading_id,
            (func.row_number().over(order_by=(Job.priority.desc(), Job.id)) - 1).label("ahead"),
        )
        .where(Job.kind == JobKind.GRADING, Job.state == JobState.WAITING)
        .subquery()
    )
