"""Causes by assignments: how many students have each cause in the attempt that is looked at."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.tables import AttemptFact, CauseFact, CauseHistory
from submissions.teaching.figures.causes import points_lost, possible_points, share_lost
from submissions.teaching.figures.selection import Selection, Which, in_class, in_time, selected_of


class CauseAcross(Frozen):
    """One cause in all assignments."""

    cause: str
    students: Mapping[UUID, int]
    """The number of students by assignment; an assignment in which nobody has it is left out."""
    points_lost: float | None
    """The points over all assignments, on their current versions; None where all attempts are selected."""

    @property
    def total(self) -> int:
        """Return the number over all assignments; a student counts once in each."""
        return sum(self.students.values())


@dataclass(slots=True)
class _CauseSums:
    students: Counter[UUID] = field(default_factory=Counter)
    lost: list[float | None] = field(default_factory=list)


def cause_map(
    session: Session, course_id: UUID, assignments: Collection[UUID], selection: Selection
) -> list[CauseAcross]:
    """The cause that most students have first."""
    found: dict[str, _CauseSums] = defaultdict(_CauseSums)
    for cause, assignment_id, students, lost in _counted(session, course_id, assignments, selection):
        found[cause].students[assignment_id] = students
        found[cause].lost.append(lost)
    return sorted(
        (CauseAcross(cause, of.students, _sum(of.lost)) for cause, of in found.items()),
        key=lambda each: (-each.total, each.cause),
    )


_CauseOfAssignment = tuple[str, UUID, int, float | None]


def _counted(
    session: Session, course_id: UUID, assignments: Collection[UUID], selection: Selection
) -> list[_CauseOfAssignment]:
    """Return for each cause and assignment the number of students and the points lost."""
    if selection.which is Which.ALL and not in_time(selection):
        ever = session.execute(_ever(course_id, assignments, selection))
        return [(cause, assignment_id, students, None) for cause, assignment_id, students in ever]
    sums = select(
        CauseFact.cause,
        AttemptFact.assignment_id,
        func.count(AttemptFact.person_id.distinct()),
        func.sum(share_lost()),
        possible_points(AttemptFact.assignment_id),
    ).join(AttemptFact, AttemptFact.submission_id == CauseFact.submission_id)
    rows = session.execute(
        selected_of(sums, course_id, assignments, selection)
        .where(AttemptFact.cause_count > 0)
        .group_by(CauseFact.cause, AttemptFact.assignment_id)
    )
    return [
        (cause, assignment_id, students, points_lost(share, possible, selection))
        for cause, assignment_id, students, share, possible in rows
    ]


def _ever(course_id: UUID, assignments: Collection[UUID], selection: Selection) -> Select[str, UUID, int]:
    """Select the same numbers over all attempts, from the history of each student."""
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


def _sum(lost: Collection[float | None]) -> float | None:
    known = [each for each in lost if each is not None]
    return sum(known) if known else None
