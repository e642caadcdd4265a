"""Late days: a budget of the course, spent by students, one day after the other."""

from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session, object_session

from submissions.courses.assignments import assignments, extensions, late_days
from submissions.courses.assignments.draft import Draft
from submissions.courses.grades.deadlines import Deadlines
from submissions.errors import Unusable
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Assignment, AuditEvent, Course, Extension, Notice, NoticeKind
from tests.world.classroom import OPERATOR
from tests.world.school import MONDAY, School

_DAY, _HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def school(database: Database) -> School:
    """A course with three late days, of which its assignment takes two."""
    school = School.open(database, due_at=MONDAY + _DAY, late_days_usable=2)
    with database.begin() as session:
        session.get_one(Course, school.course_id).late_days = 3
    return school


def _use(school: School, student: UUID, days: int, after: timedelta = timedelta(0)) -> str:
    """What is wrong with it, if anything."""
    try:
        with school.assignment() as assignment:
            session = _session(assignment)
            late_days.use(session, Caller(student), assignment, days, now=MONDAY + after)
    except Unusable as error:
        return error.why
    return ""


def _session(assignment: Assignment) -> Session:
    """The one that it was read in."""
    session = object_session(assignment)
    assert session is not None
    return session


def _due(school: School, student: UUID) -> timedelta:
    with school.database.read() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        extension = session.get(Extension, (assignment.id, student))
        due = Deadlines.of(assignment, extension).due_at
    assert due is not None
    return due - MONDAY


def test_a_late_day_moves_the_due_date_and_can_be_taken_back_in_time(school: School) -> None:
    student = school.student()

    assert _use(school, student, 2) == ""
    assert _due(school, student) == 3 * _DAY
    assert _use(school, student, 1, 60 * _HOUR) == "late-days-in-use"
    assert _use(school, student, 1, 36 * _HOUR) == ""
    assert _due(school, student) == 2 * _DAY


def test_no_more_than_the_assignment_takes_and_the_budget_has(school: School) -> None:
    student = school.student()
    with school.database.begin() as session:
        draft = Draft(title="Second", published=True, due_at=MONDAY + _DAY, late_days_usable=5)
        second = assignments.create(session, OPERATOR, school.course_id, draft, now=MONDAY)
        late_days.use(session, Caller(student), second, 2, now=MONDAY)

    assert _use(school, student, 3) == "out-of-range"
    assert _use(school, student, 2) == "no-late-days-left"
    assert _use(school, student, 1) == ""


def test_after_the_due_date_as_long_as_it_opens_the_assignment_again(school: School) -> None:
    student = school.student()

    assert _use(school, student, 1, 60 * _HOUR) == "too-late-for-late-days"
    assert _use(school, student, 2, 60 * _HOUR) == ""


def test_they_stay_when_an_extension_ends(school: School) -> None:
    student = school.student()
    assert _use(school, student, 1) == ""
    with school.assignment() as assignment:
        session = _session(assignment)
        grant = extensions.Grant(due_at=MONDAY + 4 * _DAY)
        extensions.give(session, OPERATOR, assignment, student, grant, now=MONDAY)
    assert _due(school, student) == 5 * _DAY
    with school.assignment() as assignment:
        extensions.take_back(_session(assignment), OPERATOR, assignment, student, now=MONDAY)

    assert _due(school, student) == 2 * _DAY


def _give_back(school: School, student: UUID, days: int, reason: str = "The network was down.") -> str:
    """What is wrong with it, if anything."""
    try:
        with school.assignment() as assignment:
            session = _session(assignment)
            late_days.give_back(session, OPERATOR, assignment, student, days, reason, now=MONDAY)
    except Unusable as error:
        return error.why
    return ""


def _own(school: School, student: UUID) -> late_days.LateDays:
    with school.assignment() as assignment:
        own = late_days.of(_session(assignment), Caller(student), assignment, now=MONDAY)
    assert own is not None
    return own


def test_staff_give_late_days_back_and_the_due_date_stays(school: School) -> None:
    student = school.student()
    _use(school, student, 2)

    assert _give_back(school, student, 1) == ""
    own = _own(school, student)
    assert (own.left, own.used, own.returned, own.reason) == (2, 2, 1, "The network was down.")
    assert _due(school, student) == 3 * _DAY


def test_a_student_reads_of_it_and_the_log_keeps_it(school: School) -> None:
    student = school.student()
    _use(school, student, 2)
    _give_back(school, student, 2)

    with school.database.read() as session:
        notice = session.scalars(select(Notice).where(Notice.person_id == student)).one()
        event = session.scalars(select(AuditEvent).where(AuditEvent.action == "late-days-returned")).one()
    assert (notice.kind, notice.assignment_id) == (NoticeKind.LATE_DAYS, school.assignment_id)
    assert (event.subject_id, event.details["days"]) == (student, 2)


def test_only_those_used_here_are_given_back_and_with_a_reason(school: School) -> None:
    student = school.student()
    assert _give_back(school, student, 1) == "out-of-range"
    _use(school, student, 1)

    assert _give_back(school, student, 2) == "out-of-range"
    assert _give_back(school, student, 1, " ") == "empty"


def test_giving_them_back_is_undone_unless_they_were_used_elsewhere(school: School) -> None:
    student = school.student()
    _use(school, student, 2)
    _give_back(school, student, 2)
    assert _give_back(school, student, 0) == ""
    assert (_own(school, student).left, _own(school, student).reason) == (1, "")
    _give_back(school, student, 2)
    with school.database.begin() as session:
        draft = Draft(title="Second", published=True, due_at=MONDAY + _DAY, late_days_usable=2)
        second = assignments.create(session, OPERATOR, school.course_id, draft, now=MONDAY)
        late_days.use(session, Caller(student), second, 2, now=MONDAY)

    assert _give_back(school, student, 0) == "late-days-spent"


def test_a_late_day_that_a_student_takes_back_is_no_longer_one_given_back(school: School) -> None:
    student = school.student()
    _use(school, student, 2)
    _give_back(school, student, 2)
    _use(school, student, 1)
    assert (_own(school, student).left, _own(school, student).returned) == (3, 1)
    _use(school, student, 2)

    assert _own(school, student).left == 2
