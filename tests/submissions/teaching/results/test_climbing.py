"""The ladder of hints: each rung is opened by the student, stays open, and shows nothing above it."""

from uuid import UUID

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.courses.assignments.hints import Rung
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import AuditEvent, Hinting
from submissions.teaching.results import climbing, result
from tests.world import classroom
from tests.world.clock import NOW


def _climber(session: Session, hint_rung: int = 4) -> tuple[Caller, Caller, UUID]:
    course, owner = classroom.course(session)
    assignment = classroom.assignment(session, course)
    assignment.hinting, assignment.hint_rung = Hinting.CLIMB, hint_rung
    ada = classroom.member(session, course, "ada")
    file = classroom.handed_in(session, assignment, ada)
    classroom.graded(session, file, "10", ["wrong_sign"])
    session.flush()
    return Caller(file.person_id), owner, file.id


def _rung(session: Session, caller: Caller, file: UUID) -> Rung:
    return result.read(session, caller, file, now=NOW).rung


def test_a_student_begins_at_the_symptom_and_opens_one_rung_after_the_other(database: Database) -> None:
    with database.begin() as session:
        ada, owner, file = _climber(session, hint_rung=3)

        assert _rung(session, ada, file) is Rung.SYMPTOM
        assert _rung(session, owner, file) is Rung.REPAIR
        for rung in (Rung.PLACE, Rung.CAUSE):
            assert result.read(session, ada, file, now=NOW).next_rung == rung
            climbing.open_next(session, ada, file, rung, now=NOW)
            assert _rung(session, ada, file) == rung
        assert result.read(session, ada, file, now=NOW).next_rung is None
        actions = session.scalars(select(AuditEvent.action)).all()
        assert actions.count("hint-opened") == 2


@pytest.mark.parametrize("rung", [Rung.SYMPTOM, Rung.CAUSE, Rung.REPAIR, None])
def test_no_rung_is_left_out(database: Database, rung: Rung | None) -> None:
    with database.begin() as session:
        ada, _, file = _climber(session)
        climbing.open_next(session, ada, file, rung, now=NOW)

        assert _rung(session, ada, file) is Rung.SYMPTOM


def test_staff_open_nothing_for_a_student(database: Database) -> None:
    with database.begin() as session:
        ada, owner, file = _climber(session)
        climbing.open_next(session, owner, file, Rung.PLACE, now=NOW)

        assert _rung(session, ada, file) is Rung.SYMPTOM


def test_the_cause_is_nowhere_below_its_rung(database: Database) -> None:
    with database.begin() as session:
        ada, _, file = _climber(session)
        seen = result.read(session, ada, file, now=NOW)

        assert seen.score is not None
        assert seen.score.causes == ()
