"""A grading, and the job that makes it."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Digest, Id, Text, Word
from submissions.tables.submission import State


class GradingReason(StrEnum):
    """Why a submission is graded."""

    HANDED_IN = "handed-in"
    REGRADE = "regrade"
    DRY_RUN = "dry-run"
    """On trial: it counts for nothing before somebody applies it."""


class Grading(Base):
    """One submission graded on one version of its assignment."""

    __tablename__ = "grading"

    id: Mapped[Id]
    submission_id: Mapped[UUID] = mapped_column(ForeignKey("submission.id", ondelete="CASCADE"), index=True)
    version_id: Mapped[UUID] = mapped_column(ForeignKey("assignment_version.id"), index=True)
    reason: Mapped[Word] = mapped_column(default=GradingReason.HANDED_IN)
    state: Mapped[Word] = mapped_column(default=State.QUEUED)
    points: Mapped[Decimal | None]
    """Earned, of the version's points, before anything lateness costs."""
    passed: Mapped[bool | None]
    """Whether everything was earned."""
    cause: Mapped[Word | None]
    """The fault that is told first."""
    causes: Mapped[list[Any]] = mapped_column(JSON, default=list)
    """All faults found, by slug."""
    gradients: Mapped[Word | None]
    """How gradients were obtained, where that is likely or proven not to be backpropagation."""
    gradients_proven: Mapped[bool | None]
    """Whether that is proven."""
    sandbox: Mapped[Word | None]
    """The level of the sandbox it ran in."""
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class StoredReport(Base):
    """The report of a grading, apart from it: grades are read by the thousand, reports one at a time."""

    __tablename__ = "report"

    grading_id: Mapped[UUID] = mapped_column(ForeignKey("grading.id", ondelete="CASCADE"), primary_key=True)
    content: Mapped[str]
    """All of it, as JSON."""


class JobState(StrEnum):
    """The state of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    GIVEN_UP = "given-up"
    CANCELLED = "cancelled"


class GradeJob(Base):
    """A grading to be made. Written in the transaction of its submission; this row is the truth about it."""

    __tablename__ = "grade_job"
    __table_args__ = (
        Index(None, "state", "priority", "id"),
        Index(None, "state", "person_id"),
        Index(None, "state", "course_id"),
    )

    id: Mapped[Id]
    grading_id: Mapped[UUID] = mapped_column(ForeignKey("grading.id", ondelete="CASCADE"), unique=True)
    course_id: Mapped[UUID | None]
    """For fairness between courses; None for trials."""
    person_id: Mapped[UUID | None]
    address: Mapped[Digest | None]
    """Of a trial: a keyed hash of where it came from, so that one address pays for what it costs."""
    priority: Mapped[int]
    """Higher goes first; at the same priority, who came first."""
    state: Mapped[Word] = mapped_column(default=JobState.WAITING)
    owner: Mapped[Text | None]
    """The attempt that holds it: only that one may write a result."""
    lease_until: Mapped[datetime | None]
    """When it may be taken from a worker that is not heard of any more."""
    not_before: Mapped[datetime]
    """After a failure of ours it rests for a while."""
    attempts: Mapped[int] = mapped_column(default=0)
    error: Mapped[str | None]
    """How we failed, for staff."""
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
