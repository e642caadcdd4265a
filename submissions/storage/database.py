"""The database: one place where connections and transactions begin. SQLite or PostgreSQL, by the URL."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, NullPool, create_engine, event, text
from sqlalchemy.engine import Connection, ExceptionContext
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from submissions.errors import StorageError, StorageFailure
from submissions.storage import data_folder
from submissions.storage.bell import Bell
from submissions.storage.fair_lock import Turns
from submissions.storage.file_store import IN_ROWS, STORE, FileStore
from submissions.storage.health import Storage, failure_of, prepared
from submissions.storage.timeouts import MIGRATION, REQUEST, Patience
from submissions.tables import Base

_MILLISECONDS = 1000
_READERS = 4
_POOL = 10
_MIGRATION_LOCK = 0x6261636B  # any number of ours: one process migrates, the others wait
_FILE = "sqlite:///"
_OPEN_FILES = "backgrade-files"
_WROTE = "backgrade-wrote"


FIRST_VERSION = "2026_11_29_jobs"
"""The version of the tables in the first release. Versions begin with their date, so they sort by age."""


class UnknownTables(Exception):
    """the tables are of a version that this code does not know: too new, or before its first one."""

    def __init__(self, version: str) -> None:
        super().__init__(version)
        self.version = version


class Database:
    """Transactions on one database. Nothing below the edge opens or commits one."""

    def __init__(
        self,
        url: str,
        patience: Patience = REQUEST,
        storage: Storage | None = None,
        files: FileStore = IN_ROWS,
    ) -> None:
        self.url = url
        self.files = files
        self.bell = Bell()
        self.storage = storage or Storage(Path(url.removeprefix(_FILE)) if url.startswith(_FILE) else None)
        self._patience = patience
        self._writer, self._reader = _engines(url, patience, self.storage)
        self._turns = Turns()

    def with_patience(self, patience: Patience) -> "Database":
        """Return the same database for callers who wait longer or shorter, on connections of their own."""
        other = Database(self.url, patience, self.storage, self.files)
        other._turns, other.bell = self._turns, self.bell
        return other

    @property
    def embedded(self) -> bool:
        """Whether it is a file of ours, and the work is done in this process."""
        return self._writer.dialect.name == "sqlite"

    @contextmanager
    def begin(self) -> Iterator[Session]:
        """A transaction that writes: committed at the end, rolled back by an exception.

        Raises `StorageError` if it cannot be stored. What was committed to a file that is gone was not
        stored.
        """
        with (
            self._in_turn(),
            self._session(self._writer) as session,
            session.begin(),
        ):
            yield session
            wrote = _has_written(session)
        self.storage.require()
        self.storage.served(wrote=wrote)
        self.bell.committed(session)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A transaction that only reads; it never waits for one that writes."""
        with (
            self._session(self._reader) as session,
            session.begin(),
        ):
            yield session

    def migrate(self) -> None:
        """Bring the tables to what this version of the code needs; a new database gets them as they are now.

        Raises:
            UnknownTables: if they are of a version that is not known here.
            StorageError: if they cannot be stored; then they are as they were.
        """
        self.require_known()
        with closing(self.with_patience(MIGRATION)) as other, other._writer.begin() as connection:  # noqa: SLF001
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            if MigrationContext.configure(connection).get_current_heads():
                command.upgrade(_alembic(connection), "head")
                return
            Base.metadata.create_all(connection, checkfirst=False)
            command.stamp(_alembic(connection), "head")

    def is_current(self) -> bool:
        """Whether the tables are what this version of the code needs."""
        with self._reader.connect() as connection:
            heads = MigrationContext.configure(connection).get_current_heads()
        return set(heads) == set(ScriptDirectory.from_config(_alembic(None)).get_heads())

    def is_blank(self) -> bool:
        """Whether no version of the code has made tables in it yet."""
        with self._reader.connect() as connection:
            return not MigrationContext.configure(connection).get_current_heads()

    def require_known(self) -> None:
        """Check that this version of the code can use the tables, or bring them up to date.

        Raises `UnknownTables` if they are of a version that is not known here.
        """
        with self._reader.connect() as connection:
            heads = MigrationContext.configure(connection).get_current_heads()
        if unknown := sorted(set(heads) - known_versions()):
            raise UnknownTables(", ".join(unknown))

    def own_connection(self) -> Connection:
        """A connection that lasts as long as its process: apart from the pool, without transactions."""
        connection = self._writer.connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.detach()
        return connection

    def close(self) -> None:
        """Close all connections."""
        self._writer.dispose()
        self._reader.dispose()

    def _session(self, engine: Engine) -> Session:
        return Session(engine, expire_on_commit=False, info={STORE: self.files})

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """SQLite has one writer. Threads wait for each other here instead of polling a locked file."""
        if not self.embedded:
            yield
            return
        if not self._turns.wait(self._patience.connection):
            message = "another transaction of this process writes for too long"
            raise PoolTimeout(message)
        try:
            yield
        finally:
            self._turns.done()


def known_versions() -> set[str]:
    """The versions of the tables that this version of the code knows, up to its own."""
    return {revision.revision for revision in ScriptDirectory.from_config(_alembic(None)).walk_revisions()}


