from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from submissions.courses.assignments.draft import Draft
from submissions.errors import NotAllowed, NotFound, Unusable
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables.identity import new_id
from submissions.teaching.gradebook.grade_sheet import SheetRequest, sheet
from submissions.teaching.gradebook.grade_weights import set_weights, try_weights
from tests.world import classroom, large_class
from tests.world.clock import NOW
from tests.world.queries import counted

_DAY = timedelta(days=1)
_FIRST = Draft(title="First", published=True, due_at=NOW - _DAY)
_SECOND = replace(_FIRST, title="Second", due_at=NOW + _DAY)


def test_other_weights_show_whose_total_they_change_and_store_nothing(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        first, second = (classroom.assignment(session, course, draft) for draft in (_FIRST, _SECOND))
        students = [classroom.member(session, course, login) for login in ("ada", "bo", "cy", "dan")]
        earned = {"ada": ("100", "50"), "bo": ("40", "80"), "cy": ("60", "60")}
        for student in students[:3]:
            for made, points in zip((first, second), earned[student.login], strict=True):
                handed_in = classroom.handed_in(session, made, student, at=NOW - 2 * _DAY)
                classroom.graded(session, handed_in, points)
        weights = {first.id: Decimal(300), second.id: None}
        found = try_weights(session, owner, course.id, weights, now=NOW)
        before = sheet(session, owner, course.id, SheetRequest(), now=NOW).totals
        set_weights(session, owner, course.id, weights, now=NOW)
        after = sheet(session, owner, course.id, SheetRequest(), now=NOW).totals

    # dan has nothing in the first: 0 before and after
    changes = [(each.name, each.before, each.after) for each in found.changes]
    assert changes == [
        ("Ada", Decimal(75), Decimal("87.5")),
        ("Bo", Decimal(60), Decimal(50)),
    ]
    assert (found.students, found.rises, found.falls) == (4, 1, 1)
    assert (found.before, found.after) == (before, after)


def test_whoever_may_not_set_weights_may_not_try_them(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course, _FIRST)
        student = classroom.member(session, course, "ada")
        with pytest.raises(NotAllowed):
            try_weights(session, Caller(student.id), course.id, {made.id: Decimal(1)}, now=NOW)
        with pytest.raises(Unusable):
            try_weights(session, owner, course.id, {made.id: Decimal(-1)}, now=NOW)
        with pytest.raises(NotFound):
            try_weights(session, owner, course.id, {new_id(): Decimal(1)}, now=NOW)


def test_a_large_class_costs_no_more_queries(database: Database) -> None:
    counts = []
    for students in (3, 130):
        with database.begin() as session:
            course_id = large_class.make(session, students)
        with database.read() as session, counted(database) as statements:
            assert try_weights(session, classroom.OPERATOR, course_id, {}, now=NOW).students == students
        counts.append(len(statements))

    assert counts[0] == counts[1]
