"""Which class of a file is graded, by the assignment or by who submits it; whether a graph has to stay."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2026_11_27_class_and_graph"
down_revision = "2026_11_26_entry_paths"


def upgrade() -> None:
    """Forward. SQLite cannot take a default away; every insert of ours names the columns."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for table, column in (
        ("assignment_version", _name()),
        ("submission", _name()),
        (
            "assignment_version",
            sa.Column("keep_graph", sa.Boolean(), nullable=False, server_default=sa.false()),
        ),
    ):
        op.add_column(table, column)
        if not is_sqlite:
            op.alter_column(table, column.name, server_default=None)


def _name() -> sa.Column[Any]:
    return sa.Column("class_name", sa.String(length=200), nullable=False, server_default="")
