"""The only task there is: grade what an attempt has claimed. Grading itself holds no transaction."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.exc import SQLAlchemyError

from grader.errors import GraderError, MachineTooBusy, SandboxUnavailable, SelfTestFailed
from grader.grade import grade
from grader.report import Report
from grader.sandbox.base import Sandbox
from submissions.errors import StorageError
from submissions.grading.work import trial_time
from submissions.grading.work.claims import Claim, hand_back
from submissions.grading.work.code_shape import code_shape
from submissions.grading.work.error_summary import error_summary
from submissions.grading.work.pace import Pace
from submissions.grading.work.results import (
    FinishedReport,
    Work,
    give_up,
    keep_shape,
    rest,
    store,
    work,
)
from submissions.jobs.bell import Bell
from submissions.jobs.clock import moment
from submissions.storage.database import Database
from submissions.tables import GradeJob

_log = logging.getLogger("backgrade.work")

_NO_SANDBOX = (SandboxUnavailable, SelfTestFailed)
_PASSES = (GraderError, SQLAlchemyError, OSError, MemoryError)
"""What may go away by itself, so that trying again makes sense. A mistake in our code does not."""


@dataclass(frozen=True, slots=True)
class Grader:
    """What turns work into a report."""

    grade: Callable[[Work], Report]
    """Called by several threads at once; raises a `GraderError` where we fail."""
    level: Callable[[], str]
    """What its sandbox is made of, proven safe; raises a `GraderError` where there is none."""

    @classmethod
    def using(cls, sandbox: Sandbox) -> "Grader":
        """The engine on a sandbox, which several threads may use at once."""
        return cls(
            lambda work: grade(work.source, work.assignment, sandbox, seed=work.seed),
            lambda: str(sandbox.level),
        )


@dataclass(frozen=True, slots=True)
class Task:
    """How this process carries out a claim."""

    database: Database
    bell: Bell
    grader: Grader
    secret: bytes
    pace: Pace
    now: Callable[[], datetime]

    def carry_out(self, claim: Claim) -> GraderError | None:
        """Grade, and store what came of it. What is wrong with the sandbox, if it is that.

        Raises:
            StorageError: if it cannot be stored.
        """
        try:
            self._grade(claim)
        except _NO_SANDBOX as error:
            self._hand_back(claim)
            return error
        except MachineTooBusy:
            _log.warning("this machine was too busy to grade a file: later", extra=_fields(claim))
            self._hand_back(claim, pause=self.pace.retry.pauses[0])
        except StorageError:
            raise  # no failure of the attempt: it is not counted
        except Exception as error:  # noqa: BLE001 - the edge of the work: a mistake of ours costs one result
            _log.exception("grading failed", extra=_fields(claim))
            self._failed(claim, error)
        return None

    def _grade(self, claim: Claim) -> None:
        with self.database.read() as session:
            job = session.get_one(GradeJob, claim.job_id)
            asked = work(session, job, self.secret)
        began = time.monotonic()
        report = self.grader.grade(asked)
        seconds = time.monotonic() - began
        finished = FinishedReport.of(report)
        shape = None if claim.is_trial else code_shape(asked.source)
        with self.database.begin() as session:
            now = moment(session, self.now)
            if job.address is not None:
                trial_time.charge(session, job.address, trial_time.of_its_own(seconds), now=now)
            stored = store(session, claim.job_id, claim.owner, finished, now=now)
            if stored and shape is not None:
                keep_shape(session, asked.source.content, shape)
        _log.info("graded" if stored else "graded too late: another attempt counts", extra=_fields(claim))

    def _hand_back(self, claim: Claim, *, pause: timedelta = timedelta(0)) -> None:
        """Let another attempt grade it, after a pause; this one does not count."""
        with self.database.begin() as session:
            until = moment(session, self.now) + pause
            hand_back(session, self.bell, claim, until=until)

    def _failed(self, claim: Claim, error: Exception) -> None:
        """Try again later, or give it up."""
        summary = error_summary(error)
        pause = self.pace.retry.pause(claim.number) if isinstance(error, _PASSES) else None
        with self.database.begin() as session:
            now = moment(session, self.now)
            if pause is None:
                give_up(session, claim.job_id, claim.owner, summary, now=now)
            else:
                rest(session, self.bell, claim.job_id, claim.owner, summary, until=now + pause)


def _fields(claim: Claim) -> dict[str, object]:
    """What a line in the log says of it."""
    return {"submission": claim.submission_id, "job": claim.job_id, "attempt": claim.number}
