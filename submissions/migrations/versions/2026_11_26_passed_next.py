"""What came after a cause says where everything was right; figures of last attempts read their index alone.

Until now everything right stood as no known cause.
"""

from alembic import op

revision = "2026_11_26_passed_next"
down_revision = "2026_11_26_role_against"

PASSED = """
UPDATE cause_history SET next_cause = 'passed'
WHERE next_cause = '' AND EXISTS (
    SELECT 1 FROM attempt_fact AS later
    WHERE later.assignment_id = cause_history.assignment_id
    AND later.person_id = cause_history.person_id
    AND later.passed
    AND later.number = cause_history.attempts + (
        SELECT MIN(earlier.number) FROM attempt_fact AS earlier
        JOIN cause_fact ON cause_fact.submission_id = earlier.submission_id
        WHERE cause_fact.assignment_id = cause_history.assignment_id
        AND cause_fact.person_id = cause_history.person_id
        AND cause_fact.cause = cause_history.cause
    )
)
"""

_OF_LAST = (
    "assignment_id", "is_last", "person_id", "percent", "late", "passed", "cause_count", "earned",
    "submission_id", "at", "progress_at", "number",
)  # fmt: skip


def upgrade() -> None:
    """Forward."""
    op.execute(PASSED)
    op.drop_index("ix_attempt_fact_last", "attempt_fact")
    op.create_index("ix_attempt_fact_last", "attempt_fact", list(_OF_LAST))
