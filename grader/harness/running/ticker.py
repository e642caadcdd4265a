"""Sees when a step of a submission computes or waits for long: tells the host where it is, or ends a try.

Two timers are armed before the lock closes; their handlers run between two lines of the submission. One
counts the processor time of this process alone, the other the moments at which it had nothing to do: a
machine that is busy, or a process that is stopped for a while, makes both later and neither larger. One
that blocks the signals, or computes inside a single call, is ended by the supervisor, without a line.

Nothing is decided here: what computes for long is played once more while its steps are counted.
"""

import signal
import sys
import time
import types

from ..wire.as_json import as_json
from ..wire.frames import frame, write_all
from ..wire.messages import ReplyCode
from .problem import Places, TooLong

_COMPUTING = 0.005
"""Seconds of processor time between two looks."""
_WAITING = 0.05
"""Seconds between two looks at whether it waits."""
_IDLE = 0.0002
"""Seconds of processor time: less than that from look to look, and it waits."""
_LONG = 0.1
"""Seconds of processor time after which a step says where it is."""
_AGAIN = 0.25
"""And again each time so many have passed."""
_MOST_IDLE = 60
"""Looks at which it waited, in one step. Longer waits nobody for an answer."""
_MOST_SLEEP = 10.0
"""Seconds that top-level code may ask to sleep; of a step, a tenth of that."""
_SLEEP_OF_A_STEP = 1.0
_FOR_GOOD = 3600.0

_sleep, _current_frame = time.sleep, sys._getframe


class Ticker:
    """A context around the submission's own code. Outside of it a tick does nothing."""

    def __init__(self, places: Places, answer_out: int) -> None:
        self._places = places
        self._answer_out = answer_out
        self._inside = False
        self.patience: float | None = None
        """Seconds of processor time after which a step is ended: it is one of many tries."""
        self.has_ended_step = False
        """Whether the last step was ended for that."""
        self.number: int | None = None
        """The play that is being played, where the host should know which one took long."""
        self.most_sleep = _SLEEP_OF_A_STEP
        self.unsent = bytearray()
        """Answers of plays before it, sent as soon as one takes long: the host need not ask again."""
        self._processor_time = time.process_time
        self._began = self._looked = self._next_word = 0.0
        self._idle = 0
        self._slept = 0.0

    def start(self) -> None:
        """Tick from now on; nothing can arm a timer once the lock is closed."""
        signal.signal(signal.SIGPROF, self._look_at_computing)
        signal.signal(signal.SIGALRM, self._look_at_waiting)
        signal.setitimer(signal.ITIMER_PROF, _COMPUTING, _COMPUTING)
        signal.setitimer(signal.ITIMER_REAL, _WAITING, _WAITING)
        time.sleep = self._count_sleep  # type: ignore[assignment]

    def loading(self) -> "Ticker":
        """This ticker, set for top-level code, which may sleep for longer."""
        self.most_sleep = _MOST_SLEEP
        return self

    def __enter__(self) -> None:
        self._began = self._looked = self._processor_time()
        self._next_word = _LONG
        self._idle, self._slept = 0, 0.0
        self.has_ended_step = False
        self._inside = True

    def __exit__(self, *_: object) -> None:
        self._inside = False
        self.most_sleep = _SLEEP_OF_A_STEP

    def _look_at_computing(self, _signal: int, current: types.FrameType | None) -> None:
        if not self._inside:
            return
        computed = self._processor_time() - self._began
        if self.patience is not None and computed > self.patience:
            self._end_step()
        if computed >= self._next_word and self._say(current, computes=True):
            self._next_word = computed + _AGAIN

    def _look_at_waiting(self, _signal: int, current: types.FrameType | None) -> None:
        if not self._inside:
            return
        now = self._processor_time()
        self._idle += now - self._looked < _IDLE
        self._looked = now
        if self._idle == _MOST_IDLE:
            self._stop_waiting(current)

    def _count_sleep(self, seconds: float, /) -> None:
        """Do what `time.sleep` does with its argument, but for the waiting: nobody gains by it."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self._slept += seconds
        if self._slept > self.most_sleep:
            self._stop_waiting(_current_frame(1))
            _sleep(_FOR_GOOD)

    def _stop_waiting(self, current: types.FrameType | None) -> None:
        if self.patience is not None:
            self._end_step()
        self._say(current, waits=True)

    def _end_step(self) -> None:
        self.has_ended_step = True
        raise TooLong

    def _say(self, current: types.FrameType | None, *, computes: bool = False, waits: bool = False) -> bool:
        """Send where the step is, behind earlier answers; return False if no line of the submission runs."""
        place = self._places.of_frame(current)
        if not place:
            return False
        at: dict[str, object] = {} if self.number is None else {"number": self.number}
        said = {**place, **at, "computes": computes, "waits": waits}
        answers = bytes(self.unsent)
        self.unsent.clear()
        write_all(self._answer_out, answers + frame(ReplyCode.PLACE, as_json(said)))
        return True
