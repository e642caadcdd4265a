"""Files that teachers try on an assignment before students see it."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_try_files"
down_revision = "2026_11_23_lms"


def upgrade() -> None:
    """Forward."""
    op.add_column("assignment", sa.Column("try_of_id", sa.Uuid(), nullable=True))
    op.create_index(op.f("ix_assignment_try_of_id"), "assignment", ["try_of_id"])
    op.create_table(
        "try_file",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("expected", sa.BigInteger(), nullable=True),
        sa.Column("is_starter", sa.Boolean(), nullable=False),
        sa.Column("submission_id", sa.Uuid(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_try_file_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
            name=op.f("fk_try_file_submission_id_submission"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_try_file")),
    )
    op.create_index(op.f("ix_try_file_assignment_id"), "try_file", ["assignment_id"])
    op.create_index(op.f("ix_try_file_submission_id"), "try_file", ["submission_id"])
