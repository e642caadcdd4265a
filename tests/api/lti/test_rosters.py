"""Rosters of a learning platform are compared, and staff decide about each other: by pages and by REST."""

from sqlalchemy import select

from submissions.connect.lms.vocabulary import CLAIM
from submissions.people.access import tokens
from submissions.people.access.policy import Caller, Scope
from submissions.people.access.tokens import TokenRequest
from submissions.tables import (
    Course,
    Enrolment,
    Person,
    Role,
)
from tests.world.campus import FRAMED, TEACHER, Campus, connected, pressed
from tests.world.learning_platform import INSTRUCTOR
from tests.world.pages import Page


def test_every_teacher_compares_the_roster_and_owners_alone_disconnect(campus: Campus) -> None:
    owner = connected(campus)
    with campus.service.database.read() as session:
        course = session.scalars(select(Course).where(Course.title == "Networks")).one()
    colleague = campus.browser("colleague")
    campus.launch(colleague, {**TEACHER, "sub": "colleague", "name": "Emmy"})
    for browser, may_disconnect in ((owner, True), (colleague, False)):
        page = browser.open(f"/teach/courses/{course.id}/lms", **FRAMED)
        assert ("Disconnect Networks" in page.source) == may_disconnect
        assert pressed(browser, page, "Compare the roster of Networks").status_code == 200


def test_a_roster_is_taken_over_only_as_it_was_shown(campus: Campus) -> None:
    teacher = connected(campus)
    with campus.service.database.read() as session:
        course = session.scalars(select(Course).where(Course.title == "Networks")).one()
    page = teacher.open(f"/teach/courses/{course.id}/lms", **FRAMED)
    shown = Page.of(pressed(teacher, page, "Compare the roster of Networks"))
    assert "New: 1" in shown.text

    campus.platform.students.add("student-2")
    again = pressed(teacher, shown, "Apply changes")
    assert (again.status_code, "roster on the platform has changed" in again.text) == (409, True)
    assert "New: 2" in Page.of(again).text
    assert pressed(teacher, Page.of(again), "Apply changes").status_code == 303


def test_a_roster_is_taken_over_and_a_course_disconnected_over_rest(campus: Campus) -> None:
    connected(campus)
    with campus.service.database.begin() as session:
        course = session.scalars(select(Course).where(Course.title == "Networks")).one()
        owner = session.scalars(select(Enrolment).where(Enrolment.course_id == course.id)).one()
        scopes = frozenset({Scope.COURSES_READ, Scope.COURSES_WRITE, Scope.GRADES_READ})
        wanted = TokenRequest("rest", scopes)
        token = tokens.create(session, Caller(owner.person_id), wanted, now=campus.clock()).text
    program = campus.browser("program").client
    program.headers["Authorization"] = f"Bearer {token}"
    here = f"/api/v1/courses/{course.id}/platform-courses"
    (linked,) = program.get(here).json()["items"]
    assert (linked["title"], linked["activities"]) == ("Networks", 1), "the one from which the teacher came"

    roster = f"{here}/{linked['id']}/roster"
    shown = program.post(roster, json={}).json()
    assert (len(shown["added"]), shown["applied"]) == (1, False)
    campus.platform.students.add("student-2")
    assert program.post(roster, json={"apply": shown["digest"]}).status_code == 412
    newer = program.post(roster, json={}).json()
    assert program.post(roster, json={"apply": newer["digest"]}).json()["applied"]
    assert program.post(roster, json={}).json()["added"] == []

    assert program.delete(f"{here}/{linked['id']}").status_code == 204
    assert program.get(here).json()["items"] == []


def test_a_teacher_who_is_listed_as_a_student_is_decided_about_once(campus: Campus) -> None:
    teacher = connected(campus)
    aide = {"sub": "aide", f"{CLAIM}roles": [INSTRUCTOR], "name": "Tim"}
    campus.launch(campus.browser("aide"), aide)
    campus.platform.students.add("aide")  # as Moodle lists a teacher who may not edit

    def role() -> Role:
        with campus.service.database.read() as session:
            tim = session.scalars(select(Person).where(Person.name == "Tim")).one()
            return Role(session.scalars(select(Enrolment).where(Enrolment.person_id == tim.id)).one().role)

    def compared() -> Page:
        with campus.service.database.read() as session:
            course = session.scalars(select(Course).where(Course.title == "Networks")).one()
        page = teacher.open(f"/teach/courses/{course.id}/lms", **FRAMED)
        return Page.of(pressed(teacher, page, "Compare the roster of Networks"))

    page = compared()
    assert "Staff to decide about: 1" in page.text
    assert "Here: Instructor. On the platform: Student." in page.text
    pressed(teacher, page, "Apply changes")
    assert role() is Role.INSTRUCTOR, "nobody is lowered unless somebody says so"
    page = compared()
    (field,) = [name for name in page.form("Apply changes").values if name.startswith("staff-")]
    pressed(teacher, page, "Apply changes", **{field: "assistant"})
    assert role() is Role.ASSISTANT
    campus.launch(campus.browser("aide"), aide)
    assert role() is Role.ASSISTANT, "the choice is kept"
    assert "Both rosters are the same" in compared().text
