"""Each attempt knows whether its student was ever late, and ever had everything right."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_25_ever"
down_revision = "2026_11_24_late_days_returned"

_ATTEMPTS = sa.table(
    "attempt_fact",
    *(sa.column(each, sa.Uuid()) for each in ("assignment_id", "person_id")),
    *(sa.column(each, sa.Boolean()) for each in ("late", "passed", "ever_late", "ever_passed")),
)


def upgrade() -> None:
    """Forward."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for once, ever in (("late", "ever_late"), ("passed", "ever_passed")):
        column: sa.Column[bool] = sa.Column(ever, sa.Boolean(), nullable=False, server_default=sa.false())
        op.add_column("attempt_fact", column)
        theirs = sa.select(_ATTEMPTS.c.assignment_id, _ATTEMPTS.c.person_id).where(_ATTEMPTS.c[once])
        op.execute(
            _ATTEMPTS.update()
            .where(sa.tuple_(_ATTEMPTS.c.assignment_id, _ATTEMPTS.c.person_id).in_(theirs))
            .values({ever: sa.true()})
        )
        if not is_sqlite:  # which cannot take a default away
            op.alter_column("attempt_fact", ever, server_default=None)
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
            "ever_late",
            "ever_passed",
            "cause_count",
            "earned",
            "submission_id",
        ],
    )
    op.create_index(
        "ix_attempt_fact_last",
        "attempt_fact",
        ["assignment_id", "is_last", "person_id", "submission_id", "at", "progress_at", "passed", "number"],
    )
