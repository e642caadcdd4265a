"""The frame around the staff pages of a course: its title, and the courses to which staff can switch."""

from typing import Any

from sqlalchemy.orm import Session

from submissions.courses.courses import courses
from submissions.people.access.policy import Caller
from submissions.tables import Course

_MOST = 30
"""More are on the first page."""


def course_frame(session: Session, caller: Caller, course: Course) -> dict[str, Any]:
    """Return what `_teach.html` shows above the page; of the courses that the caller teaches, the newest."""
    return {"course": course, "taught": courses.taught(session, caller, limit=_MOST)}
