"""A grading says what share of the assignment could be asked of the class; earlier ones say nothing of it."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_04_asked"
down_revision = "2026_12_03_files_in_objects"


def upgrade() -> None:
    """Forward."""
    op.add_column("grading", sa.Column("asked", sa.BigInteger))
