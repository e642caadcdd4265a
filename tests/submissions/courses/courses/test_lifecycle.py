from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import func, select

from submissions.courses.assignments.draft import Draft
from submissions.courses.courses import courses, erasure, lifecycle
from submissions.errors import NotAllowed, NotFound, Unusable
from submissions.grading.work.retention import Retention, delete_overdue
from submissions.people.access import audit, people, sessions
from submissions.people.access.audit_log import LogRequest, entries
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    AuditEvent,
    Base,
    Comment,
    Course,
    Enrolment,
    GradeChange,
    Grading,
    Person,
    RegradeRequest,
    Role,
    Shown,
    StaffMessage,
    StoredFile,
    StoredReport,
    Submission,
)
from submissions.teaching.gradebook import overrides
from submissions.teaching.results.personal_data import files
from submissions.teaching.talk import comments
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW
from tests.world.school import School

_DAY = timedelta(days=1)


def _count(database: Database, table: type[Base]) -> int:
    with database.read() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def test_a_course_is_deleted_after_the_grace_period_and_not_before(school: School) -> None:
    student = school.student()
    for number in range(3):
        school.submit(student, f"x = {number}")
    school.grade_all()
    other = School.open(school.database)
    kept = other.submit(other.student(), "x = 1")  # the same file in another course
    now = school.clock()
    with school.database.begin() as session:
        title = session.get_one(Course, school.course_id).title
        with pytest.raises(Unusable):
            lifecycle.schedule_deletion(session, OPERATOR, school.course_id, "no", now=now)
        lifecycle.schedule_deletion(session, OPERATOR, school.course_id, title, now=now)
        assert lifecycle.archived(session, OPERATOR)[0].id == school.course_id

    assert not lifecycle.delete_due(school.database, now=now + 29 * _DAY)
    with school.database.begin() as session:
        lifecycle.restore(session, OPERATOR, school.course_id, now=now)
    assert not lifecycle.delete_due(school.database, now=now + 31 * _DAY)
    with school.database.begin() as session:
        lifecycle.schedule_deletion(session, OPERATOR, school.course_id, title, now=now)
    while lifecycle.delete_due(school.database, now=now + 31 * _DAY):
        pass

    assert (_count(school.database, Course), _count(school.database, Submission)) == (1, 1)
    assert (_count(school.database, StoredFile), _count(school.database, StoredReport)) == (1, 0)
    assert school.submission(kept).id == kept


def test_the_shorter_retention_of_course_and_service_holds(school: School) -> None:
    with school.assignment() as assignment:
        assignment.due_at = school.clock() + _DAY
    other = School.open(school.database, due_at=school.clock() + _DAY)
    for each in (school, other):
        each.submit(each.student(), f"x = '{each.course_id}'")
    school.grade_all()
    with school.database.begin() as session:
        lifecycle.keep_for(session, OPERATOR, school.course_id, files=10, reports=10, now=NOW)

    def delete(days: int, **service: int | None) -> tuple[int, int]:
        kept = Retention.of_days(**{"reports": None, "files": None, **service})
        gone = delete_overdue(school.database, kept, now=school.clock() + days * _DAY)
        return gone.reports, gone.files

    assert delete(10) == (0, 0)
    assert delete(12, files=100) == (1, 1)  # the course's ten days
    assert delete(12, files=100) == (0, 0)
    assert delete(30, reports=20) == (1, 0)  # the other course has the service's


def test_a_person_is_erased_with_all_but_their_id(school: School) -> None:
    student, other = school.student(), school.student()
    school.submit(student, "x = 1")
    school.submit(student, "x = 2")
    kept = school.submit(other, "x = 2")
    school.grade_all()
    with school.database.begin() as session:
        login = session.get_one(Person, student).login
        with pytest.raises(NotAllowed):
            erasure.erase(session, Caller(student), student, login, now=NOW)
        with pytest.raises(Unusable):
            erasure.erase(session, OPERATOR, student, "another", now=NOW)
        audit.record(session, student, "signed-in", now=NOW)
        owner = session.scalars(select(Enrolment.person_id).where(Enrolment.role == Role.OWNER)).one()
        with pytest.raises(Unusable):
            erasure.erase(session, OPERATOR, owner, people.by_id(session, owner).login, now=NOW)
        erasure.erase(session, OPERATOR, student, login, now=NOW)

    with school.database.read() as session:
        assert session.get(Person, student) is None
        assert session.scalars(select(Submission.id)).all() == [kept]
        assert session.scalar(select(func.count()).select_from(Grading)) == 1
        assert session.scalar(select(func.count()).select_from(StoredFile)) == 1
        assert student in session.scalars(select(AuditEvent.actor_id)).all()


def test_a_copy_has_what_there_is_and_nobody_elses(school: School) -> None:
    student, other = school.student(), school.student()
    mine, theirs = school.submit(student, "x = 1", "mine.py"), school.submit(other, "x = 2")
    school.grade_all()
    with school.database.read() as session:
        copy = dict(files(session, Caller(student), student, now=school.clock()))
        with pytest.raises(NotAllowed):
            list(files(session, Caller(other), student, now=school.clock()))
        by_operator = dict(files(session, OPERATOR, student, now=school.clock()))

    folder = f"submissions/{mine}"
    assert copy[f"{folder}/mine.py"] == b"x = 1"
    assert {f"{folder}/report.json", f"{folder}/submission.json", "account.json"} <= set(copy)
    assert not any(str(theirs) in name for name in copy)
    assert b"hash" not in copy["account.json"]
    assert set(by_operator) == set(copy)


