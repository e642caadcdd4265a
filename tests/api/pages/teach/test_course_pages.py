import pytest

from submissions.courses.courses import courses
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.tables import Role
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.desk import Desk


def test_a_teacher_makes_a_course(desk: Desk) -> None:
    form = desk.teacher.open("/teach/courses/new")
    made = desk.teacher.press(form, "Create course", title="Backprop 102", zone="Asia/Tokyo")

    assert made.url.startswith("http://localhost/teach/courses/")
    assert "Backprop 102" in made.text
    assert "What to do next" in made.text


def test_a_chart_is_drawn_where_somebody_is_counted(desk: Desk) -> None:
    with desk.service.database.begin() as session:
        empty = courses.create(session, Caller(desk.owner.id), "Empty", "UTC", now=NOW)
        classroom.assignment(session, empty)
    desk.assignment()

    nobody = desk.teacher.open(f"/teach/courses/{empty.id}").source
    somebody = desk.teacher.open(desk.home).source

    assert ("Not yet" in nobody, '<svg class="plot' in nobody) == (True, False)
    assert ("Not yet" in somebody, '<svg class="plot' in somebody) == (True, True)


def test_a_course_without_a_title_is_asked_for_one_and_keeps_the_zone(desk: Desk) -> None:
    form = desk.teacher.open("/teach/courses/new")
    again = desk.teacher.press(form, "Create course", title=" ", zone="Asia/Tokyo")

    assert again.status == 422
    assert again.errors == {"title": "This field is required."}
    assert again.form("Create course").values["zone"] == "Asia/Tokyo"


def test_students_make_no_courses(desk: Desk) -> None:
    assert desk.browser(desk.student).open("/teach/courses/new").status == 403


@pytest.mark.parametrize(
    "page",
    [
        "",
        "/assignments",
        "/submissions",
        "/settings",
        "/people",
        "/grades",
        "/grades.csv",
        "/assignments/new",
    ],
)
@pytest.mark.parametrize(("role", "status"), [(Role.STUDENT, 403), (Role.OBSERVER, 403)])
def test_these_pages_are_for_staff(desk: Desk, page: str, role: Role, status: int) -> None:
    assert desk.member("somebody", role).open(desk.home + page).status == status


@pytest.mark.parametrize(
    "page",
    [
        "",
        "/assignments",
        "/submissions",
        "/settings",
        "/people",
        "/grades",
        "/grades.csv",
        "/assignments/new",
    ],
)
def test_strangers_do_not_learn_that_there_is_a_course(desk: Desk, page: str) -> None:
    with desk.service.database.begin() as session:
        stranger = classroom.person(session, "stranger")

    assert desk.browser(stranger).open(desk.home + page).status == 404


def test_assistants_see_and_change_nothing(desk: Desk) -> None:
    desk.teacher.press(desk.teacher.open(f"{desk.home}/settings"), "Create join code", role="assistant")
    assistant = desk.member("assistant", Role.ASSISTANT)
    page = assistant.open(f"{desk.home}/settings")

    assert page.status == 200
    assert "/join?code=" not in page.text
    assert [each.buttons for each in page.forms] == [["Sign out"]]
    assert assistant.open(f"{desk.home}/assignments/new").status == 403


def test_a_join_code_is_shown_with_its_link_and_taken_back(desk: Desk) -> None:
    page = desk.teacher.press(desk.teacher.open(f"{desk.home}/settings"), "Create join code", days="7")
    (link,) = (text for text in page.links if "/join?code=" in text)
    code = link.split("code=")[1]
    assert code in page.text
    assert "30 November" in page.text

    gone = desk.teacher.press(page, "Revoke")

    assert code not in gone.text


def test_a_code_of_another_course_is_not_taken_back_here(desk: Desk) -> None:
    page = desk.teacher.press(desk.teacher.open(f"{desk.home}/settings"), "Create join code")
    form = page.form("Revoke")
    with desk.service.database.begin() as session:
        person = classroom.person(session, "other")
        from submissions.courses.courses import courses

        other = courses.create(session, Caller(person.id, operator=True), "Other", "UTC", now=NOW)
    browser = desk.browser(person)
    foreign = form.action.replace(str(desk.course.id), str(other.id))
    mine = browser.open(f"/teach/courses/{other.id}")
    form.action, form.values = foreign, mine.form("Sign out").values

    assert browser.submit(mine, form).status == 404


def test_the_title_is_changed_and_what_cannot_be_one_is_told(desk: Desk) -> None:
    page = desk.teacher.open(f"{desk.home}/settings")
    wrong = desk.teacher.press(page, "Save", title="")
    right = desk.teacher.press(page, "Save", title="Backprop for all")

    assert (wrong.status, wrong.errors) == (422, {"title": "This field is required."})
    assert "Backprop for all" in right.text


def test_assignments_stand_with_what_was_handed_in(desk: Desk) -> None:
    made = desk.assignment(title="Core")
    with desk.service.database.begin() as session:
        session.add(made)
        for content in (b"1", b"2"):
            classroom.handed_in(session, made, desk.student, content=content)
    page = desk.teacher.open(f"{desk.home}/assignments")

    (row,) = (row for row in page.rows if row and row[0].startswith("Core"))
    assert row[1:4] == ["No due date", "2", "1"]
    assert "2 waiting" in row[4]


def test_the_number_of_students_is_of_those_who_are_there(desk: Desk) -> None:
    with desk.service.database.begin() as session:
        gone = classroom.member(session, desk.course, "gone")
        people.leave(session, Caller(desk.owner.id), desk.course.id, gone.id, now=NOW)

    assert "1 student" in desk.teacher.open(desk.home).text
