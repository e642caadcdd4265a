"""People, courses, who is in them, and the codes by which students join."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ColumnElement, String, UniqueConstraint, and_
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.orm import Mapped, mapped_column, validates

from submissions.tables._base import Base, Id, Text, Word, belongs_to
from submissions.tables.name_key import name_key

_SORTED = String(200).with_variant(String(200, collation="C"), "postgresql")


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


def _key_of_name(context: DefaultExecutionContext) -> str:
    """Return the key of the name in a row that is written without an object."""
    return name_key(context.get_current_parameters()["name"])  # type: ignore[no-untyped-call]


class Person(Base):
    """A person with an account. Their name and login reach neither the sandbox nor the logs."""

    id: Mapped[Id]
    login: Mapped[Text] = mapped_column(unique=True)
    """An e-mail address or a chosen name, in lower case."""
    name: Mapped[Text]
    name_key: Mapped[str] = mapped_column(_SORTED, default=_key_of_name, server_default="")
    """The key by which lists are sorted, letter by letter in every database; it follows the name."""
    password_hash: Mapped[Text | None]
    """Argon2id; none where they only come in by links."""
    operator: Mapped[bool] = mapped_column(default=False)
    """They run this installation: they may do everything, in every course."""
    zone: Mapped[Text] = mapped_column(default="UTC")
    language: Mapped[Word | None]
    """The ISO 639 code of the language they chose; without one their browser decides."""
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]

    @validates("name")
    def _keep_key(self, _: str, name: str) -> str:
        self.name_key = name_key(name)
        return name
