"""Who may need help: thresholds of a course, notes among staff, messages to students."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, belongs_to


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
