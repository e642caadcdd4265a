"""A session in a frame knows the page to which its launch led."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_26_entry_paths"
down_revision = "2026_11_26_copied_courses"


def upgrade() -> None:
    """Forward. Who is signed in already has no way back until they come again."""
    op.add_column("web_session", sa.Column("entry_path", sa.String(length=2000), nullable=True))
