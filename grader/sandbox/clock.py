"""How much of the time that a job takes is its own: a busy machine may have kept it waiting."""

import time
from pathlib import Path

_STAT = Path("/proc/stat")
_IDLE, _ENDS_IDLE = 4, 6
"""The columns `idle` and `iowait`; the first of the line is its name."""
_TICK = 0.01
"""The kernel's unit there, whatever its own clock is."""


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
        with _STAT.open("rb") as file:
            columns = file.readline().split()[_IDLE:_ENDS_IDLE]
        return sum(map(int, columns)) * _TICK if len(columns) == _ENDS_IDLE - _IDLE else None
    except (OSError, ValueError):
        return None
