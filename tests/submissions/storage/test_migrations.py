"""Migrations make the tables that the code has."""

import json
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, func, select

from grader.assignment import GradientPolicy
from submissions.storage.database import Database, _alembic
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    AttemptFact,
    Base,
    GradeJob,
    Grading,
    StoredFile,
    StoredReport,
    Submission,
)
from submissions.tables.identity import new_id
from tests.world import postgres
from tests.world.clock import NOW

_LANDED = "2026_11_21"
_BEFORE_EVER = "2026_11_24_late_days_returned"
_GRADED, _WAITING = 1203, 7
"""More than some batches, and no whole number of them."""


@pytest.fixture(params=["sqlite", "postgresql"])
def landed_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of the first version, with submissions in it."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/landed.db"
        _fill(url)
        yield url
        return
    if lack := postgres.lacking():
        pytest.skip(lack)
    with postgres.fresh() as url:
        _fill(url)
        yield url


def test_migrated_tables_are_those_of_the_code(database_url: str) -> None:
    engine = create_engine(database_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "include_name": _is_ours}
        )
        differences = compare_metadata(context, Base.metadata)
    engine.dispose()

    assert differences == []


def test_a_migrated_database_is_current_and_migrates_again_to_itself(database: Database) -> None:
    database.migrate()

    assert database.is_current()


def _is_ours(name: str | None, kind: str, _parents: Any) -> bool:
    return kind != "table" or not str(name).startswith("procrastinate_")


def test_reports_move_to_a_table_of_their_own_and_nothing_else_changes(landed_url: str) -> None:
    with closing(Database(landed_url)) as database:
        assert not database.is_current()
        database.migrate()
        with database.read() as session:
            reports = dict(session.execute(select(StoredReport.grading_id, StoredReport.content)).all())
            gradings = session.scalars(select(Grading)).all()
            counted = [
                session.scalar(select(func.count()).select_from(each))
                for each in (Submission, GradeJob, StoredFile)
            ]
            deleted = session.scalar(select(func.count()).where(StoredFile.deleted_at.is_not(None)))
            state, sandbox, finished_at = session.execute(
                select(Grading.state, Grading.sandbox, Grading.finished_at).order_by(Grading.id).limit(1)
            ).one()
        assert database.is_current()

    assert counted == [_GRADED + _WAITING, _GRADED + _WAITING, 1]
    assert deleted == 0
    assert (state, sandbox, finished_at) == ("graded", "E2", NOW)
    assert len(gradings) == _GRADED + _WAITING
    assert {each.id for each in gradings if each.state == "graded"} == set(reports)
    assert {json.loads(each)["number"] for each in reports.values()} == set(range(_GRADED))


def test_what_was_asked_for_before_is_asked_for_still(landed_url: str) -> None:
    """Every version of the code since then has added columns beside references from other tables."""
    with closing(Database(landed_url)) as database:
        database.migrate()
        with database.read() as session:
            asked = set(session.scalars(select(AssignmentVersion.gradients)))
            seen = set(map(tuple, session.execute(select(Grading.gradients, Grading.gradients_proven))))
            html = set(session.scalars(select(Assignment.instructions_html)))

    assert asked == {GradientPolicy.ANY}
    assert seen == {(None, None)}
    assert html == {None}


def test_a_reference_still_deletes_what_belongs_to_it(landed_url: str) -> None:
    with closing(Database(landed_url)) as database:
        database.migrate()
        with database.begin() as session:
            session.execute(sa.delete(Submission))
            left = [
                session.scalar(select(func.count()).select_from(each))
                for each in (Grading, GradeJob, StoredReport)
            ]

    assert left == [0, 0, 0]


