"""Where a process grades: the claims it holds, its signs of life, and how its sandbox is."""

import logging
import os
import socket
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self
from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from submissions.database import Database
from submissions.identity import new_id
from submissions.secrets import key
from submissions.tables import Worker
from submissions.work.claims import Claim, claim, hand_back, renew
from submissions.work.health import Health
from submissions.work.pace import Pace
from submissions.work.queue import Queue
from submissions.work.task import Grader, Task

_SECRET = "grading"  # noqa: S105 - a name
_LONGEST_HOST = 200
_log = logging.getLogger("backgrade.work")


class Station:
    """Shared by the threads of one process, whatever the engine. Entered before any of them works."""

    def __init__(
        self,
        database: Database,
        queue: Queue,
        grader: Grader,
        *,
        slots: int,
        now: Callable[[], datetime],
        pace: Pace,
    ) -> None:
        self.id = new_id()
        self.slots = slots
        self.pace = pace
        self._woken = threading.Event()
        self.health = Health(grader.level, self._woken.set, pace)
        self._database = database
        self._queue = queue
        self._grader = grader
        self._now = now
        self._held: dict[str, Claim] = {}
        self._holding = threading.Lock()
        self._closed = threading.Event()
        self._heart = threading.Thread(target=self._beat, name="work-heart", daemon=True)
        self._task: Task

    def __enter__(self) -> Self:
        with self._database.begin() as session:
            secret = key(session, _SECRET, now=self._now())
            self._report(session)
        self._task = Task(self._database, self._queue, self._grader, secret, self.pace, self._now)
        self._heart.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give back what did not end in time. Whoever still grades it will find that it is not theirs."""
        self._closed.set()
        self._woken.set()
        self._heart.join()
        try:
            with self._database.begin() as session:
                for each in self._holds():
                    hand_back(session, self._queue, each, now=self._now())
                session.execute(delete(Worker).where(Worker.id == self.id))
        except SQLAlchemyError:
            _log.exception("the database did not answer at the end: what was held is free after its lease")

    def take(self, job_id: UUID | None = None) -> Claim | None:
        """The job whose turn it is, or that one; None if there is nothing to do."""
        now = self._now()
        with self._database.begin() as session:
            taken = claim(session, self.id, now=now, until=self._lease(now), job_id=job_id)
        if taken is not None:
            with self._holding:
                self._held[taken.owner] = taken
        return taken

    def carry_out(self, taken: Claim) -> None:
        """Grade it and store what comes of it.

        Raises:
            SQLAlchemyError: if the database does not answer; the job is free after its lease.
        """
        try:
            error = self._task.carry_out(taken)
            if error is not None:
                self.health.broke(error)
        finally:
            with self._holding:
                del self._held[taken.owner]

    def _beat(self) -> None:
        """Give a sign of life now and then, and at once when something has changed."""
        while True:
            self._woken.wait(self.pace.beat)
            self._woken.clear()
            if self._closed.is_set():
                return
            try:
                with self._database.begin() as session:
                    renew(session, [each.owner for each in self._holds()], until=self._lease(self._now()))
                    self._report(session)
            except SQLAlchemyError:
                _log.exception("the database did not answer: no sign of life was given")

    def _report(self, session: Session) -> None:
        """Say that this process is there, and how it is."""
        found = session.get(Worker, self.id)
        if found is None:
            found = Worker(
                id=self.id,
                host=socket.gethostname()[:_LONGEST_HOST],
                process=os.getpid(),
                slots=self.slots,
                started_at=self._now(),
            )
            session.add(found)
        found.level, found.trouble, found.seen_at = self.health.level, self.health.trouble, self._now()

    def _holds(self) -> list[Claim]:
        with self._holding:
            return list(self._held.values())

    def _lease(self, now: datetime) -> datetime:
        return now + timedelta(seconds=self.pace.lease)
