"""A page of the gradebook: some students, found and sorted, with the statistics of the class."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.grades.cells import Column, Given, GradeCell, columns, grades
from submissions.people.access.people import named
from submissions.people.access.policy import Action, Caller, require
from submissions.storage.rows import cut
from submissions.tables import IS_STUDENT, Enrolment, Person
from submissions.teaching.gradebook.class_grades import ClassGrades, ClassReading, class_grades
from submissions.teaching.gradebook.grade_standing import Standing
from submissions.teaching.gradebook.grade_totals import Statistics
from submissions.teaching.gradebook.gradebook import GradebookRow

ON_A_PAGE = 100
BY_NAME, BY_LOGIN, BY_SECTION, BY_TOTAL = "name", "login", "section", "total"
"""The keys by which a sheet is sorted; besides, the id of an assignment."""

_Student = Row[UUID, str, str, str, str]
_ORDERS = {
    BY_NAME: (Person.name_key, Person.id),
    BY_LOGIN: (Person.login,),
    BY_SECTION: (Enrolment.section, Person.name_key, Person.id),
}


class SheetRequest(Frozen):
    """A request for students: which ones, in which order, and which page of them."""

    who: str = ""
    """Part of a name, a login or a student number."""
    section: str | None = None
    """None: all sections."""
    by: str = BY_NAME
    descending: bool = False
    page: int = 1


class Sheet(Frozen):
    """One page of the grades of a course."""

    columns: Sequence[Column]
    rows: Sequence[GradebookRow]
    page: int
    pages: int
    students: int
    """How many were found."""
    statistics: Mapping[UUID, Statistics]
    """Statistics of the whole class by assignment."""
    totals: Statistics
    as_of: datetime
    """When the statistics were computed."""


def sheet(session: Session, caller: Caller, course_id: UUID, asked: SheetRequest, *, now: datetime) -> Sheet:
    """The students of a course with their grades. As many queries for 3,000 as for 30."""
    require(session, caller, Action.SEE_GRADES, course_id)
    across = columns(session, course_id)
    listed = list(session.execute(_students(course_id, asked)))
    is_whole = asked.section is None and not asked.who.strip()
    students = [each.id for each in listed] if is_whole else None
    everybody = class_grades(session, course_id, across, students, now=now)
    found = _sorted(listed, across, everybody, asked)
    page, pages, part = cut(len(found), asked.page, ON_A_PAGE)
    shown = found[part]
    return Sheet(
        across,
        _rows(session, across, shown, everybody.reading, now),
        page,
        pages,
        len(found),
        everybody.statistics,
        everybody.totals,
        everybody.at,
    )


def _rows(
    session: Session,
    across: Sequence[Column],
    shown: list[_Student],
    reading: ClassReading | None,
    now: datetime,
) -> list[GradebookRow]:
    """Their grades as they are now; of what was just read for the class, nothing is read again."""
    people = [each.id for each in shown]
    given = reading.given if reading else Given.read(session, across, people)
    standing = reading.standing if reading else Standing.read(session, across, given, people, now=now)
    cells: Mapping[UUID, Mapping[UUID, GradeCell]] | None = reading.cells if reading else None
    if cells is None:
        cells = grades(session, across, people, given=given)
    rows = [GradebookRow(each.id, each.name, each.login, cells.get(each.id, {}), *each[3:]) for each in shown]
    return list(map(standing.of, rows))


def _students(course_id: UUID, asked: SheetRequest) -> Select[UUID, str, str, str, str]:
    order = _ORDERS.get(asked.by, _ORDERS[BY_NAME])
    descends = asked.descending and asked.by in _ORDERS
    chosen = (
        select(Person.id, Person.name, Person.login, Enrolment.section, Enrolment.sis_id)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id, IS_STUDENT)
        .order_by(*(each.desc() for each in order) if descends else order)
    )
    if asked.who.strip():
        chosen = chosen.where(named(asked.who))
    return chosen if asked.section is None else chosen.where(Enrolment.section == asked.section)


def _sorted(
    found: list[_Student], across: Sequence[Column], everybody: ClassGrades, asked: SheetRequest
) -> list[_Student]:
    """Return the students by points, if that was asked for; who has none is last in either direction."""
    if asked.by in _ORDERS:
        return found
    points = _points(across, everybody, asked.by)
    have = [each for each in found if points.get(each.id) is not None]
    have.sort(key=lambda each: points[each.id] or 0, reverse=asked.descending)
    return have + [each for each in found if points.get(each.id) is None]


def _points(across: Sequence[Column], everybody: ClassGrades, by: str) -> dict[UUID, Decimal | None]:
    if by == BY_TOTAL:
        return dict(everybody.percents)
    of = next((each.assignment.id for each in across if str(each.assignment.id) == by), None)
    if of is None:
        return {}
    return {person_id: points[of] for person_id, points in everybody.points.items() if of in points}
