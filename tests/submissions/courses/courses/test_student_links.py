from datetime import timedelta

import pytest

from submissions.courses.courses import courses, student_links
from submissions.errors import LinkUsed, NotAllowed, NotFound, ScopeMissing, Unusable
from submissions.people.access import accounts, people, sessions, sign_in_links
from submissions.people.access.policy import Caller, Scope
from submissions.storage.database import Database
from submissions.tables import Role
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW

_LATER = timedelta(days=1)


def test_a_teacher_lets_a_student_in(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        student = classroom.member(session, course, "ada")
        link = student_links.make(session, owner, course.id, student.id, now=NOW)

        assert sign_in_links.use(session, link.secret, now=NOW).id == student.id


def test_links_for_new_students_leave_out_who_was_here(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        ada, bo, cy = (classroom.member(session, course, login) for login in ("ada", "bo", "cy"))
        bo.password_hash = "x"  # noqa: S105 - it only has to be there
        cys = student_links.make(session, owner, course.id, cy.id, now=NOW)
        sign_in_links.use(session, cys.secret, now=NOW)
        classroom.member(session, course, "helper", Role.ASSISTANT)

        made = student_links.make_for_new(session, owner, course.id, now=NOW)
        assert [each.person.id for each in made] == [ada.id]


def test_nobody_gets_into_an_account_that_is_not_only_a_student_of_theirs(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        other = courses.create(
            session, Caller(classroom.person(session, "eve").id, operator=True), "B", "UTC", now=NOW
        )
        elsewhere, boss, helper, gone = (
            classroom.member(session, course, login) for login in ("elsewhere", "boss", "helper", "gone")
        )
        people.enrol(session, other.id, elsewhere.id, Role.STUDENT, now=NOW)
        boss.operator = True
        people.give_role(session, owner, course.id, helper.id, Role.ASSISTANT, now=NOW)
        people.leave(session, owner, course.id, gone.id, now=NOW)
        session.flush()

        for person in (elsewhere, boss, helper):
            with pytest.raises(Unusable):
                student_links.make(session, owner, course.id, person.id, now=NOW)
        with pytest.raises(NotFound):
            student_links.make(session, owner, course.id, gone.id, now=NOW)
        with pytest.raises(NotAllowed):
            student_links.make(session, Caller(helper.id), course.id, elsewhere.id, now=NOW)
        by_token = Caller(owner.known, scopes=frozenset(Scope) - {Scope.SIGN_IN_LINKS_WRITE})
        with pytest.raises(ScopeMissing):
            student_links.make(session, by_token, course.id, elsewhere.id, now=NOW)
        assert student_links.make_for_new(session, owner, course.id, now=NOW) == []
        by_operator = Caller(OPERATOR.known, operator=True)
        assert student_links.make(session, by_operator, course.id, elsewhere.id, now=NOW).secret


def test_nobody_gets_into_an_account_that_was_there_before_it_was_taken_into_a_course(
    database: Database,
) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        colleague = classroom.person(session, "colleague")
        people.admit(session, owner, course.id, "colleague", Role.STUDENT, now=NOW + _LATER)

        with pytest.raises(Unusable):
            student_links.make(session, owner, course.id, colleague.id, now=NOW)
        assert student_links.make_for_new(session, owner, course.id, now=NOW) == []


@pytest.mark.parametrize("change", ["assistant", "elsewhere", "operator", "teacher-left"])
def test_a_link_of_a_teacher_is_good_only_while_the_account_is_that_of_their_student(
    database: Database, change: str
) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        teacher = Caller(classroom.member(session, course, "teacher", Role.INSTRUCTOR).id)
        ada = classroom.member(session, course, "ada")
        teachers = student_links.make(session, teacher, course.id, ada.id, now=NOW).secret
        operators = sign_in_links.create(session, ada.id, now=NOW)
        assert sign_in_links.person_of(session, teachers, now=NOW).id == ada.id

        match change:
            case "assistant":
                people.give_role(session, owner, course.id, ada.id, Role.ASSISTANT, now=NOW)
            case "elsewhere":
                other = courses.create(
                    session, Caller(classroom.person(session, "eve").id, operator=True), "B", "UTC", now=NOW
                )
                people.enrol(session, other.id, ada.id, Role.STUDENT, now=NOW)
            case "operator":
                accounts.make_operator(session, ada, by=None, now=NOW)
            case _:
                people.leave(session, owner, course.id, teacher.known, now=NOW)
        session.flush()

        with pytest.raises(LinkUsed):
            sign_in_links.use(session, teachers, now=NOW)
        assert sign_in_links.use(session, operators, now=NOW).id == ada.id


def test_who_becomes_an_operator_signs_in_anew(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        ada = classroom.member(session, course, "ada")
        link = student_links.make(session, owner, course.id, ada.id, now=NOW)
        inside = sessions.start(
            session, sign_in_links.use(session, link.secret, now=NOW).id, browser="", now=NOW
        )

        accounts.make_operator(session, ada, by=None, now=NOW)
        assert sessions.find(session, inside, now=NOW) is None
