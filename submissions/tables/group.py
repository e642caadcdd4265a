"""Groups of students who submit together, of one assignment each."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, belongs_to


class StudentGroup(Base):
    """Students who submit one assignment together."""

    __table_args__ = (UniqueConstraint("assignment_id", "number"),)

    id: Mapped[Id]
    assignment_id: Mapped[UUID] = belongs_to("assignment")
    number: Mapped[int]
    """The group's number from 1, in the order in which the groups of an assignment were formed."""
    name: Mapped[str] = mapped_column(String(64), default="")
    """The group's name in a list of staff; empty for none."""
    code: Mapped[str] = mapped_column(String(32), unique=True)
    """The code by which students join it."""
    created_at: Mapped[datetime]


class GroupMember(Base):
    """A student in a group; of each assignment in one at most."""

    assignment_id: Mapped[UUID] = belongs_to("assignment", primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", primary_key=True, index=True)
    group_id: Mapped[UUID] = belongs_to("student_group", index=True)
    joined_at: Mapped[datetime]
