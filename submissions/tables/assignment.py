"""What is asked of a course, until when, and how much is told."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, Text, Word, belongs_to


class Counts(StrEnum):
    """The rule that says which of a student's submissions is their grade."""

    BEST = "best"
    LATEST = "latest"


class Shown(StrEnum):
    """When students see their results."""

    AT_ONCE = "at-once"
    AFTER_DUE = "after-due"
    AFTER_CLOSE = "after-close"


class Reveal(StrEnum):
    """When students see hidden suites."""

    AFTER_DUE = "after-due"
    AFTER_CLOSE = "after-close"
    BY_HAND = "by-hand"
    """Hidden until somebody opens them."""
    OPENED = "opened"
    """Somebody did."""


class MissingRequired(StrEnum):
    """The cost of a required operation that a class does not have."""

    POINTS = "points"
    """The points of the suites about it are lost."""
    REFUSAL = "refusal"
    """The file is refused: no grade, and no attempt used."""


class Hinting(StrEnum):
    """How students come to see what they may see of a cause."""

    AT_ONCE = "at-once"
    CLIMB = "climb"
    """The student opens rung by rung, from the symptom on."""


class Assignment(Base):
    """A piece of work. Its dates and policies may change at any time; what is graded is in its versions.

    No setting has its default here: `submissions/courses/assignments/draft.py` declares them all.
    """

    id: Mapped[Id]
    course_id: Mapped[UUID | None] = belongs_to("course", index=True)
    """None: for trying out, without an account."""
    try_of_id: Mapped[UUID | None] = mapped_column(index=True)
    """The assignment whose try files are graded on this copy; None: this is no such copy. It belongs to no
    course, and is deleted soon after the assignment. No foreign key: SQLite adds none to an existing table.
    """
    copied_from_id: Mapped[UUID | None] = mapped_column(index=True)
    """The assignment that was copied with its course; None: this is no copy. No foreign key, as above."""
    title: Mapped[Text]
    instructions: Mapped[str]
    """The instructions in Markdown, as they were written."""
    instructions_html: Mapped[str | None] = mapped_column(deferred=True)
    """The instructions as they are shown; None where they were written before HTML was kept."""
    starter: Mapped[str]
    """Python source to begin with; empty where there is none."""
    published: Mapped[bool]
    opens_at: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    closes_at: Mapped[datetime | None]
    """The end of late work; None: the due date, or never where there is none."""
    late_percent_per_day: Mapped[Decimal]
    """The late penalty in percent of the points earned, for each day begun after the due date."""
    late_most_percent: Mapped[Decimal]
    """The most that lateness costs."""
    late_step_hours: Mapped[int]
    """The length of a step of the late penalty."""
    late_accepted_days: Mapped[int | None]
    """The days for which late work is taken; None: until it closes."""
    late_days_usable: Mapped[int]
    """How many late days of the course's budget a student may use here."""
    attempt_limit: Mapped[int | None]
    cooldown_seconds: Mapped[int]
    """The wait between two attempts of one student."""
    group_size: Mapped[int]
    """How many students may submit together; 1: everybody alone."""
    hint_rung: Mapped[int]
    """How much of a cause is told: a rung from 0 to 4."""
    hint_rung_after_due: Mapped[int | None]
    """The rung after the due date; None: the same as before."""
    hint_rung_after_close: Mapped[int | None]
    hints_from_attempt: Mapped[int]
    hints_until_attempt: Mapped[int | None]
    """Attempts before the one and after the other show no hints until the due date."""
    hidden_suites: Mapped[list[Any]] = mapped_column(JSON)
    """The slugs of suites of which students see nothing before they are opened."""
    hidden_until: Mapped[Word]
    hinting: Mapped[Word]
    beyond: Mapped[bool]
    """Whether what is wrong with the whole graph is shown where it is not graded."""
    counts: Mapped[Word]
    grade_weight: Mapped[Decimal | None]
    """Its weight in the course's total; None: its points."""
    shown: Mapped[Word]
    version_number: Mapped[int] = mapped_column(default=1)
    """The version that new submissions are graded on."""
    revision: Mapped[int] = mapped_column(default=1)
    """Counts all changes, so that two people who edit at once notice."""
    created_at: Mapped[datetime]
    archived_at: Mapped[datetime | None]


