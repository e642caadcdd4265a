"""Crews: threads of one process that do the jobs of one kind, the same on both databases."""

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self

from sqlalchemy import ColumnElement
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from grader.spans import Attributes, span
from submissions.errors import StorageError
from submissions.jobs.claims import Claim, error_summary
from submissions.jobs.host import JobHost
from submissions.jobs.retries import POLICIES
from submissions.storage.bell import Bell
from submissions.tables import JobKind

_log = logging.getLogger("backgrade.work")


class Handler(ABC):
    """How the jobs of a kind are done."""

    kind: JobKind
    look: float
    """Seconds between two looks for work when nobody rings."""
    grace: float
    """Seconds for what is under way to end when the process is to stop."""

    def also(self, _now: datetime) -> Sequence[ColumnElement[bool]]:
        """Return further conditions on a job that is due, for taking it now."""
        return ()

    def pause(self) -> float:
        """Return for how many seconds nothing can be done here; 0 where all is well."""
        return 0

    @abstractmethod
    def carry_out(self, claim: Claim) -> None:
        """Carry out the job, and store its outcome if the attempt still holds it.

        Raises `StorageError` if nothing can be stored; it is handed back, uncounted, as soon as that can be.
        """

    def pause_after(self, _error: Exception, claim: Claim) -> timedelta | None:
        """Return when it is tried again after a failure of ours; None: it is given up."""
        return POLICIES[self.kind].failed.pause(claim.number)

    def fields(self, claim: Claim) -> dict[str, object]:
        """Return the fields of an attempt in the log."""
        return {"job": claim.job_id, "kind": claim.kind, "chore": claim.chore, "attempt": claim.number}

    def enter(self, session: Session, now: datetime) -> None:  # noqa: B027 - most kinds have nothing to say
        """Write down what is needed before anything is done."""

    def report(self, session: Session, now: datetime) -> None:  # noqa: B027 - most kinds have nothing to say
        """Write down how it is here, with each sign of life."""

    def leave(self, session: Session) -> None:  # noqa: B027 - most kinds have nothing to say
        """Write down that nothing more is done here."""


class Crew:
    """Does jobs while it is entered. One of its threads looks for work at a time, for all of them."""

    def __init__(self, host: JobHost, handler: Handler, *, slots: int = 1, bell: Bell | None = None) -> None:
        self._host = host
        self._handler = handler
        self._bell = bell or Bell()
        self._looking = threading.Lock()
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, name=f"{handler.kind}-{number}", daemon=True)
            for number in range(slots)
        ]

    def __enter__(self) -> Self:
        with self._host.database.begin() as session:
            now = self._host.moment(session)
            self._handler.enter(session, now)
        self._host.reports.append(self._handler.report)
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Claim no more jobs, wait a while for running ones, and hand back the rest.

        At once: what it is done with, as a sandbox, is closed next, and that is no failure of the attempt.
        """
        self._stopping.set()
        self._bell.wake()
        deadline = time.monotonic() + self._handler.grace
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        self._host.reports.remove(self._handler.report)
        try:
            for each in self._host.holds(self._handler.kind):
                self._host.hand_back(each)
            with self._host.database.begin() as session:
                self._handler.leave(session)
        except (StorageError, SQLAlchemyError):
            _log.warning("the database did not answer at the end: what was held is free soon")

    def turn(self) -> bool:
        """Do the job whose turn it is; whether there was one."""
        taken = self._host.take(self._handler.kind, self._handler.also)
        if taken is not None:
            self._carry_out_traced(taken)
        return taken is not None

    def _run(self) -> None:
        """Live the life of one thread."""
        while not self._stopping.is_set():
            try:
                with self._looking:
                    taken = self._wait_for_one()
                if taken is not None:
                    self._carry_out_traced(taken)
            except StorageError:  # logged where it was noticed
                self._stopping.wait(self._handler.look)
            except SQLAlchemyError:
                _log.exception("the database did not answer")
                self._stopping.wait(self._handler.look)

    def _wait_for_one(self) -> Claim | None:
        """Return a job as soon as there is one; None when the crew stops."""
        while not self._stopping.is_set():
            times = self._bell.times
            if pause := self._handler.pause():
                self._stopping.wait(pause)
            elif taken := self._host.take(self._handler.kind, self._handler.also):
                return taken
            else:
                self._bell.wait(times, self._handler.look)
        return None

    def _carry_out_traced(self, taken: Claim) -> None:
        job: Attributes = {"backgrade.job": str(taken.job_id), "backgrade.attempt": taken.number}
        with span(f"job: {taken.kind}", job):
            self._carry_out(taken)

    def _carry_out(self, taken: Claim) -> None:
        try:
            self._handler.carry_out(taken)
        except StorageError:  # no failure of the attempt: the job is held until that can be said
            self._host.settle_later(taken)
            raise
        except Exception as error:  # noqa: BLE001 - the edge of the work: a mistake of ours costs one result
            self._failed(taken, error)
        except BaseException:
            self._host.drop(taken)
            raise
        else:
            self._host.drop(taken)
        self._bell.wake()  # what comes back may be due again

    def _failed(self, taken: Claim, error: Exception) -> None:
        try:
            _log.error("a job failed", exc_info=error, extra=self._handler.fields(taken))
            self._host.fail(taken, error_summary(error), self._handler.pause_after(error, taken))
        except (StorageError, OperationalError):  # the database is away: no failure of the attempt
            self._host.settle_later(taken)
            raise
        except BaseException:
            self._host.drop(taken)
            raise
        self._host.drop(taken)
