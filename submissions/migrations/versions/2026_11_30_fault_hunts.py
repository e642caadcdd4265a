"""A version of an assignment may be a fault hunt: it says which faults are hunted, and with how few nodes."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_30_fault_hunts"
down_revision = "2026_11_29_jobs"

_TABLE = "assignment_version"


def upgrade() -> None:
    """Forward."""
    op.add_column(_TABLE, sa.Column("hunted", sa.JSON, nullable=False, server_default="[]"))
    op.add_column(_TABLE, sa.Column("hunt_nodes", sa.Integer, nullable=False, server_default="16"))
    if op.get_bind().dialect.name == "postgresql":
        for column in ("hunted", "hunt_nodes"):
            op.alter_column(_TABLE, column, server_default=None)