class AssignmentVersion(Base):
    """The choices that a submission is graded on. It never changes: another choice is another version."""

    __table_args__ = (UniqueConstraint("assignment_id", "number"),)

    id: Mapped[Id]
    assignment_id: Mapped[UUID] = belongs_to("assignment")
    number: Mapped[int]
    stage: Mapped[Word]
    """The choice it was made from, as `backgrade check --stage` knows it."""
    weights: Mapped[dict[str, Any]] = mapped_column(JSON)
    """Weights by slug of a suite, whole numbers. With 0 it is graded and costs nothing."""
    points: Mapped[Decimal]
    """The points of a file without a mistake."""
    gradients: Mapped[Word]
    """Whether gradients earn all points that are proven not to come from backpropagation."""
    bonus: Mapped[list[Any]] = mapped_column(JSON)
    """Suites by slug whose points come on top of those of the version."""
    seed: Mapped[Word]
    """The policy of who sets the gradient of the output."""
    class_name: Mapped[Text]
    """The class that is graded; empty: the likeliest, or the one that is named with a file."""
    keep_graph: Mapped[bool]
    """Whether nodes have to be usable again after a pass."""
    required_operations: Mapped[list[Any]] = mapped_column(JSON)
    missing_required: Mapped[Word]
    own_graphs: Mapped[list[Any]] = mapped_column(JSON, default=list)
    """Graphs of the teachers, in the order in which they are graded."""
    hunted: Mapped[list[Any]] = mapped_column(JSON)
    """The faults of a fault hunt, in which students submit graphs; empty where they submit a class."""
    hunt_nodes: Mapped[int]
    """The most nodes that earn the bonus of a hunt; 0: there is none."""
    created_at: Mapped[datetime]


class TryFile(Base):
    """A file of a teacher's with the points that it should get, tried again when its assignment changes."""

    id: Mapped[Id]
    assignment_id: Mapped[UUID] = belongs_to("assignment", index=True)
    title: Mapped[Text]
    expected: Mapped[Decimal | None]
    """None: all points; for the starter code, no points."""
    is_starter: Mapped[bool]
    """Whether it is the starter code of the assignment, whatever that is."""
    submission_id: Mapped[UUID] = belongs_to("submission", index=True)
    revision: Mapped[int]
    """The revision of the assignment on which it was tried last."""
    created_at: Mapped[datetime]


class LeaderboardName(Base):
    """The name that a student chose for the leaderboard of a fault hunt."""

    __table_args__ = (UniqueConstraint("assignment_id", "name_key"),)

    assignment_id: Mapped[UUID] = belongs_to("assignment", primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", primary_key=True, index=True)
    name: Mapped[Text]
    name_key: Mapped[Text]
    """The name as it is compared with others: see `look`."""
    created_at: Mapped[datetime]


class Extension(Base):
    """Another date, or more attempts, for one student."""

    assignment_id: Mapped[UUID] = belongs_to("assignment", primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", primary_key=True, index=True)
    due_at: Mapped[datetime | None]
    closes_at: Mapped[datetime | None]
    more_attempts: Mapped[int] = mapped_column(default=0)
    late_days: Mapped[int] = mapped_column(default=0)
    """Days of the course's budget that the student uses here: the due date moves by as many."""
    late_days_returned: Mapped[int] = mapped_column(default=0)
    """The days of these that cost the budget nothing, because staff gave them back; the due date stays."""
    late_days_reason: Mapped[Text] = mapped_column(default="")
    """Why they were given back. The student reads it."""
    reason: Mapped[Text] = mapped_column(default="")
    created_at: Mapped[datetime]


class Override(Base):
    """Points that a person gave; they stand whatever was graded."""

    assignment_id: Mapped[UUID] = belongs_to("assignment", primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", primary_key=True, index=True)
    points: Mapped[Decimal]
    reason: Mapped[Text]
    by_id: Mapped[UUID | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"), index=True)
    created_at: Mapped[datetime]
