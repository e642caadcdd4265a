"""Says where a submission is when a step takes long: the line of an endless loop.

A timer is armed before the lock closes; its handler runs between two lines of the submission. One
that blocks the signal, or computes inside a single call, is stopped all the same, without a line.
"""

import json
import signal
import time
import types

from .frames import frame, write_all
from .messages import ReplyCode
from .problem import Places, TooLong

_SECONDS = 0.05
_LONG = 0.25
"""Seconds after which a step says where it is, and again each time they have passed."""
_COMPUTED = 0.1
_LONG_WAIT = 1.0
_HARDLY = 0.01
"""What computes gets more than this share of the time, even where a hundred others do so too."""
_LONG_FOR_A_TRIAL = 0.05
"""Seconds of processor time: on a busy machine it takes longer, and the same edits are found."""
_MOST_FOR_A_TRIAL = 0.6
"""Seconds, for one that waits."""


class Ticker:
    """A context around the submission's own code. Outside of it a tick does nothing."""

    def __init__(self, places: Places, answer_out: int) -> None:
        self._places = places
        self._answer_out = answer_out
        self._since = self._next_word = 0.0
        self._inside = False
        self.trying = False
        """Whether a step that takes long is stopped: it is one of many tries, and worth no more time."""
        self.number: int | None = None
        """The play that is being played, where the host should know which one took long."""
        self.unsent = bytearray()
        """Answers of plays before it, sent as soon as one takes long: the host need not ask again."""
        self._now, self._dumps = time.monotonic, json.dumps
        self._processor_time, self._processor_since = time.process_time, 0.0

    def start(self) -> None:
        """Tick from now on; nothing can arm a timer once the lock is closed."""
        signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, _SECONDS, _SECONDS)

    def __enter__(self) -> None:
        self._since, self._processor_since = self._now(), self._processor_time()
        self._next_word = self._since + _LONG
        self._inside = True

    def __exit__(self, *_: object) -> None:
        self._inside = False

    def text(self, data: object) -> bytes:
        """Data as JSON, by what was bound before the submission ran."""
        return self._dumps(data).encode("utf-8", "replace")

    def _tick(self, _signal: int, current: types.FrameType | None) -> None:
        if not self._inside:
            return
        now = self._now()
        waited = now - self._since
        computed = self._processor_time() - self._processor_since
        if self.trying and (computed > _LONG_FOR_A_TRIAL or waited > _MOST_FOR_A_TRIAL):
            raise TooLong
        if now < self._next_word:
            return
        self._next_word = now + _LONG
        if place := self._places.of_frame(current):
            at: dict[str, object] = {} if self.number is None else {"number": self.number}
            at["computes"] = computed >= _COMPUTED
            at["waits"] = waited >= _LONG_WAIT and computed < _HARDLY * waited
            answers = bytes(self.unsent)
            self.unsent.clear()
            write_all(
                self._answer_out, answers + frame(ReplyCode.PLACE, self._dumps({**place, **at}).encode())
            )
