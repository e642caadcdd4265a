"""Figures of a class, as numbers: what dashboards show, and the commonest causes of late for a lecture."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import starmap
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import AfterValidator, Field
from sqlalchemy.orm import Session

from api.rest._model import Answer, Moment, documents
from api.rest._records import AS_MODEL
from api.rest._selection import Selected
from api.rest._visit import Visit
from api.web.counted_people import AsksPeople
from api.web.cursors import PagingByName, Part
from grader.finding import Explained
from submissions.courses.courses import courses
from submissions.courses.grades.attempt_facts import PASSED
from submissions.courses.grades.cells import columns
from submissions.people.access.policy import Action
from submissions.teaching.figures import (
    cause_map,
    causes,
    counted_people,
    lecture,
    turnout as turnout_figures,
)
from submissions.teaching.figures.class_figures import ClassFigures
from submissions.teaching.figures.over_time import TimeBucket
from submissions.teaching.figures.points import PointsBucket
from submissions.teaching.figures.selection import Selection
from submissions.teaching.figures.suites import SuiteFigure

router = APIRouter(tags=["figures"])

_MOST_STUDENTS = 500
_MOST = 20

Limit = Annotated[int, Query(ge=1, le=_MOST)]


documents(PointsBucket, SuiteFigure, TimeBucket)


def _rounded(points: float | None) -> float | None:
    return None if points is None else round(points, 4)


class Turnout(Answer):
    """Where a class stands in one assignment. Only active students are counted."""

    assignment: Annotated[UUID, Field(validation_alias="assignment_id")]
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


class CauseFigure(Answer):
    """Students by one cause. Proven in one attempt and likely in another counts as proven."""

    fault: Annotated[str, Field(validation_alias="cause")]
    now_proven: int
    """Students with it proven in their selected attempt."""
    now_likely: int
    ever_proven: int
    """Students with it proven in any graded attempt of the selected time."""
    ever_likely: int
    points_lost: Annotated[float | None, AfterValidator(_rounded)]
    """The points that the selected attempts with it lack before late penalties, added up over the students.
    The causes of one attempt share what it lacks. Null where all attempts are selected."""


class CauseOfAssignment(Answer):
    """How many students have a cause in an assignment."""

    fault: str
    assignment: UUID
    students: int


class CountedPerson(Answer):
    """A student whom a number counts."""

    person: Annotated[UUID, Field(validation_alias="person_id")]
    name: str


class _Attempt(CountedPerson):
    """One attempt of a student."""

    submission: Annotated[UUID, Field(validation_alias="submission_id")]


class CauseHolder(_Attempt):
    """A student who has a cause in the selected attempt."""

    attempt: Annotated[int, Field(validation_alias="number")]
    percent: float
    proven: bool


class NextCause(Answer):
    """The cause that is shown first after another was overcome."""

    fault: str | None
    """Null where everything was right, or no cause of what was wrong is known."""
    passed: bool
    """Whether everything was right."""
    students: int


class OvercomingFigure(Answer):
    """How long one cause lasts, over all attempts."""

    fault: Annotated[str, Field(validation_alias="cause")]
    students: int
    """Students who ever had it."""
    overcame: int
    attempts: float | None
    """The median from the first attempt with it to the first without; null where nobody overcame it."""
    hours: float | None
    """The median time between these two, counted in whole minutes."""
    next: list[NextCause]


class StudentVerdicts(_Attempt):
    """One student's attempt, suite by suite."""

    percent: float
    suites: Annotated[dict[str, str], Field(validation_alias="verdicts")]
    """The verdict of each suite."""


class PartlyAsked(_Attempt):
    """An attempt of which not all of the assignment was asked."""

    asked: float
    """The share of the assignment that was asked, in percent: the rest is not applicable to the class."""
    percent: float
    """Its points in percent, after late penalties: all of them are for what was asked."""


@router.get("/courses/{course_id}/figures/turnout", operation_id="get-course-turnout")
def course_turnout(visit: Visit, course_id: UUID, selection: Selected) -> list[Turnout]:
    """Where the class stands in each assignment. For staff."""
    with visit.database.read() as session:
        courses.get(session, visit.caller, course_id, Action.SEE_SUBMISSIONS)
        ids = [each.assignment.id for each in columns(session, course_id)]
        return [_turnout(each) for each in turnout_figures.turnouts(session, course_id, ids, selection)]


@router.get("/courses/{course_id}/figures/causes", operation_id="get-course-causes")
def course_causes(visit: Visit, course_id: UUID, selection: Selected) -> list[CauseOfAssignment]:
    """How many students have each cause in each assignment; pairs without any are left out. For staff."""
    with visit.database.read() as session:
        courses.get(session, visit.caller, course_id, Action.SEE_SUBMISSIONS)
        ids = [each.assignment.id for each in columns(session, course_id)]
        found = cause_map.cause_map(session, course_id, ids, selection)
    return [
        CauseOfAssignment(fault=row.cause, assignment=assignment, students=students)
        for row in found
        for assignment, students in row.students.items()
    ]


@router.get("/assignments/{assignment_id}/figures/turnout", operation_id="get-turnout")
def turnout(visit: Visit, assignment_id: UUID, selection: Selected) -> Turnout:
    """Where the class stands. For staff."""
    with _figures(visit, assignment_id, selection) as of:
        return _turnout(of.turnout)


@router.get("/assignments/{assignment_id}/figures/points", operation_id="get-points")
def point_distribution(visit: Visit, assignment_id: UUID, selection: Selected) -> list[PointsBucket]:
    """How points are spread. For staff."""
    with _figures(visit, assignment_id, selection) as of:
        return of.points


