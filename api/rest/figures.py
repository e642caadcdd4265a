"""Figures of a class: what dashboards show, as numbers."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from sqlalchemy.orm import Session

from api.rest._caller import Known
from api.rest._model import Answer
from api.rest._selection import Selected
from api.web.counted_people import AsksPeople
from api.web.cursors import PagingByName, Part
from api.web.dependencies import Ours
from submissions.courses.assignments import assignments
from submissions.courses.courses import courses
from submissions.courses.grades.attempt_facts import PASSED
from submissions.courses.grades.cells import columns
from submissions.people.access.policy import Action, Caller
from submissions.tables import Assignment
from submissions.teaching.figures import (
    cause_map,
    causes,
    counted_people,
    over_time,
    overcoming,
    points,
    suites,
)
from submissions.teaching.figures import turnout as turnout_figures

router = APIRouter(tags=["figures"])

_MOST_STUDENTS = 500


class Turnout(Answer):
    """Where a class stands in one assignment. Only active students are counted."""

    assignment: UUID
    students: int
    submitted: int
    """Students with a submission that is graded, or waits to be, or that we could not grade."""
    not_yet: int
    late: int
    """Students whose selected attempt came after their due date."""
    passed: int
    """Students whose selected attempt earned everything, bonus suites left out."""
    need_help: int
    """Students with the same cause in their last three graded attempts or more, whatever is selected."""
    waiting: int
    """Submissions that wait to be graded."""
    failed: int
    """Submissions that we could not grade."""
    mean: float | None
    """The mean of the points of the selected attempts, in percent: with late penalties, without overrides.
    Null where there is none."""
    median: float | None


class PointsBucket(Answer):
    """How many attempts have a percentage of the points in this range, after late penalties."""

    from_percent: int
    to_percent: int
    """The end, which is not included; the last bucket is 100 percent and more, which bonus suites give."""
    attempts: int


class CauseFigure(Answer):
    """Students by one cause. Proven in one attempt and likely in another counts as proven."""

    fault: str
    now_proven: int
    """Students with it proven in their selected attempt."""
    now_likely: int
    ever_proven: int
    """Students with it proven in any graded attempt of the selected time."""
    ever_likely: int
    points_lost: float | None
    """The points that the selected attempts with it lack before late penalties, added up over the students.
    The causes of one attempt share what it lacks. Null where all attempts are selected."""


class CauseOfAssignment(Answer):
    """How many students have a cause in an assignment."""

    fault: str
    assignment: UUID
    students: int


class CauseHolder(Answer):
    """A student who has a cause in the selected attempt."""

    person: UUID
    name: str
    submission: UUID
    attempt: int
    percent: float
    proven: bool


class CountedPerson(Answer):
    """A student whom a number counts."""

    person: UUID
    name: str


class NextCause(Answer):
    """The cause that is shown first after another was overcome."""

    fault: str | None
    """Null where everything was right, or no cause of what was wrong is known."""
    passed: bool
    """Whether everything was right."""
    students: int


class OvercomingFigure(Answer):
    """How long one cause lasts, over all attempts."""

    fault: str
    students: int
    """Students who ever had it."""
    overcame: int
    attempts: float | None
    """The median from the first attempt with it to the first without; null where nobody overcame it."""
    hours: float | None
    """The median time between these two, counted in whole minutes."""
    next: list[NextCause]


class SuiteFigure(Answer):
    """One suite by difficulty and discrimination."""

    suite: str
    attempts: int
    """Attempts in which it could be asked."""
    passed: int
    discrimination: float | None
    """The correlation of passing it with the points of the attempt in percent; null below five attempts, or
    where all pass, none pass, or all have the same points."""


class StudentVerdicts(Answer):
    """One student's attempt, suite by suite."""

    person: UUID
    name: str
    submission: UUID
    percent: float
    suites: dict[str, str]
    """The verdict of each suite."""


class TimeBucket(Answer):
    """Graded attempts that were submitted in these hours."""

    start: datetime
    hours: int
    attempts: int
    late: int
    """Attempts that came after the due date of their student."""


