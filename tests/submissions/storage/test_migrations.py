"""Migrations make the tables that the code has, and take over databases that earlier migrations made."""

import gzip
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, String, column, delete, func, inspect, make_url, select, table, text
from sqlalchemy.orm import Session

from api.words import storage
from submissions.operating.settings import Settings
from submissions.operating.startup import opened
from submissions.storage.database import FIRST_VERSION, Database, UnknownTables, _alembic
from submissions.tables import (
    Base,
    Course,
    Grading,
    Job,
    JobKind,
    JobState,
    LmsPlatform,
    StoredReport,
    Submission,
    Webhook,
)
from submissions.tables._base import Moment
from submissions.tables.identity import new_id
from tests.world import postgres
from tests.world.databases import DIALECTS

CHANGELOG = Path(__file__).parents[3] / "CHANGELOG.md"
_TABLES = Path(__file__).parent / "tables"
"""Databases with rows: a folder for each release, which `python -m bench release_database --write` makes, and
one from before the first."""
_FORMER = [(folder.name, dialect) for folder in sorted(_TABLES.iterdir()) for dialect in DIALECTS]
_UNRELEASED = [("before-0.1.0", dialect) for dialect in DIALECTS]

_OF_JOBS = ("id", "grading_id", "course_id", "person_id", "state", "priority", "attempts", "created_at")
_FORMER_JOBS = table("grade_job", *(column(name, Job.__table__.c[name].type) for name in _OF_JOBS))

_LIBRARY = """
CREATE TYPE procrastinate_job_status AS ENUM ('todo');
CREATE TABLE procrastinate_jobs (id bigserial PRIMARY KEY, status procrastinate_job_status);
CREATE TABLE procrastinate_events (job_id bigint REFERENCES procrastinate_jobs);
CREATE TYPE procrastinate_job_to_defer_v1 AS (queue_name text);
CREATE FUNCTION procrastinate_notify() RETURNS trigger AS $$ BEGIN RETURN NEW; END $$ LANGUAGE plpgsql;
CREATE FUNCTION procrastinate_defer_v1(job procrastinate_job_to_defer_v1) RETURNS procrastinate_jobs
AS $$ SELECT * FROM procrastinate_jobs $$ LANGUAGE sql;
CREATE TRIGGER procrastinate_notify AFTER INSERT ON procrastinate_jobs
FOR EACH ROW EXECUTE FUNCTION procrastinate_notify()
"""
_LEFT = """
SELECT (SELECT count(*) FROM pg_class WHERE relname LIKE 'procrastinate%')
    + (SELECT count(*) FROM pg_proc WHERE proname LIKE 'procrastinate%')
    + (SELECT count(*) FROM pg_type WHERE typname LIKE 'procrastinate%')
"""


