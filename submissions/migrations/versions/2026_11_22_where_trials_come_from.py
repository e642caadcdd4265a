"""Trials are told apart by where they come from: by a keyed hash, never by the address."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_trials"
down_revision = "2026_11_22_instructions"


def upgrade() -> None:
    """Forward. Trials that wait now come after everything of a course, as new ones do."""
    op.add_column("grade_job", sa.Column("address", sa.String(length=64), nullable=True))
    op.execute("UPDATE grade_job SET priority = -1000000 WHERE course_id IS NULL AND state = 'waiting'")
