"""Lets a source that is loaded once more wait for nothing: it has done so before, and nobody gains by it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from .problem import TooLong

_MOST = 10.0
"""Seconds; what waits longer than it may is to end as it did before."""

_sleep = time.sleep


@contextmanager
def left_out(*, wanted: bool) -> Iterator[None]:
    """While it lasts, `time.sleep` returns at once."""
    if not wanted:
        yield
        return
    time.sleep = _not_at_all  # type: ignore[assignment]
    try:
        yield
    finally:
        if time.sleep is _not_at_all:
            time.sleep = _sleep


@contextmanager
def refused() -> Iterator[None]:
    """While it lasts, `time.sleep` raises: a question that may be left out is not worth any waiting."""
    before = time.sleep
    time.sleep = _refuse  # type: ignore[assignment]
    try:
        yield
    finally:
        if time.sleep is _refuse:
            time.sleep = before


def _refuse(_seconds: float, /) -> None:
    raise TooLong


def _not_at_all(seconds: float, /) -> None:
    """What `time.sleep` does with its argument, but for the waiting."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    if seconds > _MOST:
        _sleep(seconds)
