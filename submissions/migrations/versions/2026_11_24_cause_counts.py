"""Each attempt knows how many causes it has: what causes cost is counted without a look at all of them."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_24_cause_counts"
down_revision = "2026_11_23_verdicts"

_ATTEMPTS = sa.table(
    "attempt_fact", sa.column("submission_id", sa.Uuid()), sa.column("cause_count", sa.Integer())
)
_CAUSES = sa.table("cause_fact", sa.column("submission_id", sa.Uuid()))


def upgrade() -> None:
    """Forward."""
    op.add_column("attempt_fact", sa.Column("cause_count", sa.Integer(), nullable=False, server_default="0"))
    theirs = sa.select(sa.func.count()).where(_CAUSES.c.submission_id == _ATTEMPTS.c.submission_id)
    op.execute(
        _ATTEMPTS.update()
        .where(_ATTEMPTS.c.submission_id.in_(sa.select(_CAUSES.c.submission_id)))
        .values(cause_count=theirs.scalar_subquery())
    )
    if op.get_bind().dialect.name != "sqlite":  # which cannot take a default away
        op.alter_column("attempt_fact", "cause_count", server_default=None)
    op.drop_index("ix_attempt_fact_counting", "attempt_fact")
    op.create_index(
        "ix_attempt_fact_counting",
        "attempt_fact",
        [
            "assignment_id",
            "counts",
            "person_id",
            "percent",
            "late",
            "passed",
            "cause_count",
            "earned",
            "submission_id",
        ],
    )
