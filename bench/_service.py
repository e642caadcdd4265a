"""A real service for tests and benches: processes that are started, killed and started again, and a class."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import UUID

from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.courses import courses
from submissions.operating.service import utc_now
from submissions.people.access import people, tokens
from submissions.people.access.policy import Caller, Scope
from submissions.storage.database import Database
from submissions.tables import Role
from tests.world.classroom import OPERATOR
from tests.world.processes import children

_COMMAND = "import sys; from api.command import main; sys.exit(main())"
_ROOT = Path(__file__).resolve().parent.parent
_LONGEST_START = 60.0


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
        return port


@dataclass
class Process:
    """One `backgrade ...` that can be killed and started again."""

    arguments: list[str]
    environment: dict[str, str]
    log: Path
    within: Sequence[str] = ()
    """The command that puts it into another machine; it has the process as its child."""
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _said: int = field(default=0, init=False)
    """How much was in its log when it was started."""

    def start(self) -> None:
        """Start it, without waiting for it."""
        with self.log.open("ab") as log:
            self._said = log.tell()
            self._process = subprocess.Popen(
                [*self.within, sys.executable, "-c", _COMMAND, *self.arguments],
                stdout=log, stderr=log, cwd=_ROOT, start_new_session=True,
                env={**os.environ, "LC_ALL": "C.UTF-8", **self.environment},
            )  # fmt: skip

    def wait_until_it_grades(self) -> None:
        """Until it has a sandbox, as it says since it was started last."""
        deadline = time.monotonic() + _LONGEST_START
        while b"Sandbox: E" not in self.log.read_bytes()[self._said :]:
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)

    def wait_until_it_listens(self, address: tuple[str, int]) -> None:
        """Until it can be reached there."""
        deadline = time.monotonic() + _LONGEST_START
        while True:
            try:
                with socket.create_connection(address, 1):
                    return
            except OSError:
                assert time.monotonic() < deadline, self.log.read_text()
                time.sleep(0.02)

    def kill(self) -> None:
        """End it at once: it can do nothing about it."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Have it stand still."""
        os.kill(self.id, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on."""
        assert self._process is not None
        for each in {self.id, self._process.pid}:  # what put it into another machine stops along with it
            os.kill(each, signal.SIGCONT)

    def wait(self) -> int:
        """Wait until it ends by itself; its exit status."""
        assert self._process is not None
        return self._process.wait(_LONGEST_START)

    def stop(self) -> int:
        """Ask it to end, and wait; its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        if self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.id, number)
        return self._process.wait(_LONGEST_START)

    @property
    def id(self) -> int:
        """Its process id."""
        assert self._process is not None
        own = self._process.pid
        if not self.within or self._process.poll() is not None:
            return own
        return next(iter(children(own)), own)


@dataclass
class Installation:
    """A web process and, where it does not grade by itself, workers beside it."""

    url: str
    """Of the database."""
    folder: Path
    workers: int = 0
    slots: int = 1
    port: int = field(default_factory=free_port)
    settings: dict[str, str] = field(default_factory=dict)
    """More of them, as variables of the environment."""
    grading: list[Process] = field(default_factory=list, init=False)
    """Those that grade: with SQLite, the web process itself."""
    web: Process = field(init=False)

    def __enter__(self) -> Self:
        own = {
            "BACKGRADE_DATABASE_URL": self.url,
            "BACKGRADE_DATA_DIR": str(self.folder),
            "BACKGRADE_SANDBOX": "embedded",
            "BACKGRADE_LOG_LEVEL": "warning",
            **self.settings,
        }
        in_web = 0 if self.workers else self.slots
        serve = ["serve", "--port", str(self.port), "--workers", str(in_web)]
        self.web = Process(serve, own, self.folder / "serve.log")
        work = ["worker", "--slots", str(self.slots)]
        workers = [Process(work, own, self.folder / f"worker-{n}.log") for n in range(self.workers)]
        self.grading = workers or [self.web]
        for process in {id(worker): worker for worker in (self.web, *workers)}.values():
            process.start()
        self.wait_until_it_listens()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in {id(each): each for each in (self.web, *self.grading)}.values():
            process.kill()

    def wait_until_it_listens(self) -> None:
        """Until it can be reached."""
        self.web.wait_until_it_listens(("127.0.0.1", self.port))


@dataclass(frozen=True)
class Class:
    """An assignment, and the tokens of those who hand in."""

    assignment_id: UUID
    tokens: list[str]


def prepared(url: str, students: int, draft: Draft | None = None) -> Class:
    """A course with students who have tokens, and an assignment, in a database that is migrated here."""
    now = utc_now()
    with closing(Database(url)) as database:
        if not database.is_current():
            database.migrate()
        with database.begin() as session:
            owner = people.add(session, "teacher", "Teacher", now=now)
            course = courses.create(session, Caller(owner.id, operator=True), "Backprop", "UTC", now=now)
            asked = draft or Draft(title="Core", published=True)
            assignment = assignments.create(session, OPERATOR, course.id, asked, now=now)
            scopes = frozenset({Scope.SUBMISSIONS_WRITE, Scope.SUBMISSIONS_READ})
            wanted = tokens.TokenRequest("burst", scopes)
            texts = []
            for number in range(students):
                person = people.add(session, f"student-{number}", "Student", now=now)
                people.enrol(session, course.id, person.id, Role.STUDENT, now=now)
                texts.append(tokens.create(session, Caller(person.id), wanted, now=now).text)
    return Class(assignment.id, texts)
