"""Thresholds of the watch list, notes of staff, messages to students."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_people"
down_revision = "2026_11_23_regrades"


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "message",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("by_id", sa.Uuid(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["by_id"], ["person.id"], name=op.f("fk_message_by_id_person"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["course.id"], name=op.f("fk_message_course_id_course"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_message_person_id_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
    )
    op.create_index(op.f("ix_message_by_id"), "message", ["by_id"], unique=False)
    op.create_index(
        op.f("ix_message_course_id_message_person_id_message_id"),
        "message",
        ["course_id", "person_id", "id"],
        unique=False,
    )
    op.create_index(op.f("ix_message_person_id"), "message", ["person_id"], unique=False)
    op.create_table(
        "staff_note",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("by_id", sa.Uuid(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["by_id"], ["person.id"], name=op.f("fk_staff_note_by_id_person"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["course.id"], name=op.f("fk_staff_note_course_id_course"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_staff_note_person_id_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_note")),
    )
    op.create_index(op.f("ix_staff_note_by_id"), "staff_note", ["by_id"], unique=False)
    op.create_index(
        op.f("ix_staff_note_course_id_staff_note_person_id_staff_note_id"),
        "staff_note",
        ["course_id", "person_id", "id"],
        unique=False,
    )
    op.create_index(op.f("ix_staff_note_person_id"), "staff_note", ["person_id"], unique=False)
    op.create_table(
        "watch_threshold",
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("same_cause_attempts", sa.Integer(), nullable=False),
        sa.Column("no_progress_hours", sa.Integer(), nullable=False),
        sa.Column("stopped_days", sa.Integer(), nullable=False),
        sa.Column("not_started_days", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["course.id"], name=op.f("fk_watch_threshold_course_id_course"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("course_id", name=op.f("pk_watch_threshold")),
    )
