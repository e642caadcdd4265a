"""Comments, canned comments, regrade requests, and who gets e-mail."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_talk"
down_revision = "2026_11_23_people"


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "canned_comment",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["course.id"], name=op.f("fk_canned_comment_course_id_course"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_canned_comment")),
    )
    op.create_index(op.f("ix_canned_comment_course_id"), "canned_comment", ["course_id"], unique=False)
    op.create_table(
        "mail_state",
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stopped_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_mail_state_person_id_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_mail_state")),
    )
    op.create_table(
        "comment",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("submission_id", sa.Uuid(), nullable=False),
        sa.Column("reply_to_id", sa.Uuid(), nullable=True),
        sa.Column("cell", sa.Integer(), nullable=True),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("by_id", sa.Uuid(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["by_id"], ["person.id"], name=op.f("fk_comment_by_id_person"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["reply_to_id"], ["comment.id"], name=op.f("fk_comment_reply_to_id_comment"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
            name=op.f("fk_comment_submission_id_submission"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comment")),
    )
    op.create_index(op.f("ix_comment_by_id"), "comment", ["by_id"], unique=False)
    op.create_index(op.f("ix_comment_reply_to_id"), "comment", ["reply_to_id"], unique=False)
    op.create_index(
        op.f("ix_comment_submission_id_comment_id"), "comment", ["submission_id", "id"], unique=False
    )
    op.create_table(
        "regrade_request",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.Column("submission_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_regrade_request_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_regrade_request_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
            name=op.f("fk_regrade_request_submission_id_submission"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_regrade_request")),
    )
    op.create_index(
        op.f("ix_regrade_request_assignment_id_regrade_request_state"),
        "regrade_request",
        ["assignment_id", "state"],
        unique=False,
    )
    op.create_index(op.f("ix_regrade_request_person_id"), "regrade_request", ["person_id"], unique=False)
    op.create_index(
        op.f("ix_regrade_request_submission_id"), "regrade_request", ["submission_id"], unique=False
    )
