"""Whether submissions can be taken and graded now; where not, what is lacking."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from grader.records import Frozen
from grader.sandbox.level import Level
from submissions.errors import StorageError, StorageFailure
from submissions.grading.work.stillness import Stillness
from submissions.operating.metrics import workers
from submissions.storage.database import Database

_UNSAFE = frozenset({"", Level.TRUSTED})


class ReadinessPart(StrEnum):
    """A part that must work before requests can be served."""

    STORAGE = "storage"
    DATABASE = "database"
    TABLES = "tables"
    QUEUE = "queue"
    SANDBOX = "sandbox"


class FailedCheck(Frozen):
    """A part that is not as it has to be."""

    part: ReadinessPart
    seconds: int = 0
    """How long the oldest job has waited."""
    failure: StorageFailure | None = None
    """Why nothing can be stored."""


def lacks(database: Database, *, now: datetime, stillness: Stillness | None = None) -> list[FailedCheck]:
    """Return the checks that fail; none if the service is ready.

    A `stillness` kept between calls sees more.
    """
    if (failure := database.storage.failure) is not None:
        return [FailedCheck(ReadinessPart.STORAGE, failure=failure)]
    try:
        if not database.is_current():
            return [FailedCheck(ReadinessPart.TABLES)]
        with database.begin() as session:  # where nothing can be written, no file can be taken
            checks = [_queue(session, now, stillness or Stillness()), _sandbox(session, now)]
    except StorageError as error:
        return [FailedCheck(ReadinessPart.STORAGE, failure=error.failure)]
    except (SQLAlchemyError, OSError):
        return [FailedCheck(ReadinessPart.DATABASE)]
    return [each for each in checks if each is not None]


def _queue(session: Session, now: datetime, stillness: Stillness) -> FailedCheck | None:
    seconds = stillness.seconds(session, now)
    return None if seconds is None else FailedCheck(ReadinessPart.QUEUE, seconds)


def _sandbox(session: Session, now: datetime) -> FailedCheck | None:
    safe = [worker for worker in workers(session, now=now) if worker.level not in _UNSAFE and worker.slots]
    return None if safe else FailedCheck(ReadinessPart.SANDBOX)
