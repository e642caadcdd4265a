"""Instructions are kept as they are shown, beside their text."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_instructions"
down_revision = "2026_11_21"


def upgrade() -> None:
    """Forward. What is there already is rendered when it is shown, and kept when it is saved next."""
    op.add_column("assignment", sa.Column("instructions_html", sa.String(), nullable=True))
