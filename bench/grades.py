"""The pages of a course with 100,000 graded submissions, each with its report, on both databases.

Bar: every page at most 300 ms; the table of all grades has none. `python -m bench grades --submissions=5000`
for fewer, `--report-bytes=20000` for larger reports. The first time is that of a service that just started.
"""

import hashlib
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import islice
from statistics import median
from typing import Any
from uuid import UUID

from fastapi.testclient import TestClient
from sqlalchemy import insert
from sqlalchemy.orm import Session

from api.app import create_app
from api.web import cookies
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.points import current_version
from submissions.courses.courses import courses
from submissions.operating.service import Service, utc_now
from submissions.operating.settings import Settings
from submissions.people.access import people, sessions
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Enrolment, Grading, Person, Role, State, StoredFile, StoredReport, Submission
from submissions.tables.identity import new_id
from tests.world import postgres
from tests.world.classroom import OPERATOR

_SUBMISSIONS, _REPORT_BYTES = 100_000, 10_000
_ASSIGNMENTS, _ATTEMPTS = 5, 10
_AT_A_TIME = 1000
_TIMES = 5
_BAR = 0.3
_OK = 200


@dataclass(frozen=True)
class _Made:
    """What the pages are of."""

    course: UUID
    assignment: UUID
    owner: str
    """The secret of a session."""
    student: str


def main(options: Sequence[str] = ()) -> None:
    """Print the times of each page."""
    given = dict(option.removeprefix("--").split("=") for option in options)
    number = int(given.get("submissions", _SUBMISSIONS))
    size = int(given.get("report-bytes", _REPORT_BYTES))
    postgres.open_session(durable=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite:///{folder}/backgrade.db"
            with closing(Database(url)) as database:
                database.migrate()
            _measure("SQLite", url, number, size)
        if lack := postgres.lacking():
            print(f"  PostgreSQL: {lack}")
            return
        with postgres.fresh(postgres.TEMPLATE) as url:
            _measure("PostgreSQL", url, number, size)
    finally:
        postgres.close_session()


def _measure(name: str, url: str, number: int, size: int) -> None:
    began = time.perf_counter()
    with closing(Database(url)) as database:
        made = _seeded(database, number, size)
    seconds = time.perf_counter() - began
    print(
        f"  {name}: {number} submissions with reports of {size} bytes, seeded in {seconds:.0f} s", flush=True
    )
    teach = f"/teach/courses/{made.course}"
    submissions = f"/teach/assignments/{made.assignment}/submissions"
    for title, secret, path in (
        ("course, for who teaches it", made.owner, teach),
        ("grades, 100 students", made.owner, f"{teach}/grades"),
        ("grades of all as CSV", made.owner, f"{teach}/grades.csv"),
        ("submissions of an assignment", made.owner, submissions),
        ("those with a cause", made.owner, f"{submissions}?cause=overwritten_gradient"),
        ("those of a student", made.owner, f"{submissions}?who=Student+00007"),
        ("course, for a student", made.student, f"/courses/{made.course}"),
        ("assignment, for a student", made.student, f"/assignments/{made.assignment}"),
    ):
        first, usual, busy = _timed(url, secret, path)
        above = "" if usual <= _BAR or path.endswith(".csv") else f" ABOVE THE BAR of {_BAR * 1e3:.0f} ms"
        print(
            f"    {title:<30} {usual * 1e3:7.0f} ms, of which this process works {busy * 1e3:6.0f} ms; "
            f"the first time {first * 1e3:7.0f} ms{above}",
            flush=True,
        )


def _timed(url: str, secret: str, path: str) -> tuple[float, float, float]:
    """Seconds of the first answer; the median of those that follow, and of the processor's time for them."""
    with closing(Database(url)) as database:
        service = Service(Settings(database_url=url), database)
        client = TestClient(create_app(service), base_url="http://localhost")
        client.get("/healthz")  # what is only done once for all pages
        headers = {"Cookie": f"{cookies.SESSION}={secret}"}
        seconds, busy = [], []
        for _ in range(1 + _TIMES):
            began, worked = time.perf_counter(), time.process_time()
            answer = client.get(path, headers=headers)
            seconds.append(time.perf_counter() - began)
            busy.append(time.process_time() - worked)
            assert answer.status_code == _OK, (path, answer.status_code)
        client.close()
    return seconds[0], median(seconds[1:]), median(busy[1:])


def _seeded(database: Database, number: int, size: int) -> _Made:
    """A course whose students handed in and were graded as often; written as fast as it can be."""
    now = utc_now()
    people_there = max(1, number // (_ASSIGNMENTS * _ATTEMPTS))
    with database.begin() as session:
        owner = people.add(session, "owner", "Owner", now=now)
        course = courses.create(session, Caller(owner.id, operator=True), "A large class", "UTC", now=now)
        made = [
            assignments.create(
                session, OPERATOR, course.id, Draft(title=f"Week {index}", published=True), now=now
            )
            for index in range(_ASSIGNMENTS)
        ]
        versions = {each.id: current_version(session, each).id for each in made}
        digest = hashlib.sha256(b"bench").hexdigest()
        session.add(StoredFile(sha256=digest, content=b"class Value: ...", size=16))
        students = [new_id() for _ in range(people_there)]
        _enrol(session, course.id, students, now)
        secrets = [
            sessions.start(session, each, browser="bench", by_link=False, now=now)
            for each in (owner.id, students[0])
        ]
    filler = "x" * size
    rows = _rows(list(versions.items()), students, digest, now)
    while batch := list(islice(rows, _AT_A_TIME)):
        with database.begin() as session:
            session.execute(insert(Submission), [member[0] for member in batch])
            session.execute(insert(Grading), [member[1] for member in batch])
            reports = [{"grading_id": member[1]["id"], "content": filler} for member in batch]
            session.execute(insert(StoredReport), reports)
    return _Made(course.id, made[0].id, *secrets)


def _enrol(session: Session, course_id: UUID, students: list[UUID], now: datetime) -> None:
    rows = [
        {"id": each, "login": f"student-{number}", "name": f"Student {number:05}", "created_at": now}
        for number, each in enumerate(students)
    ]
    session.execute(insert(Person), rows)
    joined = [
        {"course_id": course_id, "person_id": student, "role": Role.STUDENT, "created_at": now}
        for student in students
    ]
    session.execute(insert(Enrolment), joined)


def _rows(
    versions: list[tuple[UUID, UUID]], students: list[UUID], digest: str, now: datetime
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """A submission and its grading, in the order in which a class hands in."""
    for assignment_id, version_id in versions:
        for attempt in range(_ATTEMPTS):
            for number, person_id in enumerate(students):
                at = now - timedelta(hours=_ATTEMPTS - attempt)
                submission_id, grading_id = new_id(), new_id()
                yield (
                    {
                        "id": submission_id, "assignment_id": assignment_id, "person_id": person_id,
                        "sha256": digest, "file_name": "value.py", "state": State.GRADED,
                        "grading_id": grading_id, "attempt": attempt + 1, "created_at": at,
                    },
                    {
                        "id": grading_id, "submission_id": submission_id, "version_id": version_id,
                        "state": State.GRADED, "points": Decimal((number + attempt) % 101), "passed": False,
                        "cause": "overwritten_gradient", "causes": ["overwritten_gradient"], "sandbox": "E3",
                        "created_at": at, "finished_at": at,
                    },
                )  # fmt: skip
