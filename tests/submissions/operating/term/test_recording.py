"""The shipped term: a larger class repeats it, and nobody submits a file of somebody else by that."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from grader.sandbox.plays import Source
from submissions.grading.work.code_shape import code_shape
from submissions.operating.term.recording import RecordedFile, planned, recording
from tests.world.counted_class import NOW

HOURS = (0, 9, 21, 22, 23)


def test_the_same_moment_plans_the_same_term() -> None:
    assert planned(20, NOW) == planned(20, NOW)
    assert planned(20, NOW) != planned(20, NOW - timedelta(days=1))


@pytest.mark.parametrize("number", [1, 59, 60, 61, 150])
def test_students_have_names_of_their_own_and_submit_no_file_twice(number: int) -> None:
    term = planned(number, NOW)
    submitted = Counter(
        (assignment, each.student.number, each.content())
        for assignment, attempts in enumerate(term.attempts)
        for each in attempts
    )

    assert len({each.name for each in term.students}) == number
    assert {each.author for each in term.students} <= {each.name for each in term.students}
    assert max(submitted.values()) == 1


def test_a_larger_class_does_what_the_recorded_one_does_as_many_times() -> None:
    size = len(recording().students)
    once, twice = planned(size, NOW), planned(2 * size, NOW)

    assert [2 * len(each) for each in once.attempts] == [len(each) for each in twice.attempts]
    assert 2 * len(once.pairs) == len(twice.pairs)
    assert len({each.number for pair in twice.pairs for each in pair}) == 2 * len(twice.pairs)


@pytest.mark.parametrize("hour", HOURS)
def test_the_last_assignment_is_open_and_nothing_happens_later_than_now(hour: int) -> None:
    now = datetime(2027, 3, 1, hour, 30, tzinfo=UTC)
    known, term = recording(), planned(60, now)
    due_dates = known.due_dates(now)

    assert timedelta(days=1, hours=22) < due_dates[-1] - now < timedelta(days=3)
    assert max(each.at for attempts in term.attempts for each in attempts) < now
    assert [each.fails for each in term.attempts[-1]].count(True) == term.attempts[-1][-1].fails == 1
    for attempts in term.attempts:
        assert [each.at for each in attempts] == sorted(each.at for each in attempts)


def test_every_file_that_is_submitted_has_a_result() -> None:
    known = recording()

    for attempts, reports in zip(known.attempts, known.reports, strict=True):
        assert {each.file for each in attempts} == set(reports)


@pytest.mark.parametrize("name", ["value.py", "value.ipynb"])
def test_what_a_student_tries_out_moves_no_line_of_the_class(name: str) -> None:
    file = next(each for each in recording().files if each.name == name)
    first, second = (file.submitted(*by).decode().splitlines() for by in (("Ada", 0), ("Bob", 3)))
    end = next(number for number, line in enumerate(first) if "def try_out():" in line)

    different = [number for number in range(end) if first[number] != second[number]]
    assert len(different) == 1
    assert "Ada" in first[different[0]]
    assert first[end:] != second[end:]


def test_who_tries_a_class_out_adds_a_function_of_their_own() -> None:
    file = RecordedFile(0, "value.py", "class Value: ...\n", has_backward=False)
    ada, bob = (code_shape(Source(file.name, file.submitted(name, 1))) or [] for name in ("Ada", "Bob"))

    assert not {each.digest for each in ada} & {each.digest for each in bob}
