"""Migrated databases for tests: SQLite, and a real PostgreSQL that the first test to need one starts.

The server lives in a temporary folder, is reached by a socket in there alone, and ends with the session.
"""

import fcntl
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

import psycopg
import pytest

from submissions.database import Database

DIALECTS = ("sqlite", "postgresql")
REQUIRED = os.environ.get("BACKGRADE_REQUIRE_POSTGRES") == "1"

_FOLDER = "BACKGRADE_TEST_POSTGRES"
"""The variable that tells all processes of a session where their server is, or is to be."""
_TEMPLATE = "template_backgrade"
_SETTINGS = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=200")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file to copy."""
    path = tmp_path_factory.mktemp("template") / "backgrade.db"
    with closing(Database(f"sqlite:///{path}")) as made:
        made.migrate()
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A migrated SQLite database, and nothing in it."""
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'backgrade.db')}"


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A migrated PostgreSQL database, and nothing in it."""
    with fresh_postgres(_TEMPLATE) as url:
        yield url


@pytest.fixture(params=DIALECTS)
def database_url(request: pytest.FixtureRequest) -> str:
    """Each of both, for what must hold on both."""
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """Each of both, open."""
    with closing(Database(database_url)) as made:
        yield made


@contextmanager
def fresh_postgres(template: str = "template0") -> Iterator[str]:
    """The URL of a database of one's own."""
    folder = require_postgres()
    name = f"test_{secrets.token_hex(6)}"
    _administer(folder, f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield _url(folder, name)
    finally:
        _administer(folder, f"DROP DATABASE {name} WITH (FORCE)")


def require_postgres() -> Path:
    """The folder of the server, which runs. Without PostgreSQL the test is skipped."""
    if lack := lacking():
        pytest.skip(lack)
    folder = Path(os.environ[_FOLDER])
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            _start(folder)
            (folder / "ready").touch()
    return folder


def lacking() -> str:
    """Why there is no PostgreSQL; empty where there is."""
    if not all(map(_program, ("initdb", "postgres", "pg_ctl"))):
        return "PostgreSQL is not installed"
    return "" if os.geteuid() or _has_account() else "PostgreSQL does not run as root, and has no account"


def open_session() -> None:
    """Decide where the server will be. Called by the process that starts the others."""
    if _FOLDER not in os.environ and not lacking():
        os.environ[_FOLDER] = tempfile.mkdtemp(prefix="backgrade-postgres-")


def close_session() -> None:
    """End the server, if one was started."""
    folder = Path(os.environ.pop(_FOLDER, ""))
    if (folder / "ready").exists():
        _run(folder, "pg_ctl", "stop", "-D", f"{folder}/data", "-m", "immediate", "-w")
    if folder.is_absolute():
        shutil.rmtree(folder)


def _start(folder: Path) -> None:
    if not os.geteuid():
        shutil.chown(folder, "postgres")
    _run(folder, "initdb", "-D", f"{folder}/data", "-U", "postgres", "--no-sync", "-A", "trust", "-E", "UTF8",
         "--locale=C")  # fmt: skip
    options = f"-k {folder} -c listen_addresses='' " + " ".join(f"-c {each}" for each in _SETTINGS)
    _run(folder, "pg_ctl", "start", "-D", f"{folder}/data", "-o", options, "-l", f"{folder}/log", "-w")
    _administer(folder, f"CREATE DATABASE {_TEMPLATE} TEMPLATE template0")
    with closing(Database(_url(folder, _TEMPLATE))) as made:
        made.migrate()


def _administer(folder: Path, statement: str) -> None:
    with psycopg.connect(host=str(folder), user="postgres", dbname="postgres", autocommit=True) as connection:
        connection.execute(statement.encode())


def _run(folder: Path, program: str, *arguments: str) -> None:
    """As the account of PostgreSQL where we are root: its server refuses to be."""
    account = None if os.geteuid() else "postgres"
    subprocess.run(
        [str(_program(program)), *arguments], check=True, capture_output=True, cwd=folder, user=account
    )


def _url(folder: Path, name: str) -> str:
    return f"postgresql+psycopg://postgres@/{name}?host={folder}"


@cache
def _program(name: str) -> str | None:
    """A server program: Debian keeps them off the path."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(kept[-1]) if kept else None)


@cache
def _has_account() -> bool:
    from pwd import getpwnam

    try:
        getpwnam("postgres")
    except KeyError:
        return False
    return True
