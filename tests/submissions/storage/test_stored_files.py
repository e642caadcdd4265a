"""Submitted files in S3-compatible storage: kept, read, moved both ways, and gone when nobody has them."""

import logging
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import boto3
import pytest
from moto.server import ThreadedMotoServer
from sqlalchemy import select, update

from submissions.errors import Deleted, FileLost, StorageError, StorageFailure
from submissions.grading.work.housekeeping import keep_files
from submissions.grading.work.retention import Retention, delete_overdue
from submissions.grading.work.task import grading_engine
from submissions.jobs.host import JobHost, Pace
from submissions.jobs.retries import Retry
from submissions.operating.checkup import CheckupPart, checkup
from submissions.operating.service import utc_now
from submissions.operating.settings import Settings, SettingsWrong, read_settings
from submissions.operating.startup import file_store, opened
from submissions.storage import stored_files
from submissions.storage.database import Database
from submissions.storage.file_store import StoredBytes
from submissions.tables import JobState, State, StoredFile
from submissions.teaching.results import reading
from tests.patience import DATABASE, until
from tests.world.engine import working
from tests.world.school import School, grader

BUCKET = "files"
TEXT = "class Value: ..."


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server that speaks S3; its address."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    running.start()
    host, port = running.get_host_and_port()
    yield f"http://{host}:{port}"
    running.stop()


