"""`backgrade serve` and `backgrade worker`, as processes: they start, refuse clearly, and end gracefully."""

import http.client
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from api.command import main
from bench._burst import request
from bench._service import Installation, free_port, prepared
from submissions.storage.database import Database
from submissions.tables import Submission, Worker
from tests.patience import until
from tests.thorough import at_length
from tests.world import postgres


def test_it_serves_grades_and_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path}/backgrade.db"
    members = prepared(url, students=1)
    with Installation(url, tmp_path) as installation:
        until(lambda: _status(installation.port, "/readyz") == 200)
        status, body = request(installation.port, members, 0)
        until(lambda: _states(url) == {"graded": 1})
        second = main(["serve", "--data-dir", str(tmp_path), "--port", str(free_port())])
        other = main(["serve", "--data-dir", f"{tmp_path}/other", "--port", str(installation.port)])
        ended = installation.web.stop()

    said, refused = installation.web.log.read_text(), capsys.readouterr().err
    assert (status, json.loads(body)["state"]) == (202, "queued")
    assert (second, other, ended) == (2, 2, 0)
    assert f"Process {installation.web.id} is using the database." in refused
    assert f"Another program listens on 127.0.0.1:{installation.port} already." in refused
    assert f"Backgrade is running at http://127.0.0.1:{installation.port}\n" in said
    assert "/sign-in/" in said
    assert "Sandbox: E" in said
    assert _workers(url) == 0


@at_length
def test_a_cluster_grades_and_its_worker_ends(postgres_url: str, tmp_path: Path) -> None:
    members = prepared(postgres_url, students=1)
    with Installation(postgres_url, tmp_path, workers=1) as installation:
        request(installation.port, members, 0)
        until(lambda: _states(postgres_url) == {"graded": 1})
        ended = installation.grading[0].stop()

    assert ended == 0
    assert "Stopping." in installation.grading[0].log.read_text()
    assert _workers(postgres_url) == 0


@at_length
def test_an_old_sqlite_database_is_copied_and_brought_up_to_date(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "backgrade.db")) as old:
        old.execute("CREATE TABLE something_else (x)")
    with Installation(f"sqlite:///{tmp_path}/backgrade.db", tmp_path) as installation:
        assert _status(installation.port, "/healthz") == 200

    assert len(list(tmp_path.glob("backgrade.before-*.db"))) == 1
    assert "The database tables were updated." in installation.web.log.read_text()


def test_tables_of_postgresql_are_only_brought_up_to_date_when_somebody_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if lack := postgres.lacking():
        pytest.skip(lack)
    with postgres.fresh() as url:
        monkeypatch.setenv("BACKGRADE_DATABASE_URL", url)
        assert main(["serve", "--port", str(free_port())]) == 2

    assert "Run `backgrade migrate` once" in capsys.readouterr().err


def test_with_sqlite_there_is_no_worker_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BACKGRADE_DATA_DIR", str(tmp_path))

    assert main(["worker"]) == 2
    assert "With SQLite, `backgrade serve` grades by itself" in capsys.readouterr().err


def test_plain_http_does_not_leave_this_machine_unasked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BACKGRADE_DATA_DIR", str(tmp_path))

    assert main(["serve", "--host", "0.0.0.0", "--port", "0"]) == 2  # noqa: S104 - it must be refused
    assert "plain http" in capsys.readouterr().err


def _status(port: int, path: str) -> int:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


def _states(url: str) -> dict[str, int]:
    with closing(Database(url)) as database, database.read() as session:
        counted = session.execute(select(Submission.state, func.count()).group_by(Submission.state))
        return {state: count for state, count in counted}  # noqa: C416 - rows are not pairs to the types


def _workers(url: str) -> int:
    with closing(Database(url)) as database, database.read() as session:
        return session.scalar(select(func.count()).select_from(Worker)) or 0
