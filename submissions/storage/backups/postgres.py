"""Copies of a PostgreSQL database, by its own programs: `pg_dump` and `pg_restore`."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import create_engine, make_url, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import NullPool

from submissions.storage.backups._backup import Copy, CopyFailed, Failure, Restored

_HEADER = b"PGDMP"
_VARIABLES = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "options": "PGOPTIONS",
}
"""How programs of PostgreSQL are told what a URL can say after its question mark."""

_VERSION = re.compile(r"^COPY public\.alembic_version [^\n;]*;\n((?:\w+\n)*)\\\.$", re.MULTILINE)
_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_TABLES = text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
_VERSIONS = text("SELECT version_num FROM public.alembic_version")
_UNPROVEN = text(
    "SELECT conrelid::regclass::text FROM pg_constraint JOIN pg_namespace ON pg_namespace.oid = connamespace "
    "WHERE nspname = 'public' AND contype = 'f' AND NOT convalidated LIMIT 1"
)
"""A table with references that the database has not checked itself, when they were made."""
_LONGEST = 500


def write(url: str, target: Path) -> None:
    """Dump the database at the URL, as it is at one moment."""
    _run(url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")


def inspect(copy: Path) -> Copy:
    """Read the whole backup, and return its facts with the version of its tables."""
    with copy.open("rb") as file:
        if file.read(len(_HEADER)) != _HEADER:
            raise CopyFailed(Failure.NOT_A_COPY)
    try:
        _run(None, "pg_restore", f"--file={os.devnull}", str(copy))
        script = _run(None, "pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(copy))
    except CopyFailed as error:
        if error.failure is Failure.PROGRAM_FAILED:
            raise CopyFailed(Failure.DAMAGED, error.detail) from error
        raise
    match = _VERSION.search(script)
    return Copy.of(match[1].split() if match else [], copy.stat().st_size)


def restore(url: str, copy: Path, *, force: bool) -> Restored:
    """Restore a backup; the tables that exist are first renamed into a schema of their own."""
    database = f"--dbname={make_url(url).database}"
    with _connected(url) as connection:
        occupied = bool(connection.scalar(_TABLES))
        if occupied and not force:
            raise CopyFailed(Failure.OCCUPIED, make_url(url).database or "")
        if connection.scalar(_OTHERS):
            raise CopyFailed(Failure.IN_USE)
        aside = _move_aside(connection) if occupied else None
    try:
        _run(url, "pg_restore", "--single-transaction", "--no-owner", "--no-privileges", database, str(copy))
        _require_whole(url, copy)
    except BaseException:
        _move_back(url, aside)
        raise
    return Restored(aside)


def _require_whole(url: str, copy: Path) -> None:
    """Check that a restored copy has its tables, in its version, and that every reference holds."""
    expected = inspect(copy).version
    listed = _run(None, "pg_restore", "--list", str(copy))
    tables = sum(" TABLE DATA public " in line for line in listed.splitlines())
    with _connected(url) as connection:
        versions = list(connection.scalars(_VERSIONS))
        whole = versions == [expected] and connection.scalar(_TABLES) == tables
        unproven = connection.scalar(_UNPROVEN)
    if not whole or unproven:
        raise CopyFailed(Failure.NOT_WHOLE, unproven or "")


def _move_aside(connection: Connection) -> str:
    aside = f"replaced_{datetime.now(UTC):%Y%m%dt%H%M%S}"
    connection.execute(text(f'ALTER SCHEMA public RENAME TO "{aside}"'))
    connection.execute(text("CREATE SCHEMA public"))
    return aside


def _move_back(url: str, aside: str | None) -> None:
    """Move back the earlier tables; if there were none, leave none."""
    with _connected(url) as connection:
        if aside is None and not connection.scalar(_TABLES):
            return
        connection.execute(text("DROP SCHEMA public CASCADE"))
        again = f'ALTER SCHEMA "{aside}" RENAME TO public' if aside else "CREATE SCHEMA public"
        connection.execute(text(again))


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    """Open one transaction on a connection of its own."""
    engine = create_engine(url, poolclass=NullPool)
    try:
        with engine.begin() as connection:
            yield connection
    except OperationalError as error:
        raise CopyFailed(Failure.NO_DATABASE) from error
    except DBAPIError as error:
        raise CopyFailed(Failure.NOT_PERMITTED, " ".join(str(error.orig).split())[:_LONGEST]) from error
    finally:
        engine.dispose()


def _run(url: str | None, program: str, *arguments: str) -> str:
    """Run a program and return what it prints.

    The password goes through its environment: others can see arguments.
    """
    try:
        done = subprocess.run(
            [program, *arguments],
            env={**os.environ, **(_environment(url) if url else {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except FileNotFoundError as error:
        raise CopyFailed(Failure.NO_PROGRAM, program) from error
    if done.returncode:
        raise CopyFailed(Failure.PROGRAM_FAILED, " ".join(done.stderr.split())[:_LONGEST])
    return done.stdout


def _environment(url: str) -> dict[str, str]:
    parsed = make_url(url)
    given = {
        "PGHOST": parsed.host,
        "PGPORT": str(parsed.port) if parsed.port else None,
        "PGUSER": parsed.username,
        "PGPASSWORD": str(parsed.password) if parsed.password else None,
        "PGDATABASE": parsed.database,
    }
    asked = {_VARIABLES[name]: str(value) for name, value in parsed.query.items() if name in _VARIABLES}
    return {name: value for name, value in given.items() if value} | asked
