"""Sections of a course.

By the database's own statements: Alembic's way for SQLite makes a table anew, and deletes what refers to it.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_sections"
down_revision = "2026_11_22_climbing"


def upgrade() -> None:
    """Forward. SQLite cannot take a default away; every insert of ours names the columns."""
    op.add_column("enrolment", sa.Column("section", sa.String(length=64), nullable=False, server_default=""))
    if op.get_bind().dialect.name != "sqlite":
        op.alter_column("enrolment", "section", server_default=None)
