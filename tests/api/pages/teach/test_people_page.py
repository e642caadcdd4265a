from submissions.tables import Enrolment, Role
from tests import classroom
from tests.api.pages.teach.conftest import Classroom


def _role(room: Classroom) -> tuple[str, bool]:
    with room.service.database.read() as session:
        place = session.get_one(Enrolment, (room.course.id, room.student.id))
        return place.role, place.active


def test_everybody_stands_with_their_role(room: Classroom) -> None:
    page = room.teacher.open(f"{room.home}/people")
    names = [row[0] for row in page.rows[1:]]

    assert names == ["Owner", "Student"]


def test_a_role_is_changed(room: Classroom) -> None:
    page = room.teacher.open(f"{room.home}/people")
    room.teacher.press(page, "Change role: Student", role="assistant")

    assert _role(room) == (Role.ASSISTANT, True)


def test_a_role_that_is_none_is_told(room: Classroom) -> None:
    page = room.teacher.open(f"{room.home}/people")
    again = room.teacher.press(page, "Change role: Student", role="king")

    assert again.status == 422
    assert _role(room) == (Role.STUDENT, True)


def test_who_is_taken_out_is_still_listed(room: Classroom) -> None:
    page = room.teacher.press(room.teacher.open(f"{room.home}/people"), "Remove from course: Student")

    assert _role(room) == (Role.STUDENT, False)
    assert ["Student", "student", "Left the course"] in [row[:3] for row in page.rows]


def test_the_last_owner_is_told_to_name_another(room: Classroom) -> None:
    page = room.teacher.press(room.teacher.open(f"{room.home}/people"), "Remove from course: Owner")

    assert page.status == 422
    assert "Make somebody else an owner first" in page.text


def test_colleagues_are_let_in_by_their_login(room: Classroom) -> None:
    with room.service.database.begin() as session:
        colleague = classroom.person(session, "colleague@example.edu")
    page = room.teacher.open(f"{room.home}/people")
    again = room.teacher.press(page, "Add to course", login="nobody@example.edu", role="instructor")
    room.teacher.press(again, "Add to course", login="Colleague@example.edu")

    assert again.errors["login"].startswith("Nobody has this login")
    assert again.form("Add to course").values["role"] == "instructor"
    with room.service.database.read() as session:
        assert session.get_one(Enrolment, (room.course.id, colleague.id)).role == Role.INSTRUCTOR


def test_who_is_in_the_course_is_not_let_in_twice(room: Classroom) -> None:
    page = room.teacher.press(room.teacher.open(f"{room.home}/people"), "Add to course", login="student")

    assert page.status == 409


def test_instructors_do_not_touch_owners(room: Classroom) -> None:
    page = room.member("instructor", Role.INSTRUCTOR).open(f"{room.home}/people")
    buttons = [button for form in page.forms for button in form.buttons]

    assert "Remove from course: Student" in buttons
    assert "Remove from course: Owner" not in buttons
    assert "owner" not in page.form("Add to course").values.values()


def test_who_leaves_comes_to_their_other_courses(room: Classroom) -> None:
    instructor = room.member("instructor", Role.INSTRUCTOR)
    page = instructor.press(instructor.open(f"{room.home}/people"), "Remove from course: Instructor")

    assert page.url == "http://localhost/"
    assert instructor.open(room.home).status == 404


def test_names_are_text_and_nothing_else(room: Classroom) -> None:
    with room.service.database.begin() as session:
        person = classroom.member(session, room.course, "hostile")
        session.get_one(type(person), person.id).name = '"><script>alert(1)</script>'
    page = room.teacher.open(f"{room.home}/people")

    assert "<script>alert" not in page.source
    assert '"><script>alert(1)</script>' in page.text
