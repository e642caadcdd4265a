"""What is asked of a course, until when, and how much is told."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, Text, Word


class Counts(StrEnum):
    """Which of a student's submissions is their grade."""

    BEST = "best"
    LATEST = "latest"


class Shown(StrEnum):
    """When students see their results."""

    AT_ONCE = "at-once"
    AFTER_DUE = "after-due"
    AFTER_CLOSE = "after-close"


class Hinting(StrEnum):
    """How students come to see what they may see of a cause."""

    AT_ONCE = "at-once"
    CLIMB = "climb"
    """From the symptom on, rung by rung, each opened by the student."""


class Assignment(Base):
    """A piece of work. Its dates and policies may change at any time; what is graded is in its versions.

    No setting has its default here: `submissions/assignments/draft.py` declares them all.
    """

    __tablename__ = "assignment"

    id: Mapped[Id]
    course_id: Mapped[UUID | None] = mapped_column(ForeignKey("course.id", ondelete="CASCADE"), index=True)
    """None: for trying out, without an account."""
    title: Mapped[Text]
    instructions: Mapped[str]
    """As they were written: Markdown."""
    instructions_html: Mapped[str | None] = mapped_column(deferred=True)
    """As they are shown, made when they were kept; None where they are from before that was done."""
    starter: Mapped[str]
    """Python source to begin with; empty where there is none."""
    published: Mapped[bool]
    opens_at: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    closes_at: Mapped[datetime | None]
    """Until when late work is taken; None: until it is due, or for ever where it never is."""
    late_percent_per_day: Mapped[Decimal]
    """Of the points earned, lost for each day begun after the due date."""
    late_most_percent: Mapped[Decimal]
    """The most that lateness costs."""
    attempt_limit: Mapped[int | None]
    cooldown_seconds: Mapped[int]
    """Between two attempts of one student."""
    hint_rung: Mapped[int]
    """How much of a cause is told: a rung from 0 to 4."""
    hinting: Mapped[Word]
    beyond: Mapped[bool]
    """Whether what is wrong with the whole graph is shown where it is not graded."""
    counts: Mapped[Word]
    shown: Mapped[Word]
    version_number: Mapped[int] = mapped_column(default=1)
    """The version that new submissions are graded on."""
    revision: Mapped[int] = mapped_column(default=1)
    """Counts all changes, so that two people who edit at once notice."""
    created_at: Mapped[datetime]
    archived_at: Mapped[datetime | None]


class AssignmentVersion(Base):
    """What a submission is graded on. Never changed: another choice of suites is another version."""

    __tablename__ = "assignment_version"
    __table_args__ = (UniqueConstraint("assignment_id", "number"),)

    id: Mapped[Id]
    assignment_id: Mapped[UUID] = mapped_column(ForeignKey("assignment.id", ondelete="CASCADE"))
    number: Mapped[int]
    stage: Mapped[Word]
    """The choice it was made from, as `backgrade check --stage` knows it."""
    weights: Mapped[dict[str, Any]] = mapped_column(JSON)
    """By the slug of a suite, its weight, a whole number. With 0 it is graded and costs nothing."""
    points: Mapped[Decimal]
    """What a file without a flaw earns."""
    gradients: Mapped[Word]
    """Whether gradients earn all points that are proven not to come from backpropagation."""
    created_at: Mapped[datetime]


class Extension(Base):
    """Another date, or more attempts, for one student."""

    __tablename__ = "extension"

    assignment_id: Mapped[UUID] = mapped_column(
        ForeignKey("assignment.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[UUID] = mapped_column(
        ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    due_at: Mapped[datetime | None]
    closes_at: Mapped[datetime | None]
    more_attempts: Mapped[int] = mapped_column(default=0)
    reason: Mapped[Text] = mapped_column(default="")
    created_at: Mapped[datetime]


class Override(Base):
    """Points that a person gave; they stand whatever was graded."""

    __tablename__ = "override"

    assignment_id: Mapped[UUID] = mapped_column(
        ForeignKey("assignment.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[UUID] = mapped_column(
        ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    points: Mapped[Decimal]
    reason: Mapped[Text]
    by_id: Mapped[UUID | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"), index=True)
    created_at: Mapped[datetime]
