"""The time that trials of one address may take from everybody.

Each file has the time that a student's has: what is said of it does not depend on who asks.
"""

import os
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from submissions.errors import TooOften
from submissions.grading import durations
from submissions.people.access import throttle
from submissions.people.access.throttle import Limit

_BUCKET = "trial-time"
_HOUR = timedelta(hours=1)
_SPENT = Limit(0, _HOUR)
_UNITS = 100
"""A hundredth of a second: counts are whole numbers."""


def require_some(session: Session, address: str, *, now: datetime) -> None:
    """Check that the address has time left. Raises `TooOften` if not; it says until when."""
    if _used(session, address, now) >= durations.TRIAL_GRADING:
        raise TooOften(throttle.ends(_SPENT, now=now))


def of_its_own(
    seconds: float,
    load: Callable[[], float] = lambda: os.getloadavg()[0],
    processors: int = os.cpu_count() or 1,
) -> float:
    """Return the seconds that a file took itself. Where more wants to run than can, others took the rest.

    Not the file's processor time: one that only waits holds its slot as well.
    """
    try:
        wanted = load()
    except OSError:  # not known here
        return seconds
    return seconds / max(1.0, wanted / processors)


def charge(session: Session, address: str, seconds: float, *, now: datetime) -> None:
    """Count the time that a file of an address took."""
    throttle.add(session, _BUCKET, address, _SPENT, round(seconds * _UNITS), now=now)


def _used(session: Session, address: str, now: datetime) -> float:
    return throttle.counted(session, _BUCKET, address, _SPENT, now=now) / _UNITS
