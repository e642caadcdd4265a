"""Verdicts of suites are kept once, however many attempts have them: dashboards count by them."""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_verdicts"
down_revision = "2026_11_23_groups"

_AT_A_TIME = 1000
_FACTS = sa.table(
    "attempt_fact",
    sa.column("submission_id", sa.Uuid()),
    sa.column("suites", sa.JSON()),
    sa.column("pattern", sa.String()),
)
_PATTERNS = sa.table("verdict_pattern", sa.column("digest", sa.String()), sa.column("suites", sa.JSON()))


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "verdict_pattern",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("suites", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_verdict_pattern"),
    )
    op.add_column(
        "attempt_fact", sa.Column("pattern", sa.String(length=64), nullable=False, server_default="")
    )
    _fill(op.get_bind())
    if op.get_bind().dialect.name != "sqlite":  # which cannot take a default away
        op.alter_column("attempt_fact", "pattern", server_default=None)
    op.drop_column("attempt_fact", "suites")
    op.drop_index("ix_attempt_fact_assignment_id_attempt_fact_person_id", "attempt_fact")
    op.create_index(
        "ix_attempt_fact_of_student",
        "attempt_fact",
        [
            "assignment_id",
            "person_id",
            "is_last",
            "is_best",
            "is_first",
            "percent",
            "late",
            "passed",
            "pattern",
            "submission_id",
        ],
    )


def _fill(database: sa.Connection) -> None:
    known: set[str] = set()
    ordered = sa.select(_FACTS.c.submission_id, _FACTS.c.suites).order_by(_FACTS.c.submission_id)
    some = ordered.limit(_AT_A_TIME)
    while rows := database.execute(some).all():
        some = ordered.where(_FACTS.c.submission_id > rows[-1].submission_id).limit(_AT_A_TIME)
        found = {}
        for submission_id, suites in rows:
            digest = hashlib.sha256(json.dumps(suites, sort_keys=True).encode()).hexdigest()
            found[submission_id] = digest
            if digest not in known:
                known.add(digest)
                database.execute(_PATTERNS.insert().values(digest=digest, suites=suites))
        database.execute(
            _FACTS.update()
            .where(_FACTS.c.submission_id == sa.bindparam("of"))
            .values(pattern=sa.bindparam("digest")),
            [{"of": submission_id, "digest": digest} for submission_id, digest in found.items()],
        )
