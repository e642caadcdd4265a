"""Learning platforms: who may send people here, whom they know, and grades on their way back."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_lms"
down_revision = "2026_11_23_talk"


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "lms_key",
        sa.Column("kid", sa.String(length=64), nullable=False),
        sa.Column("private", sa.LargeBinary(), nullable=False),
        sa.Column("signs_from", sa.DateTime(timezone=True), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("kid", name=op.f("pk_lms_key")),
    )
    op.create_table(
        "lms_platform",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("product", sa.String(length=40), nullable=False),
        sa.Column("issuer", sa.String(length=255), nullable=False),
        sa.Column("client_id", sa.String(length=255), nullable=False),
        sa.Column("authorization_url", sa.String(length=2000), nullable=False),
        sa.Column("token_url", sa.String(length=2000), nullable=False),
        sa.Column("jwks_url", sa.String(length=2000), nullable=False),
        sa.Column("audience", sa.String(length=2000), nullable=False),
        sa.Column("origins", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("jwks", sa.JSON(), nullable=True),
        sa.Column("jwks_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("launched_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("roster_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("graded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("trouble", sa.String(length=40), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("rests_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sender", sa.String(length=40), nullable=False),
        sa.Column("sender_until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lms_platform")),
        sa.UniqueConstraint("issuer", "client_id", name=op.f("uq_lms_platform_issuer_client_id")),
    )
    op.create_table(
        "lms_account",
        sa.Column("platform_id", sa.Uuid(), nullable=False),
        sa.Column("sub", sa.String(length=255), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_lms_account_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["platform_id"],
            ["lms_platform.id"],
            name=op.f("fk_lms_account_platform_id_lms_platform"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("platform_id", "sub", name=op.f("pk_lms_account")),
    )
    op.create_index(op.f("ix_lms_account_person_id"), "lms_account", ["person_id"], unique=False)
    op.create_table(
        "lms_deployment",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("platform_id", sa.Uuid(), nullable=False),
        sa.Column("deployment_id", sa.String(length=255), nullable=False),
        sa.Column("approved", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["platform_id"],
            ["lms_platform.id"],
            name=op.f("fk_lms_deployment_platform_id_lms_platform"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lms_deployment")),
        sa.UniqueConstraint(
            "platform_id", "deployment_id", name=op.f("uq_lms_deployment_platform_id_deployment_id")
        ),
    )
    op.create_table(
        "lms_login",
        sa.Column("state_hash", sa.String(length=64), nullable=False),
        sa.Column("platform_id", sa.Uuid(), nullable=False),
        sa.Column("browser_hash", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.String(length=64), nullable=False),
        sa.Column("request", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["platform_id"],
            ["lms_platform.id"],
            name=op.f("fk_lms_login_platform_id_lms_platform"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("state_hash", name=op.f("pk_lms_login")),
    )
    op.create_index(op.f("ix_lms_login_expires_at"), "lms_login", ["expires_at"], unique=False)
    op.create_table(
        "lms_tab_code",
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("path", sa.String(length=2000), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_lms_tab_code_person_id_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_lms_tab_code")),
    )
    op.create_index(op.f("ix_lms_tab_code_expires_at"), "lms_tab_code", ["expires_at"], unique=False)
    op.create_table(
        "lms_context",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("deployment_id", sa.Uuid(), nullable=False),
        sa.Column("context_id", sa.String(length=255), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=True),
        sa.Column("line_items_url", sa.String(length=2000), nullable=False),
        sa.Column("memberships_url", sa.String(length=2000), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("teacher_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["course.id"], name=op.f("fk_lms_context_course_id_course"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["deployment_id"],
            ["lms_deployment.id"],
            name=op.f("fk_lms_context_deployment_id_lms_deployment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["person.id"], name=op.f("fk_lms_context_teacher_id_person"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lms_context")),
        sa.UniqueConstraint(
            "deployment_id", "context_id", name=op.f("uq_lms_context_deployment_id_context_id")
        ),
    )
    op.create_index(op.f("ix_lms_context_course_id"), "lms_context", ["course_id"], unique=False)
    op.create_index(op.f("ix_lms_context_teacher_id"), "lms_context", ["teacher_id"], unique=False)
    op.create_table(
        "lms_deep_link",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("lms_context_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["lms_context_id"],
            ["lms_context.id"],
            name=op.f("fk_lms_deep_link_lms_context_id_lms_context"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_lms_deep_link_person_id_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lms_deep_link")),
    )
    op.create_index(op.f("ix_lms_deep_link_expires_at"), "lms_deep_link", ["expires_at"], unique=False)
    op.create_table(
        "lms_link",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("lms_context_id", sa.Uuid(), nullable=False),
        sa.Column("link_id", sa.String(length=255), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("assignment_id", sa.Uuid(), nullable=True),
        sa.Column("line_item_url", sa.String(length=2000), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_lms_link_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["lms_context_id"],
            ["lms_context.id"],
            name=op.f("fk_lms_link_lms_context_id_lms_context"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lms_link")),
        sa.UniqueConstraint("lms_context_id", "link_id", name=op.f("uq_lms_link_lms_context_id_link_id")),
    )
    op.create_index(op.f("ix_lms_link_assignment_id"), "lms_link", ["assignment_id"], unique=False)
    op.create_table(
        "lms_grade",
        sa.Column("link_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("not_before", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("stamped_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("points", sa.BigInteger(), nullable=True),
        sa.Column("possible", sa.BigInteger(), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["link_id"], ["lms_link.id"], name=op.f("fk_lms_grade_link_id_lms_link"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_lms_grade_person_id_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("link_id", "person_id", name=op.f("pk_lms_grade")),
    )
    op.create_index("ix_lms_grade_due", "lms_grade", ["state", "not_before"], unique=False)
    op.create_index(op.f("ix_lms_grade_person_id"), "lms_grade", ["person_id"], unique=False)
