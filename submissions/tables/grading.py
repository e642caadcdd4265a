"""Gradings, and their reports."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, Word, belongs_to
from submissions.tables.submission import State


class GradingReason(StrEnum):
    """Why a submission is graded."""

    HANDED_IN = "handed-in"
    REGRADE = "regrade"
    DRY_RUN = "dry-run"
    """A grading of a dry run: it counts for nothing before somebody applies it."""


class Grading(Base):
    """One submission graded on one version of its assignment."""

    id: Mapped[Id]
    submission_id: Mapped[UUID] = belongs_to("submission", index=True)
    version_id: Mapped[UUID] = mapped_column(ForeignKey("assignment_version.id"), index=True)
    reason: Mapped[Word] = mapped_column(default=GradingReason.HANDED_IN)
    state: Mapped[Word] = mapped_column(default=State.QUEUED)
    points: Mapped[Decimal | None]
    """Earned, of the version's points, before anything lateness costs."""
    asked: Mapped[Decimal | None]
    """The share of the version's points, in percent, that what was asked of the class is worth."""
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
    hunt_nodes: Mapped[int | None]
    """The nodes with which a hunt exposes all classes and tells all apart; None where it does not."""
    sandbox: Mapped[Word | None]
    """The level of the sandbox it ran in."""
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class StoredReport(Base):
    """The report of a grading, apart from it: grades are read by the thousand, reports one at a time."""

    __tablename__ = "report"

    grading_id: Mapped[UUID] = belongs_to("grading", primary_key=True)
    content: Mapped[str]
    """All of it, as JSON."""
