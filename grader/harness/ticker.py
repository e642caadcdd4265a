"""Says where a submission is when a step takes long: the line of an endless loop.

A timer is armed before the lock closes; its handler runs between two lines of the submission. One
that blocks the signal, or computes inside a single call, is stopped all the same, without a line.
"""

import json
import signal
import time
import types

from .frames import frame, write_all
from .problem import Places, TooLong

_SECONDS = 0.2
_LONG = 0.3
_LONG_FOR_A_TRIAL = 0.05


class Ticker:
    """A context around the submission's own code. Outside of it a tick does nothing."""

    def __init__(self, places: Places, answer_out: int) -> None:
        self._places = places
        self._answer_out = answer_out
        self._since = 0.0
        self._inside = False
        self.trying = False
        """Whether a step that takes long is stopped: it is one of many tries, and worth no more time."""
        self._now, self._dumps = time.monotonic, json.dumps

    def start(self) -> None:
        """Tick from now on; nothing can arm a timer once the lock is closed."""
        signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, _SECONDS, _SECONDS)

    def __enter__(self) -> None:
        self._since = self._now()
        self._inside = True

    def __exit__(self, *_: object) -> None:
        self._inside = False

    def text(self, data: object) -> bytes:
        """Data as JSON, by what was bound before the submission ran."""
        return self._dumps(data).encode("utf-8", "replace")

    def _tick(self, _signal: int, current: types.FrameType | None) -> None:
        if not self._inside:
            return
        if self.trying and self._now() - self._since > _LONG_FOR_A_TRIAL:
            raise TooLong
        if self._now() - self._since < _LONG:
            return
        if place := self._places.of_frame(current):
            write_all(self._answer_out, frame(b"W", self._dumps(place).encode()))
