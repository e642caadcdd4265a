"""What people are told in the application, one notice at a time."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, Word, belongs_to


class NoticeKind(StrEnum):
    """The subject of a notice."""

    GRADE_CHANGED = "grade-changed"
    COMMENT = "comment"
    REPLY = "reply"
    REQUEST = "request"
    """A student asks for a regrade."""
    REQUEST_ANSWERED = "request-answered"
    MESSAGE = "message"
    LATE_DAYS = "late-days"
    """Staff gave late days back."""


class Notice(Base):
    """Something happened that concerns a person. It says where, and never what: the page there does."""

    __table_args__ = (Index(None, "person_id", "id"), Index(None, "person_id", "read_at"))

    id: Mapped[Id]
    person_id: Mapped[UUID] = belongs_to("person")
    kind: Mapped[Word]
    course_id: Mapped[UUID] = belongs_to("course", index=True)
    assignment_id: Mapped[UUID | None] = belongs_to("assignment", index=True)
    submission_id: Mapped[UUID | None] = belongs_to("submission", index=True)
    created_at: Mapped[datetime]
    read_at: Mapped[datetime | None]
    mailed_at: Mapped[datetime | None] = mapped_column(index=True)
    """When it was in an e-mail; None where it was in none yet."""
