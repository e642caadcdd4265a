from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from submissions.access import people
from submissions.access.policy import Caller
from submissions.errors import NotAllowed
from submissions.grades import stored_facts
from submissions.storage.database import Database
from submissions.tables import Assignment, Course, Person, Role, Submission
from submissions.watch.class_causes import CauseCount, causes_of
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.queries import counted

SIGN, SEED = "wrong_sign", "seed_missing"


def _tries(session: Session, of: Assignment, by: Person, *attempts: list[str]) -> None:
    """One graded attempt for each list of causes, one after the other."""
    for place, causes in enumerate(attempts):
        at = NOW + timedelta(minutes=place)
        file = classroom.handed_in(session, of, by, at=at, content=f"{by.login} {place}".encode())
        classroom.graded(session, file, "100" if not causes else "10", causes)
    stored_facts.complete(session)


def _class(session: Session) -> tuple[Course, Caller, Assignment]:
    """Ada needed two attempts more, Bob three, Cy has both causes now, Dee only waits."""
    course, owner = classroom.course(session)
    made = classroom.assignment(session, course)
    ada, bob, cy, dee = (classroom.member(session, course, login) for login in ("ada", "b_b", "cy", "dee"))
    _tries(session, made, ada, [SIGN], [SIGN, SEED], [])
    _tries(session, made, bob, [SIGN], [SIGN], [SIGN], [SEED])
    _tries(session, made, cy, [SEED, SIGN])
    classroom.handed_in(session, made, dee)
    session.flush()
    return course, owner, made


def _by_cause(session: Session, caller: Caller, made: Assignment) -> dict[str, CauseCount]:
    return {each.cause: each for each in causes_of(session, caller, made).causes}


def test_students_are_counted_by_what_their_latest_attempt_has(database: Database) -> None:
    with database.begin() as session:
        _, owner, made = _class(session)
        found = causes_of(session, owner, made)

    assert (found.students, found.passed) == (3, 1)
    assert [(each.cause, len(each.now), each.ever, each.overcome) for each in found.causes] == [
        (SEED, 2, 3, 1),
        (SIGN, 1, 3, 2),
    ]


def test_attempts_are_counted_from_the_first_with_a_cause_to_the_first_without(database: Database) -> None:
    with database.begin() as session:
        _, owner, made = _class(session)
        found = _by_cause(session, owner, made)

    assert found[SIGN].attempts == 2.5  # 2 and 3
    assert found[SEED].attempts == 1


def test_who_has_it_now_is_listed_by_name_with_that_attempt(database: Database) -> None:
    with database.begin() as session:
        _, owner, made = _class(session)
        seed = _by_cause(session, owner, made)[SEED]
        latest = {session.get_one(Submission, each.submission_id).attempt for each in seed.now}

    assert [each.name for each in seed.now] == ["B_B", "Cy"]
    assert latest == {4, 1}


def test_who_left_and_who_teaches_is_not_counted(database: Database) -> None:
    with database.begin() as session:
        course, owner, made = _class(session)
        teacher = classroom.member(session, course, "tia", Role.INSTRUCTOR)
        _tries(session, made, teacher, [SIGN])
        before = causes_of(session, owner, made)
        cy = next(each for each in before.causes[0].now if each.name == "Cy")
        people.place(session, course.id, cy.person_id).active = False
        session.flush()
        after = causes_of(session, owner, made)

    assert (before.students, after.students) == (3, 2)
    assert {each.cause: len(each.now) for each in after.causes} == {SEED: 1, SIGN: 0}


def test_no_student_sees_them(database: Database) -> None:
    with database.begin() as session:
        course, _, made = _class(session)
        student = Caller(classroom.member(session, course, "eve").id)
        with pytest.raises(NotAllowed):
            causes_of(session, student, made)


def test_queries_do_not_grow_with_the_class(database: Database) -> None:
    def queries() -> int:
        with database.read() as fresh, counted(database) as made_of:
            causes_of(fresh, owner, made)
        return len(made_of)

    with database.begin() as session:
        course, owner, made = _class(session)
    few = queries()
    with database.begin() as session:
        for number in range(5):
            _tries(session, made, classroom.member(session, course, f"more{number}"), [SIGN], [])

    assert queries() == few
