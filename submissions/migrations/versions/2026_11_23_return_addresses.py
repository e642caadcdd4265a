"""The way back from a tab to the course on the learning platform."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_return_addresses"
down_revision = "2026_11_23_sign_on"


def upgrade() -> None:
    """Forward. Who is signed in already has no way back until they come again."""
    for table in ("web_session", "lms_tab_code"):
        op.add_column(table, sa.Column("return_url", sa.String(length=2000), nullable=True))
