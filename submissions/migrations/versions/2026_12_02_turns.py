"""The index of jobs has the order in which they go, so that the first is found without sorting all."""

from alembic import op

revision = "2026_12_02_turns"
down_revision = "2026_12_01_leaderboard"

_NAME = "ix_job_kind_job_state_job_priority_job_id"


def upgrade() -> None:
    """Forward. SQLite finds the first in the index as it was."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.drop_index(_NAME, "job")
    columns = ["kind", "state", "priority", "id"]
    op.create_index(_NAME, "job", columns, postgresql_ops={"priority": "DESC"})
