"""Students stand on the leaderboard of a fault hunt under names they chose, and gradings tell its nodes."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_01_leaderboard"
down_revision = "2026_11_30_fault_hunts"


def upgrade() -> None:
    """Forward."""
    op.add_column("grading", sa.Column("hunt_nodes", sa.Integer))
    op.create_table(
        "leaderboard_name",
        *(
            sa.Column(
                f"{table}_id", sa.Uuid, sa.ForeignKey(f"{table}.id", ondelete="CASCADE"), primary_key=True
            )
            for table in ("assignment", "person")
        ),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("name_key", sa.String(200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("assignment_id", "name_key"),
    )
    op.create_index("ix_leaderboard_name_person_id", "leaderboard_name", ["person_id"])
