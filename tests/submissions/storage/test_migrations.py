"""Migrations make the tables that the code has, and take over databases that earlier migrations made."""

import gzip
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, delete, func, inspect, make_url, select, text
from sqlalchemy.orm import Session

from api.words import storage
from submissions.operating.settings import Settings
from submissions.operating.startup import opened
from submissions.storage.database import FIRST_VERSION, Database, UnknownTables, _alembic
from submissions.tables import Base, Grading, Job, StoredReport, Submission
from tests.world import postgres
from tests.world.databases import DIALECTS

CHANGELOG = Path(__file__).parents[3] / "CHANGELOG.md"
_TABLES = Path(__file__).parent / "tables"
"""Databases with rows: a folder for each release, which `python -m bench release_database --write` makes."""
_FORMER = [(folder.name, dialect) for folder in sorted(_TABLES.iterdir()) for dialect in DIALECTS]


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


def test_a_new_database_has_the_columns_and_constraints_of_an_updated_one(
    former_url: str, database: Database
) -> None:
    with closing(Database(former_url)) as former:
        former.migrate()
        with former.read() as updated, database.read() as made:
            if updated.connection().dialect.name == made.connection().dialect.name:
                assert _described(made.connection()) == _described(updated.connection())


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


def test_its_references_still_delete_what_belongs_to_a_row(former_url: str) -> None:
    with closing(Database(former_url)) as database:
        database.migrate()
        with database.begin() as session:
            session.execute(delete(Submission))
            counts = _counts(session)

    assert [counts[each.__tablename__] for each in (Grading, StoredReport)] == [0, 0]


@pytest.mark.parametrize(
    "version", ["2026_11_21", "2026_11_26_entry_paths", "2026_11_27_class_and_graph", "2026_11_28_own_queue"]
)
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
    assert f"from commit {storage.commit_that_updates(version)} and run `backgrade migrate`" in told.advice
    assert not list(tmp_path.glob("*.before-*"))


def _differences(connection: Connection) -> list[Any]:
    """Return what differs. SQLite does not tell that an index has a column in descending order."""

    def is_told(item: Any, _: str, kind: str, *__: object) -> bool:
        return not (kind == "index" and item.name == "ix_job_turn" and connection.dialect.name == "sqlite")

    opts = {"compare_type": True, "include_object": is_told}
    context = MigrationContext.configure(connection, opts=opts)
    return list(compare_metadata(context, Base.metadata))


def _described(connection: Connection) -> dict[str, Any]:
    """Return what the database knows of its tables, whatever order it was made in."""
    seen = inspect(connection)
    return {
        table: [
            sorted(map(str, of(table)))
            for of in (seen.get_indexes, seen.get_unique_constraints, seen.get_foreign_keys)
        ]
        + [sorted(f"{each['name']} {each['type']!r} {each['nullable']}" for each in seen.get_columns(table))]
        + [seen.get_pk_constraint(table)]
        for table in seen.get_table_names()
    }


def _counts(session: Session) -> dict[str, int]:
    """Return the rows of the tables that there are, except of jobs: they come and go."""
    there = set(inspect(session.connection()).get_table_names()) - {Job.__tablename__}
    tables = [each for each in Base.metadata.sorted_tables if each.name in there]
    return {each.name: session.scalars(select(func.count()).select_from(each)).one() for each in tables}
