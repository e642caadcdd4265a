"""What the service keeps is looked at before anybody relies on it."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from api.words import checkup as words
from submissions.operating import checkup
from submissions.operating.checkup import CheckResult, CheckupPart, file_system
from submissions.operating.settings import Settings
from submissions.storage import data_folder
from submissions.storage.database import Database
from submissions.tables import Worker
from tests.world.classroom import assignment, course, handed_in, member


def now() -> datetime:
    return datetime.now(UTC)


def parts(settings: Settings, at: datetime | None = None) -> dict[CheckupPart, CheckResult]:
    return {each.part: each for each in checkup.checkup(settings, now=at or now())}


def of(url: str, folder: Path) -> Settings:
    return Settings(data_dir=folder, database_url=url)


def test_before_the_first_start_all_is_well_and_nothing_is_made(tmp_path: Path) -> None:
    found = parts(Settings(data_dir=tmp_path / "a" / "b"))

    assert [each for each in found.values() if not each.well] == []
    assert found[CheckupPart.DATABASE].seen == "none-yet"
    assert list(tmp_path.iterdir()) == []


def test_a_migrated_database_is_well(database_url: str, tmp_path: Path) -> None:
    found = parts(of(database_url, tmp_path))

    assert [each for each in found.values() if not each.well] == []
    assert {CheckupPart.DATABASE, CheckupPart.TABLES, CheckupPart.CLOCK} <= set(found)
    assert (CheckupPart.DISK in found) == database_url.startswith("sqlite")


def test_a_folder_below_a_file_is_not_well(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert not parts(Settings(data_dir=tmp_path / "file" / "data"))[CheckupPart.FOLDER].well


def test_a_full_disk_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "LEAST_FREE", 1 << 80)

    assert not parts(Settings(data_dir=tmp_path))[CheckupPart.DISK].well


def test_a_database_that_does_not_answer_is_not_well(tmp_path: Path) -> None:
    found = parts(of(f"postgresql://nobody@/x?host={tmp_path}", tmp_path))

    assert found == {CheckupPart.DATABASE: CheckResult(CheckupPart.DATABASE, well=False)}


def test_a_file_that_is_no_database_is_not_well(tmp_path: Path) -> None:
    (tmp_path / "backgrade.db").write_text("hello" * 1000)

    found = parts(Settings(data_dir=tmp_path))[CheckupPart.DATABASE]
    assert found == CheckResult(CheckupPart.DATABASE, well=False, seen="damaged")
    assert "backgrade restore" in words.checked(found).advice


def test_outdated_tables_are_well_where_the_service_mends_them(database: Database, tmp_path: Path) -> None:
    with database.begin() as session:
        session.execute(text("DELETE FROM alembic_version"))

    found = parts(of(database.url, tmp_path))
    assert found[CheckupPart.TABLES] == CheckResult(
        CheckupPart.TABLES, well=database.embedded, seen="outdated"
    )
    assert CheckupPart.CLOCK not in found


def test_tables_of_a_newer_version_are_not_well_anywhere(database: Database, tmp_path: Path) -> None:
    with database.begin() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '2036_01_01'"))

    found = parts(of(database.url, tmp_path))
    assert found[CheckupPart.TABLES] == CheckResult(CheckupPart.TABLES, well=False, seen="2036_01_01")
    assert "backgrade migrate" not in words.checked(found[CheckupPart.TABLES]).advice


def test_a_database_that_is_gone_is_not_well(tmp_path: Path) -> None:
    data_folder.remember(tmp_path / "backgrade.db")

    found = parts(Settings(data_dir=tmp_path))[CheckupPart.DATABASE]
    assert found == CheckResult(CheckupPart.DATABASE, well=False, seen="lost")
    assert "backgrade restore" in words.checked(found).advice


def test_a_clock_that_is_behind_what_was_written_is_not_well(database: Database, tmp_path: Path) -> None:
    with database.begin() as session:
        made, _ = course(session)
        handed_in(session, assignment(session, made), member(session, made, "ada"))
    settings = of(database.url, tmp_path)

    assert parts(settings)[CheckupPart.CLOCK].well
    assert not parts(settings, now() - timedelta(hours=1))[CheckupPart.CLOCK].well


def test_a_worker_in_trouble_is_told_with_its_host(database: Database, tmp_path: Path) -> None:
    with database.begin() as session:
        session.add(
            Worker(
                host="lab1",
                process=1,
                slots=1,
                level="",
                trouble="no sandbox",
                started_at=now(),
                seen_at=now(),
            )
        )

    found = parts(of(database.url, tmp_path))[CheckupPart.WORKERS]
    assert found == CheckResult(CheckupPart.WORKERS, well=False, seen="lab1 no sandbox")


def test_a_file_system_is_that_of_the_nearest_mount(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "1 0 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n"
        f"2 1 0:5 / {tmp_path} rw - nfs4 server:/export rw\n"
        "3 1 0:6 / /elsewhere rw master:1 - tmpfs tmpfs rw\n"
    )

    assert file_system(tmp_path / "data", mounts) == "nfs4"
    assert file_system(Path("/usr"), mounts) == "ext4"
    assert file_system(Path("/usr"), tmp_path / "none") == ""


def test_the_database_is_closed_again(database: Database, tmp_path: Path) -> None:
    parts(of(database.url, tmp_path))

    with closing(Database(database.url)) as again, again.begin() as session:
        session.execute(text("SELECT 1"))
