"""A copy of a course knows which assignments it copied, and an activity which assignment it carries."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_26_copied_courses"
down_revision = "2026_11_26_sourced_ids"


def upgrade() -> None:
    """Forward."""
    op.add_column("assignment", sa.Column("copied_from_id", sa.Uuid(), nullable=True))
    op.create_index("ix_assignment_copied_from_id", "assignment", ["copied_from_id"])
    op.add_column("lms_link", sa.Column("carried_id", sa.Uuid(), nullable=True))
    op.add_column("lms_link", sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True))