@router.get("/assignments/{assignment_id}/figures/causes", operation_id="get-cause-figures")
def cause_figures(visit: Visit, assignment_id: UUID, selection: Selected) -> list[CauseFigure]:
    """How many students have each cause now, and had it ever. For staff."""
    with _figures(visit, assignment_id, selection) as of:
        return [CauseFigure.of(each) for each in of.causes]


@router.get("/assignments/{assignment_id}/figures/causes/{slug}/students", operation_id="get-cause-students")
def cause_students(visit: Visit, assignment_id: UUID, slug: str, selection: Selected) -> list[CauseHolder]:
    """The students who have a cause now, by name: at most 500. For staff."""
    with _figures(visit, assignment_id, selection) as of:
        found = causes.holders(of.session, of.assignment, selection, slug, limit=_MOST_STUDENTS)
    return [CauseHolder.of(each) for each in found]


@router.get("/assignments/{assignment_id}/figures/people")
def list_counted_people(
    visit: Visit, paging: PagingByName, assignment_id: UUID, question: AsksPeople, selection: Selected
) -> Part[CountedPerson]:
    """The students whom a number of the other figures counts, by name. For staff."""
    with _figures(visit, assignment_id, selection) as of:
        found = counted_people.counted_people(
            of.session, of.assignment, selection, question, after=paging.after, limit=paging.more
        )
    items = [CountedPerson.of(each) for each in found]
    return paging.part(items, [(each.name, each.person_id) for each in found])


@router.get("/assignments/{assignment_id}/figures/overcoming", operation_id="get-overcoming")
def overcoming_figures(visit: Visit, assignment_id: UUID, selection: Selected) -> list[OvercomingFigure]:
    """How long each cause lasts, and what comes next. Only the section is filtered. For staff."""
    with _figures(visit, assignment_id, selection) as of:
        found = of.overcoming
    return [OvercomingFigure.of(each, next=list(starmap(_next, each.next_causes))) for each in found]


@router.get("/assignments/{assignment_id}/figures/suites", operation_id="get-suite-figures")
def suite_figures(visit: Visit, assignment_id: UUID, selection: Selected) -> list[SuiteFigure]:
    """Suites by difficulty and discrimination. For staff."""
    with _figures(visit, assignment_id, selection) as of:
        return of.suites


@router.get("/assignments/{assignment_id}/figures/students", operation_id="get-student-verdicts")
def student_verdicts(
    visit: Visit,
    assignment_id: UUID,
    selection: Selected,
    limit: Annotated[int, Query(ge=1, le=_MOST_STUDENTS)] = 100,
) -> list[StudentVerdicts]:
    """The attempts with the fewest points, suite by suite. For staff."""
    with _figures(visit, assignment_id, selection) as of:
        return [StudentVerdicts.of(each) for each in of.standouts(limit).weakest]


@router.get("/assignments/{assignment_id}/figures/asked", operation_id="get-partly-asked")
def partly_asked(
    visit: Visit,
    assignment_id: UUID,
    selection: Selected,
    limit: Annotated[int, Query(ge=1, le=_MOST_STUDENTS)] = 100,
) -> list[PartlyAsked]:
    """The attempts of which not all of the assignment was asked, the smallest share first. For staff."""
    with _figures(visit, assignment_id, selection) as of:
        return [PartlyAsked.of(each) for each in of.standouts(limit).partly_asked]


@router.get("/assignments/{assignment_id}/figures/time", operation_id="get-submissions-over-time")
def submissions_over_time(visit: Visit, assignment_id: UUID, selection: Selected) -> list[TimeBucket]:
    """Graded attempts over time, whichever attempt is selected. For staff."""
    with _figures(visit, assignment_id, selection) as of:
        return of.time


@contextmanager
def _figures(visit: Visit, assignment_id: UUID, selection: Selection) -> Iterator[ClassFigures]:
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        yield ClassFigures(session, assignment, selection)


def _next(fault: str, students: int) -> NextCause:
    passed = fault == PASSED
    return NextCause(fault=None if passed else fault or None, passed=passed, students=students)


def _turnout(of: turnout_figures.Turnout) -> Turnout:
    return Turnout.of(of, mean=of.points.mean, median=of.points.median)


class LectureCause(Answer):
    """One cause, for one slide."""

    fault: Annotated[str, Field(validation_alias="cause")]
    students: int
    """Active students who have it in their latest attempt, if they submitted that since then."""
    example: Annotated[Explained, AS_MODEL] | None
    """The smallest graph of their reports, without code, lines and names; null where no report has one."""


@router.get("/courses/{course_id}/lecture", operation_id="get-course-lecture")
def course_lecture(
    visit: Visit, course_id: UUID, since: Moment | None = None, limit: Limit = 5
) -> list[LectureCause]:
    """The commonest causes in all published assignments of a course. For staff."""
    with visit.database.read() as session:
        courses.get(session, visit.caller, course_id, Action.SEE_SUBMISSIONS)
        ids = [each.assignment.id for each in columns(session, course_id) if each.assignment.published]
        return _causes(session, course_id, ids, since, limit)


@router.get("/assignments/{assignment_id}/lecture", operation_id="get-lecture")
def assignment_lecture(
    visit: Visit, assignment_id: UUID, since: Moment | None = None, limit: Limit = 5
) -> list[LectureCause]:
    """The commonest causes in an assignment. For staff."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        course = courses.course_of(session, assignment)
        return _causes(session, course.id, [assignment.id], since, limit)


def _causes(
    session: Session, course_id: UUID, of: Collection[UUID], since: datetime | None, limit: int
) -> list[LectureCause]:
    found = lecture.lecture_causes(session, course_id, of, since=since, limit=limit)
    return [LectureCause.of(each, example=each.example.explained if each.example else None) for each in found]
