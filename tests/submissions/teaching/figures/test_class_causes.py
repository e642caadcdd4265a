from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import replace
from submissions.courses.grades import stored_facts
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Assignment, Course, Person, Role, Submission
from submissions.teaching.figures.causes import submissions_with
from submissions.teaching.figures.class_causes import CauseCount, class_causes
from submissions.teaching.figures.selection import Selection, Which
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.queries import counted

SIGN, SEED = "wrong_sign", "seed_missing"
LAST = Selection(which=Which.LAST)


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


def _by_cause(session: Session, made: Assignment, selection: Selection = LAST) -> dict[str, CauseCount]:
    return {each.cause: each for each in class_causes(session, made, selection).causes}


def test_students_are_counted_by_what_their_selected_attempt_has(database: Database) -> None:
    with database.begin() as session:
        _, _, made = _class(session)
        last = class_causes(session, made, LAST)
        first = class_causes(session, made, Selection(which=Which.FIRST))
        all_ = class_causes(session, made, Selection(which=Which.ALL))

    assert [(each.students, each.passed) for each in (last, first, all_)] == [(3, 1), (3, 0), (3, 1)]
    assert [(each.cause, each.figure.now, each.figure.ever, each.overcame) for each in last.causes] == [
        (SEED, 2, 3, 1),
        (SIGN, 1, 3, 2),
    ]
    assert {each.cause: each.figure.now for each in first.causes} == {SIGN: 3, SEED: 1}
    assert {each.cause: each.figure.now for each in all_.causes} == {SIGN: 3, SEED: 3}


def test_only_attempts_of_the_time_are_counted(database: Database) -> None:
    with database.begin() as session:
        _, _, made = _class(session)
        found = class_causes(session, made, replace(LAST, since=NOW + timedelta(minutes=3)))

    assert (found.students, found.passed) == (1, 0)
    assert [(each.cause, each.figure.now, each.figure.ever) for each in found.causes] == [(SEED, 1, 1)]


def test_attempts_are_counted_from_the_first_with_a_cause_to_the_first_without(database: Database) -> None:
    with database.begin() as session:
        _, _, made = _class(session)
        found = _by_cause(session, made)

    assert found[SIGN].attempts == 2.5  # 2 and 3
    assert found[SEED].attempts == 1


def test_the_attempts_that_have_it_are_listed(database: Database) -> None:
    with database.begin() as session:
        _, _, made = _class(session)
        found = {}
        for which in (Which.LAST, Which.ALL):
            seed = submissions_with(session, made, Selection(which=which))[SEED]
            found[which] = sorted(session.get_one(Submission, each).attempt for each in seed)

    assert found == {Which.LAST: [1, 4], Which.ALL: [1, 2, 4]}


def test_who_left_and_who_teaches_is_not_counted(database: Database) -> None:
    with database.begin() as session:
        course, _, made = _class(session)
        teacher = classroom.member(session, course, "tia", Role.INSTRUCTOR)
        _tries(session, made, teacher, [SIGN])
        before = class_causes(session, made, LAST)
        cy = session.scalars(select(Person).where(Person.login == "cy")).one()
        people.place(session, course.id, cy.id).active = False
        session.flush()
        after = class_causes(session, made, LAST)

    assert (before.students, after.students) == (3, 2)
    assert {each.cause: each.figure.now for each in after.causes} == {SEED: 1, SIGN: 0}


def test_queries_do_not_grow_with_the_class(database: Database) -> None:
    def queries() -> int:
        with database.read() as fresh, counted(database) as made_of:
            class_causes(fresh, made, LAST)
        return len(made_of)

    with database.begin() as session:
        course, _, made = _class(session)
    few = queries()
    with database.begin() as session:
        for number in range(5):
            _tries(session, made, classroom.member(session, course, f"more{number}"), [SIGN], [])

    assert queries() == few
