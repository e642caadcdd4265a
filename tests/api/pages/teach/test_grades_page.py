import csv
import io
from decimal import Decimal

import pytest

from submissions.access.policy import Caller
from submissions.assignments import assignments
from submissions.assignments.draft import Draft
from submissions.results import overrides
from submissions.tables import Person
from tests import classroom
from tests.api.pages.teach.conftest import Classroom
from tests.classroom import NOW, OPERATOR


def _grades(room: Classroom) -> None:
    with room.service.database.begin() as session:
        made = assignments.create(
            session, OPERATOR, room.course.id, Draft(title="=Core, “part” 1", published=True), now=NOW
        )
        classroom.graded(session, classroom.handed_in(session, made, room.student), "62.5")
        hostile = classroom.member(session, room.course, "hostile")
        session.get_one(Person, hostile.id).name = '=HYPERLINK("http://evil", "Zoë")'
        overrides.give(session, room.owner, made, hostile.id, Decimal(3), "oral", now=NOW)
        classroom.member(session, room.course, "nothing")


def test_every_student_stands_with_their_grades(room: Classroom) -> None:
    _grades(room)
    page = room.teacher.open(f"{room.home}/grades")
    rows = {row[0]: row[1:] for row in page.rows[1:]}

    assert rows["Student"][0].startswith("62.5")
    assert rows["Student"][1] == "62.5"
    assert rows["Nothing"][0].startswith("–")
    assert rows['=HYPERLINK("http://evil", "Zoë")'][0].startswith("3*")


def test_a_course_without_students_says_how_they_come(room: Classroom) -> None:
    with room.service.database.begin() as session:
        from submissions.courses import courses

        empty = courses.create(session, Caller(room.owner.known, operator=True), "Empty", "UTC", now=NOW)

    assert "No students have joined yet" in room.teacher.open(f"/teach/courses/{empty.id}/grades").text


def test_the_table_is_read_back_by_any_reader_of_csv(room: Classroom) -> None:
    _grades(room)
    answer = room.teacher.answer(f"{room.home}/grades.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode(), newline="")))

    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="Backprop 101 grades.csv"')
    assert answer.content.count(b"\r\n") == len(rows) == 4
    assert rows[0] == ["Name", "Login", "'=Core, “part” 1 (100)"]
    assert rows[1] == ['\'=HYPERLINK("http://evil", "Zoë")', "hostile", "3"]
    assert rows[2:] == [["Nothing", "nothing", ""], ["Student", "student", "62.5"]]


@pytest.mark.parametrize(("query", "begins"), [("", b"Name"), ("?bom=1", b"\xef\xbb\xbfName")])
def test_a_mark_for_excel_comes_where_it_is_asked_for(room: Classroom, query: str, begins: bytes) -> None:
    assert room.teacher.answer(f"{room.home}/grades.csv{query}").content.startswith(begins)
