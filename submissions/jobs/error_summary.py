"""A failure of ours in a line that staff may read: what it is and where, not what was worked on.

Messages of exceptions quote what they stumbled over: rows with names, bytes of a file, paths of the machine.
Only our own engine's are known to have none of it.
"""

import traceback
from pathlib import Path

from grader.errors import GraderError

_TOP = Path(__file__).parents[2]
_PACKAGES = frozenset({"api", "grader", "submissions", "suites"})


def error_summary(error: BaseException, *, detailed: bool = False) -> str:
    """Return the type of an error, with its message if staff may read it, else the last place in our code."""
    name = type(error).__qualname__
    if detailed or isinstance(error, GraderError):
        message = " ".join(str(error).split())
        return f"{name}: {message}" if message else name
    place = _place(error)
    return f"{name} at {place}" if place else name


def _place(error: BaseException) -> str:
    """The last line of ours that was being carried out."""
    frames = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), lookup_lines=False)
    for frame in reversed(frames):
        path = Path(frame.filename)
        inside = path.relative_to(_TOP) if path.is_relative_to(_TOP) else Path()
        if inside.parts[:1] and inside.parts[0] in _PACKAGES:
            return f"{inside}:{frame.lineno}"
    return ""
