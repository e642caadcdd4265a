"""Most files are graded a moment after they come in: who asks for the page in that moment gets the result.

Without, a browser lays out the page of a file that is being graded, and at once that of its result.
"""

from collections.abc import Callable
from time import sleep
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.storage.database import Database
from submissions.tables import State
from submissions.teaching.results.statuses import statuses

_LOOKS, _BETWEEN = 8, 0.05
"""Seconds. Only files that are being graded are waited for: no more than there are workers."""


def read_soon(database: Database, read: Callable[[Session], dict[str, Any]]) -> dict[str, Any]:
    """Read what a page shows of a submission; again, if it is being graded and that ends in a moment."""
    with database.read() as session:
        shown = read(session)
    if shown["submission"].state != State.GRADING or not _ends(database, shown["submission"].id):
        return shown
    with database.read() as session:
        return read(session)


def _ends(database: Database, submission_id: UUID) -> bool:
    for _ in range(_LOOKS):
        sleep(_BETWEEN)
        with database.read() as session:
            status = statuses(session, [submission_id], places=False).get(submission_id)
        if status is None or status.state is not State.GRADING:
            return True
    return False
