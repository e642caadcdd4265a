"""What was handed in, for which students, and how it was graded."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Digest, Id, Text, Word, belongs_to


class State(StrEnum):
    """Where a submission, or one grading of it, is in its life."""

    QUEUED = "queued"
    GRADING = "grading"
    GRADED = "graded"
    REFUSED = "refused"
    """It holds nothing that could be graded. It uses no attempt and does not count."""
    INTERNAL_ERROR = "internal_error"
    """We failed. It costs the student nothing: no points, no attempt."""
    WITHDRAWN = "withdrawn"
    """Its owner took it back before it was graded."""


UNFINISHED = frozenset({State.QUEUED, State.GRADING})


class StoredFile(Base):
    """The bytes of a file, once however often they are handed in."""

    sha256: Mapped[Digest] = mapped_column(primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    """Empty where the bytes are an object, or were deleted."""
    object_key: Mapped[Text | None]
    """The object in S3-compatible storage that has the bytes."""
    size: Mapped[int]
    deleted_at: Mapped[datetime | None]
    """When its bytes were deleted, at the end of the time for which they are kept; then there are none."""


class FileShape(Base):
    """The part of a file that stays when names and layout change: by it, equal work is found."""

    sha256: Mapped[Digest] = mapped_column(
        ForeignKey("stored_file.sha256", ondelete="CASCADE"), primary_key=True
    )
    functions: Mapped[list[Any]] = mapped_column(JSON)
    """The functions of the file: for each its hash, and how many tokens it has."""


class Submission(Base):
    """A file handed in once. It may be graded many times; one grading counts.

    A submission of a group is a row for each member for whom it counts, and all have the same grading:
    see `submissions/courses/shared.py`.
    """

    __table_args__ = (
        Index("ix_submission_of_student", "assignment_id", "person_id", "id", "state"),  # counted in it alone
        Index("ix_submission_by_state", "assignment_id", "state", "person_id"),
        Index(None, "assignment_id", "id"),
        Index(None, "person_id", "id"),
        Index(None, "expires_at"),
        Index(None, "trial_key_hash", unique=True),
    )

    id: Mapped[Id]
    assignment_id: Mapped[UUID] = belongs_to("assignment")
    person_id: Mapped[UUID | None] = belongs_to("person")
    """None for a trial without an account."""
    sha256: Mapped[Digest] = mapped_column(ForeignKey("stored_file.sha256"), index=True)
    file_name: Mapped[Text]
    class_name: Mapped[Text] = mapped_column(default="")
    """The class to grade, where whoever submitted it named one."""
    state: Mapped[Word] = mapped_column(default=State.QUEUED)
    grading_id: Mapped[UUID | None] = mapped_column(index=True)
    """The grading that counts. No foreign key: the two tables would need each other to be made first."""
    reused: Mapped[bool] = mapped_column(default=False)
    """Whether the same bytes were graded before: that grading counts, and no attempt was used."""
    shared_id: Mapped[UUID | None] = mapped_column(index=True)
    """The row of whoever submitted for a group, where each member has a row; None without a group."""
    attempt: Mapped[int] = mapped_column(default=0)
    """The number of the attempt it used, from 1; 0 where it used none."""
    opened_rung: Mapped[int] = mapped_column(default=0)
    """How far its student climbed the ladder of hints, where the assignment lets them climb."""
    revision: Mapped[int] = mapped_column(default=1)
    """Counts the changes of its state, so that whoever watches can go on where they stopped."""
    created_at: Mapped[datetime]
    trial_key_hash: Mapped[Digest | None]
    """The hash of a trial's key: who has the key may see it."""
    expires_at: Mapped[datetime | None]
    """The time when a trial is deleted, with all that was made of it."""


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
