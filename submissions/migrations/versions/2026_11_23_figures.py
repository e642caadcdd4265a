"""What figures of a class are counted from. `backgrade figures` fills it from stored reports."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_figures"
down_revision = "2026_11_23_sections"


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "cause_history",
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.Column("cause", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("proven", sa.Boolean(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("next_cause", sa.String(length=40), nullable=True),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_cause_history_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_cause_history_person_id_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("assignment_id", "cause", "person_id", name=op.f("pk_cause_history")),
    )
    op.create_index(op.f("ix_cause_history_person_id"), "cause_history", ["person_id"], unique=False)
    op.create_table(
        "attempt_fact",
        sa.Column("submission_id", sa.Uuid(), nullable=False),
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("earned", sa.BigInteger(), nullable=False),
        sa.Column("percent", sa.BigInteger(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("is_first", sa.Boolean(), nullable=False),
        sa.Column("is_last", sa.Boolean(), nullable=False),
        sa.Column("is_best", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("suites", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_attempt_fact_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_attempt_fact_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
            name=op.f("fk_attempt_fact_submission_id_submission"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("submission_id", name=op.f("pk_attempt_fact")),
    )
    op.create_index(
        "ix_attempt_fact_counting",
        "attempt_fact",
        ["assignment_id", "counts", "person_id", "percent", "late", "passed"],
        unique=False,
    )
    op.create_index(
        "ix_attempt_fact_in_time",
        "attempt_fact",
        ["assignment_id", "hour", "late", "person_id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_attempt_fact_assignment_id_attempt_fact_person_id"),
        "attempt_fact",
        ["assignment_id", "person_id"],
        unique=False,
    )
    op.create_index(op.f("ix_attempt_fact_person_id"), "attempt_fact", ["person_id"], unique=False)
    op.create_table(
        "cause_fact",
        sa.Column("submission_id", sa.Uuid(), nullable=False),
        sa.Column("cause", sa.String(length=40), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("proven", sa.Boolean(), nullable=False),
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_cause_fact_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_cause_fact_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
            name=op.f("fk_cause_fact_submission_id_submission"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("submission_id", "cause", name=op.f("pk_cause_fact")),
    )
    op.create_index(
        op.f("ix_cause_fact_assignment_id_cause_fact_cause_cause_fact_person_id"),
        "cause_fact",
        ["assignment_id", "cause", "person_id"],
        unique=False,
    )
    op.create_index(op.f("ix_cause_fact_person_id"), "cause_fact", ["person_id"], unique=False)
    op.create_index(
        "ix_submission_by_state", "submission", ["assignment_id", "state", "person_id"], unique=False
    )
    op.create_index(
        "ix_cause_history_stuck", "cause_history", ["assignment_id", "streak", "person_id"], unique=False
    )
