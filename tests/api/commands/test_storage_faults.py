"""A service that runs while its disk fills up or its database goes: nothing acknowledged is lost."""

import http.client
import json
import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import func, select

from bench._burst import request
from bench._service import Class, Installation, Process, prepared
from submissions.storage.database import Database
from submissions.tables import Submission
from tests.patience import until
from tests.thorough import at_length

pytestmark = at_length

_FULL, _UNAVAILABLE, _ACCEPTED, _OK = 507, 503, 202, 200


def test_nothing_is_acknowledged_into_a_database_that_was_removed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/backgrade.db"
    members = prepared(url, students=1)
    with Installation(url, tmp_path) as installation:
        installation.web.wait_until_it_grades()
        assert request(installation.port, members, 0)[0] == _ACCEPTED
        until(lambda: _states(url) == {"graded": 1})
        for each in tmp_path.glob("backgrade.db*"):
            each.rename(tmp_path / f"away.{each.name}")
        answers = [request(installation.port, members, number) for number in range(1, 11)]
        ready = _ready(installation)
        made = list(tmp_path.glob("backgrade.db*"))
        for each in tmp_path.glob("away.*"):
            each.rename(tmp_path / each.name.removeprefix("away."))
        again = request(installation.port, members, 20)[0]
        until(lambda: _states(url) == {"graded": 2})

    said = installation.web.log.read_text()
    assert {status for status, _ in answers} == {_UNAVAILABLE}
    assert "your request was not stored" in json.loads(answers[0][1])["detail"]
    assert ready[0] == _UNAVAILABLE
    assert "is missing" in ready[1]
    assert made == []
    assert again == _ACCEPTED
    assert said.count("nothing can be stored") == 1
    assert "Traceback" not in said


def test_a_limit_on_files_refuses_uploads_until_it_is_lifted(tmp_path: Path) -> None:
    """As quotas do, without a disk of one's own: the log of the database may not grow."""
    url = f"sqlite:///{tmp_path}/backgrade.db"
    members = prepared(url, students=1)
    with Installation(url, tmp_path) as installation:
        installation.web.wait_until_it_grades()
        limits = resource.prlimit(installation.web.id, resource.RLIMIT_FSIZE)
        resource.prlimit(installation.web.id, resource.RLIMIT_FSIZE, (1 << 15, limits[1]))
        answers = [request(installation.port, members, number) for number in range(5)]
        ready = _ready(installation)[0]
        resource.prlimit(installation.web.id, resource.RLIMIT_FSIZE, limits)
        _recovers(installation, members, url, answers)

    assert {status for status, _ in answers} & {_UNAVAILABLE, _FULL}
    assert ready == _UNAVAILABLE


def test_a_full_disk_refuses_uploads_until_there_is_room(tmp_path: Path) -> None:
    with _small_disk(tmp_path / "disk", mebibytes=6) as disk:
        url = f"sqlite:///{disk}/backgrade.db"
        members = prepared(url, students=1)
        with Installation(url, tmp_path) as installation:
            installation.web.wait_until_it_grades()
            ballast = disk / "ballast"
            _fill(ballast)
            answers = [request(installation.port, members, number) for number in range(5)]
            ready = _ready(installation)
            ballast.unlink()
            _recovers(installation, members, url, answers)

    assert {status for status, _ in answers} == {_FULL}
    assert "The disk of the service is full" in json.loads(answers[0][1])["detail"]
    assert ready[0] == _UNAVAILABLE
    assert "Free some space" in ready[1]


def test_a_service_does_not_start_on_a_full_disk(tmp_path: Path) -> None:
    with _small_disk(tmp_path / "disk", mebibytes=1) as disk:
        _fill(disk / "ballast")
        own = {"BACKGRADE_DATA_DIR": str(disk)}
        process = Process(["serve", "--port", "0"], own, tmp_path / "serve.log")
        process.start()
        status = process.wait()
        left = sorted(each.name for each in disk.iterdir() if each.stat().st_size)

    said = process.log.read_text()
    assert status == 2
    assert "is full" in said
    assert "Traceback" not in said
    assert left == ["ballast"]


@pytest.fixture
def _hang_ups_arrive() -> Iterator[None]:
    """At programs started here, even where the tests were told to ignore them (nohup)."""
    before = signal.signal(signal.SIGHUP, lambda *_: None)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("_hang_ups_arrive")
@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_hang_up_ends_nothing(command: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    workers = int(command == "worker")
    url = request.getfixturevalue("postgres_url") if workers else f"sqlite:///{tmp_path}/backgrade.db"
    members = prepared(url, students=1)
    with Installation(url, tmp_path, workers=workers) as installation:
        process = installation.grading[0]
        process.wait_until_it_grades()
        os.kill(process.id, signal.SIGHUP)
        until(lambda: "SIGHUP: nothing is read anew" in process.log.read_text())
        status = _upload(installation, members)
        until(lambda: _states(url) == {"graded": 1})
        ended = process.stop()

    assert (status, ended) == (_ACCEPTED, 0)


def _upload(installation: Installation, members: Class) -> int:
    return request(installation.port, members, 0)[0]


def _recovers(installation: Installation, members: Class, url: str, before: list[tuple[int, bytes]]) -> None:
    """Files are taken again; what was acknowledged all the time is graded, and nothing else is there."""
    until(lambda: request(installation.port, members, 100)[0] == _ACCEPTED)
    acknowledged = 1 + sum(status == _ACCEPTED for status, _ in before)
    until(lambda: _states(url).get("graded", 0) >= acknowledged)
    until(lambda: _ready(installation)[0] == _OK)
    said = installation.web.log.read_text()
    assert "it can be stored again" in said
    assert "Traceback" not in said


@contextmanager
def _small_disk(place: Path, *, mebibytes: int) -> Iterator[Path]:
    """A file system of its own; only root may mount one, and not everywhere."""
    place.mkdir()
    mount = shutil.which("mount")
    options = ["-t", "tmpfs", "-o", f"size={mebibytes}m,mode=700", "tmpfs", str(place)]
    if os.geteuid() or mount is None or subprocess.run([mount, *options], check=False).returncode:
        pytest.skip("a small disk can only be mounted by root; the limit on files shows the same without")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)  # noqa: S607


def _fill(ballast: Path) -> None:
    """Take all the room there is."""
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass


def _ready(installation: Installation) -> tuple[int, str]:
    with closing(http.client.HTTPConnection("127.0.0.1", installation.port, timeout=10)) as connection:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def _states(url: str) -> dict[str, int]:
    with closing(Database(url)) as database, database.read() as session:
        counted = session.execute(select(Submission.state, func.count()).group_by(Submission.state))
        return {state: count for state, count in counted}  # noqa: C416 - rows are not pairs to the types
