"""How many have submitted, are late, or need help: of each assignment of a course, in one set of queries."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import ColumnElement, case, exists, func, select
from sqlalchemy.orm import Session, aliased

from submissions.figures.points import PointSummary, summaries
from submissions.figures.selection import Selection, Which, attempted, in_class, is_student
from submissions.tables import UNFINISHED, AttemptFact, CauseHistory, Enrolment, State, Submission

STUCK = 3
"""Attempts in a row with the same cause after which a student needs help."""

_NOT_GRADED = (*UNFINISHED, State.INTERNAL_ERROR)


@dataclass(frozen=True, slots=True)
class Turnout:
    """Where a class stands in one assignment."""

    assignment_id: UUID
    students: int
    """Active students."""
    submitted: int
    """Those with a submission that is graded, or waits to be."""
    late: int
    """Those whose attempt came after their due date."""
    passed: int
    """Those whose attempt earned everything."""
    need_help: int
    """Those with the same cause in their last three attempts or more."""
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
    """By assignment, in the order in which they are given."""
    students = session.scalar(
        select(func.count()).where(Enrolment.course_id == course_id, *is_student(selection))
    )
    taken = _taken(session, course_id, assignments, selection)
    graded = _graded(session, course_id, assignments, selection)
    stuck = _stuck(session, course_id, assignments, selection)
    points = summaries(session, course_id, assignments, selection)
    return [
        Turnout(
            each,
            students=students or 0,
            submitted=taken[each][0],
            late=graded[each][0],
            passed=graded[each][1],
            need_help=stuck[each],
            waiting=taken[each][1],
            failed=taken[each][2],
            points=points[each],
        )
        for each in assignments
    ]


def _taken(
    session: Session, course_id: UUID, assignments: Collection[UUID], selection: Selection
) -> dict[UUID, tuple[int, int, int]]:
    """By assignment: students, waiting files, files we failed at. What is graded is counted from facts."""
    graded = in_class(
        select(AttemptFact.assignment_id, AttemptFact.person_id), AttemptFact.person_id, course_id, selection
    ).where(AttemptFact.assignment_id.in_(assignments), AttemptFact.counts.is_(True))
    others = (
        in_class(
            select(
                Submission.assignment_id,
                Submission.person_id,
                func.sum(case((Submission.state.in_(UNFINISHED), 1), else_=0)).label("waiting"),
                func.sum(case((Submission.state == State.INTERNAL_ERROR, 1), else_=0)).label("failed"),
            ),
            Submission.person_id,
            course_id,
            selection,
        )
        .where(Submission.assignment_id.in_(assignments), Submission.state.in_(_NOT_GRADED))
        .group_by(Submission.assignment_id, Submission.person_id)
    )
    students: dict[UUID, int] = defaultdict(int)
    waiting: dict[UUID, int] = defaultdict(int)
    failed: dict[UUID, int] = defaultdict(int)
    of = graded.subquery().c
    per_assignment = select(of.assignment_id, func.count()).group_by(of.assignment_id)
    students.update((assignment_id, count) for assignment_id, count in session.execute(per_assignment))
    more = others.subquery().c
    before = aliased(AttemptFact)
    is_graded = exists().where(
        before.assignment_id == more.assignment_id, before.person_id == more.person_id, before.counts
    )
    for assignment_id, unfinished, broken, is_counted in session.execute(
        select(more.assignment_id, more.waiting, more.failed, is_graded)
    ):
        waiting[assignment_id] += int(unfinished)
        failed[assignment_id] += int(broken)
        students[assignment_id] += not is_counted
    return {each: (students[each], waiting[each], failed[each]) for each in assignments}


def _graded(
    session: Session, course_id: UUID, assignments: Collection[UUID], selection: Selection
) -> dict[UUID, tuple[int, int]]:
    """By assignment: students with a late attempt, and with one that passed."""
    late: ColumnElement[int] = func.sum(case((AttemptFact.late.is_(True), 1), else_=0))
    passed: ColumnElement[int] = func.sum(case((AttemptFact.passed.is_(True), 1), else_=0))
    if selection.which is Which.ALL:  # otherwise each student has one
        late = func.count(case((AttemptFact.late.is_(True), AttemptFact.person_id)).distinct())
        passed = func.count(case((AttemptFact.passed.is_(True), AttemptFact.person_id)).distinct())
    rows = session.execute(
        in_class(select(AttemptFact.assignment_id, late, passed), AttemptFact.person_id, course_id, selection)
        .where(AttemptFact.assignment_id.in_(assignments), *attempted(selection))
        .group_by(AttemptFact.assignment_id)
    )
    found: dict[UUID, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for assignment_id, in_late, in_passed in rows:
        found[assignment_id] = int(in_late), int(in_passed)
    return found


def _stuck(
    session: Session, course_id: UUID, assignments: Collection[UUID], selection: Selection
) -> dict[UUID, int]:
    rows = session.execute(
        in_class(
            select(CauseHistory.assignment_id, func.count(CauseHistory.person_id.distinct())),
            CauseHistory.person_id,
            course_id,
            selection,
        )
        .where(CauseHistory.assignment_id.in_(assignments), CauseHistory.streak >= STUCK)
        .group_by(CauseHistory.assignment_id)
    )
    return defaultdict(int, {assignment_id: students or 0 for assignment_id, students in rows})
