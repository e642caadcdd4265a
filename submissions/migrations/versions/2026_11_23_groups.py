"""Groups of students, and submissions that several students share."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_groups"
down_revision = "2026_11_23_return_addresses"


def upgrade() -> None:
    """Forward."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "student_group",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name="fk_student_group_assignment_id_assignment",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_student_group"),
        sa.UniqueConstraint("assignment_id", "number", name="uq_student_group_assignment_id_number"),
        sa.UniqueConstraint("code", name="uq_student_group_code"),
    )
    op.create_table(
        "group_member",
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("joined_at", moment, nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name="fk_group_member_assignment_id_assignment",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["group_id"],
            ["student_group.id"],
            name="fk_group_member_group_id_student_group",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name="fk_group_member_person_id_person", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("assignment_id", "person_id", name="pk_group_member"),
    )
    op.create_index("ix_group_member_group_id", "group_member", ["group_id"])
    op.create_index("ix_group_member_person_id", "group_member", ["person_id"])
    op.add_column("assignment", sa.Column("group_size", sa.Integer(), nullable=False, server_default="1"))
    if op.get_bind().dialect.name != "sqlite":  # which cannot take a default away
        op.alter_column("assignment", "group_size", server_default=None)
    op.add_column("submission", sa.Column("shared_id", sa.Uuid(), nullable=True))
    op.create_index("ix_submission_shared_id", "submission", ["shared_id"])
