"""Counts the steps of a play that takes long: whether it comes to its end is decided by their number.

A step is a line of the submission, or a call of a function elsewhere that is written in Python. The same
source takes the same steps on any machine, however busy.
"""

import sys
import types
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from .follow import follow
from .problem import Places, TooLong

MOST_OF_A_PLAY = 4_000_000
"""A right class takes some 200,000 for the largest graph. Fewer than that take less time than `ticker`
watches for: so whatever takes more is counted."""
MOST_OF_A_LOAD = 10_000_000

_A_WORD = 250_000
"""Steps after which the supervisor hears that the play goes on."""
_settrace = sys.settrace


class StepListener(NamedTuple):
    """Takes what is said while steps are counted."""

    goes_on: Callable[[], None]
    ended: Callable[[dict[str, Any]], None]


class StepLimit:
    """A context around one play, which ends at its last step.

    A play that catches what ends it is ended at each further step.
    """

    def __init__(self, most: int, places: Places, host: StepListener | None = None) -> None:
        self._most = self._left = most
        self._next_word = most - _A_WORD
        self._places = places
        self._host = host
        self._line = self._counting("line")
        self._instruction = self._counting("opcode")
        """Counts in a function in which a loop is no new line."""

    @property
    def taken(self) -> int:
        """How many were taken so far."""
        return self._most - self._left

    def __enter__(self) -> None:
        _settrace(self.called)

    def __exit__(self, *_: object) -> None:
        _settrace(None)

    def called(self, frame: types.FrameType, _event: str, _arg: object) -> Any:
        """A call; of the submission's functions the lines are counted."""
        if frame.f_code.co_filename not in self._places.cells:
            self.step(frame)
            return None
        return self._line if follow(frame) == "line" else self._instruction

    def _counting(self, counted: str) -> Callable[[types.FrameType, str, Any], Any]:
        """Return a trace function that counts these events. It runs for every line, so it calls little."""

        def event_of_a_function(frame: types.FrameType, event: str, _arg: object) -> Any:
            if event == counted:
                self._left -= 1
                if self._left <= self._next_word:
                    self._say_or_end(frame)
            return event_of_a_function

        return event_of_a_function

    def step(self, frame: types.FrameType) -> None:
        """Count one step.

        Raises `TooLong` if it was the last.
        """
        self._left -= 1
        if self._left <= self._next_word:
            self._say_or_end(frame)

    def _say_or_end(self, frame: types.FrameType) -> None:
        self._next_word -= _A_WORD
        if self._left > 0:
            if self._host is not None:
                self._host.goes_on()
            return
        self._next_word = 0
        self._end(self._place(frame))

    def _end(self, place: dict[str, Any]) -> None:
        if self._host is not None:
            self._host.ended({"loop": None, **place})
            self._host = None
        raise TooLong(place)

    def _place(self, frame: types.FrameType | None) -> dict[str, Any]:
        """The function that calls itself most, and where it begins; of equals the outermost.

        Not the line at work: in a set of nodes another one may be at work in the next run.
        """
        codes: Counter[types.CodeType] = Counter()
        while frame is not None:
            if frame.f_code.co_filename in self._places.cells and frame.f_code.co_name != "<module>":
                codes[frame.f_code] += 1
            frame = frame.f_back
        if not codes:
            return {}
        most = max(codes.values())
        code = [code for code, calls in codes.items() if calls == most][-1]
        return {
            **self._places.place(code.co_filename, code.co_firstlineno), "function": str(code.co_name)[:80]
        }  # fmt: skip
