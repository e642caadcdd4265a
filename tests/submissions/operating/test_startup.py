"""Opening a service: its database is there and current, and nothing of an earlier process is held."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from submissions.operating.service import utc_now
from submissions.operating.settings import Settings
from submissions.operating.startup import Outdated, opened
from submissions.storage.database import Database
from submissions.storage.one_process import InUse
from submissions.tables import JobState, State, Worker
from submissions.tables.identity import new_id
from tests.world import postgres
from tests.world.held import hold, holders
from tests.world.school import MONDAY, School


def test_a_new_folder_gets_a_database(tmp_path: Path) -> None:
    copies: list[Path] = []
    with opened(Settings(data_dir=tmp_path / "new" / "data"), copied=copies.append) as service:
        assert service.database.is_current()

    assert copies == []


def test_what_an_earlier_process_held_is_free_at_once(sqlite_url: str, tmp_path: Path) -> None:
    with closing(Database(sqlite_url)) as database:
        school = School.open(database)
        submission = school.submit(school.student())
        school.taken()
        with database.begin() as session:
            session.add(
                Worker(id=new_id(), host="h", process=1, slots=1, level="", started_at=MONDAY, seen_at=MONDAY)
            )
            hold(session, school.course_id, "somebody", until=utc_now() + timedelta(minutes=1))
    with opened(Settings(data_dir=tmp_path), copied=print) as service, service.database.read() as session:
        workers = session.query(Worker).count()
        others = holders(session)
        school.database = service.database
        job, state = school.job(submission), school.submission(submission).state

    assert (job.state, job.owner, state, workers) == (JobState.WAITING, None, State.QUEUED, 0)
    assert others == {None}


def test_two_processes_never_serve_from_one_file(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    with opened(settings, copied=print), pytest.raises(InUse), opened(settings, copied=print):
        pass


def test_postgresql_is_not_migrated_behind_anybodys_back() -> None:
    if lack := postgres.lacking():
        pytest.skip(lack)
    with postgres.fresh() as url, pytest.raises(Outdated):  # noqa: SIM117 - the inner one is to be refused
        with opened(Settings(database_url=url), copied=print):
            pass


def test_several_processes_serve_from_postgresql(postgres_url: str) -> None:
    settings = Settings(database_url=postgres_url)
    with opened(settings, copied=print) as one, opened(settings, copied=print) as other:
        assert one.database.is_current()
        assert other.database.is_current()
