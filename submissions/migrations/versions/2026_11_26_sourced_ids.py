"""An account of a learning platform knows its person's number in the university's records."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_26_sourced_ids"
down_revision = "2026_11_26_passed_next"


def upgrade() -> None:
    """Forward."""
    column: sa.Column[str] = sa.Column("sourced_id", sa.String(255), nullable=False, server_default="")
    op.add_column("lms_account", column)
