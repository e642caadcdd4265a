"""Tells threads that there is work: those of this process, and on PostgreSQL those of every other one."""

import threading

from sqlalchemy import text
from sqlalchemy.orm import Session

CHANNEL = "backgrade_jobs"
"""The name of PostgreSQL's notifications: they come with the commit, or not at all."""

_NOTIFY = text(f"NOTIFY {CHANNEL}")
_ADDED = "backgrade-added"


def announce(session: Session) -> None:
    """Have the bells rung when this transaction is committed: jobs were written in it."""
    session.info[_ADDED] = True
    if session.get_bind().dialect.name != "sqlite":
        session.execute(_NOTIFY)


class Bell:
    """Rung when there is work. Who missed it looks by themselves before long."""

    def __init__(self) -> None:
        self._rung = threading.Condition()
        self._times = 0

    @property
    def times(self) -> int:
        """The number of times it was rung, to be read before looking for work."""
        return self._times

    def committed(self, session: Session) -> None:
        """Wake waiting workers if the transaction that was just committed wrote jobs."""
        if _ADDED in session.info:
            self.wake()

    def wake(self) -> None:
        """Wake whoever waits for work."""
        with self._rung:
            self._times += 1
            self._rung.notify_all()

    def wait(self, times: int, seconds: float) -> None:
        """Sleep until it is rung, unless it was since `times` was read."""
        with self._rung:
            if self._times == times:
                self._rung.wait(seconds)
