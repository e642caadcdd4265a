"""Dry runs of a regrade, what each tries, and every change of a grade with its reason."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, Text, Word, belongs_to


class RunScope(StrEnum):
    """The attempts that a dry run grades."""

    ALL = "all"
    COUNTING = "counting"
    """Only the attempt of each student that is their grade."""


class RunState(StrEnum):
    """The decision about a dry run."""

    OPEN = "open"
    """Nothing of it counts: it is being graded, waits for a decision, or was reverted."""
    APPLIED = "applied"
    DISCARDED = "discarded"


class RegradeRun(Base):
    """A class graded again on trial. Nothing counts before somebody applies it, and that can be reverted."""

    __table_args__ = (Index(None, "assignment_id", "id"),)

    id: Mapped[Id]
    assignment_id: Mapped[UUID] = belongs_to("assignment")
    version_id: Mapped[UUID] = mapped_column(ForeignKey("assignment_version.id"))
    scope: Mapped[Word]
    state: Mapped[Word] = mapped_column(default=RunState.OPEN)
    complete: Mapped[bool] = mapped_column(default=False)
    """Whether everything that it tries is in the queue."""
    reason: Mapped[Text] = mapped_column(default="")
    """The reason that students read when it is applied."""
    created_at: Mapped[datetime]
    applied_at: Mapped[datetime | None]
    reverted_at: Mapped[datetime | None]


class RegradeItem(Base):
    """One grading on trial, and the grading that counted when it was asked for."""

    run_id: Mapped[UUID] = belongs_to("regrade_run", primary_key=True)
    former_id: Mapped[UUID] = belongs_to("grading", primary_key=True, index=True)
    grading_id: Mapped[UUID] = belongs_to("grading", unique=True)
    submission_id: Mapped[UUID] = belongs_to("submission", index=True)
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    counted: Mapped[bool] = mapped_column(default=False)
    """Whether it was the attempt that is the student's grade."""
    applied: Mapped[bool] = mapped_column(default=False)
    attempt: Mapped[int] = mapped_column(default=0)
    """The attempt that the submission used when the trial was applied, to be restored."""


class ChangeReason(StrEnum):
    """Why a grade changed after a student had it."""

    REGRADE = "regrade"
    """One submission was graded again."""
    APPLIED = "applied"
    """A dry run was applied."""
    REVERTED = "reverted"
    OVERRIDE = "override"
    OVERRIDE_REMOVED = "override-removed"
    EXTENSION = "extension"
    """An extension was given or taken back."""
    LATE_DAYS = "late-days"
    """The student used late days, or took them back."""
    SETTINGS = "settings"
    """Dates, penalties, suites or what counts changed for everybody."""


class GradeChange(Base):
    """One change of a grade, as its student reads it: never changed, never deleted by itself."""

    __table_args__ = (Index(None, "assignment_id", "person_id", "id"),)

    id: Mapped[Id]
    assignment_id: Mapped[UUID] = belongs_to("assignment")
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    submission_id: Mapped[UUID | None] = belongs_to("submission", index=True)
    """The attempt whose points changed; None where it is the grade in the assignment."""
    run_id: Mapped[UUID | None] = mapped_column(ForeignKey("regrade_run.id", ondelete="SET NULL"), index=True)
    why: Mapped[Word]
    reason: Mapped[Text] = mapped_column(default="")
    """The reason in the words of whoever changed it."""
    before: Mapped[Decimal | None]
    """Points; None where there was no grade."""
    before_possible: Mapped[Decimal | None]
    after: Mapped[Decimal | None]
    after_possible: Mapped[Decimal | None]
    at: Mapped[datetime]
