"""A course that was copied on a platform is copied here, and every activity leads to its copy."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import select

from submissions.connect.lms.vocabulary import CLAIM
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.outward import outbox
from submissions.tables import Assignment, Course, Enrolment, LmsLink, Person, Role
from tests.world import classroom
from tests.world.browser import Browser
from tests.world.campus import FRAMED, Campus, opened, pressed
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW
from tests.world.learning_platform import INSTRUCTOR
from tests.world.pages import Page

GRACE = {"sub": "teacher", f"{CLAIM}roles": [INSTRUCTOR], "name": "Grace Hopper"}
ALAN = {"sub": "another", f"{CLAIM}roles": [INSTRUCTOR], "name": "Alan Turing"}
AIDE = {"sub": "aide", f"{CLAIM}roles": [f"{INSTRUCTOR.replace('#', '/')}#TeachingAssistant"]}
DUE = NOW + timedelta(days=10)


def at(course: str, number: str, carried: UUID | str = "") -> dict[str, Any]:
    """An activity of a course of the platform, which names an assignment of ours in each launch."""
    return {
        f"{CLAIM}context": {"id": course, "title": f"Networks {course}"},
        f"{CLAIM}resource_link": {"id": f"{course}-{number}", "title": f"Homework {number}"},
        f"{CLAIM}custom": {"assignment": str(carried)},
    }


def first_term(campus: Campus, teacher: Browser) -> tuple[UUID, UUID]:
    """A course with two published assignments; their ids."""
    page = opened(teacher, campus.launch(teacher, {**GRACE, **at("2026", "1")}))
    opened(teacher, pressed(teacher, page, "Create and connect", zone="Europe/Berlin"))
    with campus.service.database.begin() as session:
        course = session.scalars(select(Course).where(Course.title == "Networks 2026")).one()
        drafts = [Draft(title=title, published=True, due_at=DUE) for title in ("One", "Two")]
        one, two = (classroom.assignment(session, course, draft) for draft in drafts)
        return one.id, two.id


def leads_to(campus: Campus) -> dict[str, tuple[str, str]]:
    """By activity, the assignment and the course that it leads to."""
    chosen = (
        select(LmsLink.link_id, Assignment.title, Course.title)
        .join(Assignment, Assignment.id == LmsLink.assignment_id)
        .join(Course, Course.id == Assignment.course_id)
    )
    with campus.service.database.read() as session:
        return {link: (title, course) for link, title, course in session.execute(chosen)}


def publish(campus: Campus, title: str, course: str) -> None:
    with campus.service.database.begin() as session:
        chosen = select(Assignment).join(Course).where(Assignment.title == title, Course.title == course)
        made = session.scalars(chosen).one()
        wanted = Draft(title=title, stage="core", published=True)
        assignments.change(session, OPERATOR, made, wanted, revision=made.revision, now=NOW)


def test_a_copied_course_is_copied_here_and_every_activity_leads_to_its_copy(campus: Campus) -> None:
    teacher, student = campus.browser("teacher"), campus.browser("student")
    one, two = first_term(campus, teacher)

    for somebody, claims in ((student, {}), (campus.browser("aide"), AIDE)):
        refused = Page.of(campus.launch(somebody, {**claims, **at("2027", "1", one)}))
        assert (refused.status, "This course is not connected" in refused.text) == (403, True)
        assert "Ask an instructor of this course to open the activity once" in refused.text

    opened(teacher, campus.launch(teacher, {**GRACE, **at("2027", "1", one)}))
    page = opened(teacher, campus.launch(teacher, {**GRACE, **at("2027", "2", two)}))
    assert "lead to assignments of your course Networks 2026" in page.text
    again = pressed(teacher, page, "Copy and connect", days="x")
    assert (again.status_code, "whole number" in again.text) == (422, True)
    back = opened(teacher, pressed(teacher, page, "Copy and connect", days="182"))
    assert (back.status, back.soup.h1 is not None and "Two" in back.soup.h1.text) == (200, True)
    assert leads_to(campus) == {
        "2027-1": ("One", "Networks 2027"),
        "2027-2": ("Two", "Networks 2027"),
    }, "an activity that was opened before the course was connected, too"
    with campus.service.database.read() as session:
        course = session.scalars(select(Course).where(Course.title == "Networks 2027")).one()
        assert course.zone == "Europe/Berlin"
        copies = session.scalars(select(Assignment).where(Assignment.course_id == course.id)).all()
        assert {each.due_at and (each.due_at - DUE).days for each in copies} <= {181, 182}
        owner = session.scalars(select(Person).where(Person.name == "Grace Hopper")).one()
        assert session.get_one(Enrolment, (course.id, owner.id)).role == Role.OWNER

    draft = Page.of(campus.launch(student, at("2027", "1", one)))
    assert (draft.status, "has not published this assignment yet" in draft.text) == (403, True)
    publish(campus, "One", "Networks 2027")
    page = opened(student, campus.launch(student, at("2027", "1", one)))
    assert (page.status, "One" in page.text) == (200, True)
    with campus.service.database.begin() as session:
        copy = next(each.id for each in copies if each.title == "One")
        ada = session.scalars(select(Person).where(Person.name == "Ada Lovelace")).one()
        given = classroom.handed_in(session, session.get_one(Assignment, copy), ada)
        classroom.graded(session, given, "75")
        outbox.send_grades(session, copy, [ada.id], now=NOW)
    campus.send_grades()
    assert campus.platform.scores["student-1"]["scoreGiven"] == 75


def test_a_copy_of_a_copy_still_carries_the_first_assignments(campus: Campus) -> None:
    teacher = campus.browser("teacher")
    one, two = first_term(campus, teacher)
    for term in ("2027", "2028"):
        page = opened(teacher, campus.launch(teacher, {**GRACE, **at(term, "1", one)}))
        opened(teacher, pressed(teacher, page, "Copy and connect"))
    page = opened(teacher, campus.launch(teacher, {**GRACE, **at("2029", "1", one)}))
    shown = [option.text.split(" · ")[0] for option in page.soup.select("#copied option")]
    assert shown == ["Networks 2028", "Networks 2027", "Networks 2026"]
    opened(teacher, pressed(teacher, page, "Copy and connect"))
    opened(teacher, campus.launch(teacher, {**GRACE, **at("2029", "2", two)}))
    found = leads_to(campus)
    assert (found["2029-1"], found["2029-2"]) == (("One", "Networks 2029"), ("Two", "Networks 2029"))


def test_nobody_is_offered_a_course_that_they_do_not_teach(campus: Campus) -> None:
    one, _ = first_term(campus, campus.browser("teacher"))
    with campus.service.database.read() as session:
        course_id = str(session.scalars(select(Course)).one().id)
    alan = campus.browser("alan")
    page = opened(alan, campus.launch(alan, {**ALAN, **at("2027", "1", one)}))
    assert "Copy and connect" not in page.text
    form = page.form("Create and connect")
    path = f"{urlsplit(page.url).path}/copy"
    forged = alan.client.post(
        path,
        data={**form.values, "course": course_id, "days": "0"},
        headers={**FRAMED, "Sec-Fetch-Site": "same-origin"},
    )
    assert forged.status_code == 404
    assert leads_to(campus) == {}


def test_who_creates_a_course_comes_back_to_the_activity_and_creates_its_assignment(campus: Campus) -> None:
    teacher = campus.browser("teacher")
    page = opened(teacher, campus.launch(teacher, {**GRACE, **at("2026", "1")}))
    page = opened(teacher, pressed(teacher, page, "Create and connect"))
    assert "The activity Homework 1 is not connected to an assignment yet" in page.text
    assert pressed(teacher, page, "Create and connect", title="").status_code == 422
    made = opened(teacher, pressed(teacher, page, "Create and connect"))
    assert made.status == 200
    assert leads_to(campus) == {"2026-1": ("Homework 1", "Networks 2026")}
    with campus.service.database.read() as session:
        assert not session.scalars(select(Assignment).where(Assignment.title == "Homework 1")).one().published
