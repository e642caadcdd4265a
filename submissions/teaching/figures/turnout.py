"""How many have submitted, are late, or need help: of each assignment of a course, in one query."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, case, exists, func, literal_column, null, select, union_all
from sqlalchemy.orm import InstrumentedAttribute, Session

from grader.records import Frozen
from submissions.tables import (
    UNFINISHED,
    Assignment,
    AttemptFact,
    CauseHistory,
    Enrolment,
    State,
    Submission,
)
from submissions.teaching.figures.points import PointSummary, summary
from submissions.teaching.figures.selection import Selection, Which, attempted, in_class, in_time, is_student

STUCK = 3
"""Attempts in a row with the same cause after which a student needs help."""

NOT_GRADED = (*UNFINISHED, State.INTERNAL_ERROR)


class Turnout(Frozen):
    """Where a class stands in one assignment."""

    assignment_id: UUID
    students: int
    """Active students."""
    submitted: int
    """The students with a submission that is graded, or waits to be."""
    late: int
    """The students whose attempt came after their due date."""
    passed: int
    """The students whose attempt earned everything."""
    need_help: int
    """The students with the same cause in their last three attempts or more."""
    waiting: int
    """Submissions that wait to be graded."""
    failed: int
    """Submissions that we could not grade."""
    points: PointSummary

    @property
    def not_yet(self) -> int:
        """Students without a submission."""
        return self.students - self.submitted


def turnouts(
    session: Session, course_id: UUID, assignments: Collection[UUID], selection: Selection
) -> list[Turnout]:
    """Return turnouts in the order of the assignments. One query, whose parts count different things."""
    scope = _Scope(course_id, assignments, selection)
    parts = [_attempts(scope), _students(scope), _submitted(scope), _not_graded(scope), _stuck(scope)]
    if scope.is_some_of_all:
        parts += [_once(scope, "late", AttemptFact.late), _once(scope, "passed", AttemptFact.passed)]
    percents: dict[UUID, Counter[Decimal]] = defaultdict(Counter)
    counts: dict[UUID, Counter[str]] = defaultdict(Counter)
    for assignment_id, percent, attempts, *numbers in session.execute(union_all(*parts)):
        if percent is not None:
            percents[assignment_id][percent] += attempts
        counts[assignment_id].update(dict(zip(_COUNTS, map(int, numbers), strict=True)))
    return [
        Turnout(each, **{name: counts[each][name] for name in _COUNTS}, points=summary(percents[each]))
        for each in assignments
    ]


_COUNTS = ("students", "submitted", "late", "passed", "need_help", "waiting", "failed")
_Part = Select[*tuple[Any, ...]]


class _Scope(Frozen):
    """The course, assignments and attempts of the turnouts, for every part of the query."""

    course_id: UUID
    assignments: Collection[UUID]
    selection: Selection

    def in_class(self, chosen: _Part, person: InstrumentedAttribute[Any]) -> _Part:
        return in_class(chosen, person, self.course_id, self.selection)

    @property
    def is_all(self) -> bool:
        """Return whether every attempt is selected, so that the answer is about a student's whole history."""
        return self.selection.which is Which.ALL and not in_time(self.selection)

    @property
    def is_some_of_all(self) -> bool:
        """Return whether all attempts within some dates are selected: a student may have several."""
        return self.selection.which is Which.ALL and not self.is_all

    @property
    def selected(self) -> list[ColumnElement[bool]]:
        """Return the conditions for a selected attempt."""
        return [AttemptFact.assignment_id.in_(self.assignments), *attempted(self.selection)]


def _part(
    assignment_id: ColumnElement[UUID] | InstrumentedAttribute[UUID],
    counts: Mapping[str, ColumnElement[int]],
    *,
    by_percent: bool = False,
) -> _Part:
    """The columns of a part: it counts some of them, and nothing of the others."""
    percent = (AttemptFact.percent, func.count()) if by_percent else (null(), literal_column("0"))
    return select(
        assignment_id, *percent, *(counts.get(each, literal_column("0")).label(each) for each in _COUNTS)
    )


def _attempts(of: _Scope) -> _Part:
    """Count the attempts with each percent; if each student has one, also those that are late, and passed."""
    counts = {"late": _number_of(AttemptFact.late), "passed": _number_of(AttemptFact.passed)}
    one_each = of.selection.which is not Which.ALL
    part = _part(AttemptFact.assignment_id, counts if one_each else {}, by_percent=True)
    chosen = of.in_class(part, AttemptFact.person_id).where(*of.selected)
    return chosen.group_by(AttemptFact.assignment_id, AttemptFact.percent)


def _once(of: _Scope, name: str, condition: InstrumentedAttribute[bool]) -> _Part:
    """Count the students for one or more of whose selected attempts the condition holds."""
    part = _part(AttemptFact.assignment_id, {name: func.count(AttemptFact.person_id.distinct())})
    chosen = of.in_class(part, AttemptFact.person_id).where(*of.selected, condition.is_(True))
    return chosen.group_by(AttemptFact.assignment_id)


def _students(of: _Scope) -> _Part:
    """Count the students of the course, for each assignment."""
    number = select(func.count()).where(Enrolment.course_id == of.course_id, *is_student(of.selection))
    return _part(Assignment.id, {"students": number.scalar_subquery()}).where(
        Assignment.id.in_(of.assignments)
    )


def _submitted(of: _Scope) -> _Part:
    """Students with a graded attempt, by the one that counts; its facts know what they ever did."""
    counts: dict[str, ColumnElement[int]] = {"submitted": func.count()}
    if of.is_all:
        counts |= {"late": _number_of(AttemptFact.ever_late), "passed": _number_of(AttemptFact.ever_passed)}
    part = of.in_class(_part(AttemptFact.assignment_id, counts), AttemptFact.person_id)
    return part.where(AttemptFact.assignment_id.in_(of.assignments), AttemptFact.counts.is_(True)).group_by(
        AttemptFact.assignment_id
    )


def _not_graded(of: _Scope) -> _Part:
    """Count the files that wait, those that we failed at, and the students who have none but these."""
    by_student = (
        of.in_class(
            select(
                Submission.assignment_id,
                Submission.person_id,
                _number_of(Submission.state.in_(UNFINISHED)).label("waiting"),
                _number_of(Submission.state == State.INTERNAL_ERROR).label("failed"),
            ),
            Submission.person_id,
        )
        .where(Submission.assignment_id.in_(of.assignments), Submission.state.in_(NOT_GRADED))
        .group_by(Submission.assignment_id, Submission.person_id)
        .subquery()
        .c
    )
    is_graded = exists().where(
        AttemptFact.assignment_id == by_student.assignment_id,
        AttemptFact.person_id == by_student.person_id,
        AttemptFact.counts,
    )
    return _part(
        by_student.assignment_id,
        {
            "submitted": _number_of(~is_graded),
            "waiting": func.sum(by_student.waiting),
            "failed": func.sum(by_student.failed),
        },
    ).group_by(by_student.assignment_id)


def _stuck(of: _Scope) -> _Part:
    """Students who need help."""
    part = _part(CauseHistory.assignment_id, {"need_help": func.count(CauseHistory.person_id.distinct())})
    return (
        of.in_class(part, CauseHistory.person_id)
        .where(CauseHistory.assignment_id.in_(of.assignments), CauseHistory.streak >= STUCK)
        .group_by(CauseHistory.assignment_id)
    )


def _number_of(condition: ColumnElement[bool] | InstrumentedAttribute[bool]) -> ColumnElement[int]:
    """How many rows hold it."""
    return func.sum(case((condition, 1), else_=0))
