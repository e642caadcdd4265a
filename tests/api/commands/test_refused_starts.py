"""What an operator can put right is told in a line with what to do, ends with 2, and leaves nothing."""

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest
from sqlalchemy import make_url

from api.command import main
from submissions.storage.database import Database
from tests.world import postgres

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

_COMMAND = "import sys; from api.command import main; sys.exit(main())"
_ORDINARY = """
import ctypes, os, sys
drop_from_bounds, override, search = 24, 1, 2
for right in (override, search):
    ctypes.CDLL(None).prctl(drop_from_bounds, right, 0, 0, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Rights of the account hold for root too."""
_PATIENCE = 60.0


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BACKGRADE_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


def refused(capsys: Capture, *arguments: str) -> str:
    """What is said on standard error: what was seen, and what to try."""
    capsys.readouterr()
    assert main([*arguments] or ["migrate"]) == 2
    told = capsys.readouterr().err
    require_plain(told)
    return told


def require_plain(told: str) -> None:
    assert "Traceback" not in told
    assert "an error in Backgrade" not in told
    assert [line.startswith("  ") for line in told.splitlines()] == [False, True], told


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"port = = 1\n", "it is not valid TOML"),
        (b"\xff\xfe\x00", "it is not text in UTF-8"),
        (b"prot = 1\n", "prot in backgrade.toml: there is no setting of this name; the nearest is port"),
        (b"port = 'many'\n", "port in backgrade.toml: "),
        (b"[server]\nport = 1\n", "server in backgrade.toml: there is no setting of this name\n"),
    ],
)
def test_a_broken_settings_file_is_named(capsys: Capture, tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "backgrade.toml").write_bytes(content)

    assert said in refused(capsys)


def test_a_settings_file_that_is_named_has_to_be_there(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setenv("BACKGRADE_SETTINGS", "elsewhere.toml")

    assert "the file elsewhere.toml does not exist" in refused(capsys)


def test_a_folder_is_no_settings_file(capsys: Capture, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("BACKGRADE_SETTINGS", str(tmp_path))

    assert "it cannot be read: is a directory" in refused(capsys).lower()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://x/y", "begin with sqlite:/// or postgresql://"),
        ("postgresql://user:p@ss@host:port/name", "cannot be read as a URL"),
        ("postgresql://user@host", "does not name a database"),
        ("sqlite:///", "does not name a file"),
        ("sqlite:///:memory:", "does not name a file"),
    ],
)
def test_an_address_that_is_none_is_told(capsys: Capture, monkeypatch: Patch, url: str, said: str) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", url)

    assert said in refused(capsys)


def test_a_damaged_database_is_told_and_not_copied(capsys: Capture, data_dir: Path) -> None:
    data_dir.mkdir()
    (data_dir / "backgrade.db").write_bytes(b"no database" * 1000)

    assert "is damaged, or is not a database" in refused(capsys)
    assert "is damaged, or is not a database" in refused(capsys, "serve", "--port", "0")
    assert not list(data_dir.glob("*.before-*"))