@router.get("/courses/{course_id}/figures/turnout", operation_id="get-course-turnout")
def course_turnout(ours: Ours, caller: Known, course_id: UUID, selection: Selected) -> list[Turnout]:
    """Where the class stands in each assignment. For staff."""
    with ours.database.read() as session:
        courses.get(session, caller, course_id, Action.SEE_SUBMISSIONS)
        ids = [each.assignment.id for each in columns(session, course_id)]
        return [_turnout(each) for each in turnout_figures.turnouts(session, course_id, ids, selection)]


@router.get("/courses/{course_id}/figures/causes", operation_id="get-course-causes")
def course_causes(ours: Ours, caller: Known, course_id: UUID, selection: Selected) -> list[CauseOfAssignment]:
    """How many students have each cause in each assignment; pairs without any are left out. For staff."""
    with ours.database.read() as session:
        courses.get(session, caller, course_id, Action.SEE_SUBMISSIONS)
        ids = [each.assignment.id for each in columns(session, course_id)]
        found = cause_map.cause_map(session, course_id, ids, selection)
    return [
        CauseOfAssignment(fault=row.cause, assignment=assignment, students=students)
        for row in found
        for assignment, students in row.students.items()
    ]


@router.get("/assignments/{assignment_id}/figures/turnout", operation_id="get-turnout")
def turnout(ours: Ours, caller: Known, assignment_id: UUID, selection: Selected) -> Turnout:
    """Where the class stands. For staff."""
    with ours.database.read() as session:
        assignment = _assignment(session, caller, assignment_id)
        course = courses.course_of(session, assignment)
        [found] = turnout_figures.turnouts(session, course.id, [assignment_id], selection)
    return _turnout(found)


@router.get("/assignments/{assignment_id}/figures/points", operation_id="get-points")
def point_distribution(
    ours: Ours, caller: Known, assignment_id: UUID, selection: Selected
) -> list[PointsBucket]:
    """How points are spread. For staff."""
    with ours.database.read() as session:
        assignment = _assignment(session, caller, assignment_id)
        found = points.distribution(session, assignment, selection)
    return [
        PointsBucket(from_percent=each.from_percent, to_percent=each.to_percent, attempts=each.attempts)
        for each in found
    ]


@router.get("/assignments/{assignment_id}/figures/causes", operation_id="get-cause-figures")
def cause_figures(ours: Ours, caller: Known, assignment_id: UUID, selection: Selected) -> list[CauseFigure]:
    """How many students have each cause now, and had it ever. For staff."""
    with ours.database.read() as session:
        assignment = _assignment(session, caller, assignment_id)
        lasting = overcoming.overcoming(session, assignment, selection)
        found = causes.causes(session, assignment, selection, lasting)
    return [
        CauseFigure(
            fault=each.cause,
            now_proven=each.now_proven,
            now_likely=each.now_likely,
            ever_proven=each.ever_proven,
            ever_likely=each.ever_likely,
            points_lost=None if each.points_lost is None else round(each.points_lost, 4),
        )
        for each in found
    ]


@router.get("/assignments/{assignment_id}/figures/causes/{slug}/students", operation_id="get-cause-students")
def cause_students(
    ours: Ours, caller: Known, assignment_id: UUID, slug: str, selection: Selected
) -> list[CauseHolder]:
    """The students who have a cause now, by name: at most 500. For staff."""
    with ours.database.read() as session:
        assignment = _assignment(session, caller, assignment_id)
        found = causes.holders(session, assignment, selection, slug, limit=_MOST_STUDENTS)
    return [
        CauseHolder(
            person=each.person_id,
            name=each.name,
            submission=each.submission_id,
            attempt=each.number,
            percent=each.percent,
            proven=each.proven,
        )
        for each in found
    ]


