"""The embedded engine: threads of the process that serves, woken when something is handed in."""

import logging
import threading
import time
from types import TracebackType
from typing import Self

from sqlalchemy.exc import SQLAlchemyError

from submissions.errors import StorageError
from submissions.grading.work.embedded_queue import EmbeddedQueue
from submissions.grading.work.worker import LocalWorker

_log = logging.getLogger("backgrade.work")


class EmbeddedEngine:
    """Grades while it is entered."""

    def __init__(self, worker: LocalWorker, queue: EmbeddedQueue) -> None:
        self._worker = worker
        self._queue = queue
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
        self._queue.wake_all()
        deadline = time.monotonic() + self._worker.pace.grace
        for slot in self._slots:
            slot.join(max(0.0, deadline - time.monotonic()))
        self._worker.__exit__(kind, error, trace)

    def _work(self) -> None:
        """The life of one slot."""
        while not self._stopping.is_set():
            times = self._queue.times
            try:
                if not self._worker.health.is_well():
                    self._stopping.wait(self._worker.health.pause())
                elif not self._grade_one():
                    self._queue.wait(times, self._worker.pace.look)
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
        self._queue.wake()  # there may be more: another slot looks, if one waits
        self._worker.carry_out(taken)
        return True