@pytest.mark.parametrize("command", [["migrate"], ["migrate", "--check"], ["serve", "--port", "0"]])
def test_tables_of_a_newer_version_are_told_with_what_can_work(
    capsys: Capture, data_dir: Path, sqlite_template: Path, command: list[str]
) -> None:
    data_dir.mkdir()
    shutil.copy(made(sqlite_template, data_dir), data_dir / "before")
    with closing(sqlite3.connect(data_dir / "backgrade.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '2036_01_01'")
        database.commit()

    told = refused(capsys, *command)
    assert "version 2036_01_01, which this version of Backgrade does not know" in told
    assert "backgrade migrate" not in told
    assert not list(data_dir.glob("*.before-*"))


@pytest.mark.parametrize(
    "command",
    [["migrate"], ["migrate", "--check"], ["serve", "--port", "0"], ["user", "list"]],
    ids=lambda command: command[0],
)
def test_a_folder_that_had_a_database_is_not_begun_anew(
    capsys: Capture, data_dir: Path, command: list[str]
) -> None:
    assert main(["migrate"]) == 0
    (data_dir / "backgrade.db").unlink()

    told = refused(capsys, *command)
    assert f"{data_dir}/backgrade.db is missing" in told
    assert "backgrade restore" in told
    assert "--new-database" in told
    assert not (data_dir / "backgrade.db").exists()


def test_it_is_begun_anew_where_somebody_says_so(data_dir: Path) -> None:
    assert main(["migrate"]) == 0
    (data_dir / "backgrade.db").unlink()

    assert main(["migrate", "--new-database"]) == 0
    assert main(["migrate", "--check"]) == 0


def test_a_file_in_the_place_of_the_folder_is_told(capsys: Capture, data_dir: Path) -> None:
    data_dir.touch()

    assert f"{data_dir} cannot be opened" in refused(capsys)
    assert f"{data_dir} cannot be opened" in refused(capsys, "serve", "--port", "0")


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("mode", [0o500, 0o000], ids=["read-only", "unreadable"])
@pytest.mark.parametrize("used", [False, True], ids=["new", "used"])
@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_folder_of_somebody_else_is_told(
    tmp_path: Path, sqlite_template: Path, mode: int, command: str, *, used: bool
) -> None:
    """As an ordinary account: root may write everywhere."""
    folder = tmp_path / "rights"
    folder.mkdir()
    if used:
        made(sqlite_template, folder).chmod(0o400)
    folder.chmod(mode)
    try:
        done = as_ordinary(folder, command)
    finally:
        folder.chmod(0o700)

    assert done.returncode == 2, done.stderr
    require_plain(done.stderr)
    assert str(folder) in done.stderr


def as_ordinary(folder: Path, command: str) -> "subprocess.CompletedProcess[str]":
    """The command without what lets root read and write everywhere."""
    own = {**os.environ, "BACKGRADE_DATA_DIR": str(folder)}
    arguments = [command, "--port", "0"] if command == "serve" else [command]
    return subprocess.run(
        [sys.executable, "-c", _ORDINARY, "-c", _COMMAND, *arguments],
        env=own, capture_output=True, text=True, check=False, timeout=_PATIENCE,
    )  # fmt: skip


def made(template: Path, folder: Path) -> Path:
    """A migrated database in a folder."""
    with closing(Database(f"sqlite:///{shutil.copy(template, folder / 'backgrade.db')}")):
        return folder / "backgrade.db"


@pytest.mark.parametrize("host", ["nothing.invalid", f"{'a' * 70}.org", "192.0.2.1"])
def test_an_address_that_is_not_of_this_machine_is_told(
    capsys: Capture, monkeypatch: Patch, host: str
) -> None:
    monkeypatch.setenv("BACKGRADE_INSECURE_HTTP", "true")

    assert "cannot listen on" in refused(capsys, "serve", "--host", host, "--port", "0")


def test_nothing_that_answers_is_told(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", "postgresql://grader@127.0.0.1:1/backgrade")

    told = refused(capsys)
    assert "No database server answers at this address" in told
    assert "refused" in told


def test_without_its_driver_postgresql_is_told(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", "postgresql://grader@127.0.0.1:1/backgrade")
    monkeypatch.setitem(sys.modules, "psycopg", None)

    assert "needs the Python package `psycopg`" in refused(capsys)


@pytest.fixture
def server() -> Iterator[str]:
    """The URL of an empty database of a server."""
    if lack := postgres.lacking():
        pytest.skip(lack)
    with postgres.fresh() as url:
        yield url


def told_by(server: str, capsys: Capture, monkeypatch: Patch, *command: str, **other: str) -> str:
    """What a command says where something in the URL is another."""
    url = make_url(server).set(**other)  # type: ignore[arg-type]
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", url.render_as_string(hide_password=False))
    return refused(capsys, *command)


@pytest.mark.parametrize(
    "command", [["migrate"], ["migrate", "--check"], ["serve", "--port", "0"], ["worker"]]
)
def test_a_user_that_a_server_does_not_know_is_told(
    server: str, capsys: Capture, monkeypatch: Patch, command: list[str]
) -> None:
    told = told_by(server, capsys, monkeypatch, *command, username="nobody_of_that_name")

    assert "does not know this user" in told
    assert "createuser" in told


def test_a_database_that_a_server_does_not_have_is_told(
    server: str, capsys: Capture, monkeypatch: Patch
) -> None:
    told = told_by(server, capsys, monkeypatch, database="nothing_of_that_name")

    assert "does not have this database" in told
    assert "createdb" in told


@pytest.fixture
def role(server: str) -> Iterator[str]:
    """A user with a password, who owns nothing. Tests share a server: one at a time changes its rules."""
    name = f"test_{token_hex(4)}"
    folder = Path(str(make_url(server).query["host"]))
    rules = folder / "data" / "pg_hba.conf"
    with (
        (folder / "rules.lock").open("w") as lock,
        psycopg.connect(host=str(folder), user="postgres", dbname="postgres", autocommit=True) as connection,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        connection.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'right'".encode())
        before = rules.read_text()
        rules.write_text(f"local all {name} scram-sha-256\n{before}")
        connection.execute("SELECT pg_reload_conf()")
        yield name
        rules.write_text(before)
        connection.execute("SELECT pg_reload_conf()")
        connection.execute(f"DROP ROLE {name}".encode())


def test_a_wrong_password_is_told_and_never_printed(
    server: str, role: str, capsys: Capture, monkeypatch: Patch
) -> None:
    told = told_by(server, capsys, monkeypatch, username=role, password="s3cret-but-wrong")  # noqa: S106

    assert "rejects this user or password" in told
    assert "s3cret" not in told


def test_a_user_without_the_right_to_make_tables_is_told(
    server: str, role: str, capsys: Capture, monkeypatch: Patch
) -> None:
    told = told_by(server, capsys, monkeypatch, username=role, password="right")  # noqa: S106

    assert "has no permission for this" in told
    assert "permission denied" in told
