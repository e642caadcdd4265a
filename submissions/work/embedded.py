"""The embedded engine: threads of the process that serves, woken when something is handed in."""

import logging
import threading
import time
from types import TracebackType
from typing import Self

from sqlalchemy.exc import SQLAlchemyError

from submissions.work.bell import Bell
from submissions.work.station import Station

_log = logging.getLogger("backgrade.work")


class Embedded:
    """Grades while it is entered."""

    def __init__(self, station: Station, bell: Bell) -> None:
        self._station = station
        self._bell = bell
        self._stopping = threading.Event()
        self._slots = [
            threading.Thread(target=self._work, name=f"work-{number}", daemon=True)
            for number in range(station.slots)
        ]

    def __enter__(self) -> Self:
        self._station.__enter__()
        for slot in self._slots:
            slot.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take nothing more, and let what is being graded end, for a while."""
        self._stopping.set()
        self._bell.wake_all()
        deadline = time.monotonic() + self._station.pace.grace
        for slot in self._slots:
            slot.join(max(0.0, deadline - time.monotonic()))
        self._station.__exit__(kind, error, trace)

    def _work(self) -> None:
        """The life of one slot."""
        while not self._stopping.is_set():
            times = self._bell.times
            try:
                if not self._station.health.is_well():
                    self._stopping.wait(self._station.health.pause())
                elif not self._grade_one():
                    self._bell.wait(times, self._station.pace.look)
            except SQLAlchemyError:
                _log.exception("the database did not answer")
                self._stopping.wait(self._station.pace.look)

    def _grade_one(self) -> bool:
        """Whether there was something to do."""
        taken = self._station.take()
        if taken is None:
            return False
        self._bell.wake()  # there may be more: another slot looks, if one waits
        self._station.carry_out(taken)
        return True
