from collections.abc import Sequence

import pytest

from submissions.courses.courses import roster_import
from submissions.courses.courses.roster import RosterRequest, change_place, roster_page
from submissions.courses.courses.roster_import import RosterLine, RosterPlan
from submissions.errors import NotAllowed, Stale, Unusable
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Enrolment, Role
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.queries import counted

_LIST = [
    RosterLine(2, "Ada@example.edu ", "Ada Lovelace", "Lab 1", "S1"),
    RosterLine(3, "bo", "Another Name", "Lab 2", None),
    RosterLine(4, "cy", "", None, None),
    RosterLine(5, "back", "", "Lab 1", ""),
    RosterLine(6, "helper", "", "Lab 1", None),
    RosterLine(7, "bo", "Twice"),
    RosterLine(8, "no login", "Spaces"),
    RosterLine(9, "dan", "Dan", None, "S1"),
]


def _logins(found: Sequence[object]) -> list[str]:
    return [each.line.login for each in found]  # type: ignore[attr-defined]


def test_a_list_is_compared_first_and_applied_then(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        bo, cy, back, gone = (
            classroom.member(session, course, each) for each in ("bo", "cy", "back", "gone")
        )
        classroom.member(session, course, "helper", Role.ASSISTANT)
        people.leave(session, owner, course.id, back.id, now=NOW)
        before = roster_import.plan(session, owner, course.id, _LIST)

        assert _logins(before.added) == ["ada@example.edu", "back"]
        assert _logins(before.changed) == ["bo", "helper"]
        assert [person.id for person, _ in before.absent] == [gone.id]
        assert before.same == 1
        assert [(each.row, each.error.why) for each in before.problems] == [
            (7, "twice-in-the-list"), (8, "has-spaces"), (9, "twice-in-the-list")
        ]  # fmt: skip

        def put(digest: str, *, deactivate: bool) -> RosterPlan:
            return roster_import.apply(
                session, owner, course.id, _LIST, digest=digest, deactivate=deactivate, now=NOW
            )

        with pytest.raises(Stale):
            put("0" * 64, deactivate=True)
        put(before.digest, deactivate=True)
        after = roster_import.plan(session, owner, course.id, _LIST)

        assert (after.added, after.changed, after.absent, after.same) == ([], [], [], 5)
        ada = people.by_login(session, "ada@example.edu")
        assert ada is not None
        place = session.get_one(Enrolment, (course.id, ada.id))
        assert (ada.name, ada.password_hash, place.section, place.sis_id) == (
            "Ada Lovelace",
            None,
            "Lab 1",
            "S1",
        )
        assert bo.name == "Bo"  # a name belongs to its account
        assert session.get_one(Enrolment, (course.id, gone.id)).active is False
        assert session.get_one(Enrolment, (course.id, cy.id)).section == ""


def test_whose_row_has_a_problem_is_not_taken_for_absent(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        classroom.member(session, course, "bo")
        plan = roster_import.plan(session, owner, course.id, [RosterLine(2, "Bo", "", "x" * 65)])

        assert (len(plan.problems), plan.absent) == (1, [])


def test_assistants_change_no_roster_and_a_list_has_an_end(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        assistant = classroom.member(session, course, "helper", Role.ASSISTANT)
        with pytest.raises(NotAllowed):
            roster_import.plan(session, Caller(assistant.id), course.id, [])
        with pytest.raises(Unusable):
            roster_import.plan(session, owner, course.id, [RosterLine(1, "x", "")] * 5001)


def test_people_are_found_sorted_and_paged_in_as_many_queries(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        lines = [
            RosterLine(row, f"s{row:03}", f"Student {row:03}", f"Lab {row % 3}", f"N{row}")
            for row in range(130)
        ]
        digest = roster_import.plan(session, owner, course.id, lines).digest
        roster_import.apply(session, owner, course.id, lines, digest=digest, deactivate=False, now=NOW)
        change_place(session, owner, course.id, people.by_login(session, "s007").id, section=" Été ", now=NOW)  # type: ignore[union-attr]

    def look(**asked: object) -> tuple[int, int, list[str]]:
        with database.read() as session, counted(database) as statements:
            found = roster_page(session, owner, course.id, RosterRequest(**asked))  # type: ignore[arg-type]
            assert len(statements) <= 4
            return found.found, found.pages, [person.login for person, _ in found.people]

    assert look()[:2] == (131, 2)
    assert look(page=2)[2][-1] == "s129"
    assert look(section="Été")[2] == ["s007"]
    assert look(who="STUDENT 12")[0] == 10
    assert look(who="n129")[2] == ["s129"]
    assert look(role=Role.OWNER)[2] == ["owner"]
    assert look(by="login", descending=True)[2][0] == "s129"


def test_nobody_becomes_staff_again_by_a_list(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        teacher = classroom.member(session, course, "teacher", Role.INSTRUCTOR)
        second = classroom.member(session, course, "second", Role.OWNER)
        people.leave(session, owner, course.id, second.id, now=NOW)
        lines = [RosterLine(2, "second", "")]
        by = Caller(teacher.id)
        seen = roster_import.plan(session, by, course.id, lines).digest
        roster_import.apply(session, by, course.id, lines, digest=seen, deactivate=False, now=NOW)

        assert people.place(session, course.id, second.id).role == Role.STUDENT
