"""Webhooks: their addresses, their messages, and which assignments have hidden results."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_webhooks"
down_revision = "2026_11_23_progress"


def upgrade() -> None:
    """Forward."""
    moment, word = sa.DateTime(timezone=True), sa.String(length=40)
    op.create_table(
        "webhook",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("url", sa.String(length=1000), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("previous_secret", sa.LargeBinary(), nullable=True),
        sa.Column("previous_until", moment, nullable=True),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("disabled_at", moment, nullable=True),
        sa.Column("disabled_reason", word, nullable=True),
        sa.Column("delivered_at", moment, nullable=True),
        sa.Column("failing_since", moment, nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("not_before", moment, nullable=True),
        sa.Column("owner", sa.Uuid(), nullable=True),
        sa.Column("lease_until", moment, nullable=True),
        sa.ForeignKeyConstraint(
            ["course_id"], ["course.id"], name="fk_webhook_course_id_course", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_webhook"),
    )
    op.create_index("ix_webhook_course_id", "webhook", ["course_id"])
    op.create_table(
        "webhook_delivery",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("webhook_id", sa.Uuid(), nullable=False),
        sa.Column("event", word, nullable=False),
        sa.Column("payload", sa.String(), nullable=False),
        sa.Column("state", word, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", moment, nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("tried_at", moment, nullable=True),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("error", word, nullable=True),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhook.id"], name="fk_webhook_delivery_webhook_id_webhook", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_delivery"),
    )
    op.create_index("ix_webhook_delivery_created_at", "webhook_delivery", ["created_at"])
    op.create_index(
        "ix_webhook_delivery_state_webhook_delivery_next_at", "webhook_delivery", ["state", "next_at"]
    )
    op.create_index(
        "ix_webhook_delivery_webhook_id_webhook_delivery_id", "webhook_delivery", ["webhook_id", "id"]
    )
    op.create_table(
        "hidden_results",
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name="fk_hidden_results_assignment_id_assignment",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("assignment_id", name="pk_hidden_results"),
    )
