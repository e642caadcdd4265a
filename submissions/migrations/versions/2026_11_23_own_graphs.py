"""Graphs that teachers write themselves, as a part of what is graded."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_own_graphs"
down_revision = "2026_11_23_try_files"


def upgrade() -> None:
    """Forward. SQLite cannot take a default away; every insert of ours names the columns."""
    column = sa.Column("own_graphs", sa.JSON(), nullable=False, server_default="[]")
    op.add_column("assignment_version", column)
    if op.get_bind().dialect.name != "sqlite":
        op.alter_column("assignment_version", "own_graphs", server_default=None)
