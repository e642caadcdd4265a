"""The grades of a class on their way to a platform, from a sender that is killed before it is answered."""

import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from sqlalchemy import func, select

from bench._service import free_port
from submissions.connect.lms import keys
from submissions.connect.lms.vocabulary import SCOPES
from submissions.operating.service import utc_now
from submissions.outward.openid.outward import OutwardRequest
from submissions.storage.database import Database
from submissions.tables import LmsContext, LmsGrade, LmsLink, PassbackState
from submissions.teaching.gradebook import overrides
from tests.world import classroom
from tests.world.learning_platform import LearningPlatform, connected
from tests.world.lms.quirks import Quirks

_TOP = Path(__file__).resolve().parent.parent
_ANSWER_SECONDS = 0.02
"""As a platform takes over the internet."""


@dataclass
class KilledSender:
    """A sender, which is killed each time that the platform has taken so many grades more."""

    url: str
    lease: float
    kill_every: int
    kills: int = 0
    _process: subprocess.Popen[bytes] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Start it."""
        command = [sys.executable, "-m", "bench._grade_sender", self.url, str(self.lease)]
        self._process = subprocess.Popen(command, cwd=_TOP)

    def kill(self) -> None:
        """End it at once: it can do nothing about it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def follow(self, taken: int) -> bool:
        """Kill it between a grade that was taken and the answer, if its time has come; whether it had."""
        with self._lock:
            if taken < (self.kills + 1) * self.kill_every:
                return False
            self.kills += 1
            self.kill()
            self.start()
            return True


@dataclass(frozen=True)
class SentGrades:
    """What became of the grades."""

    lost: int
    twice: int
    most_of_one: int
    """How often the platform took the grade of one student, at most."""
    kills: int
    most_at_once: int
    seconds: float


@dataclass
class _Wire:
    """To a platform, which counts what is under way."""

    platform: LearningPlatform
    sender: KilledSender
    under_way: int = 0
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


def send_grades(url: str, number: int, *, kill_every: int, lease: float, patience: float) -> SentGrades:
    """Send so many; what became of them."""
    with closing(Database(url)) as database:
        if not database.is_current():
            database.migrate()
        port = free_port()
        platform = _class(database, number, f"http://127.0.0.1:{port}")
        wire = _Wire(platform, KilledSender(url, lease, kill_every))
        began = time.monotonic()
        with _answering(wire, port):
            wire.sender.start()
            try:
                while _waiting(database) and time.monotonic() - began < patience:
                    time.sleep(0.1)
            finally:
                wire.sender.kill()
        seconds = time.monotonic() - began
    taken = Counter(score["userId"] for score in platform.posted)
    return SentGrades(
        lost=number - len(taken),
        twice=taken.total() - len(taken),
        most_of_one=max(taken.values(), default=0),
        kills=wire.sender.kills,
        most_at_once=wire.most_at_once,
        seconds=seconds,
    )


def _waiting(database: Database) -> int:
    waits = select(func.count()).where(LmsGrade.state != PassbackState.SENT)
    with database.read() as session:
        return session.scalar(waits) or 0


@contextmanager
def _answering(wire: _Wire, port: int) -> Iterator[None]:
    class GradesHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Give a list."""
            self._answer(None)

        def do_POST(self) -> None:
            """Take a grade, or give a token."""
            self._answer(self.rfile.read(int(self.headers["Content-Length"])))

        def _answer(self, body: bytes | None) -> None:
            with wire.lock:
                wire.under_way += 1
                wire.most_at_once = max(wire.most_at_once, wire.under_way)
            time.sleep(_ANSWER_SECONDS)
            url = f"http://127.0.0.1:{port}{self.path}"
            with wire.lock:
                answer = wire.platform.send(OutwardRequest(self.command, url, dict(self.headers), body))
                wire.under_way -= 1
            if self.path.partition("?")[0].endswith("/scores") and wire.sender.follow(
                len(wire.platform.posted)
            ):
                self.close_connection = True
                return
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.headers.get("content-type", "text/plain"))
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), GradesHandler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def _class(database: Database, number: int, site: str) -> LearningPlatform:
    """A course with students whom a platform knows, each with a grade."""
    now = utc_now()

    def our_keys() -> object:
        with database.read() as session:
            return keys.published(session, now=utc_now())

    quirks = Quirks(site=site)
    platform = LearningPlatform(utc_now, quirks, our_keys=our_keys)
    with database.begin() as session:
        course, owner = classroom.course(session)
        assignment = classroom.assignment(session, course)
        students = {f"s{each}": classroom.member(session, course, f"s{each}").id for each in range(number)}
        connected(session, "lms", assignment, owner.known, students, quirks=quirks, private=True, now=now)
        keys.ensure(session, now=now)
        session.scalars(select(LmsLink)).one().line_item_url = platform.column
        for context in session.scalars(select(LmsContext)):
            context.scopes = list(SCOPES)
        for person_id in students.values():
            overrides.give(session, owner, assignment, person_id, Decimal(80), "bench", now=now)
    platform.students.clear()
    platform.students.update(students)
    return platform
