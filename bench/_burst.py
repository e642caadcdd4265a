"""A burst: many files handed in over REST at once, while processes that grade are killed again and again."""

import http.client
import itertools
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from sqlalchemy import func, select

from bench._service import Class, Installation
from submissions.storage.database import Database
from submissions.tables import UNFINISHED, Grading, Job, JobState, State, Submission

_EXAMPLES = sorted((Path(__file__).resolve().parent.parent / "examples").glob("*.py"))
_AT_ONCE = 16
_PAUSE = 0.2
_ACCEPTED = 202
_TIMEOUT = 30.0


@dataclass(frozen=True)
class BurstOutcome:
    """What became of it."""

    acknowledged: set[UUID]
    stored: int
    """Submissions in the database."""
    states: Counter[str]
    not_once: int
    """Those with more or less than one result, by whatever can be seen of it."""
    again: int
    """Jobs that took more than one attempt."""
    kills: int
    seconds_to_hand_in: float
    seconds_in_all: float


def burst(
    installation: Installation, members: Class, files: int, *, every: tuple[float, float], patience: float
) -> BurstOutcome:
    """Hand so many files in, kill now and then, and wait until everything is graded."""
    started = time.monotonic()
    with _killing(installation, every) as kills:
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            answers = pool.map(lambda n: hand_in(installation.port, members, n), range(files))
            acknowledged = set(answers)
        handed_in = time.monotonic() - started
        wait(installation.url, files, patience)
    in_all = time.monotonic() - started
    return _outcome(installation.url, acknowledged, next(kills), handed_in, in_all)


def file(number: int) -> bytes:
    """A submission, different from all others."""
    return _EXAMPLES[number % len(_EXAMPLES)].read_bytes() + f"\n# {number}\n".encode()


def request(
    port: int,
    members: Class,
    number: int,
    content: bytes | None = None,
    name: str = "value.py",
    *,
    host: str = "127.0.0.1",
    timeout: float = _TIMEOUT,
) -> tuple[int, bytes]:
    """Hand one file in, an example unless told which; the answer. The same number is the same request."""
    connection = http.client.HTTPConnection(host, port, timeout=timeout)
    with closing(connection):
        connection.request(
            "POST",
            f"/api/v1/assignments/{members.assignment_id}/submissions?name={name}",
            content or file(number),
            {
                "Authorization": f"Bearer {members.tokens[number % len(members.tokens)]}",
                "Content-Type": "text/x-python",
                "Idempotency-Key": f"file {number}",
            },
        )
        answer = connection.getresponse()
        return answer.status, answer.read()


def hand_in(
    port: int, members: Class, number: int, content: bytes | None = None, name: str = "value.py"
) -> UUID:
    """Hand one file in as a careful client does: again with the same key, until it is acknowledged."""
    while True:
        try:
            status, body = request(port, members, number, content, name)
        except (OSError, http.client.HTTPException):
            time.sleep(_PAUSE)
            continue
        if status == _ACCEPTED:
            return UUID(json.loads(body)["id"])
        assert status in {409, 429, 503}, (status, body)
        time.sleep(_PAUSE)


@contextmanager
def _killing(installation: Installation, every: tuple[float, float]) -> Iterator[Iterator[int]]:
    """Kill one after the other while it lasts; afterwards it tells how often."""
    stop, kills = threading.Event(), itertools.count()
    turns = itertools.cycle(installation.grading)

    def kill() -> None:
        while not stop.wait(random.uniform(*every)):
            process = next(turns)
            process.kill()
            next(kills)
            process.start()
            process.wait_until_it_grades()

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield kills
    finally:
        stop.set()
        killer.join()


def wait(url: str, files: int, patience: float) -> None:
    """Wait until so many files are there and graded, or until patience ends."""
    deadline = time.monotonic() + patience
    with closing(Database(url)) as database:
        while True:
            with database.read() as session:
                left = select(func.count()).where(Submission.state.in_(UNFINISHED))
                done = select(func.count()).select_from(Submission)
                if not session.scalar(left) and session.scalar(done) == files:
                    return
            if time.monotonic() > deadline:
                return
            time.sleep(0.1)


def _outcome(url: str, acknowledged: set[UUID], kills: int, handed_in: float, in_all: float) -> BurstOutcome:
    with closing(Database(url)) as database, database.read() as session:
        rows = session.execute(
            select(Submission, Grading, Job)
            .join(Grading, Grading.submission_id == Submission.id)
            .join(Job, Job.grading_id == Grading.id)
        ).all()
        stored = session.scalar(select(func.count()).select_from(Submission)) or 0
    found = [(submission, grading, job) for submission, grading, job in rows]
    once = sum(_once(*each) for each in found)
    return BurstOutcome(
        acknowledged=acknowledged & {submission.id for submission, _, _ in found},
        stored=stored,
        states=Counter(str(submission.state) for submission, _, _ in found),
        not_once=len(found) - once,
        again=sum(job.attempts > 1 for _, _, job in found),
        kills=kills,
        seconds_to_hand_in=handed_in,
        seconds_in_all=in_all,
    )


def _once(submission: Submission, grading: Grading, job: Job) -> bool:
    """Each attempt that was lost changed the state twice, the one that counts twice, and nothing else did."""
    return (
        submission.state == grading.state == State.GRADED
        and submission.grading_id == grading.id
        and job.state == JobState.DONE
        and submission.revision == 1 + 2 * job.attempts
    )
