"""Jobs: work that waits for a process, of every kind in one table; and the processes that grade."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Digest, Id, Text, Word, belongs_to


class JobKind(StrEnum):
    """The kinds of jobs."""

    GRADING = "grading"
    """It grades one submission, and is done."""
    WEBHOOK = "webhook"
    """It sends messages to one webhook, whenever some wait."""
    PASSBACK = "passback"
    """It sends grades to one learning platform, whenever some wait."""
    MAIL = "mail"
    """It sends e-mail, again and again."""
    HOUSEKEEPING = "housekeeping"
    """It does one chore, again and again."""


class JobState(StrEnum):
    """The state of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    GIVEN_UP = "given-up"
    CANCELLED = "cancelled"


class Job(Base):
    """Work to be done on one subject. One attempt holds it at a time, so nothing else is done on the subject.

    A grading's job is written in the transaction of its submission, and ends. The others stay as long as
    their subject, and wait again after each time.
    """

    __table_args__ = (
        # In the order in which they go: PostgreSQL would sort all that wait to find the first.
        Index("ix_job_turn", "kind", "state", text("priority DESC"), "id"),
        Index(None, "state", "person_id"),
        Index(None, "state", "course_id"),
    )

    id: Mapped[Id]
    kind: Mapped[Word]
    grading_id: Mapped[UUID | None] = belongs_to("grading", unique=True)
    webhook_id: Mapped[UUID | None] = belongs_to("webhook", unique=True)
    platform_id: Mapped[UUID | None] = belongs_to("lms_platform", unique=True)
    chore: Mapped[Word | None] = mapped_column(unique=True)
    """The name of what is done again and again."""
    course_id: Mapped[UUID | None]
    """The course, for fairness between courses; None for trials."""
    person_id: Mapped[UUID | None]
    address: Mapped[Digest | None]
    """The keyed hash of where a trial came from, so that one address pays for what it costs."""
    priority: Mapped[int] = mapped_column(default=0)
    """Higher goes first; at the same priority, who came first."""
    state: Mapped[Word] = mapped_column(default=JobState.WAITING)
    owner: Mapped[Text | None]
    """The attempt that holds it: only that one may write a result."""
    lease_until: Mapped[datetime | None]
    """When it may be taken from a process that is not heard of any more."""
    not_before: Mapped[datetime | None]
    """It rests until then, after a failure or until its next time."""
    attempts: Mapped[int] = mapped_column(default=0)
    """The attempts of a grading; of a job that comes back, the attempts since its last success."""
    error: Mapped[str | None]
    """How we failed, for staff."""
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]


class Worker(Base):
    """A process that grades. One that was not seen for a while is gone."""

    id: Mapped[Id]
    host: Mapped[Text]
    process: Mapped[int]
    slots: Mapped[int]
    """Submissions it grades at a time."""
    level: Mapped[Word]
    """The level of its sandbox; empty where it has none that is safe."""
    trouble: Mapped[str] = mapped_column(default="")
    """Why it takes no work; empty where all is well."""
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime] = mapped_column(index=True)
