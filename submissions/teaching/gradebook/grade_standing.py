"""Why a student has no grade: the submission waits, or nothing came by the due date."""

from collections import defaultdict
from collections.abc import Collection, Container, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen, replace
from submissions.courses.grades.cells import Column, Given
from submissions.courses.grades.deadlines import Deadlines
from submissions.tables import Assignment, State, Submission
from submissions.teaching.gradebook.gradebook import GradebookRow

_NOTHING_CAME = frozenset({State.REFUSED, State.WITHDRAWN})
"""Submissions that do not count as one."""


class Standing(Frozen):
    """The submissions that wait and the work that is due, of a class or of some of its students."""

    columns: Sequence[Column]
    waits: Mapping[UUID, set[UUID]]
    """The assignments by person to which they submitted something that has no grade yet."""
    due: Mapping[tuple[UUID, UUID], datetime | None]
    """The due date by assignment and person, where it is another than the date of the class."""
    now: datetime

    @classmethod
    def read(
        cls,
        session: Session,
        columns: Sequence[Column],
        given: Given,
        people: Collection[UUID] | None = None,
        *,
        now: datetime,
    ) -> "Standing":
        """The standing of these people, or of everybody, with what they were given. One query."""
        return cls(columns, _submitted(session, columns, people), _due_dates(columns, given), now)

    def of(self, row: GradebookRow) -> GradebookRow:
        """A row with what waits and what is missing."""
        waiting, missing = self.waiting(row.person_id, row.cells), self.missing(row.person_id, row.cells)
        return replace(row, waiting=waiting, missing=missing)

    def missing(self, person_id: UUID, graded: Collection[UUID]) -> frozenset[UUID]:
        """The assignments that are past their due date and have nothing from this student."""
        if len(graded) == len(self.columns):  # as most have
            return frozenset()
        waits = self.waits.get(person_id, set())
        return frozenset(
            each.assignment.id
            for each in self.columns
            if each.assignment.id not in graded
            and each.assignment.published
            and each.assignment.id not in waits
            and self._is_over(each.assignment, person_id)
        )

    def waiting(self, person_id: UUID, graded: Container[UUID]) -> frozenset[UUID]:
        """The assignments with a submission and without a grade so far."""
        return frozenset(each for each in self.waits.get(person_id, ()) if each not in graded)

    def _is_over(self, assignment: Assignment, person_id: UUID) -> bool:
        due_at = self.due.get((assignment.id, person_id), assignment.due_at)
        return due_at is not None and due_at < self.now


def with_standing(
    session: Session, columns: Sequence[Column], rows: Sequence[GradebookRow], *, whole: bool, now: datetime
) -> list[GradebookRow]:
    """The rows with what waits and what is missing; `whole` if the rows are the whole class."""
    people = None if whole else [row.person_id for row in rows]
    given = Given.read(session, columns, people)
    return list(map(Standing.read(session, columns, given, people, now=now).of, rows))


def _submitted(
    session: Session, columns: Sequence[Column], people: Collection[UUID] | None
) -> defaultdict[UUID, set[UUID]]:
    """Return by person the assignments to which they submitted something that has no grade yet."""
    chosen = select(Submission.person_id, Submission.assignment_id).where(
        Submission.assignment_id.in_([each.assignment.id for each in columns]),
        Submission.state.not_in({State.GRADED, *_NOTHING_CAME}),
        Submission.person_id.is_not(None),
    )
    if people is not None:
        chosen = chosen.where(Submission.person_id.in_(people))
    found: defaultdict[UUID, set[UUID]] = defaultdict(set)
    for person_id, assignment_id in session.execute(chosen):
        assert person_id is not None  # it was asked for
        found[person_id].add(assignment_id)
    return found


def _due_dates(columns: Sequence[Column], given: Given) -> dict[tuple[UUID, UUID], datetime | None]:
    """Return due dates by assignment and person, where they are others than the date of the class."""
    by_id = {each.assignment.id: each.assignment for each in columns}
    return {
        pair: Deadlines.of(by_id[pair[0]], extension).due_at for pair, extension in given.extensions.items()
    }
