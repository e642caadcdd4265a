"""The index of jobs has the order in which they go, so that the first is found without sorting all."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_02_turns"
down_revision = "2026_12_01_leaderboard"


def upgrade() -> None:
    """Forward."""
    op.drop_index("ix_job_kind_job_state_job_priority_job_id", "job")
    op.create_index("ix_job_turn", "job", ["kind", "state", sa.text("priority DESC"), "id"])
