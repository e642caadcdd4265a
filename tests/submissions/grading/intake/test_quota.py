"""A student's files have so much room in a course, and no more."""

from uuid import UUID

import pytest

from grader.sandbox.plays import Source
from submissions.errors import NoRoom, TooOften
from submissions.grading.intake import trials
from submissions.grading.intake.submit import submit
from submissions.people.access.policy import Caller
from submissions.tables import Assignment
from tests.world.school import School

MOST = 1000


def test_a_file_for_which_there_is_no_room_is_refused_and_nothing_of_it_is_kept(school: School) -> None:
    student = school.student()
    _hand_in(school, student, b"a" * 600)
    with pytest.raises(NoRoom) as refused:
        _hand_in(school, student, b"b" * 500)

    assert (refused.value.used, refused.value.most) == (600, MOST)
    _hand_in(school, student, b"c" * 400)
    assert len(school.grade_all()) == 2


def test_the_same_file_is_counted_once(school: School) -> None:
    student = school.student()
    for number in range(4):
        _hand_in(school, student, b"a" * 600, name=f"{number}.py")
    with pytest.raises(NoRoom):
        _hand_in(school, student, b"b" * 600)


def test_everybody_has_room_of_their_own_also_for_the_same_file(school: School) -> None:
    for _ in range(3):
        _hand_in(school, school.student(), b"a" * 900)


def test_another_course_has_room_of_its_own(school: School) -> None:
    student = school.student()
    _hand_in(school, student, b"a" * 900)

    other = School.open(school.database)
    other.enrol(student)
    _hand_in(other, student, b"b" * 900)


def test_without_a_limit_everything_is_taken(school: School) -> None:
    student = school.student()
    for letter in b"abc":
        _hand_in(school, student, bytes([letter]) * 900, most=0)


def test_trials_of_one_address_have_room_too_and_have_it_again_later(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "MOST_BYTES", MOST)
    school.try_out("a" * 900)
    with pytest.raises(TooOften) as refused:
        school.try_out("b" * 900)
    school.try_out("b" * 900, whom="192.0.2.2")
    school.clock.now = refused.value.until

    school.try_out("b" * 900)


def _hand_in(
    school: School, student: UUID, content: bytes, *, name: str = "value.py", most: int = MOST
) -> UUID:
    with school.database.begin() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        source = Source(name, content)
        made = submit(session, Caller(student), assignment, source, most_bytes=most, now=school.clock())
        return made.id
