"""Migrations make the tables that the code has."""

from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from submissions.database import Database
from submissions.tables import Base


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
