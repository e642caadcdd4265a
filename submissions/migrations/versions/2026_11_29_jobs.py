"""All jobs stand in one table: those of gradings move there, each webhook and platform has one of its own."""

import uuid
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "2026_11_29_jobs"
down_revision = "2026_11_28_own_queue"

_MOMENT = sa.DateTime(timezone=True)
_KEPT = (
    "id, grading_id, course_id, person_id, address, priority, state, owner, lease_until, not_before,"
    " attempts, error, created_at, started_at, finished_at"
)
_JOB = sa.table(
    "job",
    sa.column("id", sa.Uuid),
    sa.column("kind", sa.String),
    sa.column("webhook_id", sa.Uuid),
    sa.column("platform_id", sa.Uuid),
    sa.column("priority", sa.Integer),
    sa.column("state", sa.String),
    sa.column("not_before", _MOMENT),
    sa.column("attempts", sa.Integer),
    sa.column("created_at", _MOMENT),
)


def upgrade() -> None:
    """Forward."""
    _make()
    op.execute(f"INSERT INTO job (kind, {_KEPT}) SELECT 'grading', {_KEPT} FROM grade_job")  # noqa: S608
    op.drop_table("grade_job")
    _take_over("webhook", "webhook", "webhook_id", "not_before")
    _take_over("lms_platform", "passback", "platform_id", "rests_until")
    for column in ("owner", "lease_until", "not_before"):
        op.drop_column("webhook", column)
    for column in ("sender", "sender_until", "rests_until"):
        op.drop_column("lms_platform", column)


def _make() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("kind", sa.String(40), nullable=False),
        *(
            sa.Column(f"{name}_id", sa.Uuid, sa.ForeignKey(f"{table}.id", ondelete="CASCADE"), unique=True)
            for name, table in (
                ("grading", "grading"),
                ("webhook", "webhook"),
                ("platform", "lms_platform"),
            )
        ),
        sa.Column("chore", sa.String(40), unique=True),
        sa.Column("course_id", sa.Uuid),
        sa.Column("person_id", sa.Uuid),
        sa.Column("address", sa.String(64)),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(200)),
        sa.Column("lease_until", _MOMENT),
        sa.Column("not_before", _MOMENT),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("error", sa.String),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("started_at", _MOMENT),
        sa.Column("finished_at", _MOMENT),
    )
    op.create_index("ix_job_state_job_course_id", "job", ["state", "course_id"])
    op.create_index("ix_job_state_job_person_id", "job", ["state", "person_id"])
    op.create_index("ix_job_kind_job_state_job_priority_job_id", "job", ["kind", "state", "priority", "id"])


def _take_over(table: str, kind: str, subject: str, rests: str) -> None:
    """Give each row a job that rests for as long as the row did; who held it is gone."""
    rows = sa.table(table, sa.column("id", sa.Uuid), sa.column(rests, _MOMENT))
    now = datetime.now(UTC)
    jobs = [
        {"id": uuid.uuid4(), "kind": kind, subject: subject_id, "priority": 0, "state": "waiting",
         "not_before": until, "attempts": 0, "created_at": now}
        for subject_id, until in op.get_bind().execute(sa.select(rows.c.id, rows.c[rests]))
    ]  # fmt: skip
    if jobs:
        op.bulk_insert(_JOB, jobs)
