import pytest
from sqlalchemy import select

from submissions.errors import AlreadyThere, NotAllowed, NotFound, Unusable
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import AuditEvent, Enrolment, Role
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW


def test_who_leaves_keeps_their_place_and_comes_back_to_it(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        student = classroom.member(session, course, "student")
        people.leave(session, owner, course.id, student.id, now=NOW)
        with pytest.raises(NotFound):
            people.place(session, course.id, student.id)
        people.enrol(session, course.id, student.id, Role.STUDENT, now=NOW)

        assert people.place(session, course.id, student.id).active


def test_nobody_is_in_a_course_twice(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        classroom.member(session, course, "student")

        with pytest.raises(AlreadyThere):
            people.admit(session, owner, course.id, "student", Role.ASSISTANT, now=NOW)


def test_staff_are_taken_in_by_their_login(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        colleague = classroom.person(session, "colleague@example.edu")
        people.admit(session, owner, course.id, " Colleague@Example.edu ", Role.INSTRUCTOR, now=NOW)

        assert people.place(session, course.id, colleague.id).role == Role.INSTRUCTOR


def test_a_login_that_nobody_has_is_told(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)

        with pytest.raises(Unusable) as caught:
            people.admit(session, owner, course.id, "nobody", Role.STUDENT, now=NOW)

        assert caught.value.why == "nobody-of-that-login"


def test_what_can_be_no_login_is_told(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)

        with pytest.raises(Unusable) as caught:
            people.admit(session, owner, course.id, "a\0b", Role.STUDENT, now=NOW)

        assert caught.value.field == "login"


def test_the_last_owner_stays(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        classroom.member(session, course, "instructor", Role.INSTRUCTOR)

        with pytest.raises(Unusable) as caught:
            people.leave(session, owner, course.id, owner.known, now=NOW)
        with pytest.raises(Unusable):
            people.give_role(session, owner, course.id, owner.known, Role.STUDENT, now=NOW)

        assert caught.value.why == "last-owner"


def test_an_owner_may_go_once_there_is_another(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        second = classroom.member(session, course, "second")
        people.give_role(session, owner, course.id, second.id, Role.OWNER, now=NOW)
        people.leave(session, owner, course.id, owner.known, now=NOW)

        owners = select(Enrolment.person_id).where(Enrolment.role == Role.OWNER, Enrolment.active)
        assert list(session.scalars(owners)) == [second.id]


@pytest.mark.parametrize("role", [Role.INSTRUCTOR, Role.ASSISTANT, Role.STUDENT, Role.OBSERVER])
def test_only_owners_make_and_unmake_owners(database: Database, role: Role) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        acting = Caller(classroom.member(session, course, "acting", role).id)
        classroom.person(session, "friend")

        with pytest.raises(NotAllowed):
            people.give_role(session, acting, course.id, acting.known, Role.OWNER, now=NOW)
        with pytest.raises(NotAllowed):
            people.leave(session, acting, course.id, owner.known, now=NOW)
        with pytest.raises(NotAllowed):
            people.admit(session, acting, course.id, "friend", Role.OWNER, now=NOW)


def test_anybody_may_leave(database: Database) -> None:
    with database.begin() as session:
        course, _ = classroom.course(session)
        student = classroom.member(session, course, "student")
        people.leave(session, Caller(student.id), course.id, student.id, now=NOW)

        with pytest.raises(NotFound):
            people.place(session, course.id, student.id)


def test_changes_of_people_are_remembered(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        colleague = classroom.person(session, "colleague")
        people.admit(session, owner, course.id, "colleague", Role.ASSISTANT, now=NOW)
        people.give_role(session, owner, course.id, colleague.id, Role.INSTRUCTOR, now=NOW)
        people.leave(session, owner, course.id, colleague.id, now=NOW)

        events = session.scalars(select(AuditEvent).where(AuditEvent.subject_id == colleague.id))
        actions = {each.action for each in events}
        assert actions >= {"person-admitted", "role-given", "person-left"}


def test_the_roster_goes_on_where_it_stopped(database: Database) -> None:
    with database.begin() as session:
        course, _ = classroom.course(session)
        for login in ("b", "a", "c"):
            classroom.member(session, course, login)
        first = people.roster(session, OPERATOR, course.id, limit=2)
        last = first[-1][0]
        rest = people.roster(session, OPERATOR, course.id, after=(last.name, last.id), limit=2)

        assert [person.name for person, _ in first + rest] == ["A", "B", "C", "Owner"]


def test_students_and_staff_are_told_apart(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        gone = classroom.member(session, course, "gone")
        classroom.member(session, course, "here")
        people.leave(session, owner, course.id, gone.id, now=NOW)

        assert people.students(session, OPERATOR, course.id) == 1
        assert [person.name for person, _ in people.staff(session, OPERATOR, course.id)] == ["Owner"]
