"""Grading as a job: what an attempt has claimed is graded, and its report stored."""

import logging
import os
import socket
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from grader.errors import GraderError, MachineTooBusy, SandboxUnavailable, SelfTestFailed
from grader.grade import grade
from grader.grade_hunt import grade_hunt
from grader.records import Frozen
from grader.report import Report
from grader.sandbox.protocol import Sandbox
from grader.spans import span
from submissions.errors import FileLost
from submissions.grading.work import trial_time
from submissions.grading.work.code_shape import code_shape
from submissions.grading.work.health import Health
from submissions.grading.work.results import KEY, FinishedReport, Work, keep_shape, store, work
from submissions.jobs.claims import Claim
from submissions.jobs.crew import Crew, Handler
from submissions.jobs.host import JobHost
from submissions.people.access.secrets import key
from submissions.tables import Grading, Job, JobKind, Worker

_LONGEST_HOST = 200
_log = logging.getLogger("backgrade.work")

_NO_SANDBOX = (SandboxUnavailable, SelfTestFailed)
_PASSES = (GraderError, SQLAlchemyError, OSError, MemoryError)
"""Errors that may go away by themselves, so that trying again makes sense. A mistake in our code does not."""


class Grader(Frozen):
    """The functions that turn work into a report."""

    grade: Callable[[Work], Report]
    """The function that grades, in several threads at once; it raises a `GraderError` where we fail."""
    level: Callable[[], str]
    """The function that names the sandbox, proven safe; it raises a `GraderError` if there is none."""

    @classmethod
    def using(cls, sandbox: Sandbox) -> "Grader":
        """The engine on a sandbox, which several threads may use at once."""
        return cls(
            lambda work: _graded(work, sandbox),
            lambda: str(sandbox.level),
        )


def _graded(work: Work, sandbox: Sandbox) -> Report:
    """The report on a class, which runs in the sandbox, or on graphs, which run nowhere."""
    if work.hunt is not None:
        return grade_hunt(work.source, work.hunt)
    return grade(work.source, work.assignment, sandbox, seed=work.seed)


def has_room_for_trial(held: Sequence[Claim], slots: int) -> bool:
    """Whether a trial may be taken: trials have half of the slots, and never the last that is free.

    Where there is one slot only, trials have it while no student waits; their time is shortened instead.
    """
    trials = sum(each.course_id is None for each in held)
    another_is_free = len(held) + 1 < slots or slots == 1
    return another_is_free and trials < max(1, slots // 2)


class GradingHandler(Handler):
    """Grades what is claimed, outside of transactions, and tells how the sandbox of this process is."""

    kind = JobKind.GRADING

    def __init__(self, host: JobHost, grader: Grader, *, slots: int) -> None:
        self.look, self.grace = host.pace.look, host.pace.grace
        self._health = Health(grader.level, host.beat, host.pace)
        self._host = host
        self._grader = grader
        self._slots = slots
        self._secret = b""

    def pause(self) -> float:
        """Return for how long the sandbox is left alone; in trouble, it is tried again."""
        return 0 if self._health.is_well() else self._health.pause()

    def also(self, _now: datetime) -> Sequence[ColumnElement[bool]]:
        """Restrict the claim to full submissions once trials have used their part of the slots."""
        has_room = has_room_for_trial(self._host.holds(self.kind), self._slots)
        return () if has_room else (Job.course_id.is_not(None),)

    def carry_out(self, claim: Claim) -> None:
        """Grade a submission and store the result."""
        try:
            self._grade(claim)
        except FileLost as error:  # unlike a storage that is away, it does not come back: that costs attempts
            raise GraderError(str(error)) from error
        except _NO_SANDBOX as error:
            self._host.hand_back(claim)
            self._health.broke(error)
        except MachineTooBusy:
            _log.warning("this machine was too busy to grade a file: later", extra=self.fields(claim))
            self._host.hand_back(claim, self._host.pace.retry.pauses[0])

    def pause_after(self, error: Exception, claim: Claim) -> timedelta | None:
        """Return the pause before the next attempt; None for a mistake in our code, which no retry mends."""
        return self._host.pace.retry.pause(claim.number) if isinstance(error, _PASSES) else None

    def fields(self, claim: Claim) -> dict[str, object]:
        """Return what a line in the log says of an attempt."""
        with self._host.database.read() as session:
            grading = session.get(Grading, claim.subject)
        submission = grading.submission_id if grading else None
        return {"submission": submission, "job": claim.job_id, "attempt": claim.number}

    def enter(self, session: Session, now: datetime) -> None:
        """Record that this process has started."""
        self._secret = key(session, KEY, now=now)
        self.report(session, now)

    def report(self, session: Session, now: datetime) -> None:
        """Record the state of this process."""
        row = session.get(Worker, self._host.id)
        if row is None:
            row = Worker(
                id=self._host.id,
                host=socket.gethostname()[:_LONGEST_HOST],
                process=os.getpid(),
                slots=self._slots,
                started_at=now,
            )
            session.add(row)
        row.level, row.trouble, row.seen_at = self._health.level, self._health.trouble, now

    def leave(self, session: Session) -> None:
        """Record that this process has ended."""
        session.execute(delete(Worker).where(Worker.id == self._host.id))

    def _grade(self, claim: Claim) -> None:
        with self._host.database.read() as session:
            job = session.get_one(Job, claim.job_id)
            asked = work(session, job, self._secret)
        began = time.monotonic()
        with span("grade", {"backgrade.submission": str(asked.submission)}):
            report = self._grader.grade(asked)
        seconds = time.monotonic() - began
        finished = FinishedReport.of(report)
        shape = None if claim.course_id is None else code_shape(asked.source)
        with self._host.database.begin() as session:
            now = self._host.moment(session)
            if job.address is not None:
                trial_time.charge(session, job.address, trial_time.of_its_own(seconds), now=now)
            stored = store(session, claim, finished, now=now)
            if stored and shape is not None:
                keep_shape(session, asked.source.content, shape)
        _log.info("graded" if stored else "graded too late: another attempt counts", extra=self.fields(claim))


def grading_engine(host: JobHost, grader: Grader, *, slots: int) -> Crew:
    """Make the crew that grades so many submissions at a time."""
    return Crew(host, GradingHandler(host, grader, slots=slots), slots=slots, bell=host.database.bell)
