"""Whether anything has happened in an assignment: what changes with every submission and every result."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Select, func, literal_column, null, select, type_coerce, union_all
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.tables import Assignment, AttemptFact, State, Submission

_UNITS = type_coerce(AttemptFact.percent, BigInteger)
_OF_HUNDREDTH = 100
"""Points are kept as whole ten-thousandths."""


class Pulse(Frozen):
    """Counts of one assignment."""

    states: tuple[int, ...]
    """Submissions by state, in the order of the states."""
    results: int
    """Attempts whose figures are kept."""
    percent: int
    """The sum of the percentages of their points, in hundredths: a regrade changes it."""

    @property
    def final(self) -> bool:
        """Whether nothing more will happen: somebody may always submit."""
        return False

    @property
    def by_state(self) -> Mapping[State, int]:
        """How many submissions are in each state."""
        return dict(zip(State, self.states, strict=True))

    def __str__(self) -> str:
        """A short text that is another one after every change."""
        return "-".join(map(str, (*self.states, self.results, self.percent)))


def pulse(session: Session, assignment: Assignment) -> Pulse:
    """Return the pulse of an assignment that exists."""
    return _count(session, [assignment.id])[assignment.id]


def pulses(session: Session, ids: Collection[UUID]) -> dict[UUID, Pulse]:
    """Return pulses by id of the assignment; one that was deleted is left out."""
    if not ids:
        return {}
    return _count(session, session.scalars(select(Assignment.id).where(Assignment.id.in_(ids))).all())


def _count(session: Session, ids: Collection[UUID]) -> dict[UUID, Pulse]:
    """Count submissions by state, and results, of each assignment, by one query that reads indexes alone."""
    of_submissions: Select[*tuple[Any, ...]] = (
        select(Submission.assignment_id, Submission.state, func.count(), literal_column("0"))
        .where(Submission.assignment_id.in_(ids))
        .group_by(Submission.assignment_id, Submission.state)
    )
    of_results: Select[*tuple[Any, ...]] = (
        select(AttemptFact.assignment_id, null(), func.count(), func.sum(_UNITS))
        .where(AttemptFact.assignment_id.in_(ids))
        .group_by(AttemptFact.assignment_id)
    )
    states: dict[UUID, dict[State, int]] = defaultdict(dict)
    results: dict[UUID, tuple[int, int]] = {}
    for id_, state, number, units in session.execute(union_all(of_submissions, of_results)):
        if state is None:
            results[id_] = number, round(units / _OF_HUNDREDTH)
        else:
            states[id_][State(state)] = number
    return {
        id_: Pulse(tuple(states[id_].get(each, 0) for each in State), *results.get(id_, (0, 0)))
        for id_ in ids
    }
