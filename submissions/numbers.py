"""How much was handed in for assignments: one query for all of a course."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from submissions.tables import UNFINISHED, State, Submission


@dataclass(frozen=True, slots=True)
class Numbers:
    """Of one assignment."""

    files: int = 0
    students: int = 0
    """Who handed in at least one."""
    waiting: int = 0
    failed: int = 0
    """Files that we could not grade."""


def numbers(session: Session, assignments: Collection[UUID]) -> dict[UUID, Numbers]:
    """By assignment; one for which nothing was handed in has zeros."""
    found = session.execute(
        select(
            Submission.assignment_id,
            func.count(),
            func.count(Submission.person_id.distinct()),
            func.sum(case((Submission.state.in_(UNFINISHED), 1), else_=0)),
            func.sum(case((Submission.state == State.INTERNAL_ERROR, 1), else_=0)),
        )
        .where(Submission.assignment_id.in_(assignments))
        .group_by(Submission.assignment_id)
    )
    counted = {assignment_id: Numbers(*each) for assignment_id, *each in found}
    return {each: counted.get(each, Numbers()) for each in assignments}
