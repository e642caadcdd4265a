"""Rules of assignments: steps and budgets of lateness, bonus and hidden suites, hints by time and attempt.

By the database's own statements: Alembic's way for SQLite makes a table anew, and deletes what refers to it.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_policies"
down_revision = "2026_11_23_own_graphs"


def upgrade() -> None:
    """Forward. Assignments there are keep their rules: steps of a day, nothing hidden, no bonus.

    SQLite cannot take a default away; every insert of ours names the columns.
    """
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for table, columns in _columns().items():
        for column in columns:
            op.add_column(table, column)
            if not is_sqlite and column.server_default is not None:
                op.alter_column(table, column.name, server_default=None)


def _columns() -> dict[str, tuple[sa.Column[Any], ...]]:
    """By table, those that are new."""
    return {
        "course": (_whole("late_days", "0"),),
        "extension": (_whole("late_days", "0"),),
        "assignment": (
            _whole("late_step_hours", "24"),
            _whole("late_accepted_days"),
            _whole("late_days_usable", "0"),
            _whole("hint_rung_after_due"),
            _whole("hint_rung_after_close"),
            _whole("hints_from_attempt", "1"),
            _whole("hints_until_attempt"),
            _names("hidden_suites"),
            _word("hidden_until", "after-due"),
        ),
        "assignment_version": (
            _names("bonus"),
            _word("seed", "class"),
            _names("required_operations"),
            _word("missing_required", "points"),
        ),
    }


def _whole(name: str, default: str | None = None) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=default is None, server_default=default)


def _names(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.JSON(), nullable=False, server_default="[]")


def _word(name: str, default: str) -> sa.Column[Any]:
    return sa.Column(name, sa.String(length=40), nullable=False, server_default=default)