@pytest.fixture
def settings(server: str, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with an empty bucket of that server."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "key")
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    client = boto3.client("s3", endpoint_url=server, region_name="us-east-1")
    client.create_bucket(Bucket=BUCKET)
    for each in client.list_objects_v2(Bucket=BUCKET).get("Contents", []):
        client.delete_object(Bucket=BUCKET, Key=each["Key"])
    return Settings(files_url=f"s3://{BUCKET}/backgrade", files_endpoint=server)


@pytest.fixture
def school(database_url: str, settings: Settings) -> Iterator[School]:
    """A course whose files are in there."""
    with closing(Database(database_url, DATABASE, files=file_store(settings))) as database:
        yield School.open(database)


def objects(settings: Settings) -> set[str]:
    """The keys of all objects there are."""
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    return {key for page in file_store(settings).objects(tomorrow) for key in page}


def row(school: School) -> tuple[bytes, str | None]:
    """Where the one file is, by its row."""
    with school.database.read() as session:
        content, key = session.execute(select(StoredFile.content, StoredFile.object_key)).one()
    return content, key


def content(school: School) -> bytes:
    submission = school.submission(school.submit(school.student(), TEXT))
    with school.database.read() as session:
        return reading.content(session, submission)


def test_a_file_is_an_object_that_its_row_names_and_is_graded(school: School, settings: Settings) -> None:
    submission = school.submit(school.student(), TEXT)
    school.submit(school.student(), TEXT)

    assert row(school) == (b"", *objects(settings))
    school.grade_all()
    assert school.submission(submission).state == State.GRADED
    assert content(school) == TEXT.encode()


def test_files_are_moved_into_objects_and_back(school: School, settings: Settings) -> None:
    back = settings.model_copy(update={"files_in": "database"})
    with closing(Database(school.database.url, DATABASE)) as without:
        in_rows = School(without, school.course_id, school.assignment_id)
        in_rows.submit(in_rows.student(), TEXT)
    before = row(school), content(school)
    keep_files(school.database, now=datetime.now(UTC))
    inside = row(school), content(school)
    with closing(Database(school.database.url, DATABASE, files=file_store(back))) as database:
        keep_files(database, now=datetime.now(UTC))
    outside = row(school), content(school)

    assert before == ((TEXT.encode(), None), TEXT.encode())
    assert inside == ((b"", *objects(settings)), TEXT.encode())
    assert outside == before


def test_an_object_goes_a_day_after_no_row_names_it(school: School, settings: Settings) -> None:
    school.submit(school.student(), TEXT)
    with school.assignment() as assignment:
        assignment.closes_at = school.clock() + timedelta(days=1)
    school.grade_all()
    school.clock.advance(seconds=30 * 86400)
    keep_files(school.database, now=datetime.now(UTC) + timedelta(days=2))
    kept = objects(settings)
    days = timedelta(days=10)
    delete_overdue(school.database, Retention(days, days), now=school.clock())
    keep_files(school.database, now=datetime.now(UTC))
    still_there = objects(settings)
    keep_files(school.database, now=datetime.now(UTC) + timedelta(days=2))

    assert (len(kept), still_there, objects(settings)) == (1, kept, set())
    assert row(school) == (b"", None)


def test_without_the_storage_nothing_is_acknowledged_and_no_attempt_is_charged(
    school: School, settings: Settings
) -> None:
    submission = school.submit(school.student(), TEXT)
    away = settings.model_copy(update={"files_endpoint": "http://127.0.0.1:9"})
    with closing(Database(school.database.url, DATABASE, files=file_store(away))) as database:
        without = School(database, school.course_id, school.assignment_id)
        with pytest.raises(StorageError) as refused:
            without.submit(without.student(), "class Other: ...")
        with working(database, grader(), slots=1):
            until(lambda: school.job(submission).state == JobState.RUNNING)
    job = school.job(submission)

    assert refused.value.failure is StorageFailure.FILES
    assert (job.state, job.attempts) == (JobState.WAITING, 0)


@pytest.mark.parametrize("content", [None, b"class Value: 'another'"])
def test_a_file_that_is_lost_or_another_one_is_given_up_and_is_never_graded(
    school: School, server: str, content: bytes | None
) -> None:
    submission = school.submit(school.student(), TEXT)
    client = boto3.client("s3", endpoint_url=server, region_name="us-east-1")
    key = f"backgrade/{row(school)[1]}"
    if content is None:
        client.delete_object(Bucket=BUCKET, Key=key)
    else:
        client.put_object(Bucket=BUCKET, Key=key, Body=content)
    at_once = Pace(retry=Retry(pauses=(timedelta(0), timedelta(0))))
    crew = grading_engine(JobHost(school.database, utc_now, at_once), grader(), slots=1)
    while crew.turn():
        pass

    assert school.submission(submission).state == State.INTERNAL_ERROR
    with school.database.read() as session, pytest.raises(FileLost):
        reading.content(session, school.submission(submission))


def test_without_the_bucket_no_file_counts_as_lost(school: School, settings: Settings) -> None:
    school.submit(school.student(), TEXT)
    elsewhere = settings.model_copy(update={"files_url": "s3://no-such-bucket/backgrade"})
    store = file_store(elsewhere)
    with pytest.raises(StorageError) as refused:
        store.read(StoredBytes(*row(school)))

    assert type(refused.value) is StorageError


def test_a_lost_file_keeps_no_other_from_being_moved(school: School, settings: Settings, server: str) -> None:
    school.submit(school.student(), TEXT)
    client = boto3.client("s3", endpoint_url=server, region_name="us-east-1")
    client.delete_object(Bucket=BUCKET, Key=f"backgrade/{row(school)[1]}")
    other = school.submission(school.submit(school.student(), "class Other: ..."))
    back = settings.model_copy(update={"files_in": "database"})
    with closing(Database(school.database.url, DATABASE, files=file_store(back))) as database:
        keep_files(database, now=datetime.now(UTC))
        with database.read() as session:
            left = session.scalars(select(StoredFile.sha256).where(StoredFile.object_key.is_not(None))).all()

    assert other.sha256 not in left
    assert len(left) == 1


def test_what_others_keep_in_the_bucket_stays(school: School, server: str) -> None:
    client = boto3.client("s3", endpoint_url=server, region_name="us-east-1")
    theirs = {"backgrade/lecture.pdf", "backgrade/2026/0123456789abcdef0123456789abcdef", "lecture.pdf"}
    for key in theirs:
        client.put_object(Bucket=BUCKET, Key=key, Body=b"theirs")
    keep_files(school.database, now=datetime.now(UTC) + timedelta(days=2))

    assert {each["Key"] for each in client.list_objects_v2(Bucket=BUCKET)["Contents"]} == {
        *theirs,
        "backgrade/backgrade-owner",
    }


def test_a_file_that_was_deleted_is_there_again_when_it_is_submitted_again(
    school: School, settings: Settings
) -> None:
    first = school.submission(school.submit(school.student(), TEXT))
    with school.database.begin() as session:
        gone = update(StoredFile).values(object_key=None, deleted_at=school.clock())
        session.execute(gone)
    with school.database.read() as session, pytest.raises(Deleted):
        reading.content(session, first)

    assert content(school) == TEXT.encode()
    assert row(school)[1] in objects(settings)


@pytest.mark.parametrize("well", [True, False])
def test_doctor_checks_the_storage(settings: Settings, *, well: bool) -> None:
    asked = settings if well else settings.model_copy(update={"files_endpoint": "http://127.0.0.1:9"})
    (found,) = [each for each in checkup(asked, now=datetime.now(UTC)) if each.part == CheckupPart.FILES]

    assert (found.well, objects(settings)) == (well, set())


def test_an_address_that_names_no_bucket_is_refused() -> None:
    with pytest.raises(SettingsWrong, match="s3://bucket"):
        read_settings(files_url="https://bucket")


def test_two_installations_do_not_share_a_bucket(school: School, settings: Settings, tmp_path: Path) -> None:
    """Each would delete the files of the other, which no row of its names."""
    stored_files.require_own(school.database, now=utc_now())
    stored_files.require_own(school.database, now=utc_now())
    other = settings.model_copy(update={"data_dir": tmp_path / "other"})
    with pytest.raises(StorageError) as refused, opened(other, copied=print):
        pass

    assert refused.value.failure is StorageFailure.FOREIGN


def test_files_of_another_installation_are_not_deleted(
    school: School, settings: Settings, tmp_path: Path
) -> None:
    school.submit(school.student(), TEXT)
    with closing(Database(f"sqlite:///{tmp_path / 'other.db'}", files=file_store(settings))) as other:
        other.migrate()
        stored_files.require_own(other, now=utc_now())
    later = utc_now() + timedelta(days=2)
    with pytest.raises(StorageError) as refused:
        stored_files.delete_orphans(school.database, now=later)

    assert refused.value.failure is StorageFailure.FOREIGN
    assert len(objects(settings)) == 1
