"""Causes by assignments: how many students have each cause in the attempt that is looked at."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from submissions.figures.selection import Selection, Which, attempted, in_class, in_time
from submissions.tables import AttemptFact, CauseFact, CauseHistory


@dataclass(frozen=True, slots=True)
class CauseAcross:
    """One cause in all assignments."""

    cause: str
    students: Mapping[UUID, int]
    """By assignment; one where nobody has it is not there."""

    @property
    def total(self) -> int:
        """Over all assignments; a student counts once in each."""
        return sum(self.students.values())


def cause_map(
    session: Session, course_id: UUID, assignments: Collection[UUID], selection: Selection
) -> list[CauseAcross]:
    """The cause that most students have first."""
    is_ever = selection.which is Which.ALL and not in_time(selection)
    rows = session.execute((_ever if is_ever else _in_attempts)(course_id, assignments, selection))
    found: dict[str, Counter[UUID]] = defaultdict(Counter)
    for cause, assignment_id, students in rows:
        found[cause][assignment_id] = students
    return sorted(
        (CauseAcross(cause, students) for cause, students in found.items()),
        key=lambda each: (-each.total, each.cause),
    )


def _in_attempts(
    course_id: UUID, assignments: Collection[UUID], selection: Selection
) -> Select[str, UUID, int]:
    return (
        in_class(
            select(
                CauseFact.cause, AttemptFact.assignment_id, func.count(AttemptFact.person_id.distinct())
            ).join(AttemptFact, AttemptFact.submission_id == CauseFact.submission_id),
            AttemptFact.person_id,
            course_id,
            selection,
        )
        .where(AttemptFact.assignment_id.in_(assignments), *attempted(selection))
        .group_by(CauseFact.cause, AttemptFact.assignment_id)
    )


def _ever(course_id: UUID, assignments: Collection[UUID], selection: Selection) -> Select[str, UUID, int]:
    """The same over all attempts, from what is kept of each student."""
    return (
        in_class(
            select(CauseHistory.cause, CauseHistory.assignment_id, func.count()),
            CauseHistory.person_id,
            course_id,
            selection,
        )
        .where(CauseHistory.assignment_id.in_(assignments))
        .group_by(CauseHistory.cause, CauseHistory.assignment_id)
    )
