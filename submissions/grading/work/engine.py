"""The engine: threads of one process that take jobs, the same on both databases."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime
from types import TracebackType
from typing import Self

from sqlalchemy.exc import SQLAlchemyError

from submissions.errors import StorageError
from submissions.grading.work.pace import Pace
from submissions.grading.work.task import Grader
from submissions.grading.work.worker import LocalWorker
from submissions.jobs.bell import Bell
from submissions.jobs.line import Lifeline
from submissions.storage.database import Database

_log = logging.getLogger("backgrade.work")


class GradingEngine:
    """Grades while it is entered."""

    def __init__(
        self,
        database: Database,
        bell: Bell,
        grader: Grader,
        *,
        slots: int,
        now: Callable[[], datetime],
        pace: Pace = Pace(),  # noqa: B008 - it never changes
        line: Lifeline | None = None,
    ) -> None:
        worker = LocalWorker(database, bell, grader, slots=slots, now=now, pace=pace, line=line)
        self._worker = worker
        self._bell = bell
        self._stopping = threading.Event()
        self._slots = [
            threading.Thread(target=self._work, name=f"work-{number}", daemon=True)
            for number in range(worker.slots)
        ]

    def __enter__(self) -> Self:
        self._worker.__enter__()
        for slot in self._slots:
            slot.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take nothing more, and let what is being graded end, for a while."""
        self._stopping.set()
        self._bell.wake_all()
        deadline = time.monotonic() + self._worker.pace.grace
        for slot in self._slots:
            slot.join(max(0.0, deadline - time.monotonic()))
        self._worker.__exit__(kind, error, trace)

    def _work(self) -> None:
        """The life of one slot."""
        while not self._stopping.is_set():
            times = self._bell.times
            try:
                if not self._worker.health.is_well():
                    self._stopping.wait(self._worker.health.pause())
                elif not self._grade_one():
                    self._bell.wait(times, self._worker.pace.look)
            except StorageError:  # told by whoever noticed
                self._stopping.wait(self._worker.pace.look)
            except SQLAlchemyError:
                _log.exception("the database did not answer")
                self._stopping.wait(self._worker.pace.look)

    def _grade_one(self) -> bool:
        """Whether there was something to do."""
        taken = self._worker.take()
        if taken is None:
            return False
        self._bell.wake()  # there may be more: another slot looks, if one waits
        self._worker.carry_out(taken)
        return True
