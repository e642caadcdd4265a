"""When an attempt's student last came further."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_progress"
down_revision = "2026_11_23_policies"

_FIRST_WITH_THE_MOST = """
UPDATE attempt_fact SET progress_at = (
    SELECT tried.at FROM attempt_fact AS tried
    WHERE tried.assignment_id = attempt_fact.assignment_id
      AND tried.person_id = attempt_fact.person_id
      AND tried.number <= attempt_fact.number
    ORDER BY tried.earned DESC, tried.number LIMIT 1
)
"""


def upgrade() -> None:
    """Forward."""
    with op.batch_alter_table("attempt_fact") as table:
        table.add_column(sa.Column("progress_at", sa.DateTime(timezone=True), nullable=True))
    op.execute(_FIRST_WITH_THE_MOST)
    with op.batch_alter_table("attempt_fact") as table:
        table.alter_column("progress_at", existing_type=sa.DateTime(timezone=True), nullable=False)
