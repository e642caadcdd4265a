"""What a class misunderstands: how many students have each cause now, and how many had it ever."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import ColumnElement, Integer, Row, cast, func, select
from sqlalchemy.orm import Session

from submissions.figures.selection import Selection, Which, attempted, in_class, in_time
from submissions.tables import Assignment, AttemptFact, CauseFact, CauseHistory, Person


@dataclass(frozen=True, slots=True)
class CauseFigure:
    """Students by one cause. Who has it proven in one attempt and likely in another counts as proven."""

    cause: str
    """The fault, by slug."""
    now_proven: int
    """In the selected attempt of each student."""
    now_likely: int
    ever_proven: int
    """In any graded attempt of the time that is looked at."""
    ever_likely: int

    @property
    def now(self) -> int:
        """Students who have it now, proven or likely."""
        return self.now_proven + self.now_likely

    @property
    def ever(self) -> int:
        """Students who ever had it, proven or likely."""
        return self.ever_proven + self.ever_likely


@dataclass(frozen=True, slots=True)
class Holder:
    """A student who has a cause in the selected attempt."""

    person_id: UUID
    name: str
    submission_id: UUID
    number: int
    """Of the attempt."""
    percent: float
    proven: bool


def causes(session: Session, assignment: Assignment, selection: Selection) -> list[CauseFigure]:
    """The one that most students have now first."""
    times = in_time(selection)
    ever = _counted(session, assignment, selection, times) if times else _ever(session, assignment, selection)
    is_all = selection.which is Which.ALL
    now = ever if is_all else _counted(session, assignment, selection, attempted(selection))
    found = [CauseFigure(cause, *now[cause], *ever[cause]) for cause in sorted({*now, *ever})]
    return sorted(found, key=lambda each: (-each.now, -each.ever))


def holders(
    session: Session, assignment: Assignment, selection: Selection, cause: str, *, limit: int
) -> list[Holder]:
    """The students who have a cause now, by name."""
    assert assignment.course_id is not None
    rows = session.execute(
        in_class(
            select(
                AttemptFact.person_id,
                Person.name,
                AttemptFact.submission_id,
                AttemptFact.number,
                AttemptFact.percent,
                CauseFact.proven,
            )
            .join(CauseFact, CauseFact.submission_id == AttemptFact.submission_id)
            .join(Person, Person.id == AttemptFact.person_id),
            AttemptFact.person_id,
            assignment.course_id,
            selection,
        )
        .where(AttemptFact.assignment_id == assignment.id, CauseFact.cause == cause, *attempted(selection))
        .order_by(Person.name, AttemptFact.submission_id)
        .limit(limit)
    )
    return [
        Holder(person_id, name, submission_id, number, float(percent), proven)
        for person_id, name, submission_id, number, percent, proven in rows
    ]


def submissions_with(session: Session, assignment: Assignment, selection: Selection) -> dict[str, list[UUID]]:
    """By cause, the selected attempts that have it."""
    assert assignment.course_id is not None
    rows = session.execute(
        in_class(
            select(CauseFact.cause, AttemptFact.submission_id).join(
                AttemptFact, AttemptFact.submission_id == CauseFact.submission_id
            ),
            AttemptFact.person_id,
            assignment.course_id,
            selection,
        )
        .where(AttemptFact.assignment_id == assignment.id, *attempted(selection))
        .order_by(AttemptFact.submission_id)
    )
    found: dict[str, list[UUID]] = defaultdict(list)
    for cause, submission_id in rows:
        found[cause].append(submission_id)
    return found


def _ever(session: Session, assignment: Assignment, selection: Selection) -> dict[str, tuple[int, int]]:
    """The same for all attempts, from what is kept of each student."""
    assert assignment.course_id is not None
    rows = session.execute(
        in_class(
            select(CauseHistory.cause, func.sum(cast(CauseHistory.proven, Integer)), func.count()),
            CauseHistory.person_id,
            assignment.course_id,
            selection,
        )
        .where(CauseHistory.assignment_id == assignment.id)
        .group_by(CauseHistory.cause)
    )
    return _by_cause(rows)


def _counted(
    session: Session, assignment: Assignment, selection: Selection, conditions: list[ColumnElement[bool]]
) -> dict[str, tuple[int, int]]:
    """By cause, how many students have it proven, and only likely."""
    assert assignment.course_id is not None
    of_students = (
        in_class(
            select(CauseFact.cause, func.max(cast(CauseFact.proven, Integer)).label("proven")).join(
                AttemptFact, AttemptFact.submission_id == CauseFact.submission_id
            ),
            AttemptFact.person_id,
            assignment.course_id,
            selection,
        )
        .where(AttemptFact.assignment_id == assignment.id, *conditions)
        .group_by(CauseFact.cause, CauseFact.person_id)
        .subquery()
    )
    of = of_students.c
    rows = session.execute(select(of.cause, func.sum(of.proven), func.count()).group_by(of.cause))
    return _by_cause(rows)


def _by_cause(rows: Iterable[Row[str, int, int]]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for cause, proven, count in rows:
        found[cause] = int(proven), count - int(proven)
    return found
