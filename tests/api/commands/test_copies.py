"""A copy is made while the database is in use, is whole, and comes back; nothing that was there is lost."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from api.command import main
from api.words import backups as words
from api.words.storage import commit_that_updates
from submissions.storage.backups import (
    CopyFailed,
    Failure,
    back_up,
    inspect,
    postgres as copies_postgres,
    restore,
    sqlite as copies_sqlite,
)
from submissions.storage.database import Database
from submissions.storage.one_process import only_process
from submissions.tables import Person
from tests.world import postgres
from tests.world.classroom import person

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def settings(database_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The database is what the environment says."""
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", database_url)
    return database_url


@pytest.fixture
def empty_url(database_url: str, tmp_path: Path) -> Iterator[str]:
    """A place of the same kind without any tables."""
    if database_url.startswith("sqlite"):
        yield f"sqlite:///{tmp_path}/elsewhere/other.db"
        return
    with postgres.fresh() as url:
        yield url


def add(url: str, login: str) -> None:
    with closing(Database(url)) as database, database.begin() as session:
        person(session, login)


def logins(url: str) -> set[str]:
    with closing(Database(url)) as database, database.read() as session:
        return {each.login for each in session.query(Person)}


def failure_of(url: str, copy: Path, *, force: bool = True) -> Failure:
    with pytest.raises(CopyFailed) as failed:
        restore(url, copy, force=force)
    return failed.value.failure


def test_what_was_copied_comes_back_and_what_was_there_is_kept(settings: str, tmp_path: Path) -> None:
    add(settings, "ada")
    assert main(["backup", "copy"]) == 0
    add(settings, "later")

    assert main(["restore", "copy"]) == 2
    assert logins(settings) == {"ada", "later"}
    assert main(["restore", "copy", "--force"]) == 0
    assert logins(settings) == {"ada"}
    assert kept(settings, tmp_path) == {"ada", "later"}


def kept(url: str, folder: Path) -> set[str]:
    """Who is in what was moved aside."""
    if url.startswith("sqlite"):
        (aside,) = folder.glob("backgrade.replaced-*.db")
        return logins(f"sqlite:///{aside}")
    engine = create_engine(url)
    with engine.connect() as connection:
        (schema,) = connection.scalars(
            text("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'replaced_%'")
        )
        found = set(connection.scalars(text(f'SELECT login FROM "{schema}".person')))  # noqa: S608 - its name is ours
    engine.dispose()
    return found


def test_a_copy_goes_to_a_place_where_nothing_is(database_url: str, empty_url: str, tmp_path: Path) -> None:
    add(database_url, "ada")
    back_up(database_url, tmp_path / "copy")

    assert restore(empty_url, tmp_path / "copy", force=False).aside is None
    assert logins(empty_url) == {"ada"}
    with closing(Database(empty_url)) as database:
        assert database.is_current()


def test_a_copy_is_made_while_others_write(database: Database, tmp_path: Path) -> None:
    with database.begin() as session:
        person(session, "half")
        session.flush()
        back_up(database.url, tmp_path / "copy")

    restored = inspect(database.url, tmp_path / "copy")
    assert restored.size == (tmp_path / "copy").stat().st_size


def test_only_its_owner_can_read_a_copy(database_url: str, tmp_path: Path) -> None:
    back_up(database_url, tmp_path / "copy")

    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in tmp_path.iterdir() if "copy" in each.name) == ["copy"]


def test_no_file_is_overwritten(settings: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "copy").write_text("mine")

    assert settings
    assert main(["backup", "copy"]) == 2
    assert (tmp_path / "copy").read_text() == "mine"
    assert "already exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"SQLite format 3\x00" + bytes(500), b"PGDMP" + bytes(500)]
)
def test_what_is_no_copy_changes_nothing(content: bytes, database_url: str, tmp_path: Path) -> None:
    add(database_url, "ada")
    (tmp_path / "copy").write_bytes(content)

    assert failure_of(database_url, tmp_path / "copy") in {Failure.NOT_A_COPY, Failure.DAMAGED}
    assert logins(database_url) == {"ada"}


