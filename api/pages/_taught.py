"""The courses between which staff switch on the pages of a course."""

from sqlalchemy.orm import Session

from submissions.access.policy import Caller
from submissions.courses import courses
from submissions.tables import Course

_MOST = 30
"""More stand on the first page."""


def taught(session: Session, caller: Caller) -> list[Course]:
    """The newest courses that the caller teaches."""
    return courses.taught(session, caller, limit=_MOST)
