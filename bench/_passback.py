"""The grades of a class on their way to a platform, from two senders at once."""

import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal

from sqlalchemy import select

from submissions.gradebook import overrides
from submissions.lms import keys
from submissions.lms.sender import GradeSender
from submissions.lms.vocabulary import SCOPES
from submissions.openid.outward import OutwardAnswer, OutwardRequest
from submissions.storage.database import Database
from submissions.tables import LmsContext, LmsLink
from tests.world import classroom
from tests.world.learning_platform import LearningPlatform, connected

_ANSWER_SECONDS = 0.02
"""As a platform takes over the internet."""


@dataclass
class Wire:
    """To a platform, which counts what is under way."""

    platform: LearningPlatform
    most_at_once: int = 0
    _under_way: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def send(self, request: OutwardRequest) -> OutwardAnswer:
        """The answer, after a while."""
        with self._lock:
            self._under_way += 1
            self.most_at_once = max(self.most_at_once, self._under_way)
        time.sleep(_ANSWER_SECONDS)
        with self._lock:
            answer = self.platform.send(request)
            self._under_way -= 1
        return answer


def send_grades(url: str, number: int) -> str:
    """Send so many; a line of what became of them."""
    with closing(Database(url)) as database:
        if not database.is_current():
            database.migrate()
        platform = _class(database, number)
        wire = Wire(platform)
        began = time.monotonic()
        senders = [GradeSender(database, wire, lambda _: "", _now) for _ in range(2)]
        threads = [threading.Thread(target=_drain, args=(each, platform, number)) for each in senders]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.monotonic() - began
    verdict = "met" if len(platform.scores) == number and wire.most_at_once == 1 else "MISSED"
    return (
        f"{len(platform.scores)} of {number} grades in {seconds:.0f} s, two senders, "
        f"{wire.most_at_once} request at once (bar: {verdict})"
    )


def _drain(sender: GradeSender, platform: LearningPlatform, number: int) -> None:
    deadline = time.monotonic() + number
    while len(platform.scores) < number and time.monotonic() < deadline:
        if not sender.send_due():
            time.sleep(0.05)


def _class(database: Database, number: int) -> LearningPlatform:
    """A course with students whom a platform knows, each with a grade."""
    now = _now()

    def our_keys() -> object:
        with database.read() as session:
            return keys.published(session, now=_now())

    platform = LearningPlatform(_now, our_keys=our_keys)
    with database.begin() as session:
        course, owner = classroom.course(session)
        assignment = classroom.assignment(session, course)
        students = {f"s{each}": classroom.member(session, course, f"s{each}").id for each in range(number)}
        connected(session, "lms", assignment, owner.known, students, now=now)
        keys.ensure(session, now=now)
        session.scalars(select(LmsLink)).one().line_item_url = platform.column
        for context in session.scalars(select(LmsContext)):
            context.scopes = list(SCOPES)
        for person_id in students.values():
            overrides.give(session, owner, assignment, person_id, Decimal(80), "bench", now=now)
    platform.students.clear()
    platform.students.update(students)
    return platform


def _now() -> datetime:
    return datetime.now(UTC)
