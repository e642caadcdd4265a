"""Tables are brought to this version by a command, with a copy of what was there."""

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from api.command import main
from submissions.storage.database import Database

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BACKGRADE_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


def test_a_new_database_is_made_with_nothing_to_copy(data_dir: Path, capsys: Capture) -> None:
    assert main(["migrate"]) == 0

    assert "now up to date.\n" in capsys.readouterr().out
    assert [each.name for each in data_dir.glob("*.db")] == ["backgrade.db"]
    assert data_dir.stat().st_mode & 0o777 == 0o700


def test_a_check_changes_nothing(data_dir: Path, capsys: Capture) -> None:
    assert main(["migrate", "--check"]) == 1
    assert not data_dir.exists()
    assert "There is no database yet" in capsys.readouterr().out


def test_a_check_of_current_tables_is_content(capsys: Capture) -> None:
    assert main(["migrate"]) == main(["migrate", "--check"]) == main(["migrate"]) == 0

    assert capsys.readouterr().out.count("tables are up to date.\n") == 2


def test_tables_of_another_version_are_told_and_copied_before_they_change(
    data_dir: Path, capsys: Capture
) -> None:
    data_dir.mkdir()
    with closing(Database(f"sqlite:///{data_dir}/backgrade.db")) as database, database.begin() as session:
        session.execute(text("CREATE TABLE something_else (x)"))

    assert main(["migrate", "--check"]) == 1
    assert main(["migrate"]) == 0
    assert "A copy of the old database is at " in capsys.readouterr().out
    assert len(list(data_dir.glob("backgrade.before-*.db"))) == 1


def test_postgresql_is_migrated_too(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", database_url)

    assert main(["migrate", "--check"]) == 0


def test_a_database_that_does_not_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", f"postgresql://nobody@/x?host={tmp_path}")

    assert main(["migrate"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("No database server answers")
    assert "Traceback" not in told
