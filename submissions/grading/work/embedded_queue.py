"""The queue of the embedded engine: wakes the threads of this process when there is work."""

import threading

from sqlalchemy.orm import Session

from submissions.tables import GradeJob


class EmbeddedQueue:
    """Rung when there is work. Who missed it looks by themselves before long."""

    def __init__(self) -> None:
        self._rung = threading.Condition()
        self._times = 0

    @property
    def times(self) -> int:
        """How often it was rung: to be read before looking for work."""
        return self._times

    def added(self, session: Session, job: GradeJob) -> None:
        """The job's row says everything."""

    def remind(self, session: Session) -> None:
        """Whoever looks for work finds all of it."""

    def wake(self) -> None:
        """Wake one of those that wait."""
        with self._rung:
            self._times += 1
            self._rung.notify()

    def wake_all(self) -> None:
        """Wake everybody."""
        with self._rung:
            self._times += 1
            self._rung.notify_all()

    def wait(self, times: int, seconds: float) -> None:
        """Sleep until it is rung, unless it was since `times` was read."""
        with self._rung:
            if self._times == times:
                self._rung.wait(seconds)
