"""A place in a course knows against which role of a platform's roster staff chose its role."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_26_role_against"
down_revision = "2026_11_25_ever"


def upgrade() -> None:
    """Forward."""
    column: sa.Column[str] = sa.Column("role_against", sa.String(40), nullable=False, server_default="")
    op.add_column("enrolment", column)