@router.get("/assignments/{assignment_id}/figures/people", operation_id="list-counted-people")
def list_counted_people(
    ours: Ours,
    caller: Known,
    paging: PagingByName,
    assignment_id: UUID,
    question: AsksPeople,
    selection: Selected,
) -> Part[CountedPerson]:
    """The students whom a number of the other figures counts, by name. For staff."""
    with ours.database.read() as session:
        assignment = _assignment(session, caller, assignment_id)
        found = counted_people.counted_people(
            session, assignment, selection, question, after=paging.after, limit=paging.more
        )
    items = [CountedPerson(person=each.person_id, name=each.name) for each in found]
    return paging.part(items, [(each.name, each.person_id) for each in found])


@router.get("/assignments/{assignment_id}/figures/overcoming", operation_id="get-overcoming")
def overcoming_figures(
    ours: Ours, caller: Known, assignment_id: UUID, selection: Selected
) -> list[OvercomingFigure]:
    """How long each cause lasts, and what comes next. Only the section is filtered. For staff."""
    with ours.database.read() as session:
        assignment = _assignment(session, caller, assignment_id)
        found = overcoming.overcoming(session, assignment, selection)
    return [
        OvercomingFigure(
            fault=each.cause,
            students=each.students,
            overcame=each.overcame,
            attempts=each.attempts,
            hours=each.hours,
            next=[_next(fault, number) for fault, number in each.next_causes],
        )
        for each in found
    ]


@router.get("/assignments/{assignment_id}/figures/suites", operation_id="get-suite-figures")
def suite_figures(ours: Ours, caller: Known, assignment_id: UUID, selection: Selected) -> list[SuiteFigure]:
    """Suites by difficulty and discrimination. For staff."""
    with ours.database.read() as session:
        assignment = _assignment(session, caller, assignment_id)
        found = suites.suite_figures(session, assignment, selection)
    return [
        SuiteFigure(
            suite=each.suite, attempts=each.attempts, passed=each.passed, discrimination=each.discrimination
        )
        for each in found
    ]


@router.get("/assignments/{assignment_id}/figures/students", operation_id="get-student-verdicts")
def student_verdicts(
    ours: Ours,
    caller: Known,
    assignment_id: UUID,
    selection: Selected,
    limit: Annotated[int, Query(ge=1, le=_MOST_STUDENTS)] = 100,
) -> list[StudentVerdicts]:
    """The attempts with the fewest points, suite by suite. For staff."""
    with ours.database.read() as session:
        assignment = _assignment(session, caller, assignment_id)
        found = suites.weakest(session, assignment, selection, limit=limit)
    return [
        StudentVerdicts(
            person=each.person_id,
            name=each.name,
            submission=each.submission_id,
            percent=each.percent,
            suites=dict(each.verdicts),
        )
        for each in found
    ]


@router.get("/assignments/{assignment_id}/figures/time", operation_id="get-submissions-over-time")
def submissions_over_time(
    ours: Ours, caller: Known, assignment_id: UUID, selection: Selected
) -> list[TimeBucket]:
    """Graded attempts over time, whichever attempt is selected. For staff."""
    with ours.database.read() as session:
        assignment = _assignment(session, caller, assignment_id)
        found = over_time.over_time(session, assignment, selection)
    return [
        TimeBucket(start=each.start, hours=each.hours, attempts=each.attempts, late=each.late)
        for each in found
    ]


def _next(fault: str, students: int) -> NextCause:
    passed = fault == PASSED
    return NextCause(fault=None if passed else fault or None, passed=passed, students=students)


def _assignment(session: Session, caller: Caller, assignment_id: UUID) -> Assignment:
    return assignments.get(session, caller, assignment_id, Action.SEE_SUBMISSIONS)


def _turnout(of: turnout_figures.Turnout) -> Turnout:
    return Turnout(
        assignment=of.assignment_id,
        students=of.students,
        submitted=of.submitted,
        not_yet=of.not_yet,
        late=of.late,
        passed=of.passed,
        need_help=of.need_help,
        waiting=of.waiting,
        failed=of.failed,
        mean=of.points.mean,
        median=of.points.median,
    )
