import csv
import io
from decimal import Decimal

import pytest

from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.people.access.policy import Caller
from submissions.tables import Person
from submissions.teaching.gradebook import overrides
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW
from tests.world.desk import Desk


def _grades(desk: Desk) -> None:
    with desk.service.database.begin() as session:
        made = assignments.create(
            session, OPERATOR, desk.course.id, Draft(title="=Core, “part” 1", published=True), now=NOW
        )
        classroom.graded(session, classroom.handed_in(session, made, desk.student), "62.5")
        hostile = classroom.member(session, desk.course, "hostile")
        session.get_one(Person, hostile.id).name = '=HYPERLINK("http://evil", "Zoë")'
        overrides.give(session, Caller(desk.owner.id), made, hostile.id, Decimal(3), "oral", now=NOW)
        classroom.member(session, desk.course, "nothing")


def test_every_student_stands_with_their_grades(desk: Desk) -> None:
    _grades(desk)
    page = desk.teacher.open(f"{desk.home}/grades")
    rows = {row[0]: row[1:] for row in page.rows[1:]}

    assert rows["Student"][0] == "62.5"
    assert rows["Student"][1].startswith("62.5")
    assert rows["Nothing"][1].startswith("–")
    assert rows['=HYPERLINK("http://evil", "Zoë")'][1].startswith("3*")
    assert rows["Mean"] == rows["Median"] == ["32.75", "32.75"]


def test_weights_are_set_and_a_wrong_one_is_told(desk: Desk) -> None:
    _grades(desk)
    page = desk.teacher.open(f"{desk.home}/grades/weights")
    (form,) = [form for form in page.forms if any("weight-" in name for name in form.values)]
    (name,) = [name for name in form.values if name.startswith("weight-")]

    assert "Enter a number from 0" in desk.teacher.submit(page, form, {name: "-3"}).text
    assert "Weight 100" in desk.teacher.submit(page, form, {name: "2,5"}).text


def test_other_weights_are_tried_before_they_are_saved(desk: Desk) -> None:
    _grades(desk)
    with desk.service.database.begin() as session:
        later = classroom.assignment(session, desk.course, Draft(title="Later", published=True))
        classroom.graded(session, classroom.handed_in(session, later, desk.student), "100")
        name = f"weight-{later.id}"
    page = desk.teacher.open(f"{desk.home}/grades/weights")
    form = next(form for form in page.forms if name in form.values)
    assert form.buttons[0] == "Show what changes"  # what Enter presses
    tried = desk.teacher.submit(page, form, {name: "300", "how": "try"})
    changes = {row[0]: row[1:] for row in tried.rows}

    assert "Nothing is saved yet" in tried.text
    assert changes["Student"] == ["", "81.25", "90.62", "▲ +9.37"]
    assert changes["Mean"] == ["", "42.12", "46.81", "▲ +4.69"]
    assert next(form for form in tried.forms if name in form.values).values[name] == "300"
    assert "Weight 50" in desk.teacher.open(f"{desk.home}/grades").text


def test_a_file_is_checked_and_comes_back_filled(desk: Desk) -> None:
    _grades(desk)
    content = b"Student,ID,SIS Login ID,Section,Core (8)\r\nx,1,student,A,\r\ny,2,else,A,\r\n"
    page = desk.teacher.open(f"{desk.home}/grades/fill")
    form = next(form for form in page.forms if "assignment" in form.values)
    bad = desk.teacher.submit(page, form, {}, file=("grades.csv", b"a,b\n"))
    checked = desk.teacher.submit(page, form, {"how": "check"}, file=("grades.csv", content))
    second = next(form for form in checked.forms if "carried" in form.values)
    asked = desk.teacher.submit(checked, second, {"how": "download"})
    filled = desk.teacher.submit(checked, second, {"how": "download", "out_of": "100"})
    converted = desk.teacher.submit(checked, second, {"how": "download", "out_of": "12,5"})

    assert (asked.status, "how many points its column is out of" in asked.text) == (422, True)
    assert converted.source == content.decode().replace("student,A,", "student,A,7.8125")
    assert (bad.status, "not a gradebook of Canvas" in bad.text) == (422, True)
    assert "Canvas" in checked.text
    assert "else" in checked.text
    assert filled.source == content.decode().replace("student,A,", "student,A,62.5")


def test_a_course_without_students_says_how_they_come(desk: Desk) -> None:
    with desk.service.database.begin() as session:
        from submissions.courses.courses import courses

        empty = courses.create(session, Caller(desk.owner.id, operator=True), "Empty", "UTC", now=NOW)

    assert "No students have joined yet" in desk.teacher.open(f"/teach/courses/{empty.id}/grades").text


def test_the_table_is_read_back_by_any_reader_of_csv(desk: Desk) -> None:
    _grades(desk)
    answer = desk.teacher.client.get(f"{desk.home}/grades.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode(), newline="")))

    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="Backprop 101 grades.csv"')
    assert answer.content.count(b"\r\n") == len(rows) == 4
    about = ["Section", "Student number", "Total", "Percent"]
    assert rows[0] == ["Name", "Login", *about, "'=Core, “part” 1 (100)"]
    assert rows[1] == ['\'=HYPERLINK("http://evil", "Zoë")', "hostile", "", "", "3", "3", "3"]
    assert rows[2] == ["Nothing", "nothing", "", "", "", "", ""]
    assert rows[3] == ["Student", "student", "", "", "62.5", "62.5", "62.5"]


@pytest.mark.parametrize(("query", "begins"), [("", b"Name"), ("?bom=1", b"\xef\xbb\xbfName")])
def test_a_mark_for_excel_comes_where_it_is_asked_for(desk: Desk, query: str, begins: bytes) -> None:
    assert desk.teacher.client.get(f"{desk.home}/grades.csv{query}").content.startswith(begins)
