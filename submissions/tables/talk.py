"""What people say and are told: comments, canned comments, regrade requests, notes, messages and notices."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, Text, Word, belongs_to


class Comment(Base):
    """A comment on a submission, at a line or on the whole. It stays whatever is graded again."""

    __table_args__ = (Index(None, "submission_id", "id"),)

    id: Mapped[Id]
    submission_id: Mapped[UUID] = belongs_to("submission")
    reply_to_id: Mapped[UUID | None] = belongs_to("comment", index=True)
    """The comment that it answers; answers have no answers of their own."""
    cell: Mapped[int | None]
    """The cell of a notebook, from 1."""
    line: Mapped[int | None]
    """The line from 1; None where it is about the whole."""
    by_id: Mapped[UUID | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"), index=True)
    text: Mapped[str]
    created_at: Mapped[datetime]


class CannedComment(Base):
    """A text that staff of a course use again and again."""

    id: Mapped[Id]
    course_id: Mapped[UUID] = belongs_to("course", index=True)
    title: Mapped[Text]
    text: Mapped[str]
    created_at: Mapped[datetime]


class RequestState(StrEnum):
    """The state of a regrade request."""

    OPEN = "open"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    WITHDRAWN = "withdrawn"


class RegradeRequest(Base):
    """A student asks staff to look at a result again."""

    __table_args__ = (Index(None, "assignment_id", "state"),)

    id: Mapped[Id]
    assignment_id: Mapped[UUID] = belongs_to("assignment")
    submission_id: Mapped[UUID] = belongs_to("submission", index=True)
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    state: Mapped[Word] = mapped_column(default=RequestState.OPEN)
    reason: Mapped[str]
    answer: Mapped[str] = mapped_column(default="")
    created_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    """When it was answered or withdrawn."""


class MailState(Base):
    """The state of e-mail to somebody; without a row they get digests and had none."""

    person_id: Mapped[UUID] = belongs_to("person", primary_key=True)
    sent_at: Mapped[datetime | None]
    stopped_at: Mapped[datetime | None]
    """When they asked for no more."""


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


class WatchThreshold(Base):
    """When somebody comes on the watch list of a course. A course without a row has the usual ones."""

    course_id: Mapped[UUID] = belongs_to("course", primary_key=True)
    same_cause_attempts: Mapped[int]
    no_progress_hours: Mapped[int]
    stopped_days: Mapped[int]
    not_started_days: Mapped[int]


class StaffText:
    """Columns of a text of staff that concerns a student."""

    id: Mapped[Id]
    course_id: Mapped[UUID] = belongs_to("course")
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    by_id: Mapped[UUID | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"), index=True)
    text: Mapped[str]
    created_at: Mapped[datetime]


class StaffNote(StaffText, Base):
    """A note of staff about a student. Students never see it."""

    __table_args__ = (Index(None, "course_id", "person_id", "id"),)


class StaffMessage(StaffText, Base):
    """A message of staff to a student."""

    __tablename__ = "message"
    __table_args__ = (Index(None, "course_id", "person_id", "id"),)
