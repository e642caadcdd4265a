"""All tables of Backgrade before its first release.

Databases that have them were made by this file, or step by step by the files that it replaces: nothing tells
them apart. Names of constraints and single indexes follow the convention of `Base.metadata`.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_27_class_and_graph"
down_revision = None

_MOMENT = sa.DateTime(timezone=True)
_SORTED = sa.String(200).with_variant(sa.String(200, collation="C"), "postgresql")


def _of(table: str) -> sa.ForeignKey:
    """A reference to a row that takes this one with it."""
    return sa.ForeignKey(f"{table}.id", ondelete="CASCADE")


def _perhaps(table: str) -> sa.ForeignKey:
    """A reference to a row that may be gone."""
    return sa.ForeignKey(f"{table}.id", ondelete="SET NULL")


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "audit_event",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor_id", sa.Uuid),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("course_id", sa.Uuid),
        sa.Column("subject_id", sa.Uuid),
        sa.Column("details", sa.JSON, nullable=False),
    )
    op.create_index("ix_audit_event_course_id_audit_event_id", "audit_event", ["course_id", "id"])
    op.create_table(
        "course",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("zone", sa.String(200), nullable=False),
        sa.Column("late_days", sa.Integer, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("archived_at", _MOMENT),
        sa.Column("delete_at", _MOMENT),
        sa.Column("keep_files_days", sa.Integer),
        sa.Column("keep_reports_days", sa.Integer),
    )
    op.create_table(
        "idempotent_answer",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        sa.Column("request_hash", sa.String(64), nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("headers", sa.JSON, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False, index=True),
    )
    op.create_table(
        "lms_key",
        sa.Column("kid", sa.String(64), primary_key=True),
        sa.Column("private", sa.LargeBinary, nullable=False),
        sa.Column("signs_from", _MOMENT, nullable=False),
        sa.Column("retired_at", _MOMENT),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "lms_platform",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("product", sa.String(40), nullable=False),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("client_id", sa.String(255), nullable=False),
        sa.Column("authorization_url", sa.String(2000), nullable=False),
        sa.Column("token_url", sa.String(2000), nullable=False),
        sa.Column("jwks_url", sa.String(2000), nullable=False),
        sa.Column("audience", sa.String(2000), nullable=False),
        sa.Column("origins", sa.JSON, nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("scopes", sa.JSON, nullable=False),
        sa.Column("jwks", sa.JSON),
        sa.Column("jwks_at", _MOMENT),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("launched_at", _MOMENT),
        sa.Column("roster_at", _MOMENT),
        sa.Column("graded_at", _MOMENT),
        sa.Column("trouble", sa.String(40), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("rests_until", _MOMENT),
        sa.Column("sender", sa.String(40), nullable=False),
        sa.Column("sender_until", _MOMENT),
        sa.UniqueConstraint("issuer", "client_id"),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("login", sa.String(200), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("name_key", _SORTED, nullable=False, server_default=""),
        sa.Column("password_hash", sa.String(200)),
        sa.Column("operator", sa.Boolean, nullable=False),
        sa.Column("zone", sa.String(200), nullable=False),
        sa.Column("language", sa.String(40)),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("disabled_at", _MOMENT),
        sa.UniqueConstraint("login"),
    )
    op.create_table(
        "secret",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "sign_on_provider",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("client_id", sa.String(255), nullable=False),
        sa.Column("client_secret", sa.LargeBinary),
        sa.Column("tenants", sa.JSON, nullable=False),
        sa.Column("hosted_domains", sa.JSON, nullable=False),
        sa.Column("email_domains", sa.JSON, nullable=False),
        sa.Column("admits_new", sa.Boolean, nullable=False),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("document_at", _MOMENT, nullable=False),
        sa.Column("jwks", sa.JSON),
        sa.Column("jwks_at", _MOMENT),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("disabled_at", _MOMENT),
        sa.UniqueConstraint("issuer"),
        sa.UniqueConstraint("key"),
    )
    op.create_table(
        "stored_file",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("deleted_at", _MOMENT),
    )
    op.create_table(
        "throttle",
        sa.Column("bucket", sa.String(120), primary_key=True),
        sa.Column("window", _MOMENT, primary_key=True, index=True),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.create_table(
        "verdict_pattern",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("suites", sa.JSON, nullable=False),
    )
    op.create_table(
        "worker",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("host", sa.String(200), nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("slots", sa.Integer, nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("trouble", sa.String, nullable=False),
        sa.Column("started_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False, index=True),
    )
    op.create_table(
        "api_token",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("ending", sa.String(4), nullable=False),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("scopes", sa.JSON, nullable=False),
        sa.Column("course_id", sa.Uuid, _of("course"), index=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT),
        sa.Column("revoked_at", _MOMENT),
        sa.UniqueConstraint("secret_hash"),
    )
    op.create_table(
        "assignment",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("course_id", sa.Uuid, _of("course"), index=True),
        sa.Column("try_of_id", sa.Uuid, index=True),
        sa.Column("copied_from_id", sa.Uuid, index=True),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("instructions", sa.String, nullable=False),
        sa.Column("instructions_html", sa.String),
        sa.Column("starter", sa.String, nullable=False),
        sa.Column("published", sa.Boolean, nullable=False),
        sa.Column("opens_at", _MOMENT),
        sa.Column("due_at", _MOMENT),
        sa.Column("closes_at", _MOMENT),
        sa.Column("late_percent_per_day", sa.BigInteger, nullable=False),
        sa.Column("late_most_percent", sa.BigInteger, nullable=False),
        sa.Column("late_step_hours", sa.Integer, nullable=False),
        sa.Column("late_accepted_days", sa.Integer),
        sa.Column("late_days_usable", sa.Integer, nullable=False),
        sa.Column("attempt_limit", sa.Integer),
        sa.Column("cooldown_seconds", sa.Integer, nullable=False),
        sa.Column("group_size", sa.Integer, nullable=False),
        sa.Column("hint_rung", sa.Integer, nullable=False),
        sa.Column("hint_rung_after_due", sa.Integer),
        sa.Column("hint_rung_after_close", sa.Integer),
        sa.Column("hints_from_attempt", sa.Integer, nullable=False),
        sa.Column("hints_until_attempt", sa.Integer),
        sa.Column("hidden_suites", sa.JSON, nullable=False),
        sa.Column("hidden_until", sa.String(40), nullable=False),
        sa.Column("hinting", sa.String(40), nullable=False),
        sa.Column("beyond", sa.Boolean, nullable=False),
        sa.Column("counts", sa.String(40), nullable=False),
        sa.Column("grade_weight", sa.BigInteger),
        sa.Column("shown", sa.String(40), nullable=False),
        sa.Column("version_number", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("archived_at", _MOMENT),
    )
    op.create_table(
        "canned_comment",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("course_id", sa.Uuid, _of("course"), nullable=False, index=True),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "enrolment",
        sa.Column("course_id", sa.Uuid, _of("course"), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), primary_key=True, index=True),
        sa.Column("role", sa.String(40), nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("section", sa.String(64), nullable=False),
        sa.Column("sis_id", sa.String(64), nullable=False, server_default=""),
        sa.Column("role_against", sa.String(40), nullable=False, server_default=""),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "file_shape",
        sa.Column(
            "sha256", sa.String(64), sa.ForeignKey("stored_file.sha256", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("functions", sa.JSON, nullable=False),
    )
    op.create_table(
        "half_sign_in",
        sa.Column("secret_hash", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("by_link", sa.Boolean, nullable=False),
        sa.Column("path", sa.String(2000), nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False, index=True),
    )
    op.create_table(
        "join_code",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("course_id", sa.Uuid, _of("course"), nullable=False, index=True),
        sa.Column("code", sa.String(32), nullable=False),
        sa.Column("role", sa.String(40), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("revoked_at", _MOMENT),
        sa.UniqueConstraint("code"),
    )
    op.create_table(
        "lms_account",
        sa.Column("platform_id", sa.Uuid, _of("lms_platform"), primary_key=True),
        sa.Column("sub", sa.String(255), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("sourced_id", sa.String(255), nullable=False, server_default=""),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "lms_deployment",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("platform_id", sa.Uuid, _of("lms_platform"), nullable=False),
        sa.Column("deployment_id", sa.String(255), nullable=False),
        sa.Column("approved", sa.Boolean, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.UniqueConstraint("platform_id", "deployment_id"),
    )
    op.create_table(
        "lms_login",
        sa.Column("state_hash", sa.String(64), primary_key=True),
        sa.Column("platform_id", sa.Uuid, _of("lms_platform"), nullable=False),
        sa.Column("browser_hash", sa.String(64), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("request", sa.JSON, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False, index=True),
        sa.Column("used_at", _MOMENT),
    )
    op.create_table(
        "lms_tab_code",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False),
        sa.Column("path", sa.String(2000), nullable=False),
        sa.Column("return_url", sa.String(2000)),
        sa.Column("expires_at", _MOMENT, nullable=False, index=True),
    )
    op.create_table(
        "mail_state",
        sa.Column("person_id", sa.Uuid, _of("person"), primary_key=True),
        sa.Column("sent_at", _MOMENT),
        sa.Column("stopped_at", _MOMENT),
    )
    op.create_table(
        "message",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("course_id", sa.Uuid, _of("course"), nullable=False),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("by_id", sa.Uuid, _perhaps("person"), index=True),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_index(
        "ix_message_course_id_message_person_id_message_id", "message", ["course_id", "person_id", "id"]
    )
    op.create_table(
        "recovery_code",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "second_factor",
        sa.Column("person_id", sa.Uuid, _of("person"), primary_key=True),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("confirmed_at", _MOMENT),
        sa.Column("last_step", sa.Integer),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "sign_in_link",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("made_by", sa.Uuid, _of("person"), index=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT),
        sa.UniqueConstraint("secret_hash"),
    )
    op.create_table(
        "sign_on_account",
        sa.Column("issuer", sa.String(255), primary_key=True),
        sa.Column("sub", sa.String(255), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("label", sa.String(200), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT),
    )
    op.create_table(
        "sign_on_newcomer",
        sa.Column("secret_hash", sa.String(64), primary_key=True),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("sub", sa.String(255), nullable=False),
        sa.Column("provider_id", sa.Uuid, _of("sign_on_provider")),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("label", sa.String(200), nullable=False),
        sa.Column("path", sa.String(2000), nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False, index=True),
    )
    op.create_table(
        "sign_on_round",
        sa.Column("state_hash", sa.String(64), primary_key=True),
        sa.Column("provider_id", sa.Uuid, _of("sign_on_provider"), nullable=False),
        sa.Column("browser_hash", sa.String(64), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("verifier", sa.String(64), nullable=False),
        sa.Column("redirect_uri", sa.String(2000), nullable=False),
        sa.Column("path", sa.String(2000), nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False, index=True),
        sa.Column("used_at", _MOMENT),
    )
    op.create_table(
        "staff_note",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("course_id", sa.Uuid, _of("course"), nullable=False),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("by_id", sa.Uuid, _perhaps("person"), index=True),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_index(
        "ix_staff_note_course_id_staff_note_person_id_staff_note_id",
        "staff_note",
        ["course_id", "person_id", "id"],
    )
    op.create_table(
        "watch_threshold",
        sa.Column("course_id", sa.Uuid, _of("course"), primary_key=True),
        sa.Column("same_cause_attempts", sa.Integer, nullable=False),
        sa.Column("no_progress_hours", sa.Integer, nullable=False),
        sa.Column("stopped_days", sa.Integer, nullable=False),
        sa.Column("not_started_days", sa.Integer, nullable=False),
    )
    op.create_table(
        "web_session",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("browser", sa.String(200), nullable=False),
        sa.Column("by_link", sa.Boolean, nullable=False),
        sa.Column("is_strong", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("provider_id", sa.Uuid),
        sa.Column("return_url", sa.String(2000)),
        sa.Column("entry_path", sa.String(2000)),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.UniqueConstraint("secret_hash"),
    )
    op.create_table(
        "webhook",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("course_id", sa.Uuid, _of("course"), nullable=False, index=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("url", sa.String(1000), nullable=False),
        sa.Column("events", sa.JSON, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("previous_secret", sa.LargeBinary),
        sa.Column("previous_until", _MOMENT),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("disabled_at", _MOMENT),
        sa.Column("disabled_reason", sa.String(40)),
        sa.Column("delivered_at", _MOMENT),
        sa.Column("failing_since", _MOMENT),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("not_before", _MOMENT),
        sa.Column("owner", sa.Uuid),
        sa.Column("lease_until", _MOMENT),
    )
    op.create_table(
        "assignment_version",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("stage", sa.String(40), nullable=False),
        sa.Column("weights", sa.JSON, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("gradients", sa.String(40), nullable=False),
        sa.Column("bonus", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(40), nullable=False),
        sa.Column("class_name", sa.String(200), nullable=False),
        sa.Column("keep_graph", sa.Boolean, nullable=False),
        sa.Column("required_operations", sa.JSON, nullable=False),
        sa.Column("missing_required", sa.String(40), nullable=False),
        sa.Column("own_graphs", sa.JSON, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.UniqueConstraint("assignment_id", "number"),
    )
    op.create_table(
        "cause_history",
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), primary_key=True),
        sa.Column("cause", sa.String(40), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), primary_key=True, index=True),
        sa.Column("proven", sa.Boolean, nullable=False),
        sa.Column("attempts", sa.Integer),
        sa.Column("minutes", sa.Integer),
        sa.Column("next_cause", sa.String(40)),
        sa.Column("streak", sa.Integer, nullable=False),
    )
    op.create_index("ix_cause_history_stuck", "cause_history", ["assignment_id", "streak", "person_id"])
    op.create_table(
        "extension",
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), primary_key=True, index=True),
        sa.Column("due_at", _MOMENT),
        sa.Column("closes_at", _MOMENT),
        sa.Column("more_attempts", sa.Integer, nullable=False),
        sa.Column("late_days", sa.Integer, nullable=False),
        sa.Column("late_days_returned", sa.Integer, nullable=False),
        sa.Column("late_days_reason", sa.String(200), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "hidden_results",
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), primary_key=True),
    )
    op.create_table(
        "lms_context",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("deployment_id", sa.Uuid, _of("lms_deployment"), nullable=False),
        sa.Column("context_id", sa.String(255), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("course_id", sa.Uuid, _of("course"), index=True),
        sa.Column("line_items_url", sa.String(2000), nullable=False),
        sa.Column("memberships_url", sa.String(2000), nullable=False),
        sa.Column("scopes", sa.JSON, nullable=False),
        sa.Column("teacher_id", sa.Uuid, _perhaps("person"), index=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.UniqueConstraint("deployment_id", "context_id"),
    )
    op.create_table(
        "override",
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), primary_key=True, index=True),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("by_id", sa.Uuid, _perhaps("person"), index=True),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "student_group",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("code", sa.String(32), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.UniqueConstraint("assignment_id", "number"),
        sa.UniqueConstraint("code"),
    )
    op.create_table(
        "submission",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), nullable=False),
        sa.Column("person_id", sa.Uuid, _of("person")),
        sa.Column("sha256", sa.String(64), sa.ForeignKey("stored_file.sha256"), nullable=False, index=True),
        sa.Column("file_name", sa.String(200), nullable=False),
        sa.Column("class_name", sa.String(200), nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("grading_id", sa.Uuid, index=True),
        sa.Column("reused", sa.Boolean, nullable=False),
        sa.Column("shared_id", sa.Uuid, index=True),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("opened_rung", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("trial_key_hash", sa.String(64), index=True, unique=True),
        sa.Column("expires_at", _MOMENT, index=True),
    )
    op.create_index("ix_submission_assignment_id_submission_id", "submission", ["assignment_id", "id"])
    op.create_index("ix_submission_by_state", "submission", ["assignment_id", "state", "person_id"])
    op.create_index("ix_submission_of_student", "submission", ["assignment_id", "person_id", "id", "state"])
    op.create_index("ix_submission_person_id_submission_id", "submission", ["person_id", "id"])
    op.create_table(
        "webhook_delivery",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("webhook_id", sa.Uuid, _of("webhook"), nullable=False),
        sa.Column("event", sa.String(40), nullable=False),
        sa.Column("payload", sa.String, nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("next_at", _MOMENT, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False, index=True),
        sa.Column("tried_at", _MOMENT),
        sa.Column("status", sa.Integer),
        sa.Column("error", sa.String(40)),
    )
    op.create_index(
        "ix_webhook_delivery_state_webhook_delivery_next_at", "webhook_delivery", ["state", "next_at"]
    )
    op.create_index(
        "ix_webhook_delivery_webhook_id_webhook_delivery_id", "webhook_delivery", ["webhook_id", "id"]
    )
    op.create_table(
        "attempt_fact",
        sa.Column("submission_id", sa.Uuid, _of("submission"), primary_key=True),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), nullable=False),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("earned", sa.BigInteger, nullable=False),
        sa.Column("percent", sa.BigInteger, nullable=False),
        sa.Column("late", sa.Boolean, nullable=False),
        sa.Column("passed", sa.Boolean, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("is_first", sa.Boolean, nullable=False),
        sa.Column("is_last", sa.Boolean, nullable=False),
        sa.Column("is_best", sa.Boolean, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("ever_late", sa.Boolean, nullable=False),
        sa.Column("ever_passed", sa.Boolean, nullable=False),
        sa.Column("progress_at", _MOMENT, nullable=False),
        sa.Column("pattern", sa.String(64), nullable=False),
        sa.Column("cause_count", sa.Integer, nullable=False),
    )
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
    op.create_index("ix_attempt_fact_in_time", "attempt_fact", ["assignment_id", "hour", "late", "person_id"])
    op.create_index(
        "ix_attempt_fact_last",
        "attempt_fact",
        [
            "assignment_id",
            "is_last",
            "person_id",
            "percent",
            "late",
            "passed",
            "cause_count",
            "earned",
            "submission_id",
            "at",
            "progress_at",
            "number",
        ],
    )
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
    op.create_table(
        "cause_fact",
        sa.Column("submission_id", sa.Uuid, _of("submission"), primary_key=True),
        sa.Column("cause", sa.String(40), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("proven", sa.Boolean, nullable=False),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), nullable=False),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
    )
    op.create_index(
        op.f("ix_cause_fact_assignment_id_cause_fact_cause_cause_fact_person_id"),
        "cause_fact",
        ["assignment_id", "cause", "person_id"],
    )
    op.create_table(
        "comment",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("submission_id", sa.Uuid, _of("submission"), nullable=False),
        sa.Column("reply_to_id", sa.Uuid, _of("comment"), index=True),
        sa.Column("cell", sa.Integer),
        sa.Column("line", sa.Integer),
        sa.Column("by_id", sa.Uuid, _perhaps("person"), index=True),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_index("ix_comment_submission_id_comment_id", "comment", ["submission_id", "id"])
    op.create_table(
        "grading",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("submission_id", sa.Uuid, _of("submission"), nullable=False, index=True),
        sa.Column("version_id", sa.Uuid, sa.ForeignKey("assignment_version.id"), nullable=False, index=True),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("points", sa.BigInteger),
        sa.Column("passed", sa.Boolean),
        sa.Column("cause", sa.String(40)),
        sa.Column("causes", sa.JSON, nullable=False),
        sa.Column("gradients", sa.String(40)),
        sa.Column("gradients_proven", sa.Boolean),
        sa.Column("sandbox", sa.String(40)),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("finished_at", _MOMENT),
    )
    op.create_table(
        "group_member",
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), primary_key=True, index=True),
        sa.Column("group_id", sa.Uuid, _of("student_group"), nullable=False, index=True),
        sa.Column("joined_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "lms_deep_link",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("lms_context_id", sa.Uuid, _of("lms_context"), nullable=False),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False, index=True),
    )
    op.create_table(
        "lms_link",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("lms_context_id", sa.Uuid, _of("lms_context"), nullable=False),
        sa.Column("link_id", sa.String(255), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), index=True),
        sa.Column("line_item_url", sa.String(2000), nullable=False),
        sa.Column("carried_id", sa.Uuid),
        sa.Column("opened_at", _MOMENT),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.UniqueConstraint("lms_context_id", "link_id"),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("course_id", sa.Uuid, _of("course"), nullable=False, index=True),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), index=True),
        sa.Column("submission_id", sa.Uuid, _of("submission"), index=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("read_at", _MOMENT),
        sa.Column("mailed_at", _MOMENT, index=True),
    )
    op.create_index("ix_notice_person_id_notice_id", "notice", ["person_id", "id"])
    op.create_index("ix_notice_person_id_notice_read_at", "notice", ["person_id", "read_at"])
    op.create_table(
        "regrade_request",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), nullable=False),
        sa.Column("submission_id", sa.Uuid, _of("submission"), nullable=False, index=True),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("answer", sa.String, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("closed_at", _MOMENT),
    )
    op.create_index(
        "ix_regrade_request_assignment_id_regrade_request_state",
        "regrade_request",
        ["assignment_id", "state"],
    )
    op.create_table(
        "regrade_run",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), nullable=False),
        sa.Column("version_id", sa.Uuid, sa.ForeignKey("assignment_version.id"), nullable=False),
        sa.Column("scope", sa.String(40), nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("complete", sa.Boolean, nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("applied_at", _MOMENT),
        sa.Column("reverted_at", _MOMENT),
    )
    op.create_index("ix_regrade_run_assignment_id_regrade_run_id", "regrade_run", ["assignment_id", "id"])
    op.create_table(
        "try_file",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), nullable=False, index=True),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("expected", sa.BigInteger),
        sa.Column("is_starter", sa.Boolean, nullable=False),
        sa.Column("submission_id", sa.Uuid, _of("submission"), nullable=False, index=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "grade_change",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("assignment_id", sa.Uuid, _of("assignment"), nullable=False),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("submission_id", sa.Uuid, _of("submission"), index=True),
        sa.Column("run_id", sa.Uuid, _perhaps("regrade_run"), index=True),
        sa.Column("why", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("before", sa.BigInteger),
        sa.Column("before_possible", sa.BigInteger),
        sa.Column("after", sa.BigInteger),
        sa.Column("after_possible", sa.BigInteger),
        sa.Column("at", _MOMENT, nullable=False),
    )
    op.create_index(
        op.f("ix_grade_change_assignment_id_grade_change_person_id_grade_change_id"),
        "grade_change",
        ["assignment_id", "person_id", "id"],
    )
    op.create_table(
        "grade_job",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("grading_id", sa.Uuid, _of("grading"), nullable=False),
        sa.Column("course_id", sa.Uuid),
        sa.Column("person_id", sa.Uuid),
        sa.Column("address", sa.String(64)),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(200)),
        sa.Column("lease_until", _MOMENT),
        sa.Column("not_before", _MOMENT, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("error", sa.String),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("started_at", _MOMENT),
        sa.Column("finished_at", _MOMENT),
        sa.UniqueConstraint("grading_id"),
    )
    op.create_index("ix_grade_job_state_grade_job_course_id", "grade_job", ["state", "course_id"])
    op.create_index("ix_grade_job_state_grade_job_person_id", "grade_job", ["state", "person_id"])
    op.create_index(
        "ix_grade_job_state_grade_job_priority_grade_job_id", "grade_job", ["state", "priority", "id"]
    )
    op.create_table(
        "lms_grade",
        sa.Column("link_id", sa.Uuid, _of("lms_link"), primary_key=True),
        sa.Column("person_id", sa.Uuid, _of("person"), primary_key=True, index=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("not_before", _MOMENT, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("stamped_at", _MOMENT),
        sa.Column("points", sa.BigInteger),
        sa.Column("possible", sa.BigInteger),
        sa.Column("sent_at", _MOMENT),
    )
    op.create_index("ix_lms_grade_due", "lms_grade", ["state", "not_before"])
    op.create_table(
        "regrade_item",
        sa.Column("run_id", sa.Uuid, _of("regrade_run"), primary_key=True),
        sa.Column("former_id", sa.Uuid, _of("grading"), primary_key=True, index=True),
        sa.Column("grading_id", sa.Uuid, _of("grading"), nullable=False),
        sa.Column("submission_id", sa.Uuid, _of("submission"), nullable=False, index=True),
        sa.Column("person_id", sa.Uuid, _of("person"), nullable=False, index=True),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("applied", sa.Boolean, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.UniqueConstraint("grading_id"),
    )
    op.create_table(
        "report",
        sa.Column("grading_id", sa.Uuid, _of("grading"), primary_key=True),
        sa.Column("content", sa.String, nullable=False),
    )
