"""Where a process grades: the claims it holds, its signs of life, and how its sandbox is."""

import logging
import os
import socket
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self

from sqlalchemy import delete
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from submissions.errors import StorageError
from submissions.grading.work.claims import Claim, claim, hand_back, held_by, release, renew
from submissions.grading.work.health import Health
from submissions.grading.work.pace import Pace
from submissions.grading.work.results import KEY
from submissions.grading.work.share import TrialShare
from submissions.grading.work.task import Grader, Task
from submissions.jobs.bell import Bell
from submissions.jobs.clock import moment
from submissions.jobs.line import HeldRows, Lifeline
from submissions.people.access.secrets import key
from submissions.storage.database import Database
from submissions.tables import Worker

_LONGEST_HOST = 200
_log = logging.getLogger("backgrade.work")


class LocalWorker:
    """Shared by the threads of one process. Entered before any of them works."""

    def __init__(
        self,
        database: Database,
        bell: Bell,
        grader: Grader,
        *,
        slots: int,
        now: Callable[[], datetime],
        pace: Pace,
        line: Lifeline | None = None,
    ) -> None:
        self._line = line or Lifeline(database, bell.wake)
        self._line.watch(HeldRows(held_by(), self._free))
        self.id = self._line.id
        self.slots = slots
        self.pace = pace
        self._woken = threading.Event()
        self.health = Health(grader.level, self._woken.set, pace)
        self._database = database
        self._bell = bell
        self._grader = grader
        self._now = now
        self._share = TrialShare(slots)
        self._held: dict[str, Claim] = {}
        self._unsettled: list[Claim] = []
        """Graded, but nothing could be stored: to be handed back when that is possible again."""
        self._holding = threading.Lock()
        self._closed = threading.Event()
        self._heart = threading.Thread(target=self._beat, name="work-heart", daemon=True)
        self._task: Task

    def __enter__(self) -> Self:
        with self._database.begin() as session:
            secret = key(session, KEY, now=self._now())
            self._report(session)
        self._line.__enter__()
        self._task = Task(self._database, self._bell, self._grader, secret, self.pace, self._now)
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
                now = moment(session, self._now)
                for hold in self._holds():
                    hand_back(session, self._bell, hold, until=now)
                session.execute(delete(Worker).where(Worker.id == self.id))
        except StorageError:
            pass  # logged where it was noticed; its jobs are free at the next start
        except SQLAlchemyError:
            _log.exception("the database did not answer at the end: what was held is free soon")
        self._line.__exit__(kind, error, trace)

    def take(self) -> Claim | None:
        """The job whose turn it is; None if there is nothing to do."""
        trials = self._share.ask()
        try:
            with self._database.begin() as session:
                now = moment(session, self._now)
                taken = claim(session, self.id, now=now, until=self._lease(now), trials=trials)
        except BaseException:  # also where the claim was made, and could not be committed
            self._share.leave(trial=trials)
            raise
        if taken is None:
            self._share.leave(trial=trials)
            return None
        if trials and not taken.is_trial:
            self._share.is_no_trial()
        with self._holding:
            self._held[taken.owner] = taken
        return taken

    def carry_out(self, taken: Claim) -> None:
        """Grade it and store what comes of it.

        Raises:
            SQLAlchemyError: if the database does not answer; the job is free after its lease.
            StorageError: if nothing can be stored; it is handed back, uncounted, as soon as that can be.
        """
        try:
            error = self._task.carry_out(taken)
        except StorageError:
            self._unsettled.append(taken)  # and held until then
            raise
        except BaseException:
            self._drop(taken)
            raise
        self._drop(taken)
        if error is not None:
            self.health.broke(error)

    def _free(self, session: Session, owners: Sequence[str]) -> int:
        return release(session, self._bell, now=moment(session, self._now), owners=owners)

    def _beat(self) -> None:
        """Give a sign of life now and then, and at once when something has changed."""
        while True:
            self._woken.wait(self.pace.beat)
            self._woken.clear()
            if self._closed.is_set():
                return
            try:
                with self._database.begin() as session:
                    until = self._lease(moment(session, self._now))
                    renew(session, [hold.owner for hold in self._holds()], until=until)
                    self._report(session)
                self._settle()
            except StorageError:
                continue  # logged where it was noticed
            except SQLAlchemyError:
                _log.exception("the database did not answer: no sign of life was given")

    def _settle(self) -> None:
        """Hand back what could not be stored."""
        while self._unsettled:
            first = self._unsettled[0]
            with self._database.begin() as session:
                hand_back(session, self._bell, first, until=moment(session, self._now))
            self._unsettled.pop(0)
            self._drop(first)
            self._bell.wake()

    def _drop(self, taken: Claim) -> None:
        """Forget a claim that has ended."""
        with self._holding:
            del self._held[taken.owner]
        self._share.leave(trial=taken.is_trial)

    def _report(self, session: Session) -> None:
        """Say that this process is there, and how it is."""
        row, now = session.get(Worker, self.id), moment(session, self._now)
        if row is None:
            row = Worker(
                id=self.id,
                host=socket.gethostname()[:_LONGEST_HOST],
                process=os.getpid(),
                slots=self.slots,
                started_at=now,
            )
            session.add(row)
        row.level, row.trouble, row.seen_at = self.health.level, self.health.trouble, now

    def _holds(self) -> list[Claim]:
        with self._holding:
            return list(self._held.values())

    def _lease(self, now: datetime) -> datetime:
        return now + timedelta(seconds=self.pace.lease)
