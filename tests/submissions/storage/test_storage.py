"""Nothing is acknowledged that is not in the file people will look for; full disks pass by themselves."""

import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, select, text

from submissions.errors import StorageError, StorageFailure
from submissions.jobs.chores import Chore, Chores
from submissions.jobs.crew import Crew
from submissions.jobs.host import JobHost, Pace
from submissions.operating.readiness import FailedCheck, ReadinessPart, lacks
from submissions.operating.settings import Settings
from submissions.operating.startup import offline_database, opened
from submissions.storage import data_folder
from submissions.storage.data_folder import DatabaseLost
from submissions.storage.database import Database, UnknownTables
from submissions.storage.health import failure_of, prepared
from submissions.tables import JobKind, Person, StoredFile
from tests.world.classroom import person
from tests.world.clock import NOW
from tests.world.engine import working
from tests.world.school import School, grader

ONE_PAGE = 4096
_GONE = ("", "-wal")


@pytest.fixture
def file(sqlite_url: str) -> Path:
    return Path(sqlite_url.removeprefix("sqlite:///"))


@pytest.fixture
def embedded(sqlite_url: str) -> Iterator[Database]:
    with closing(Database(sqlite_url)) as made:
        add(made, "ada")
        yield made


def add(database: Database, login: str) -> None:
    with database.begin() as session:
        person(session, login)


def logins(database: Database) -> set[str]:
    with database.read() as session:
        return set(session.scalars(select(Person.login)))


def failing(database: Database, login: str = "bob") -> StorageFailure:
    with pytest.raises(StorageError) as failed:
        add(database, login)
    return failed.value.failure


def fill(database: Database, pages: int = 0) -> None:
    """The disk has room for so many more pages, as SQLite sees it."""
    with database._writer.connect() as connection:
        used = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {used + pages}")


def make_room(database: Database) -> None:
    with database._writer.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")


@pytest.mark.parametrize("ending", _GONE)
def test_nothing_is_acknowledged_into_a_file_that_is_gone(
    embedded: Database, file: Path, ending: str
) -> None:
    Path(f"{file}{ending}").unlink()

    assert failing(embedded) is StorageFailure.GONE
    assert lacks(embedded, now=NOW) == [FailedCheck(ReadinessPart.STORAGE, failure=StorageFailure.GONE)]
    if not ending:
        assert not file.exists()
        with pytest.raises(StorageError):
            logins(embedded)
        assert not file.exists()


def test_another_file_in_its_place_is_not_taken_for_it(embedded: Database, file: Path) -> None:
    copy = file.with_name("other.db")
    shutil.copy(file, copy)
    copy.replace(file)

    assert failing(embedded) is StorageFailure.GONE


def test_a_file_that_goes_while_it_is_written_is_not_acknowledged(embedded: Database, file: Path) -> None:
    def losing() -> None:
        with embedded.begin() as session:
            person(session, "bob")
            file.unlink()

    with pytest.raises(StorageError):
        losing()


def test_the_same_file_put_back_serves_again(embedded: Database, file: Path) -> None:
    file.rename(file.with_suffix(".away"))
    assert failing(embedded) is StorageFailure.GONE
    file.with_suffix(".away").rename(file)
    add(embedded, "bob")

    assert logins(embedded) == {"ada", "bob"}
    assert embedded.storage.failure is None


def test_it_is_said_once_in_the_log_and_once_that_it_is_over(
    embedded: Database, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "backgrade.storage"):
        file.rename(file.with_suffix(".away"))
        for _ in range(3):
            failing(embedded)
        file.with_suffix(".away").rename(file)
        add(embedded, "bob")
        add(embedded, "eve")

    assert [each.getMessage() for each in caplog.records] == [
        "nothing can be stored",
        "it can be stored again",
    ]


def test_a_full_disk_refuses_and_passes_by_itself(embedded: Database) -> None:
    large = StoredFile(sha256="0" * 64, content=bytes(100_000), size=100_000)
    fill(embedded)
    with pytest.raises(StorageError) as failed, embedded.begin() as session:
        session.add(large)
    ready = lacks(embedded, now=NOW)
    make_room(embedded)
    add(embedded, "bob")

    assert failed.value.failure is StorageFailure.FULL
    assert ready == [FailedCheck(ReadinessPart.STORAGE, failure=StorageFailure.FULL)]
    assert logins(embedded) == {"ada", "bob"}
    assert embedded.storage.failure is None


def test_what_writes_nothing_does_not_say_that_there_is_room_again(
    embedded: Database, caplog: pytest.LogCaptureFixture
) -> None:
    large = StoredFile(sha256="0" * 64, content=bytes(100_000), size=100_000)
    fill(embedded)
    with caplog.at_level(logging.INFO, "backgrade.storage"):
        for _ in range(2):
            with pytest.raises(StorageError), embedded.begin() as session:
                session.merge(large)
            with embedded.begin() as session:
                session.execute(select(Person.login)).all()
            with embedded.begin() as session:
                session.execute(delete(Person).where(Person.login == "nobody"))
        still = embedded.storage.failure
        make_room(embedded)
        add(embedded, "bob")

    said = [each.getMessage() for each in caplog.records]
    assert still is StorageFailure.FULL
    assert said == ["nothing can be stored", "it can be stored again"]
    assert embedded.storage.failure is None


