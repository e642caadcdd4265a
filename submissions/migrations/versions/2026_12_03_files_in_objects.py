"""The bytes of a file may be an object in other storage, which its row names."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_03_files_in_objects"
down_revision = "2026_12_02_turns"


def upgrade() -> None:
    """Forward."""
    op.add_column("stored_file", sa.Column("object_key", sa.String(200)))
