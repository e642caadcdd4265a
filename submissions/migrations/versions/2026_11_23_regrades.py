"""Dry runs of a regrade, changes of grades with their reasons, and notices."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_regrades"
down_revision = "2026_11_23_shapes"


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "notice",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("assignment_id", sa.Uuid(), nullable=True),
        sa.Column("submission_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("mailed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_notice_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["course.id"], name=op.f("fk_notice_course_id_course"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_notice_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
            name=op.f("fk_notice_submission_id_submission"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
    )
    op.create_index(op.f("ix_notice_assignment_id"), "notice", ["assignment_id"], unique=False)
    op.create_index(op.f("ix_notice_course_id"), "notice", ["course_id"], unique=False)
    op.create_index(op.f("ix_notice_mailed_at"), "notice", ["mailed_at"], unique=False)
    op.create_index(op.f("ix_notice_person_id_notice_id"), "notice", ["person_id", "id"], unique=False)
    op.create_index(
        op.f("ix_notice_person_id_notice_read_at"), "notice", ["person_id", "read_at"], unique=False
    )
    op.create_index(op.f("ix_notice_submission_id"), "notice", ["submission_id"], unique=False)
    op.create_table(
        "regrade_run",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.Column("version_id", sa.Uuid(), nullable=False),
        sa.Column("scope", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("applied_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reverted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_regrade_run_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["version_id"],
            ["assignment_version.id"],
            name=op.f("fk_regrade_run_version_id_assignment_version"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_regrade_run")),
    )
    op.create_index(
        op.f("ix_regrade_run_assignment_id_regrade_run_id"),
        "regrade_run",
        ["assignment_id", "id"],
        unique=False,
    )
    op.create_table(
        "grade_change",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("submission_id", sa.Uuid(), nullable=True),
        sa.Column("run_id", sa.Uuid(), nullable=True),
        sa.Column("why", sa.String(length=40), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("before", sa.BigInteger(), nullable=True),
        sa.Column("before_possible", sa.BigInteger(), nullable=True),
        sa.Column("after", sa.BigInteger(), nullable=True),
        sa.Column("after_possible", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_grade_change_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_grade_change_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["run_id"],
            ["regrade_run.id"],
            name=op.f("fk_grade_change_run_id_regrade_run"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
            name=op.f("fk_grade_change_submission_id_submission"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grade_change")),
    )
    op.create_index(
        op.f("ix_grade_change_assignment_id_grade_change_person_id_grade_change_id"),
        "grade_change",
        ["assignment_id", "person_id", "id"],
        unique=False,
    )
    op.create_index(op.f("ix_grade_change_person_id"), "grade_change", ["person_id"], unique=False)
    op.create_index(op.f("ix_grade_change_run_id"), "grade_change", ["run_id"], unique=False)
    op.create_index(op.f("ix_grade_change_submission_id"), "grade_change", ["submission_id"], unique=False)
    op.create_table(
        "regrade_item",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("former_id", sa.Uuid(), nullable=False),
        sa.Column("grading_id", sa.Uuid(), nullable=False),
        sa.Column("submission_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("applied", sa.Boolean(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["former_id"], ["grading.id"], name=op.f("fk_regrade_item_former_id_grading"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["grading_id"],
            ["grading.id"],
            name=op.f("fk_regrade_item_grading_id_grading"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_regrade_item_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["run_id"],
            ["regrade_run.id"],
            name=op.f("fk_regrade_item_run_id_regrade_run"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
            name=op.f("fk_regrade_item_submission_id_submission"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("run_id", "former_id", name=op.f("pk_regrade_item")),
        sa.UniqueConstraint("grading_id", name=op.f("uq_regrade_item_grading_id")),
    )
    op.create_index(op.f("ix_regrade_item_former_id"), "regrade_item", ["former_id"], unique=False)
    op.create_index(op.f("ix_regrade_item_person_id"), "regrade_item", ["person_id"], unique=False)
    op.create_index(op.f("ix_regrade_item_submission_id"), "regrade_item", ["submission_id"], unique=False)