def test_a_service_in_which_nobody_writes_notices_that_there_is_room_again(
    database: Database, school: School
) -> None:
    """A proxy that asks `/readyz` sends nobody until it says so."""
    host = JobHost(database, school.clock)
    handler = Chores(host, JobKind.HOUSEKEEPING, [Chore("nothing", timedelta(seconds=10), lambda: None)])
    with database.begin() as session:
        handler.enter(session, school.clock())
    database.storage.failed(StorageFailure.FULL)
    assert Crew(host, handler).turn()

    assert database.storage.failure is None


def test_a_file_that_was_acknowledged_is_graded_when_there_is_room_again(sqlite_url: str) -> None:
    """However often its report does not fit meanwhile, that is no failed attempt."""
    with closing(Database(sqlite_url)) as database:
        school = School.open(database)
        submission = school.submit(school.student())
        tried = 0

        def grade(work: object) -> object:
            nonlocal tried
            tried += 1
            if tried <= 5:
                raise StorageError(StorageFailure.FULL)
            return grader().grade(work)  # type: ignore[arg-type]

        pace = Pace(beat=0.01, look=0.01)
        made = grader(grade)  # type: ignore[arg-type]
        engine = working(database, made, slots=1, now=school.clock, pace=pace)
        with engine:
            while school.job(submission).state != "done":
                school.database.bell.wake()
        job = school.job(submission)

    assert (tried, job.attempts, job.state) == (6, 1, "done")


@pytest.mark.parametrize(
    ("content", "failure"),
    [
        (b"hello" * 1000, StorageFailure.DAMAGED),
        (b"SQLite format 3\x00" + b"x" * 5000, StorageFailure.DAMAGED),
    ],
)
def test_what_is_no_database_is_told_as_that(tmp_path: Path, content: bytes, failure: StorageFailure) -> None:
    (tmp_path / "backgrade.db").write_bytes(content)
    with pytest.raises(StorageError) as failed, opened(Settings(data_dir=tmp_path), copied=print):
        pass

    assert failed.value.failure is failure
    assert not list(tmp_path.glob("*.before-*"))


def test_a_folder_that_was_used_is_not_begun_anew(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    with opened(settings, copied=print) as service:
        add(service.database, "ada")
    (tmp_path / "backgrade.db").unlink()

    with pytest.raises(DatabaseLost), opened(settings, copied=print):
        pass
    with pytest.raises(DatabaseLost), offline_database(settings):
        pass
    assert not (tmp_path / "backgrade.db").exists()
    with opened(settings, copied=print, new_database=True) as service:
        assert logins(service.database) == set()


@pytest.mark.parametrize("content", [b"", None], ids=["nothing in it", "no tables in it"])
def test_an_empty_file_in_the_place_of_a_database_is_none(tmp_path: Path, content: bytes | None) -> None:
    settings = Settings(data_dir=tmp_path)
    with opened(settings, copied=print):
        pass
    file = tmp_path / "backgrade.db"
    file.unlink()
    file.touch()
    if content is None:
        with closing(sqlite3.connect(file)) as made:
            made.execute("PRAGMA user_version = 1")
            made.commit()

    with pytest.raises(DatabaseLost), opened(settings, copied=print):
        pass
    assert not list(tmp_path.glob("*.before-*"))


def test_a_database_from_before_is_remembered_from_its_next_start_on(sqlite_url: str, file: Path) -> None:
    assert sqlite_url
    with opened(Settings(data_dir=file.parent), copied=print):
        assert data_folder.was_used(file)


def test_tables_of_a_newer_version_are_left_alone(database: Database, tmp_path: Path) -> None:
    with database.begin() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '2036_01_01'"))
    settings = Settings(data_dir=tmp_path, database_url=database.url)

    with pytest.raises(UnknownTables) as refused, opened(settings, copied=print):
        pass
    assert refused.value.version == "2036_01_01"
    assert not list(tmp_path.glob("*.before-*"))


def test_a_migration_that_finds_no_room_leaves_no_copy(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(file)) as made:
        made.execute("DELETE FROM alembic_version")
        made.commit()

    def full(_: Database) -> None:
        raise StorageError(StorageFailure.FULL)

    monkeypatch.setattr(Database, "migrate", full)
    with pytest.raises(StorageError), opened(Settings(data_dir=file.parent), copied=print):
        pass
    assert not list(file.parent.glob("*.before-*"))


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (OSError(28, "no space left"), StorageFailure.FULL),
        (OSError(30, "read-only"), StorageFailure.READ_ONLY),
        (PermissionError(13, "denied"), StorageFailure.NO_ACCESS),
        (OSError(5, "input/output error"), StorageFailure.BROKEN),
    ],
)
def test_what_the_system_says_is_told_apart(error: OSError, failure: StorageFailure) -> None:
    with pytest.raises(StorageError) as told, prepared(Path("x")):
        raise error

    assert told.value.failure is failure


def test_other_errors_of_a_driver_are_not_about_the_place() -> None:
    assert failure_of(sqlite3.IntegrityError("unique")) is None
    assert failure_of(None) is None
