"""What a class misunderstands: how many students have each cause now, and how many had it ever."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Float,
    Integer,
    ScalarSelect,
    Subquery,
    and_,
    case,
    cast,
    func,
    select,
    true,
    type_coerce,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from grader.records import Frozen
from submissions.tables import Assignment, AssignmentVersion, AttemptFact, CauseFact, Person
from submissions.teaching.figures.overcoming import Overcoming
from submissions.teaching.figures.selection import Selection, Which, attempted, in_class, in_time, selected

_ALL = 100 * 10_000
"""All percent, in the unit in which they are stored."""


def share_lost() -> ColumnElement[float]:
    """The part of an attempt's lost points that one of its causes bears.

    The causes of an attempt bear the same part each, so that they add up to what it lacks.
    """
    earned = type_coerce(AttemptFact.earned, BigInteger)
    lacking: ColumnElement[float] = cast(case((earned < _ALL, _ALL - earned), else_=0), Float)
    return lacking / cast(AttemptFact.cause_count, Float)


def possible_points(
    assignment_id: ColumnElement[UUID] | InstrumentedAttribute[UUID],
) -> ScalarSelect[Decimal]:
    """The possible points of the current version of an assignment in a query."""
    current = and_(
        AssignmentVersion.assignment_id == Assignment.id,
        AssignmentVersion.number == Assignment.version_number,
    )
    chosen = select(AssignmentVersion.points).join(Assignment, current).where(Assignment.id == assignment_id)
    return chosen.correlate_except(Assignment, AssignmentVersion).scalar_subquery()


def points_lost(share: float | None, possible: Decimal | None, selection: Selection) -> float | None:
    """Shares in points. None where all attempts are selected: a student has only one grade."""
    if selection.which is Which.ALL:
        return None
    return (share or 0) / _ALL * float(possible or 0)


class CauseFigure(Frozen):
    """Students by one cause. Who has it proven in one attempt and likely in another counts as proven."""

    cause: str
    """The fault, by slug."""
    now_proven: int
    """The students for whom it is proven in the selected attempt."""
    now_likely: int
    ever_proven: int
    """The students for whom it is proven in any graded attempt of the selected time."""
    ever_likely: int
    points_lost: float | None
    """The points that the selected attempts with it lack; None where all attempts are selected."""

    @property
    def now(self) -> int:
        """Students who have it now, proven or likely."""
        return self.now_proven + self.now_likely

    @property
    def ever(self) -> int:
        """Students who ever had it, proven or likely."""
        return self.ever_proven + self.ever_likely


class Holder(Frozen):
    """A student who has a cause in the selected attempt."""

    person_id: UUID
    name: str
    submission_id: UUID
    number: int
    """The number of the attempt."""
    percent: float
    proven: bool


def causes(
    session: Session, assignment: Assignment, selection: Selection, lasting: Sequence[Overcoming]
) -> list[CauseFigure]:
    """The one that most students have now first.

    `lasting` is what `overcoming` finds: it knows who ever had a cause, where no time is selected.
    """
    if in_time(selection):
        found = _figures(session, assignment, selection)
    elif selection.which is Which.ALL:
        found = [CauseFigure(each.cause, *_ever(each), *_ever(each), None) for each in lasting]
    else:
        found = list(_with_ever(_figures(session, assignment, selection), lasting))
    return sorted(found, key=lambda each: (-each.now, -each.ever, each.cause))


def holders(
    session: Session, assignment: Assignment, selection: Selection, cause: str, *, limit: int
) -> list[Holder]:
    """The students who have a cause now, by name."""
    rows = session.execute(
        selected(
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
            assignment,
            selection,
        )
        .where(CauseFact.cause == cause)
        .order_by(Person.name, AttemptFact.submission_id)
        .limit(limit)
    )
    return [
        Holder(person_id, name, submission_id, number, float(percent), proven)
        for person_id, name, submission_id, number, percent, proven in rows
    ]


def submissions_with(session: Session, assignment: Assignment, selection: Selection) -> dict[str, list[UUID]]:
    """Return by cause the selected attempts that have it."""
    having = select(CauseFact.cause, AttemptFact.submission_id).join(
        AttemptFact, AttemptFact.submission_id == CauseFact.submission_id
    )
    rows = session.execute(selected(having, assignment, selection).order_by(AttemptFact.submission_id))
    found: dict[str, list[UUID]] = defaultdict(list)
    for cause, submission_id in rows:
        found[cause].append(submission_id)
    return found


def _figures(session: Session, assignment: Assignment, selection: Selection) -> list[CauseFigure]:
    """Return the figures of the attempts in the selected time; without a time, of selected attempts alone."""
    column = _of_students(assignment, selection).c
    rows = session.execute(
        select(
            column.cause,
            func.count(column.now),
            func.coalesce(func.sum(column.now), 0),
            func.count(),
            func.sum(column.ever),
            func.sum(column.lost),
            possible_points(column.assignment_id),
        ).group_by(column.cause, column.assignment_id)
    )
    return [
        CauseFigure(
            cause,
            now_proven=int(now_proven),
            now_likely=now - int(now_proven),
            ever_proven=int(ever_proven),
            ever_likely=ever - int(ever_proven),
            points_lost=points_lost(share, possible, selection),
        )
        for cause, now, now_proven, ever, ever_proven, share, possible in rows
    ]


def _of_students(assignment: Assignment, selection: Selection) -> Subquery:
    """Select each student's causes: whether each is proven now, and ever, and what its attempts lack."""
    assert assignment.course_id is not None
    in_selection = and_(true(), *attempted(selection))
    proven = cast(CauseFact.proven, Integer)
    return (
        in_class(
            select(
                CauseFact.cause,
                func.max(case((in_selection, proven))).label("now"),
                func.max(proven).label("ever"),
                func.sum(case((in_selection, share_lost()), else_=0)).label("lost"),
                AttemptFact.assignment_id,
            ).join(AttemptFact, AttemptFact.submission_id == CauseFact.submission_id),
            AttemptFact.person_id,
            assignment.course_id,
            selection,
        )
        .where(
            AttemptFact.assignment_id == assignment.id,
            AttemptFact.cause_count > 0,
            *(in_time(selection) or attempted(selection)),
        )
        .group_by(CauseFact.cause, CauseFact.person_id, AttemptFact.assignment_id)
        .subquery()
    )


def _with_ever(found: Iterable[CauseFigure], lasting: Iterable[Overcoming]) -> Iterator[CauseFigure]:
    """Figures of selected attempts, and beside them who ever had each cause."""
    selected = {each.cause: each for each in found}
    for each in lasting:
        now = selected.get(each.cause, CauseFigure(each.cause, 0, 0, 0, 0, 0))
        yield CauseFigure(each.cause, now.now_proven, now.now_likely, *_ever(each), now.points_lost)


def _ever(lasting: Overcoming) -> tuple[int, int]:
    """Students who ever had it proven, and only likely."""
    return lasting.proven, lasting.students - lasting.proven
