"""An account may say in which language it is answered."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_language"
down_revision = "2026_11_22_gradients"


def upgrade() -> None:
    """Forward."""
    op.add_column("person", sa.Column("language", sa.String(length=40), nullable=True))