def test_a_persons_copy_has_what_was_said_and_nothing_that_opens_a_door(school: School) -> None:
    student, other = school.student(), school.student()
    of = school.submit(student, "x = 1")
    with school.database.begin() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        staff = classroom.person(session, "staff").id
        to = {"course_id": assignment.course_id, "created_at": NOW}
        about = {"submission_id": of, "created_at": NOW}
        session.add_all(
            [
                Comment(**about, by_id=student, text="I asked this."),
                Comment(**about, by_id=other, text="Somebody answered."),
                Comment(**about, by_id=staff, text="Draw the graph."),
                StaffMessage(**to, person_id=student, text="Come and see me."),
                StaffMessage(**to, person_id=other, text="Not you."),
                RegradeRequest(**about, assignment_id=assignment.id, person_id=student, reason="Why?"),
            ]
        )
        sessions.start(
            session, student, browser="", way_back=sessions.WayBack("https://lms.example.edu/?key=7"), now=NOW
        )
        session.flush()
        copy = b"".join(part for _, part in files(session, Caller(student), student, now=school.clock()))

    assert all(said in copy for said in (b"I asked this.", b"Draw the graph.", b"Come and see me.", b"Why?"))
    assert not any(hidden in copy for hidden in (b"Somebody answered.", b"Not you.", b"key=7"))


def test_a_persons_copy_has_no_points_that_are_not_shown_yet(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        ada = classroom.member(session, course, "ada")
        draft = Draft(title="Core", published=True, due_at=NOW + _DAY, shown=Shown.AFTER_DUE)
        made = classroom.assignment(session, course, draft)
        overrides.give(session, owner, made, ada.id, Decimal("47.11"), "Seen in the lab.", now=NOW)
        session.flush()

        def copied(caller: Caller, later: timedelta) -> bytes:
            return b"".join(part for _, part in files(session, caller, ada.id, now=NOW + later))

        assert b"47.11" not in copied(Caller(ada.id), timedelta(0))
        assert b"47.11" in copied(OPERATOR, timedelta(0))
        assert b"Seen in the lab." in copied(Caller(ada.id), 2 * _DAY)


def test_the_log_is_read_by_teachers_and_filtered(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        ada = classroom.member(session, course, "ada")
        assistant = classroom.member(session, course, "helper", Role.ASSISTANT)
        made = classroom.assignment(session, course)
        people.give_role(session, owner, course.id, ada.id, Role.OBSERVER, now=NOW)
        courses.change(session, owner, course.id, title="B", now=NOW + _DAY)
        session.flush()

        def look(**asked: object) -> list[tuple[str, str | None]]:
            found = entries(session, owner, course.id, LogRequest(**asked), limit=10)  # type: ignore[arg-type]
            return [(each.event.action, each.person or each.assignment) for each in found]

        everything = look()
        assert ("assignment-made", made.title) in everything
        assert look(who="ADA") == look(action="role-given") == [("role-given", "Ada")]
        assert look(since=NOW + _DAY) == [("course-changed", None)]
        assert ("role-given", "Ada") in look(until=NOW)
        newest = entries(session, owner, course.id, LogRequest(), limit=1)[0].event.id
        rest = entries(session, owner, course.id, LogRequest(), after=newest, limit=10)
        assert len(rest) == len(everything) - 1
        with pytest.raises(NotAllowed):
            entries(session, Caller(assistant.id), course.id, LogRequest(), limit=1)
        with pytest.raises(NotFound):
            entries(session, Caller(classroom.person(session, "eve").id), course.id, LogRequest(), limit=1)


def test_the_log_goes_by_time_and_names_who_submitted_what(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        ada = classroom.member(session, course, "ada")
        made = classroom.assignment(session, course)
        submission = classroom.handed_in(session, made, ada)
        comments.add(session, owner, submission.id, "Well.", now=NOW + _DAY)
        courses.change(session, owner, course.id, title="B", now=NOW + _DAY / 2)
        session.flush()
        newest, before = entries(session, owner, course.id, LogRequest(since=NOW + _DAY / 2), limit=10)

        assert (newest.event.action, before.event.action) == ("comment-written", "course-changed")
        assert (newest.person, newest.assignment) == ("Ada", made.title)
        assert newest.submission_id == submission.id
        (of_ada, *_rest) = entries(session, owner, course.id, LogRequest(who="ada"), limit=2)
        assert of_ada.event.id == newest.event.id


def test_a_persons_copy_has_the_changes_of_their_grades_once_they_are_shown(database: Database) -> None:
    with database.begin() as session:
        course, _ = classroom.course(session)
        ada = classroom.member(session, course, "ada")
        draft = Draft(title="Core", published=True, due_at=NOW + _DAY, shown=Shown.AFTER_DUE)
        made = classroom.assignment(session, course, draft)
        session.add(
            GradeChange(
                assignment_id=made.id, person_id=ada.id, why="applied", reason="A suite was wrong.", at=NOW
            )
        )
        session.flush()

        def copied(later: timedelta) -> bytes:
            return dict(files(session, Caller(ada.id), ada.id, now=NOW + later))["grade_changes.json"]

        assert b"A suite was wrong." not in copied(timedelta(0))
        assert b"A suite was wrong." in copied(2 * _DAY)
