"""The service: the parts that its endpoints, pages and commands share."""

from collections.abc import Callable
from datetime import UTC, datetime

from grader.records import Frozen
from submissions.operating.settings import Settings
from submissions.storage.database import Database


def utc_now() -> datetime:
    """The current time, in UTC."""
    return datetime.now(UTC)


class Service(Frozen):
    """The parts of a running service."""

    settings: Settings
    database: Database
    now: Callable[[], datetime] = utc_now
