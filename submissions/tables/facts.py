"""What figures of a class are counted from: small rows that can be made again from the reports."""

from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, Index
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Digest, Word, belongs_to


class VerdictPattern(Base):
    """The verdicts of all suites, once however many attempts have them: a class has few hundred."""

    digest: Mapped[Digest] = mapped_column(primary_key=True)
    """The SHA-256 of the verdicts in the order of their suites' slugs."""
    suites: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The verdicts by slug of a suite."""


class AttemptFact(Base):
    """One graded attempt of a person: a submission with its counting grading."""

    __table_args__ = (
        # All that figures of chosen attempts read, so that they read this index alone.
        Index(
            "ix_attempt_fact_of_student",
            "assignment_id", "person_id", "is_last", "is_best", "is_first", "percent", "late", "passed",
            "pattern", "submission_id",
        ),
        Index(
            "ix_attempt_fact_counting",
            "assignment_id", "counts", "person_id", "percent", "late", "passed", "ever_late", "ever_passed",
            "cause_count", "earned", "submission_id",
        ),
        # All that dashboards and the watch list read of the last attempts.
        Index(
            "ix_attempt_fact_last",
            "assignment_id", "is_last", "person_id", "percent", "late", "passed", "cause_count", "earned",
            "submission_id", "at", "progress_at", "number",
        ),
        Index("ix_attempt_fact_in_time", "assignment_id", "hour", "late", "person_id"),
    )  # fmt: skip

    submission_id: Mapped[UUID] = belongs_to("submission", primary_key=True)
    assignment_id: Mapped[UUID] = belongs_to("assignment")
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    at: Mapped[datetime]
    """When it was submitted."""
    hour: Mapped[int]
    """The time in whole hours since 1970."""
    earned: Mapped[Decimal]
    """Percent of the points of its version, before late penalties."""
    percent: Mapped[Decimal]
    """The percentage after late penalties."""
    late: Mapped[bool]
    """Submitted after the due date that holds for this person."""
    passed: Mapped[bool]
    number: Mapped[int]
    """Its place among the graded attempts of this person in this assignment, from 1."""
    is_first: Mapped[bool]
    is_last: Mapped[bool]
    is_best: Mapped[bool]
    """It earned most before late penalties; of equals, the latest."""
    counts: Mapped[bool]
    """It is the one from which the grade comes."""
    ever_late: Mapped[bool]
    """One or more of all attempts of this person are late. The same in each of them, as the next one is."""
    ever_passed: Mapped[bool]
    """One or more of them passed."""
    progress_at: Mapped[datetime]
    """When the most of all attempts up to it was earned first."""
    pattern: Mapped[Digest]
    """The verdicts of its suites, a `VerdictPattern`. No foreign key: SQLite adds none to a table."""
    cause_count: Mapped[int]
    """How many causes it has: they share what it lacks."""


class CauseFact(Base):
    """One cause in one graded attempt."""

    __table_args__ = (Index(None, "assignment_id", "cause", "person_id"),)

    submission_id: Mapped[UUID] = belongs_to("submission", primary_key=True)
    cause: Mapped[Word] = mapped_column(primary_key=True)
    """The fault, by slug."""
    place: Mapped[int]
    """0 for the one that is shown first."""
    proven: Mapped[bool]
    """Whether undoing it mends what failed; otherwise it is likely."""
    assignment_id: Mapped[UUID] = belongs_to("assignment")
    person_id: Mapped[UUID] = belongs_to("person", index=True)


class CauseHistory(Base):
    """How long a person had a cause in an assignment, from the first attempt with it on."""

    __table_args__ = (Index("ix_cause_history_stuck", "assignment_id", "streak", "person_id"),)

    assignment_id: Mapped[UUID] = belongs_to("assignment", primary_key=True)
    cause: Mapped[Word] = mapped_column(primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", primary_key=True, index=True)
    proven: Mapped[bool]
    """Whether it is proven in one of them."""
    attempts: Mapped[int | None]
    """How many attempts after the first with it the first without it came; None: it was in all of them."""
    minutes: Mapped[int | None]
    """The time between these two."""
    next_cause: Mapped[Word | None]
    """The cause shown first in the first attempt without it: `passed` if all is right, empty if unknown."""
    streak: Mapped[int]
    """The number of attempts in a row, up to the last, that have it; 0 where the last does not."""