@pytest.fixture(params=_FORMER, ids="-".join)
def former_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of a class, as a former version made it."""
    version, dialect = request.param
    script = gzip.decompress((_TABLES / version / f"{dialect}.sql.gz").read_bytes()).decode()
    if dialect == "sqlite":
        with closing(sqlite3.connect(tmp_path / "backgrade.db")) as made:
            made.executescript(script)
        yield f"sqlite:///{tmp_path}/backgrade.db"
        return
    if lack := postgres.lacking():
        pytest.skip(lack)
    with postgres.fresh() as url:
        with psycopg.connect(make_url(url).set(drivername="postgresql").render_as_string()) as connection:
            connection.execute(script.encode())
        yield url


def test_migrated_tables_are_those_of_the_code(database: Database) -> None:
    with database.read() as session:
        assert _differences(session.connection()) == []


def test_a_migrated_database_is_current_and_migrates_again_to_itself(database: Database) -> None:
    database.migrate()

    assert database.is_current()


def test_the_first_version_is_that_of_the_first_migration() -> None:
    assert ScriptDirectory.from_config(_alembic(None)).get_base() == FIRST_VERSION


def test_every_release_has_its_databases() -> None:
    """Once a version is published, the next ones have to take over what it made."""
    titles = re.findall(r"^## (\d[\d.]*) - ", CHANGELOG.read_text(encoding="utf-8"), flags=re.MULTILINE)

    for version in titles:
        folder = _TABLES / version
        assert {path.name for path in folder.glob("*")} == {f"{each}.sql.gz" for each in DIALECTS}


def test_a_database_of_a_former_version_is_taken_over_with_its_rows(former_url: str) -> None:
    with closing(Database(former_url)) as database:
        with database.read() as session:
            before = _counts(session)
        database.require_known()
        database.migrate()
        assert database.is_current()
        with database.read() as session:
            assert _differences(session.connection()) == []
            assert before.items() <= _counts(session).items()
    assert before["submission"] > before["assignment"] > 0


@pytest.mark.parametrize("former_url", _UNRELEASED, indirect=True, ids="-".join)
def test_a_queue_for_each_kind_of_work_becomes_one(former_url: str) -> None:
    with closing(Database(former_url)) as database:
        with database.read() as session:
            before = _counts(session)
            jobs = session.execute(select(_FORMER_JOBS).order_by(_FORMER_JOBS.c.id)).all()
        database.migrate()
        with database.read() as session:
            assert _jobs(session) == jobs
            kinds = select(Job.kind, func.count()).where(Job.kind != JobKind.GRADING).group_by(Job.kind)
            lanes = {JobKind.WEBHOOK: before["webhook"], JobKind.PASSBACK: before["lms_platform"]}
            assert dict(session.execute(kinds).all()) == {kind: n for kind, n in lanes.items() if n}


@pytest.mark.parametrize("former_url", _UNRELEASED, indirect=True, ids="-".join)
def test_what_waited_for_a_webhook_or_a_platform_goes_on_waiting(former_url: str) -> None:
    until = datetime(2126, 1, 1, tzinfo=UTC)
    with closing(Database(former_url)) as database:
        with database.begin() as session:
            course_id = session.scalars(select(Course.id)).first()
            webhook = Webhook(
                id=new_id(), course_id=course_id, name="Hook", url="https://example.org/", events=[],
                secret=b"", created_at=until, failures=0,
            )  # fmt: skip
            platform = LmsPlatform(
                id=new_id(), name="Moodle", product="", issuer="https://example.org", client_id="1",
                authorization_url="", token_url="", jwks_url="", audience="", origins=[], state="active",
                scopes=[], created_at=until, trouble="", failures=0,
            )  # fmt: skip
            _insert(session, webhook, not_before=until)
            _insert(session, platform, rests_until=until, sender="somebody")
        database.migrate()
        with database.read() as session:
            kept = session.execute(
                select(Job.kind, Job.state, Job.owner, Job.not_before)
                .where(Job.kind != JobKind.GRADING)
                .order_by(Job.kind)
            ).all()

    rests = JobState.WAITING, None, until
    assert kept == [(JobKind.PASSBACK, *rests), (JobKind.WEBHOOK, *rests)]


def test_its_references_still_delete_what_belongs_to_a_row(former_url: str) -> None:
    with closing(Database(former_url)) as database:
        database.migrate()
        with database.begin() as session:
            session.execute(delete(Submission))
            counts = _counts(session)

    assert [counts[each.__tablename__] for each in (Grading, StoredReport)] == [0, 0]


@pytest.mark.parametrize("former_url", [("before-0.1.0", "postgresql")], indirect=True, ids="-".join)
def test_what_the_queue_of_a_library_was_made_of_is_gone(former_url: str) -> None:
    with closing(Database(former_url)) as database:
        with database.begin() as session:
            session.execute(text(_LIBRARY))
        database.migrate()
        with database.read() as session:
            left = session.scalar(text(_LEFT))

    assert left == 0


@pytest.mark.parametrize("version", ["2026_11_21", "2026_11_26_entry_paths"])
def test_tables_from_before_the_first_release_are_refused_with_what_updates_them(
    database: Database, tmp_path: Path, version: str
) -> None:
    with database.begin() as session:
        session.execute(text("UPDATE alembic_version SET version_num = :version"), {"version": version})
    settings = Settings(data_dir=tmp_path, database_url=database.url)

    for use in (database.migrate, lambda: opened(settings, copied=print).__enter__()):
        with pytest.raises(UnknownTables) as refused:
            use()
        assert refused.value.version == version
    told = storage.unknown_tables(version)
    assert "before the first release" in told.seen
    assert f"from commit {storage.LAST_WITH_OLDER_TABLES} and run `backgrade migrate`" in told.advice
    assert not list(tmp_path.glob("*.before-*"))


def _differences(connection: Connection) -> list[Any]:
    """Return what differs. SQLite does not tell that an index has a column in descending order."""

    def is_told(item: Any, _: str, kind: str, *__: object) -> bool:
        return not (kind == "index" and item.name == "ix_job_turn" and connection.dialect.name == "sqlite")

    opts = {"compare_type": True, "include_object": is_told}
    context = MigrationContext.configure(connection, opts=opts)
    return list(compare_metadata(context, Base.metadata))


def _counts(session: Session) -> dict[str, int]:
    """Return the rows of the tables that there are, except of jobs: they come and go."""
    there = set(inspect(session.connection()).get_table_names()) - {Job.__tablename__}
    tables = [each for each in Base.metadata.sorted_tables if each.name in there]
    return {each.name: session.scalars(select(func.count()).select_from(each)).one() for each in tables}


def _jobs(session: Session) -> Sequence[Any]:
    """Return the jobs of gradings, as they stand now."""
    chosen = select(*(Job.__table__.c[name] for name in _OF_JOBS)).where(Job.kind == JobKind.GRADING)
    return session.execute(chosen.order_by(Job.id)).all()


def _insert(session: Session, row: Base, **former: Any) -> None:
    """Write a row as it was, with what stands elsewhere now."""
    known = row.__table__.c
    types = {each.name: each.type for each in known} | dict.fromkeys(former, Moment()) | {"sender": String()}
    values = {each.name: getattr(row, each.name) for each in known} | former
    made = table(row.__tablename__, *(column(name, types[name]) for name in values))
    session.execute(made.insert().values(**values))
