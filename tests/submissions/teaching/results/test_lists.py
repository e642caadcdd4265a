from datetime import timedelta
from decimal import Decimal
from itertools import product

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.courses.assignments import extensions
from submissions.courses.assignments.draft import POINTS, Draft
from submissions.courses.assignments.extensions import Grant
from submissions.errors import NotFound
from submissions.grading.intake.submit import withdraw
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Assignment, Course, Person, State
from submissions.teaching.gradebook import overrides
from submissions.teaching.results.ordering import SubmissionColumn, SubmissionOrder
from submissions.teaching.results.search import SubmissionFilter, search
from submissions.teaching.results.student_record import student_record
from submissions.teaching.results.submission_counts import SubmissionCounts, numbers
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW


def _class(session: Session) -> tuple[Course, Caller, Assignment]:
    """Ada waits, Bob was graded twice, for Cy we failed, Dee took it back."""
    course, owner = classroom.course(session)
    made = classroom.assignment(session, course)
    ada, bob, cy, dee = (classroom.member(session, course, login) for login in ("ada", "b_b", "cy", "dee"))
    for number, cause in enumerate(("wrong_sign", "seed_missing")):
        file = classroom.handed_in(session, made, bob, content=cause.encode())
        classroom.graded(session, file, str(10 * number), [cause])
    classroom.failed(session, classroom.handed_in(session, made, cy), "SandboxUnavailable in open")
    gone = classroom.handed_in(session, made, dee)
    withdraw(session, Caller(gone.person_id), gone, now=NOW)
    classroom.handed_in(session, made, ada)
    session.flush()
    return course, owner, made


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (SubmissionFilter(), ["Ada", "Dee", "Cy", "B_B", "B_B"]),
        (SubmissionFilter(who="AD"), ["Ada"]),
        (SubmissionFilter(who=" b_ "), ["B_B", "B_B"]),
        (SubmissionFilter(who="%"), []),
        (SubmissionFilter(cause="wrong_sign"), ["B_B"]),
        (SubmissionFilter(state=State.INTERNAL_ERROR), ["Cy"]),
        (SubmissionFilter(who="b", state=State.QUEUED), []),
    ],
)
def test_submissions_are_found(database: Database, wanted: SubmissionFilter, names: list[str]) -> None:
    with database.begin() as session:
        _, _, made = _class(session)
        found = search(session, OPERATOR, made, wanted).rows

        assert sorted(each.name for each in found) == sorted(names)


def test_pages_of_a_search_make_the_whole_list_in_every_order(database: Database) -> None:
    with database.begin() as session:
        _, _, made = _class(session)
        for column, descending in product(SubmissionColumn, (True, False)):
            order = SubmissionOrder(column, descending)
            every = search(session, OPERATOR, made, SubmissionFilter(), order)
            assert (every.found, every.page, every.pages) == (5, 1, 1)
            parts = [
                search(session, OPERATOR, made, SubmissionFilter(), order, page=number, on_a_page=2)
                for number in (1, 2, 3)
            ]
            assert [each.pages for each in parts] == [3, 3, 3]
            assert [row for part in parts for row in part.rows] == every.rows
            last = search(session, OPERATOR, made, SubmissionFilter(), order, page=99, on_a_page=2)
            assert last == parts[-1]


def test_how_we_failed_is_told_where_we_did(database: Database) -> None:
    with database.begin() as session:
        _, _, made = _class(session)
        found = search(session, OPERATOR, made, SubmissionFilter()).rows

        assert {each.name: each.trouble for each in found if each.trouble} == {
            "Cy": "SandboxUnavailable in open"
        }


def test_what_was_handed_in_is_counted(database: Database) -> None:
    with database.begin() as session:
        course, _, made = _class(session)
        empty = classroom.assignment(session, course)

        assert numbers(session, OPERATOR, course.id, [made.id, empty.id]) == {
            made.id: SubmissionCounts(files=5, students=4, waiting=1, failed=1),
            empty.id: SubmissionCounts(),
        }


def test_who_left_the_course_is_not_among_the_students_that_submitted(database: Database) -> None:
    with database.begin() as session:
        course, owner, made = _class(session)
        bob = session.scalars(select(Person).where(Person.login == "b_b")).one()
        people.leave(session, owner, course.id, bob.id, now=NOW)

        assert numbers(session, OPERATOR, course.id, [made.id])[made.id].students == 3


def test_a_dossier_has_what_a_student_was_given(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course, Draft(title="Core", due_at=NOW))
        student, other = (classroom.member(session, course, login) for login in ("student", "other"))
        grant = Grant(due_at=NOW + timedelta(days=1))
        extensions.give(session, owner, made, student.id, grant, now=NOW)
        overrides.give(session, owner, made, student.id, Decimal(POINTS.most), "bonus", now=NOW)
        people.leave(session, owner, course.id, student.id, now=NOW)
        given, nothing = (
            student_record(session, OPERATOR, made, student.id),
            student_record(session, OPERATOR, made, other.id),
        )

        assert given.extension is not None
        assert given.override is not None
        assert not given.place.active
        assert (nothing.extension, nothing.override) == (None, None)
        with pytest.raises(NotFound):
            student_record(session, OPERATOR, made, classroom.person(session, "stranger").id)
