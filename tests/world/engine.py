"""An engine in this process: it grades while it is entered."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, cast

from grader.sandbox.level import Level
from submissions.grading.work.task import Grader, grading_engine
from submissions.jobs.host import JobHost, Pace
from submissions.operating.service import utc_now
from submissions.storage.database import Database

if TYPE_CHECKING:
    from grader.sandbox.protocol import Sandbox


class _NoSandbox:
    """One that says how safe it is, and runs nothing."""

    level = Level.ENCLOSED


def grader_of_hunts() -> Grader:
    """One that can grade fault hunts alone, for they need no sandbox."""
    return Grader.using(cast("Sandbox", _NoSandbox()))


@contextmanager
def working(
    database: Database,
    grader: Grader,
    *,
    slots: int,
    now: Callable[[], datetime] = utc_now,
    pace: Pace = Pace(),  # noqa: B008 - it never changes
) -> Iterator[JobHost]:
    """Grade so many submissions at a time."""
    with JobHost(database, now, pace) as host, grading_engine(host, grader, slots=slots):
        yield host
