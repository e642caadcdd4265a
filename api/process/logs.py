"""The log of a process that serves or grades: a line an event, as text or JSON, with ids and no names.

Fields come as `extra` of a record. What a request is about is added to every line that is written while it is
answered. Messages of exceptions may hold what people typed, so they are logged at level `debug` only.
"""

import json
import logging
import math
import sys
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from itertools import chain
from traceback import StackSummary, walk_tb
from types import TracebackType
from typing import Any, TextIO

from submissions.jobs.claims import error_summary
from submissions.operating.settings import Settings

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The id of the request that is being answered."""

_LEVELS = {logging.DEBUG: "debug", logging.INFO: "info", logging.WARNING: "warning", logging.ERROR: "error"}
_OURS = "backgrade"
_QUIET = ("alembic", "docker", "httpcore2", "httpx2", "urllib3")
"""Libraries whose ordinary lines say nothing to an operator."""
_ONCE_IN_SECONDS = 1.0
_MOST_KINDS = 1000
_OF_ONE_REQUEST = frozenset({"request", "person", "ms", "left_out"})
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Log as the settings say, on standard error; anything that was set up before is replaced."""
    handler = logging.StreamHandler(stream or sys.stderr)
    detailed = settings.log_level == "debug"
    handler.setFormatter(
        JsonLines(detailed=detailed) if settings.log_format == "json" else LineFormatter(detailed=detailed)
    )
    handler.addFilter(_with_request)
    handler.addFilter(Repetitions())
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(settings.log_level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    logging.captureWarnings(capture=True)


class Repetitions(logging.Filter):
    """Lets the same warning or error pass once a second; the next that passes says how many were left out.

    What fails for everybody fails thousands of times a second, and would fill the disk. Two lines are the
    same if they say the same about the same: only the request, its caller and its duration may differ.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[str, tuple[float, int]] = {}
        """When each passed last, and how many were left out since."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        if record.levelno < logging.WARNING:
            return True
        what, now = _what(record), self._clock()
        passed, left_out = self._seen.get(what, (-math.inf, 0))
        if now - passed < _ONCE_IN_SECONDS:
            self._seen[what] = passed, left_out + 1
            return False
        if left_out:
            record.left_out = left_out
        if what not in self._seen and len(self._seen) >= _MOST_KINDS:
            self._seen.clear()
        self._seen[what] = now, 0
        return True


def _what(record: logging.LogRecord) -> str:
    """Return the key of a line: two lines with the same key say the same."""
    fields = {name: value for name, value in _fields(record).items() if name not in _OF_ONE_REQUEST}
    error = record.exc_info[1] if record.exc_info else None
    said = record.msg if error is not None else record.getMessage()  # what failed says more than its words
    return f"{record.name} {record.levelno} {said} {fields} {error_summary(error) if error else ''}"


class LineFormatter(logging.Formatter):
    """`2026-11-21T15:08:44.123Z info request what was said key=value ...`."""

    def __init__(self, *, detailed: bool = False) -> None:
        super().__init__()
        self._detailed = detailed

    def format(self, record: logging.LogRecord) -> str:
        """Return one line; the places of an exception follow, a line each."""
        fields = " ".join(f"{name}={_visible(value)}" for name, value in _fields(record).items())
        head = f"{_moment(record)} {_level(record)} {_source(record)} {_visible(record.getMessage().strip())}"
        return "\n    ".join(chain([f"{head} {fields}".rstrip()], _failure(record, detailed=self._detailed)))


class JsonLines(logging.Formatter):
    """An object a line, for machines that collect logs."""

    def __init__(self, *, detailed: bool = False) -> None:
        super().__init__()
        self._detailed = detailed

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever is in it."""
        line: dict[str, Any] = {
            "at": _moment(record),
            "level": _level(record),
            "from": _source(record),
            "said": record.getMessage().strip(),
            **_fields(record),
        }
        failure = list(_failure(record, detailed=self._detailed))
        return json.dumps({**line, "failure": failure} if failure else line, default=str)


def _failure(record: logging.LogRecord, *, detailed: bool) -> Iterator[str]:
    """Yield the type and place of an exception, its cause first; without the data the code worked on."""
    error = record.exc_info[1] if record.exc_info else None
    for cause in reversed(list(_causes(error))):
        yield _visible(error_summary(cause, detailed=detailed))
        yield from (f"  {place}" for place in _places(cause.__traceback__))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, what it came from, and what a group of them is made of."""
    if error is None:
        return
    yield error
    if isinstance(error, BaseExceptionGroup):
        yield from chain.from_iterable(map(_causes, error.exceptions))
    yield from _causes(error.__cause__ or (None if error.__suppress_context__ else error.__context__))


def _places(traceback: TracebackType | None) -> Iterator[str]:
    for frame in StackSummary.extract(walk_tb(traceback), lookup_lines=False):
        yield f"{frame.filename}:{frame.lineno} in {frame.name}"


def _with_request(record: logging.LogRecord) -> bool:
    request = REQUEST.get()
    if request is not None and not hasattr(record, "request"):
        record.request = request
    return True


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    given = {name: value for name, value in vars(record).items() if name not in _PLAIN}
    return {name: value for name, value in given.items() if value is not None}


def _moment(record: logging.LogRecord) -> str:
    return (
        datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )


def _level(record: logging.LogRecord) -> str:
    return _LEVELS.get(record.levelno, record.levelname.lower())


def _source(record: logging.LogRecord) -> str:
    return record.name.removeprefix(f"{_OURS}.")


def _visible(value: object) -> str:
    """Write a value on one line, whatever is in it: nobody writes a line of the log but us."""
    text = str(value)
    return text if text.isprintable() else text.encode("unicode_escape").decode("ascii")
