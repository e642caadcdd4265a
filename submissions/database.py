"""The database: one place where connections and transactions begin. SQLite or PostgreSQL, by the URL."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

_BUSY_MILLISECONDS = 10_000
_READERS = 4
_POOL = 10
_CONNECT_SECONDS = 10
_MIGRATION_LOCK = 0x6261636B  # any number of ours: one process migrates, the others wait


class Database:
    """Transactions on one database. Nothing below the edge opens or commits one."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._writer, self._reader = _engines(url)

    @property
    def embedded(self) -> bool:
        """Whether it is a file of ours, and the work is done in this process."""
        return self._writer.dialect.name == "sqlite"

    @contextmanager
    def begin(self) -> Iterator[Session]:
        """A transaction that writes: committed at the end, rolled back by an exception."""
        with Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A transaction that only reads; it never waits for one that writes."""
        with Session(self._reader, expire_on_commit=False) as session, session.begin():
            yield session

    def migrate(self) -> None:
        """Bring the tables to what this version of the code needs."""
        with self._writer.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            command.upgrade(_alembic(connection), "head")
            if connection.dialect.name == "postgresql":
                from submissions.work import cluster_schema

                cluster_schema.apply(connection)

    def is_current(self) -> bool:
        """Whether the tables are what this version of the code needs."""
        with self._reader.connect() as connection:
            found = MigrationContext.configure(connection).get_current_heads()
            if not self.embedded:
                from submissions.work import cluster_schema

                if not cluster_schema.is_current(connection):
                    return False
        return set(found) == set(ScriptDirectory.from_config(_alembic(None)).get_heads())

    def close(self) -> None:
        """Close all connections."""
        self._writer.dispose()
        self._reader.dispose()


def known_versions() -> set[str]:
    """The versions of the tables that this version of the code knows, up to its own."""
    return {each.revision for each in ScriptDirectory.from_config(_alembic(None)).walk_revisions()}


def safety_copy(url: str) -> Path | None:
    """A copy of an SQLite database beside it, made before it is migrated; None where there is nothing."""
    if not url.startswith("sqlite:///"):
        return None
    path = Path(url.removeprefix("sqlite:///"))
    if not path.exists():
        return None
    copy = path.with_name(f"{path.stem}.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{path.suffix}")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    shutil.copymode(path, copy)
    return copy


def _engines(url: str) -> tuple[Engine, Engine]:
    """One for transactions that write, one for those that read."""
    if not url.startswith("sqlite"):
        engine = create_engine(
            url,
            pool_size=_POOL,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={"connect_timeout": _CONNECT_SECONDS},
        )
        return engine, engine
    # One writer per process: threads wait for each other here, in order, instead of polling a locked file.
    writer = create_engine(url, pool_size=1, max_overflow=0, pool_timeout=60, hide_parameters=True)
    reader = create_engine(
        url, pool_size=_READERS, max_overflow=_READERS, pool_timeout=60, hide_parameters=True
    )
    _prepare(writer, "BEGIN IMMEDIATE", query_only=False)
    _prepare(reader, "BEGIN", query_only=True)
    return writer, reader


def _prepare(engine: Engine, begin: str, *, query_only: bool) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own type
        connection.isolation_level = None  # the driver begins no transactions of its own
        for pragma in (
            f"busy_timeout={_BUSY_MILLISECONDS}",
            "journal_mode=WAL",
            "synchronous=FULL",  # what was acknowledged survives a power failure
            "foreign_keys=ON",
            "trusted_schema=OFF",
            f"query_only={'ON' if query_only else 'OFF'}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def _alembic(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", "submissions:migrations")
    config.attributes["connection"] = connection
    return config
