"""Ends a try of a submission's code after so many lines: some tries meet a loop that never ends."""

import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .follow import follow
from .line_at import line_at
from .problem import Places

_MOST = 20_000
_settrace = sys.settrace


class TooManyLines(Exception):
    """A try that took more lines than any small graph does."""


@contextmanager
def bounded(
    places: Places,
    lines: dict[tuple[str, int], None] | None = None,
    returned: Callable[[types.FrameType, Any], None] | None = None,
) -> Iterator[None]:
    """A context around one try; the lines of the submission that run in it are added to `lines`, as they run.

    What its functions give back is handed to `returned`.

    Raises:
        TooManyLines: from inside the submission's code.
    """
    count = 0

    def called(frame: types.FrameType, _event: str, _arg: object) -> Any:
        if frame.f_code.co_filename not in places.cells:
            return None
        wanted = follow(frame)

        def line(frame: types.FrameType, event: str, arg: object) -> Any:
            nonlocal count
            if event == wanted:
                count += 1
                if lines is not None:
                    number = frame.f_lineno or line_at(frame.f_code, frame.f_lasti)
                    lines.setdefault((frame.f_code.co_filename, number))
                if count > _MOST:
                    raise TooManyLines
            if event == "return" and returned is not None:
                returned(frame, arg)
            return line

        return line

    _settrace(called)
    try:
        yield
    finally:
        _settrace(None)
