from submissions.tables import Enrolment, Role
from tests.world import classroom
from tests.world.desk import Desk


def _role(desk: Desk) -> tuple[str, bool]:
    with desk.service.database.read() as session:
        place = session.get_one(Enrolment, (desk.course.id, desk.student.id))
        return place.role, place.active


def test_everybody_stands_with_their_role(desk: Desk) -> None:
    page = desk.teacher.open(f"{desk.home}/people")
    names = [row[0] for row in page.rows[1:]]

    assert names == ["Owner", "Student"]


def test_a_role_is_changed(desk: Desk) -> None:
    page = desk.teacher.open(f"{desk.home}/people")
    desk.teacher.press(page, "Change role: Student", role="assistant")

    assert _role(desk) == (Role.ASSISTANT, True)


def test_a_role_that_is_none_is_told(desk: Desk) -> None:
    page = desk.teacher.open(f"{desk.home}/people")
    again = desk.teacher.press(page, "Change role: Student", role="king")

    assert again.status == 422
    assert _role(desk) == (Role.STUDENT, True)


def test_who_is_taken_out_is_still_listed(desk: Desk) -> None:
    page = desk.teacher.press(desk.teacher.open(f"{desk.home}/people"), "Remove from course: Student")

    assert _role(desk) == (Role.STUDENT, False)
    assert ["Student", "student", "Left the course"] in [row[:3] for row in page.rows]


def test_who_was_removed_is_added_again_with_their_role(desk: Desk) -> None:
    page = desk.teacher.open(f"{desk.home}/people")
    page = desk.teacher.press(page, "Change role: Student", role="observer")
    page = desk.teacher.press(page, "Remove from course: Student")
    page = desk.teacher.press(page, "Add again: Student")

    assert _role(desk) == (Role.OBSERVER, True)
    assert "Left the course" not in page.text


def test_the_last_owner_is_told_to_name_another(desk: Desk) -> None:
    page = desk.teacher.press(desk.teacher.open(f"{desk.home}/people"), "Remove from course: Owner")

    assert page.status == 422
    assert "Make somebody else an owner first" in page.text


def test_colleagues_are_let_in_by_their_login(desk: Desk) -> None:
    with desk.service.database.begin() as session:
        colleague = classroom.person(session, "colleague@example.edu")
    page = desk.teacher.open(f"{desk.home}/people")
    again = desk.teacher.press(page, "Add to course", login="nobody@example.edu", role="instructor")
    desk.teacher.press(again, "Add to course", login="Colleague@example.edu")

    assert again.errors["login"].startswith("Nobody has this login")
    assert again.form("Add to course").values["role"] == "instructor"
    with desk.service.database.read() as session:
        assert session.get_one(Enrolment, (desk.course.id, colleague.id)).role == Role.INSTRUCTOR


def test_who_is_in_the_course_is_not_let_in_twice(desk: Desk) -> None:
    page = desk.teacher.press(desk.teacher.open(f"{desk.home}/people"), "Add to course", login="student")

    assert page.status == 409


def test_instructors_do_not_touch_owners(desk: Desk) -> None:
    page = desk.member("instructor", Role.INSTRUCTOR).open(f"{desk.home}/people")
    buttons = [button for form in page.forms for button in form.buttons]

    assert "Remove from course: Student" in buttons
    assert "Remove from course: Owner" not in buttons
    assert "owner" not in page.form("Add to course").values.values()


def test_who_leaves_comes_to_their_other_courses(desk: Desk) -> None:
    instructor = desk.member("instructor", Role.INSTRUCTOR)
    page = instructor.press(instructor.open(f"{desk.home}/people"), "Remove from course: Instructor")

    assert page.url == "http://localhost/?done=teach_people.remove"
    assert instructor.open(desk.home).status == 404


def test_names_are_text_and_nothing_else(desk: Desk) -> None:
    with desk.service.database.begin() as session:
        person = classroom.member(session, desk.course, "hostile")
        session.get_one(type(person), person.id).name = '"><script>alert(1)</script>'
    page = desk.teacher.open(f"{desk.home}/people")

    assert "<script>alert" not in page.source
    assert '"><script>alert(1)</script>' in page.text
