"""Whether anything has happened in an assignment: what changes with every submission and every result."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.tables import Assignment, AttemptFact, State, Submission


@dataclass(frozen=True, slots=True)
class Pulse:
    """Counts of one assignment."""

    states: tuple[int, ...]
    """Submissions by state, in the order of the states."""
    results: int
    """Attempts whose figures are kept."""
    percent: int
    """Of the points of all of them together, in hundredths: a regrade changes it."""

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
    """Of an assignment that is there."""
    return _counted(session, [assignment.id])[assignment.id]


def pulses(session: Session, ids: Collection[UUID]) -> dict[UUID, Pulse]:
    """By id; one that is gone is not in it."""
    if not ids:
        return {}
    return _counted(session, session.scalars(select(Assignment.id).where(Assignment.id.in_(ids))).all())


def _counted(session: Session, ids: Collection[UUID]) -> dict[UUID, Pulse]:
    """Read in indexes alone."""
    of_submissions = select(Submission.assignment_id, Submission.state, func.count()).group_by(
        Submission.assignment_id, Submission.state
    )
    states: dict[UUID, dict[State, int]] = defaultdict(dict)
    for id_, state, number in session.execute(of_submissions.where(Submission.assignment_id.in_(ids))):
        states[id_][State(state)] = number
    of_results = (
        select(AttemptFact.assignment_id, func.count(), func.sum(AttemptFact.percent))
        .where(AttemptFact.assignment_id.in_(ids))
        .group_by(AttemptFact.assignment_id)
    )
    results = {id_: (number, round(total * 100)) for id_, number, total in session.execute(of_results)}
    return {
        id_: Pulse(tuple(states[id_].get(each, 0) for each in State), *results.get(id_, (0, 0)))
        for id_ in ids
    }
