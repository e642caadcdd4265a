"""Courses, who is in them, and the codes by which students join."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ColumnElement, String, UniqueConstraint, and_
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, Text, Word, belongs_to


class Role(StrEnum):
    """The role of a person in a course."""

    OWNER = "owner"
    INSTRUCTOR = "instructor"
    ASSISTANT = "assistant"
    STUDENT = "student"
    OBSERVER = "observer"


class Course(Base):
    """A course: its title, time zone and late days."""

    id: Mapped[Id]
    title: Mapped[Text]
    zone: Mapped[Text] = mapped_column(default="UTC")
    """The time zone in which its dates are shown and entered."""
    late_days: Mapped[int] = mapped_column(default=0)
    """The budget of each student: days by which they may move due dates, over all assignments."""
    created_at: Mapped[datetime]
    archived_at: Mapped[datetime | None]
    delete_at: Mapped[datetime | None]
    """When it is deleted with all that is in it, unless somebody restores it before."""
    keep_files_days: Mapped[int | None]
    """The days for which files are kept after their assignment closes; None: as long as the service says."""
    keep_reports_days: Mapped[int | None]
    """The days for which reports are kept, in the same way."""


class Enrolment(Base):
    """A person in a course. Who has left is kept, inactive, with their grades."""

    course_id: Mapped[UUID] = belongs_to("course", primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", primary_key=True, index=True)
    role: Mapped[Word]
    active: Mapped[bool] = mapped_column(default=True)
    section: Mapped[str] = mapped_column(String(64), default="")
    """The part of the course they are in, such as a lab group; empty for none."""
    sis_id: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """Their number in the university's records, by which gradebooks of other systems know them."""
    role_against: Mapped[Word] = mapped_column(default="", server_default="")
    """The role on a platform's roster against which staff chose this one: no launch as staff changes it."""
    created_at: Mapped[datetime]


IS_STUDENT: ColumnElement[bool] = and_(Enrolment.role == Role.STUDENT, Enrolment.active)
"""The condition that a place in a course is that of an active student."""


class JoinCode(Base):
    """A code that makes whoever enters it a student of the course, until it expires."""

    __table_args__ = (UniqueConstraint("code"),)

    id: Mapped[Id]
    course_id: Mapped[UUID] = belongs_to("course", index=True)
    code: Mapped[str] = mapped_column(String(32))
    role: Mapped[Word] = mapped_column(default=Role.STUDENT)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
