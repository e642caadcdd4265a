"""Traces a submission's lines, and leaves whoever traces them already its turn: both see every line.

Python has one trace function. Whoever takes it from the watch, or from the guard, takes away the count that
stops a loop that never ends; then only the clock is left.
"""

import sys
import types
from collections.abc import Callable
from typing import Any, Self

Trace = Callable[[types.FrameType, str, Any], Any]
_settrace, _gettrace = sys.settrace, sys.gettrace


def is_traced() -> bool:
    """Whether somebody counts the lines that run, whatever the submission is told."""
    return _gettrace() is not None


def hide() -> None:
    """Tell the submission that nobody traces it: it must do the same whether it is watched or not."""
    sys.gettrace = sys.getprofile = _nobody


def _nobody() -> None:
    """Do nothing: both functions are this while nobody traces."""


class Tracing:
    """A context in which calls, and the lines of those that are followed, are handed to one more."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = _gettrace()
        _settrace(self._trace if self._before is None else self._called)
        return self

    def __exit__(self, *failure: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Leave the rest to whoever traced before."""
        _settrace(self._before)

    def _called(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        before, own = self._before(frame, event, argument), self._trace(frame, event, argument)
        return _Both(before, own) if before and own else before or own


class _Both:
    """Follow one call for two."""

    __slots__ = ("_before", "_own")

    def __init__(self, before: Trace, own: Trace) -> None:
        self._before, self._own = before, own

    def __call__(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        before, own = self._before(frame, event, argument), self._own(frame, event, argument)
        if before is None or own is None:
            return before or own
        self._before, self._own = before, own
        return self
