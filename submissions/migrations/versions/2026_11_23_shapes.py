"""The shapes of files, by which equal work is found."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_shapes"
down_revision = "2026_11_23_roster"


def upgrade() -> None:
    """Forward. Files that are there have a shape once they are graded again."""
    op.create_table(
        "file_shape",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("functions", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["sha256"], ["stored_file.sha256"], name="fk_file_shape_sha256_stored_file", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("sha256", name="pk_file_shape"),
    )
