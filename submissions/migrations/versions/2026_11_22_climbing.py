"""Hints that students open themselves, and what is said of graphs that are not graded.

By the database's own statements: Alembic's way for SQLite makes a table anew, and deletes what refers to it.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_climbing"
down_revision = "2026_11_22_language"


def upgrade() -> None:
    """Forward. Assignments there are show everything at once, as before.

    SQLite cannot take a default away; every insert of ours names the columns.
    """
    added: dict[str, tuple[sa.Column[Any], ...]] = {
        "assignment": (
            sa.Column("hinting", sa.String(length=40), nullable=False, server_default="at-once"),
            sa.Column("beyond", sa.Boolean(), nullable=False, server_default=sa.true()),
        ),
        "submission": (sa.Column("opened_rung", sa.Integer(), nullable=False, server_default="0"),),
    }
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for table, columns in added.items():
        for column in columns:
            op.add_column(table, column)
            if not is_sqlite:
                op.alter_column(table, column.name, server_default=None)