def safety_copy(url: str) -> Path | None:
    """A copy of an SQLite database beside it, made before it is migrated; None where there is nothing.

    Raises `StorageError` if it cannot be written; then nothing of it is left.
    """
    if not url.startswith(_FILE):
        return None
    path = Path(url.removeprefix(_FILE))
    if not _has_tables(path):
        return None
    copy = path.with_name(f"{path.stem}.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{path.suffix}")
    try:
        _copy(path, copy)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return copy


def _has_tables(path: Path) -> bool:
    with _storage_errors(path), closing(sqlite3.connect(path)) as opened:
        return bool(opened.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])


def _copy(path: Path, target_path: Path) -> None:
    with prepared(target_path):
        data_folder.make_file(target_path)
    with (
        _storage_errors(path),
        closing(sqlite3.connect(path)) as source,
        closing(sqlite3.connect(target_path)) as target,
    ):
        source.backup(target)


@contextmanager
def _storage_errors(path: Path) -> Iterator[None]:
    """Raise what the driver says of a file as the error of its place."""
    try:
        yield
    except sqlite3.Error as error:
        raise Storage(path).failed(failure_of(error) or StorageFailure.BROKEN) from error


def _engines(url: str, patience: Patience, storage: Storage) -> tuple[Engine, Engine]:
    """Return one engine for transactions that write, and one for those that read."""
    if not url.startswith("sqlite"):
        engine = _postgres(url, patience)
        _tell_apart(engine, storage, query_only=False)
        _note_writing(engine)
        return engine, engine
    writer = create_engine(url, hide_parameters=True, **_pool(patience, size=1, more=0))
    reader = create_engine(url, hide_parameters=True, **_pool(patience, size=_READERS, more=_READERS))
    _prepare(writer, "BEGIN IMMEDIATE", patience, storage, query_only=False)
    _prepare(reader, "BEGIN", patience, storage, query_only=True)
    _note_writing(writer)
    return writer, reader


def _postgres(url: str, patience: Patience) -> Engine:
    engine = create_engine(
        url, pool_pre_ping=True, hide_parameters=True, **_pool(patience, size=_POOL, more=_POOL)
    )
    from submissions.storage import postgres_connections as connections

    @event.listens_for(engine, "do_connect")
    def connect(
        _dialect: object,
        _record: object,
        arguments: Any,  # noqa: ANN401
        options: Any,  # noqa: ANN401
    ) -> connections.TimedConnection:
        options = {**options, **connections.connect_arguments(patience)}
        return connections.connect(patience, *arguments, **options)

    return engine


def _pool(patience: Patience, *, size: int, more: int) -> dict[str, Any]:
    if not patience.pooled:
        return {"poolclass": NullPool}
    return {"pool_size": size, "max_overflow": more, "pool_timeout": patience.connection}


def _prepare(engine: Engine, begin: str, patience: Patience, storage: Storage, *, query_only: bool) -> None:
    _tell_apart(engine, storage, query_only=query_only)

    @event.listens_for(engine, "do_connect")
    def connecting(*_: object) -> None:
        storage.require()  # SQLite would make an empty file in the place of the one that is gone
        if storage.file is not None:
            with suppress(OSError):  # SQLite says it in its own words
                data_folder.make_file(storage.file)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own type
        connection.isolation_level = None  # the driver begins no transactions of its own
        for pragma in (
            f"busy_timeout={int(patience.lock * _MILLISECONDS)}",
            "journal_mode=WAL",
            "synchronous=FULL",  # what was acknowledged survives a power failure
            "foreign_keys=ON",
            "trusted_schema=OFF",
            f"query_only={'ON' if query_only else 'OFF'}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        storage.opened()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        storage.require()
        connection.exec_driver_sql(begin)
        if not query_only:  # a transaction that writes has the log open
            storage.require_log(connection.info.setdefault(_OPEN_FILES, storage.files()))


def _tell_apart(engine: Engine, storage: Storage, *, query_only: bool) -> None:
    """Raise the driver's errors about the place of the data as errors of `storage`, in whatever statement."""

    @event.listens_for(engine, "handle_error")
    def failed(context: ExceptionContext) -> StorageError | None:
        failure = failure_of(context.original_exception)
        if query_only and context.statement and failure is StorageFailure.READ_ONLY:
            return None  # a mistake in our code, which wrote where it may only read
        return None if failure is None else storage.failed(failure)


def _note_writing(engine: Engine) -> None:
    """A transaction that changed nothing does not show that anything can be stored."""

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.info[_WROTE] = False

    @event.listens_for(engine, "after_cursor_execute")
    def executed(
        connection: Connection,
        cursor: Any,  # noqa: ANN401 - the driver's own type
        _statement: str,
        _parameters: object,
        context: DefaultExecutionContext,
        _many: bool,  # noqa: FBT001 - as it is called
    ) -> None:
        if (context.isinsert or context.isupdate or context.isdelete) and cursor.rowcount:
            connection.info[_WROTE] = True


def _has_written(session: Session) -> bool:
    """Whether its transaction changed anything."""
    session.flush()
    return bool(session.connection().info[_WROTE])


def _alembic(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", "submissions:migrations")
    config.attributes["connection"] = connection
    return config