def test_a_damaged_copy_changes_nothing(database_url: str, tmp_path: Path) -> None:
    add(database_url, "ada")
    back_up(database_url, tmp_path / "copy")
    os.truncate(tmp_path / "copy", (tmp_path / "copy").stat().st_size * 2 // 3)

    assert failure_of(database_url, tmp_path / "copy") is Failure.DAMAGED
    assert logins(database_url) == {"ada"}


def test_a_copy_of_a_version_that_is_not_known_changes_nothing(database: Database, tmp_path: Path) -> None:
    with database.begin() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '2036_01_01'"))
    with pytest.raises(CopyFailed) as failed:
        back_up(database.url, tmp_path / "copy")

    assert (failed.value.failure, failed.value.detail) == (Failure.UNKNOWN_VERSION, "2036_01_01")
    assert not (tmp_path / "copy").exists()


def test_a_copy_from_before_the_first_release_is_refused_with_what_updates_it() -> None:
    told = words.failed(CopyFailed(Failure.UNKNOWN_VERSION, "2026_11_21"))

    assert "version 2026_11_21, from before the first release" in told.seen
    assert f"from commit {commit_that_updates('2026_11_21')}" in told.advice


def test_a_database_in_use_is_not_replaced(database: Database, tmp_path: Path) -> None:
    back_up(database.url, tmp_path / "copy")
    if database.embedded:
        with only_process(tmp_path / "backgrade.db"):
            assert failure_of(database.url, tmp_path / "copy") is Failure.IN_USE
        return
    with database.read() as session:
        session.execute(text("SELECT 1"))
        assert failure_of(database.url, tmp_path / "copy") is Failure.IN_USE


def test_where_there_is_no_database_there_is_no_copy(tmp_path: Path) -> None:
    with pytest.raises(CopyFailed) as failed:
        back_up(f"sqlite:///{tmp_path}/none.db", tmp_path / "copy")

    assert failed.value.failure is Failure.NO_DATABASE
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("failure", Failure)
def test_each_failure_says_what_was_seen_and_what_to_try(failure: Failure) -> None:
    assert all(words.failed(CopyFailed(failure, "x")))


def test_a_place_that_cannot_be_written_to_is_told(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CopyFailed) as failed:
        back_up(database_url, tmp_path / "file" / "copy")

    assert failed.value.failure in {Failure.NOT_WRITTEN, Failure.PROGRAM_FAILED}


def test_a_copy_that_is_not_there_is_told(database_url: str, tmp_path: Path) -> None:
    assert failure_of(database_url, tmp_path / "none") is Failure.NO_FILE


def test_a_server_that_does_not_answer_is_told(postgres_url: str, tmp_path: Path) -> None:
    back_up(postgres_url, tmp_path / "copy")
    nowhere = f"postgresql+psycopg://nobody@/x?host={tmp_path}"

    assert failure_of(nowhere, tmp_path / "copy") is Failure.NO_DATABASE


def test_without_its_programs_postgresql_is_not_copied(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", postgres_url)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert main(["backup", "copy"]) == 2
    assert "`pg_dump` was not found" in capsys.readouterr().err


def test_a_failure_halfway_brings_back_what_was_there(postgres_url: str, tmp_path: Path) -> None:
    """The copy is whole, but the database refuses it: something of it is in the way."""
    add(postgres_url, "ada")
    back_up(postgres_url, tmp_path / "copy")
    engine = create_engine(postgres_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE SCHEMA other"))
        connection.execute(
            text(
                "CREATE FUNCTION other.refuse() RETURNS event_trigger LANGUAGE plpgsql "
                "AS $$ BEGIN IF tg_tag = 'CREATE TABLE' THEN RAISE 'no'; END IF; END $$"
            )
        )
        connection.execute(
            text("CREATE EVENT TRIGGER no ON ddl_command_start EXECUTE FUNCTION other.refuse()")
        )
    engine.dispose()

    assert failure_of(postgres_url, tmp_path / "copy") is Failure.PROGRAM_FAILED
    assert logins(postgres_url) == {"ada"}


def test_the_password_is_no_argument_that_others_can_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pg_dump` is replaced by one that tells how it was called."""
    program = tmp_path / "pg_dump"
    program.write_text('#!/bin/sh\necho "$@" "$PGPASSWORD" "$PGSSLMODE" "$PGHOST" >&2\nexit 1\n')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    url = "postgresql+psycopg://grader:s3cret@db:5432/backgrade?sslmode=require"
    with pytest.raises(CopyFailed) as failed:
        back_up(url, tmp_path / "copy")

    arguments, _, rest = failed.value.detail.partition(" s3cret ")
    assert "s3cret" not in arguments
    assert rest == "require db"


def test_the_companions_of_a_crashed_database_go_aside_with_it(sqlite_url: str, tmp_path: Path) -> None:
    place = Path(sqlite_url.removeprefix("sqlite:///"))
    back_up(sqlite_url, tmp_path / "copy")
    opened = sqlite3.connect(place)
    opened.execute("PRAGMA journal_mode=WAL")
    opened.execute("CREATE TABLE written_last (x)")
    opened.commit()

    aside = restore(sqlite_url, tmp_path / "copy", force=True).aside
    opened.close()
    assert aside is not None
    with closing(sqlite3.connect(aside)) as moved:
        assert moved.execute("SELECT count(*) FROM written_last").fetchone() == (0,)


def crashed(place: Path, login: str) -> dict[str, bytes]:
    """The files of a database whose process was killed: what was written last is in its log only."""
    with closing(Database(f"sqlite:///{place}")) as database:
        with database.begin() as session:
            person(session, login)
        found = {each: place.with_name(f"{place.name}{each}").read_bytes() for each in ("", "-wal", "-shm")}
    for ending, content in found.items():
        place.with_name(f"{place.name}{ending}").write_bytes(content)
    return found


def names(folder: Path) -> set[str]:
    """The files in a folder, without the companions of databases that are open just now."""
    return {each.name for each in folder.iterdir() if not each.name.endswith(("-wal", "-shm"))}


def test_the_log_of_a_database_that_is_gone_is_not_replayed_into_the_copy(
    sqlite_url: str, tmp_path: Path
) -> None:
    place = Path(sqlite_url.removeprefix("sqlite:///"))
    add(sqlite_url, "ada")
    back_up(sqlite_url, tmp_path / "copy")
    for number in range(60):
        add(sqlite_url, f"later-{number}")
    files = crashed(place, "last")
    Path(f"{place}-journal").write_bytes(b"of another time")
    place.unlink()

    restored = restore(sqlite_url, tmp_path / "copy", force=False)
    assert logins(sqlite_url) == {"ada"}
    assert restored.aside is not None
    assert Path(restored.aside).read_bytes() == files["-wal"]
    assert {each.name.rpartition("-")[2] for each in tmp_path.glob("*.replaced-*.db-*")} == {
        "wal",
        "shm",
        "journal",
    }


def test_what_lies_beside_a_copy_is_no_part_of_it(sqlite_url: str, tmp_path: Path) -> None:
    back_up(sqlite_url, tmp_path / "copy")
    crashed(Path(sqlite_url.removeprefix("sqlite:///")), "later")
    (tmp_path / "copy-wal").write_bytes(Path(f"{tmp_path}/backgrade.db-wal").read_bytes())

    restore(sqlite_url, tmp_path / "copy", force=True)
    assert logins(sqlite_url) == set()


def test_a_copy_with_a_reference_to_nothing_changes_nothing(sqlite_url: str, tmp_path: Path) -> None:
    """PostgreSQL checks references by itself while it restores."""
    add(sqlite_url, "ada")
    back_up(sqlite_url, tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as broken:
        broken.execute(
            "INSERT INTO sign_in_link (id, secret_hash, person_id, created_at, expires_at) "
            "VALUES ('a', 'b', 'nobody', 0, 0)"
        )
        broken.commit()
    before = names(tmp_path)

    with pytest.raises(CopyFailed) as failed:
        restore(sqlite_url, tmp_path / "copy", force=True)
    assert (failed.value.failure, "sign_in_link" in failed.value.detail) == (Failure.DAMAGED, True)
    assert logins(sqlite_url) == {"ada"}
    assert names(tmp_path) == before


def test_a_database_that_fails_its_check_in_its_place_is_taken_away_again(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy is whole; what came of it is not, as on a disk that loses what it was given."""
    add(database_url, "ada")
    back_up(database_url, tmp_path / "copy")
    add(database_url, "later")
    module = copies_sqlite if database_url.startswith("sqlite") else copies_postgres

    def failing(*_: object) -> None:
        raise CopyFailed(Failure.NOT_WHOLE)

    monkeypatch.setattr(module, "_require_whole", failing)

    assert failure_of(database_url, tmp_path / "copy") is Failure.NOT_WHOLE
    assert logins(database_url) == {"ada", "later"}


def test_a_disk_that_loses_pages_is_noticed(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(sqlite_url, "ada")
    back_up(sqlite_url, tmp_path / "copy")

    def losing(source: Path, target: Path) -> None:
        whole = bytearray(Path(source).read_bytes())
        whole[len(whole) // 2 :] = bytes(len(whole) - len(whole) // 2)
        Path(target).write_bytes(whole)

    monkeypatch.setattr(shutil, "copyfile", losing)

    assert failure_of(sqlite_url, tmp_path / "copy") is Failure.NOT_WHOLE
    assert logins(sqlite_url) == {"ada"}


def test_a_restored_postgresql_database_is_checked(postgres_url: str, tmp_path: Path) -> None:
    """References that nobody has checked came with the copy."""
    engine = create_engine(postgres_url)
    with engine.begin() as connection:
        connection.execute(
            text("ALTER TABLE sign_in_link ADD CONSTRAINT new FOREIGN KEY (id) REFERENCES person NOT VALID")
        )
    engine.dispose()
    back_up(postgres_url, tmp_path / "copy")
    add(postgres_url, "ada")

    assert failure_of(postgres_url, tmp_path / "copy") is Failure.NOT_WHOLE
    assert logins(postgres_url) == {"ada"}


def test_a_failed_check_leaves_an_empty_database_empty(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(postgres_url, tmp_path / "copy")

    def failing(*_: object) -> None:
        raise CopyFailed(Failure.NOT_WHOLE)

    monkeypatch.setattr(copies_postgres, "_require_whole", failing)
    with postgres.fresh() as url:
        assert failure_of(url, tmp_path / "copy", force=False) is Failure.NOT_WHOLE
        monkeypatch.undo()
        assert restore(url, tmp_path / "copy", force=False).aside is None
