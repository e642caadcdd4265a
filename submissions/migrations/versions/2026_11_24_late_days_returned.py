"""Late days that staff gave back to a student, and why."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_24_late_days_returned"
down_revision = "2026_11_24_cause_counts"


def upgrade() -> None:
    """Forward. SQLite cannot take a default away; every insert of ours names the columns."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for column in (
        sa.Column("late_days_returned", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("late_days_reason", sa.String(length=200), nullable=False, server_default=""),
    ):
        op.add_column("extension", column)
        if not is_sqlite:
            op.alter_column("extension", column.name, server_default=None)
