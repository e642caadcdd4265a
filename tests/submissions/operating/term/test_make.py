"""A made term: its files have their results, and all that people of a course do is there."""

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.sandbox.embedded import Embedded
from submissions.grading.work.task import Grader
from submissions.operating.term.make import Examiner, MadeTerm
from submissions.operating.term.recording import planned
from submissions.operating.term.talk import VisitReason
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    AttemptFact,
    AuditEvent,
    CannedComment,
    Comment,
    Enrolment,
    Extension,
    Grading,
    Override,
    Person,
    RegradeRequest,
    RequestState,
    Role,
    StaffMessage,
    StaffNote,
    State,
    Submission,
)
from submissions.teaching.figures.rebuild import rebuild
from submissions.teaching.watch.equal_work import equal_work
from submissions.teaching.watch.watch_list import WatchReason, watch_list
from tests.world.counted_class import NOW
from tests.world.made_term import STUDENTS, made_term, term_once


@pytest.fixture(scope="module")
def kept_term(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, MadeTerm]:
    """Made once: no test changes anything."""
    return term_once(tmp_path_factory, sqlite_template)


@pytest.fixture(scope="module")
def database(kept_term: tuple[Path, MadeTerm]) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{kept_term[0]}")) as made:
        yield made


@pytest.fixture(scope="module")
def term(kept_term: tuple[Path, MadeTerm]) -> MadeTerm:
    return kept_term[1]


def test_every_file_has_a_result_and_is_counted(database: Database, term: MadeTerm) -> None:
    with database.begin() as session:
        states = Counter(session.scalars(select(Submission.state)))
        rows = session.scalar(select(func.count()).where(Submission.shared_id == Submission.id)) or 0
        kept = session.scalar(select(func.count()).select_from(AttemptFact))
        again = sum(rebuild(session, each) for each in session.scalars(select(Assignment.id)))

    assert rows > 0
    assert states.total() == term.submissions + rows
    assert states[State.INTERNAL_ERROR] == 1
    assert kept == states[State.GRADED] == again


def test_people_of_the_course_do_all_that_people_do(database: Database, term: MadeTerm) -> None:
    with database.begin() as session:
        number = {
            table: session.scalar(select(func.count()).select_from(table))
            for table in (Comment, CannedComment, Override, StaffNote, StaffMessage)
        }
        requests = Counter(session.scalars(select(RegradeRequest.state)))
        late_days = session.scalars(select(Extension.late_days)).all()
        replies = session.scalar(select(func.count()).where(Comment.reply_to_id.is_not(None))) or 0
        lines = session.scalars(select(Comment.line).where(Comment.line.is_not(None))).all()
        sections = session.scalars(select(Enrolment.section).where(Enrolment.role == Role.ASSISTANT)).all()
        climbed = session.scalar(select(func.count()).where(AuditEvent.action == "hint-opened")) or 0

    assert all(number.values()), number
    assert requests[RequestState.OPEN] == requests[RequestState.CHANGED] == 1
    assert min(replies, len(lines), climbed) > 0
    assert {bool(each) for each in late_days} == {True, False}
    assert len(set(sections)) == 3
    assert {visit.reason for visit in term.visits} == set(VisitReason)


def test_assignments_differ_as_those_of_a_course_do(database: Database, term: MadeTerm) -> None:
    with database.begin() as session:
        made = session.scalars(select(Assignment).where(Assignment.course_id == term.course_id)).all()

        assert [each.title for each in made if each.group_size > 1] == ["5. Training"]
        assert [each.title for each in made if each.hidden_suites] == ["6. Everything together"]


def test_the_watch_list_has_who_is_stuck(database: Database, term: MadeTerm) -> None:
    with database.begin() as session:
        entries = watch_list(session, Caller(term.instructor_id), term.course_id, now=NOW)
        reasons = {reason.kind for each in entries for reason in each.reasons}
    stuck = next(visit for visit in term.visits if visit.reason is VisitReason.STUCK)

    assert {WatchReason.SAME_CAUSE, WatchReason.REQUEST, WatchReason.OUR_FAILURE} <= reasons
    assert stuck.person_id in {each.person_id for each in entries}
    assert stuck.attempts >= 3


def test_only_copies_are_found_as_equal_work(database: Database, term: MadeTerm) -> None:
    copies = {each.name for each in planned(STUDENTS, NOW).students if each.author != each.name}
    with database.begin() as session:
        for assignment in session.scalars(select(Assignment)):
            for group in equal_work(session, Caller(term.instructor_id), assignment).groups:
                assert copies & {each.name for each in group.students}


def test_a_term_whose_files_are_graded_again_has_the_same_results(
    sqlite_template: Path, tmp_path: Path, sandbox: Embedded
) -> None:
    turns: list[tuple[int, int]] = []
    examiner = Examiner(Grader.using(sandbox), 1, lambda *turn: turns.append(turn))
    told = []
    for name, by in (("shipped.db", None), ("again.db", None), ("graded.db", examiner)):
        path = shutil.copy(sqlite_template, tmp_path / name)
        with closing(Database(f"sqlite:///{path}")) as database:
            made = made_term(database, 1, by)
            with database.begin() as session:
                told.append((made.submissions, made.files, _results(session)))

    assert told[0] == told[1] == told[2]
    assert turns == [(done, told[0][1]) for done in range(1, told[0][1] + 1)]


def _results(session: Session) -> list[tuple[Any, ...]]:
    chosen = (
        select(Person.name, Submission.created_at, Submission.sha256, Grading.points, Grading.causes)
        .join(Submission, Submission.person_id == Person.id)
        .join(Grading, Grading.id == Submission.grading_id)
        .order_by(Submission.created_at, Person.name)
    )
    return [tuple(row) for row in session.execute(chosen)]
