"""How gradients are obtained: what an assignment asks for, and what was seen otherwise.

By the database's own statements: Alembic's way for SQLite makes a table anew, and deletes what refers to it.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_gradients"
down_revision = "2026_11_22_reports"


def upgrade() -> None:
    """Forward. Versions there are took gradients of any kind, and are graded so again.

    SQLite cannot take a default away; every insert of ours names the column.
    """
    asked = sa.Column("gradients", sa.String(length=40), nullable=False, server_default="any")
    op.add_column("assignment_version", asked)
    if op.get_bind().dialect.name != "sqlite":
        op.alter_column("assignment_version", "gradients", server_default=None)
    op.add_column("grading", sa.Column("gradients", sa.String(length=40), nullable=True))
    op.add_column("grading", sa.Column("gradients_proven", sa.Boolean(), nullable=True))