def test_what_students_ever_did_is_read_off_their_attempts(landed_url: str) -> None:
    with closing(Database(landed_url)) as database:
        with database._writer.begin() as connection:
            command.upgrade(_alembic(connection), _BEFORE_EVER)
            ids = connection.execute(sa.text("SELECT id, assignment_id FROM submission LIMIT 4")).all()
            late, never = new_id(), new_id()
            _insert(connection, "person", [
                {"id": each, "login": each.hex, "name": "", "name_key": "", "operator": False, "zone": "UTC",
                 "created_at": NOW}
                for each in (late, never)
            ])  # fmt: skip
            whose = [(late, True, False), (late, False, True), (late, False, False), (never, False, False)]
            _insert(connection, "attempt_fact", [
                {"submission_id": UUID(str(submission_id)), "assignment_id": UUID(str(assignment_id)),
                 "person_id": person_id, "late": is_late, "passed": passed, "at": NOW, "hour": 0, "earned": 0,
                 "percent": 0, "number": 1, "is_first": True, "is_last": True, "is_best": True,
                 "counts": True, "progress_at": NOW, "pattern": "0" * 64, "cause_count": 0}
                for (submission_id, assignment_id), (person_id, is_late, passed)
                in zip(ids, whose, strict=True)
            ])  # fmt: skip
        database.migrate()
        with database.read() as session:
            chosen = select(AttemptFact.person_id, AttemptFact.ever_late, AttemptFact.ever_passed)
            found = session.execute(chosen.distinct()).all()

    assert set(map(tuple, found)) == {(late, True, True), (never, False, False)}


def _fill(url: str) -> None:
    """The tables of the first version, by the names that they had then."""
    with closing(Database(url)) as database, database._writer.begin() as connection:
        command.upgrade(_alembic(connection), _LANDED)
        insert = partial(_insert, connection)
        assignment, version = new_id(), new_id()
        insert("assignment", [
            {"id": assignment, "title": "Core", "instructions": "", "starter": "", "published": True,
             "late_percent_per_day": 0, "late_most_percent": 0, "cooldown_seconds": 0, "hint_rung": 3,
             "counts": "best", "shown": "at-once", "version_number": 1, "revision": 1, "created_at": NOW},
        ])  # fmt: skip
        insert("assignment_version", [
            {"id": version, "assignment_id": assignment, "number": 1, "stage": "core", "weights": {},
             "points": 1000000, "created_at": NOW},
        ])  # fmt: skip
        insert("stored_file", [{"sha256": "0" * 64, "content": b"class Value: ...", "size": 16}])
        ids = [(new_id(), new_id(), new_id(), number) for number in range(_GRADED + _WAITING)]
        insert("submission", [
            {"id": id_, "assignment_id": assignment, "sha256": "0" * 64, "file_name": "value.py",
             "state": "graded", "grading_id": grading, "reused": False, "attempt": 1, "revision": 1,
             "created_at": NOW}
            for id_, grading, _, _ in ids
        ])  # fmt: skip
        insert("grading", [
            {"id": grading, "submission_id": id_, "version_id": version, "reason": "handed-in",
             "state": "graded" if number < _GRADED else "queued", "points": 1, "passed": False, "causes": [],
             "sandbox": "E2", "report": json.dumps({"number": number}) if number < _GRADED else None,
             "created_at": NOW, "finished_at": NOW}
            for id_, grading, _, number in ids
        ])  # fmt: skip
        insert("grade_job", [
            {"id": job, "grading_id": grading, "priority": 0, "state": "done", "not_before": NOW,
             "attempts": 1, "created_at": NOW}
            for _, grading, job, _ in ids
        ])  # fmt: skip


def _insert(connection: sa.Connection, name: str, rows: list[dict[str, Any]]) -> None:
    """Rows of a table as it is then, whatever the code has made of it since."""
    columns = {each["name"]: each["type"] for each in sa.inspect(connection).get_columns(name)}
    columns |= {each: sa.Uuid() for each in columns if each == "id" or each.endswith("_id")}
    connection.execute(sa.insert(sa.table(name, *(sa.column(each, columns[each]) for each in rows[0]))), rows)
