"""How much of the time that a job takes is its own: a busy machine may have kept it waiting."""

import os
import time

_UPTIME = "/proc/uptime"
_LONGEST = 100
"""Bytes: two numbers. A job asks several times, and all of `/proc/stat` takes thirty times as long."""


class Clock:
    """Runs from the beginning of a job."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._idle = _idle()

    def counted(self, cpu: float, waited: float) -> float:
        """The seconds so far that count, of a child that has computed and waited for so many.

        Where a processor was idle, nobody kept it waiting. What remains others have used.
        """
        passed = time.monotonic() - self._began
        idle = _idle()
        if idle is None or self._idle is None:
            return passed
        return min(passed, cpu + max(waited, idle - self._idle))


def _idle() -> float | None:
    """Seconds that the processors of this machine have had nothing to do; None where nobody says so."""
    try:
        uptime = os.open(_UPTIME, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        _, idle = os.read(uptime, _LONGEST).split()
        return float(idle)
    except (OSError, ValueError):
        return None
    finally:
        os.close(uptime)
