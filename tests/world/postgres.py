"""A real PostgreSQL for tests and benches, started when it is first needed.

The server lives in a temporary folder, is reached by a socket in there alone, and ends with the session.
"""

import fcntl
import os
import re
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from submissions.storage.database import Database
from tests.world import memory
from tests.world.machines import Machine
from tests.world.processes import children

REQUIRED = os.environ.get("BACKGRADE_REQUIRE_POSTGRES") == "1"
TEMPLATE = "template_backgrade"
"""A migrated database to make others from."""

_FOLDER = "BACKGRADE_TEST_POSTGRES"
"""The variable that tells all processes of a session where their server is, or is to be."""
_QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
_DURABLE = "durable"


@contextmanager
def fresh(template: str = "template0") -> Iterator[str]:
    """The URL of a database of one's own."""
    folder = running()
    name = f"test_{secrets.token_hex(6)}"
    _administer(folder, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    try:
        yield _url(folder, name)
    finally:
        _administer(folder, f"DROP DATABASE {name} WITH (FORCE)")


def running() -> Path:
    """The folder of the server, which is started if it is not yet."""
    folder = Path(os.environ[_FOLDER])
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            _start(folder)
            (folder / "ready").touch()
        elif not _lives(folder):
            _launch(folder)
    return folder


@contextmanager
def private() -> Iterator[tuple[str, int]]:
    """A server of one's own that may be stopped: the URL of a migrated database, and its process."""
    folder = Path(tempfile.mkdtemp(prefix="backgrade-postgres-", dir=memory.folder()))
    _start(folder)
    postmaster = int((folder / "data" / "postmaster.pid").read_text().split()[0])
    try:
        yield _url(folder, TEMPLATE), postmaster
    finally:
        _run(folder, "pg_ctl", "stop", "-D", f"{folder}/data", "-m", "immediate", "-w")
        shutil.rmtree(folder)


class DatabaseServer:
    """A durable server on a machine of its own, with a migrated database."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        self._folder, self._machine = folder, machine
        (folder / _DURABLE).touch()
        _initialize(folder)
        with (folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {machine.address}/24 trust\n")
        self._control("start")
        self.url = f"postgresql+psycopg://postgres@{machine.address}/{TEMPLATE}"
        _create_template(folder, self.url)

    def crash(self) -> None:
        """End it as a crash does, and start it again: it recovers from its log."""
        self._control("restart", "-m", "immediate")

    def stop(self) -> None:
        """End it."""
        self._control("stop", "-m", "immediate")

    def _control(self, what: str, *more: str) -> None:
        account = (
            "setpriv",
            "--reuid=postgres",
            "--regid=postgres",
            "--clear-groups",
        )  # root made the machine
        options = _options(self._folder, self._machine.address)
        arguments = ("-D", f"{self._folder}/data", "-o", options, "-l", f"{self._folder}/log", "-w", *more)
        command = [*self._machine.within, *account, str(_program("pg_ctl")), what, *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self._folder)


@contextmanager
def on(machine: Machine) -> Iterator[DatabaseServer]:
    """A server that other machines reach at the address of this one."""
    folder = Path(tempfile.mkdtemp(prefix="backgrade-postgres-", dir=memory.folder()))
    server = DatabaseServer(folder, machine)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


def dumped(url: str) -> str:
    """The tables and rows of a database as SQL, without the commands that only `psql` knows."""
    address = make_url(url).set(drivername="postgresql").render_as_string()
    options = ("--no-owner", "--no-privileges", "--inserts")
    done = subprocess.run(
        [str(_program("pg_dump")), *options, address], check=True, capture_output=True, text=True
    )
    return re.sub(r"^\\(un)?restrict .*\n", "", done.stdout, flags=re.MULTILINE)


def processes(postmaster: int) -> list[int]:
    """The server and its children."""
    return [postmaster, *children(postmaster)]


def lacking() -> str:
    """Why there is no PostgreSQL; empty where there is."""
    if not all(map(_program, ("initdb", "postgres", "pg_ctl"))):
        return "PostgreSQL is not installed"
    return "" if os.geteuid() or _has_account() else "PostgreSQL does not run as root, and has no account"


def open_session(*, durable: bool = False) -> None:
    """Decide where the server will be. Called by the process that starts the others.

    Tests need no disk; `durable` is for figures.
    """
    if _FOLDER not in os.environ and not lacking():
        kept = None if durable else memory.folder()
        os.environ[_FOLDER] = tempfile.mkdtemp(prefix="backgrade-postgres-", dir=kept)
        if durable:
            Path(os.environ[_FOLDER], _DURABLE).touch()


def close_session() -> None:
    """End the server, if one was started."""
    folder = Path(os.environ.pop(_FOLDER, ""))
    if (folder / "ready").exists():
        _run(folder, "pg_ctl", "stop", "-D", f"{folder}/data", "-m", "immediate", "-w")
    if folder.is_absolute():
        shutil.rmtree(folder)


def _start(folder: Path) -> None:
    _initialize(folder)
    _launch(folder)
    _create_template(folder, _url(folder, TEMPLATE))


def _initialize(folder: Path) -> None:
    if not os.geteuid():
        shutil.chown(folder, "postgres")
    _run(folder, "initdb", "-D", f"{folder}/data", "-U", "postgres", "--no-sync", "-A", "trust", "-E", "UTF8",
         "--locale=C")  # fmt: skip


def _create_template(folder: Path, url: str) -> None:
    _administer(folder, f"CREATE DATABASE {TEMPLATE} TEMPLATE template0")
    with closing(Database(url)) as made:
        made.migrate()


def _launch(folder: Path) -> None:
    options = _options(folder, "")
    _run(folder, "pg_ctl", "start", "-D", f"{folder}/data", "-o", options, "-l", f"{folder}/log", "-w")


def _options(folder: Path, address: str) -> str:
    settings = ("max_connections=200", *(() if (folder / _DURABLE).exists() else _QUICK))
    return f"-k {folder} -c listen_addresses='{address}' " + " ".join(f"-c {each}" for each in settings)


def _lives(folder: Path) -> bool:
    """Whether nobody has ended it: who clears a machine of processes may take it for a forgotten one."""
    try:
        os.kill(int((folder / "data" / "postmaster.pid").read_text().split()[0]), 0)
    except (OSError, ValueError):
        return False
    return True


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
