from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from submissions.courses.assignments import extensions
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.extensions import Grant
from submissions.courses.grades.cells import columns
from submissions.errors import NotAllowed, Unusable
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Enrolment
from submissions.teaching.figures.rebuild import rebuild
from submissions.teaching.gradebook import grade_sheet, overrides
from submissions.teaching.gradebook.class_grades import class_grades
from submissions.teaching.gradebook.grade_sheet import BY_TOTAL, Sheet, SheetRequest
from submissions.teaching.gradebook.grade_standing import with_standing
from submissions.teaching.gradebook.grade_totals import percent
from submissions.teaching.gradebook.grade_weights import set_weights
from submissions.teaching.gradebook.gradebook import rows
from tests.world import classroom, large_class
from tests.world.clock import NOW
from tests.world.queries import counted

_DAY = timedelta(days=1)
_DUE = Draft(title="Due", published=True, due_at=NOW - _DAY)
_OPEN = replace(_DUE, title="Open", due_at=NOW + _DAY, points=Decimal(50))


def _logins(sheet: Sheet) -> list[str]:
    return [row.login for row in sheet.rows]


def test_totals_statistics_and_orders_agree_by_hand(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        due, later = (classroom.assignment(session, course, draft) for draft in (_DUE, _OPEN))
        ada, bo, cy, dan = (classroom.member(session, course, login) for login in ("ada", "bo", "cy", "dan"))
        for student, points in ((ada, "80"), (bo, "40")):
            handed_in = classroom.handed_in(session, due, student, at=NOW - 2 * _DAY)
            classroom.graded(session, handed_in, points)
        classroom.graded(session, classroom.handed_in(session, later, ada), "10")
        classroom.handed_in(session, due, cy, at=NOW - 2 * _DAY)  # it waits
        extensions.give(session, owner, due, dan.id, Grant(due_at=NOW + _DAY), now=NOW - 2 * _DAY)
        eve = classroom.member(session, course, "eve")  # she has nothing
        place = session.get_one(Enrolment, (course.id, eve.id))
        place.section, place.sis_id = "B", "S-77"
        set_weights(session, owner, course.id, {later.id: Decimal(300)}, now=NOW)

        def look(**asked: object) -> Sheet:
            return grade_sheet.sheet(session, owner, course.id, SheetRequest(**asked), now=NOW)  # type: ignore[arg-type]

        sheet = look()
        totals = {row.login: percent(sheet.columns, row) for row in sheet.rows}

        # (100 × 80 % + 300 × 20 %) / 400; what is missing counts as 0, what waits and what is not due do not
        assert totals == {"ada": Decimal(35), "bo": Decimal(40), "cy": None, "dan": None, "eve": Decimal(0)}
        assert [row.login for row in sheet.rows if due.id in row.waiting] == ["cy"]
        assert [row.login for row in sheet.rows if due.id in row.missing] == ["eve"]
        of_due = sheet.statistics[due.id]
        assert (of_due.mean, of_due.median) == (Decimal(60), Decimal(60))
        assert (of_due.graded, of_due.missing) == (2, 1)
        assert (sheet.totals.mean, sheet.totals.median) == (Decimal(25), Decimal(35))
        assert _logins(look(by=BY_TOTAL, descending=True)) == ["bo", "ada", "eve", "cy", "dan"]
        assert _logins(look(by=str(due.id))) == ["bo", "ada", "cy", "dan", "eve"]
        assert _logins(look(section="B")) == _logins(look(who="s-77")) == ["eve"]
        assert _logins(look(section="", who="A")) == ["ada", "dan"]
        assert _logins(look(by="login", descending=True, page=99))[0] == "eve"


def test_names_are_sorted_as_people_sort_them(database: Database) -> None:
    names = ["Zoë", "ángel", "Ana-María", "Ana Maria", "Øystein", "O'Neill", "Łukasz", "anders", "Émile"]
    with database.begin() as session:
        course, owner = classroom.course(session)
        for number, name in enumerate(names):
            classroom.member(session, course, f"s{number}").name = name
        session.flush()
        sheet = grade_sheet.sheet(session, owner, course.id, SheetRequest(), now=NOW)

    assert [row.name for row in sheet.rows if row.name != "Ana Maria"] == [
        "Ana-María", "anders", "ángel", "Émile", "Łukasz", "O'Neill", "Øystein", "Zoë"
    ]  # fmt: skip


def test_only_teachers_set_weights_and_only_numbers_are_weights(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course, _DUE)
        student = classroom.member(session, course, "ada")
        with pytest.raises(NotAllowed):
            set_weights(session, Caller(student.id), course.id, {made.id: Decimal(1)}, now=NOW)
        with pytest.raises(Unusable):
            set_weights(session, owner, course.id, {made.id: Decimal(-1)}, now=NOW)


def test_a_sheet_of_a_large_class_costs_no_more_queries(database: Database) -> None:
    counts = []
    for students in (3, 130):
        with database.begin() as session:
            course_id = large_class.make(session, students)
        with database.read() as session, counted(database) as statements:
            sheet = grade_sheet.sheet(session, classroom.OPERATOR, course_id, SheetRequest(), now=NOW)
            assert (sheet.students, sheet.pages) == (students, 1 + students // 100)
        counts.append(len(statements))

    assert counts[0] == counts[1] <= 16


@pytest.mark.parametrize("small", [2000, 0])
def test_statistics_agree_with_the_grades_of_the_table(
    database: Database, monkeypatch: pytest.MonkeyPatch, small: int
) -> None:
    """Those of a small class, and those of a large one, which come from facts."""
    monkeypatch.setattr("submissions.teaching.gradebook.class_grades._SMALL", small)
    due = replace(_DUE, closes_at=NOW + _DAY)
    late = replace(due, title="Late", points=Decimal(7), late_percent_per_day=Decimal(10))
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = [classroom.assignment(session, course, each) for each in (due, late)]
        students = [classroom.member(session, course, f"s{number}") for number in range(5)]
        for assignment in made:
            for number, student in enumerate(students[:4]):
                for days in range(3):
                    handed_in = classroom.handed_in(
                        session, assignment, student, at=NOW + (days - 2) * _DAY, content=b"%d" % days
                    )
                    classroom.graded(session, handed_in, str(7 * number * (days + 1) / 12))
            rebuild(session, assignment.id)
        classroom.graded(session, classroom.handed_in(session, made[0], students[1], content=b"new"), "9")
        overrides.give(session, owner, made[1], students[2].id, Decimal(6), "By hand.", now=NOW)

        across = columns(session, course.id)
        book = with_standing(session, across, rows(session, course.id, across), whole=True, now=NOW)
        kept = class_grades(session, course.id, across, now=NOW)

        assert {row.person_id: percent(across, row) for row in book} == kept.percents
        for each in across:
            points = [row.cells[each.assignment.id].points for row in book if each.assignment.id in row.cells]
            found = kept.statistics[each.assignment.id]
            assert (found.graded, found.missing) == (len(points), 5 - len(points))
            assert found.mean is not None
            assert abs(found.mean - sum(points, Decimal(0)) / len(points)) <= Decimal("0.01")
