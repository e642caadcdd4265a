"""Who made a sign-in link: one of a teacher is good only while its account is that of their student."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_link_makers"
down_revision = "2026_11_23_webhooks"


def upgrade() -> None:
    """Forward."""
    with op.batch_alter_table("sign_in_link") as table:
        table.add_column(sa.Column("made_by", sa.Uuid(), nullable=True))
        table.create_foreign_key(
            "fk_sign_in_link_made_by_person", "person", ["made_by"], ["id"], ondelete="CASCADE"
        )
        table.create_index("ix_sign_in_link_made_by", ["made_by"])
