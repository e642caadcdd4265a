"""Who did what, for ever: ids and data, never names."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.tables import Assignment, AuditEvent
from submissions.tables.identity import id_at

AuditAction = Literal[
    "assignment-archived",
    "assignment-changed",
    "assignment-made",
    "comment-removed",
    "comment-written",
    "course-archived",
    "course-changed",
    "course-deleted",
    "course-deletion-planned",
    "course-made",
    "course-restored",
    "demo-made",
    "extension-given",
    "extension-taken-back",
    "group-changed",
    "group-joined",
    "group-left",
    "group-made",
    "groups-formed",
    "hint-opened",
    "join-code-made",
    "join-code-revoked",
    "joined",
    "late-days-returned",
    "late-days-used",
    "leaderboard-name-removed",
    "link-made",
    "lms-account-linked",
    "lms-active",
    "lms-activity-linked",
    "lms-changed",
    "lms-course-linked",
    "lms-course-unlinked",
    "lms-deployment-approved",
    "lms-disabled",
    "lms-enrolled",
    "lms-key-made",
    "lms-pending",
    "lms-registered",
    "lms-role-decided",
    "lms-registered-itself",
    "lms-roster-applied",
    "lms-sent-again",
    "message-sent",
    "note-removed",
    "note-written",
    "operator-made",
    "operator-unmade",
    "override-given",
    "override-taken-back",
    "password-changed",
    "person-admitted",
    "person-disabled",
    "person-enabled",
    "person-erased",
    "person-left",
    "person-made",
    "place-changed",
    "recovery-code-used",
    "recovery-codes-made",
    "regrade",
    "regrade-applied",
    "regrade-discarded",
    "regrade-dry-run",
    "regrade-failed",
    "regrade-reverted",
    "request-answered",
    "retention-set",
    "role-given",
    "roster-imported",
    "second-factor-removed",
    "second-factor-set-up",
    "sign-in-failed",
    "sign-on-connected",
    "sign-on-disconnected",
    "sign-on-provider-added",
    "sign-on-provider-disabled",
    "sign-on-provider-enabled",
    "sign-on-provider-removed",
    "signed-in",
    "token-made",
    "token-revoked",
    "try-file-added",
    "try-file-removed",
    "watch-thresholds",
    "webhook-changed",
    "webhook-deleted",
    "webhook-disabled",
    "webhook-enabled",
    "webhook-made",
    "webhook-secret-rotated",
    "weights-set",
]
"""Everything that is written down."""


def record(
    session: Session,
    actor: UUID | None,
    action: AuditAction,
    course_id: UUID | None = None,
    *,
    about: UUID | None = None,
    now: datetime,
    **details: Any,  # noqa: ANN401 - whatever JSON has
) -> None:
    """Write down what an actor, or None for the system, does in a course `about` somebody or something."""
    session.add(
        AuditEvent(
            id=id_at(now),
            at=now,
            actor_id=actor,
            action=action,
            course_id=course_id,
            subject_id=about,
            details=details,
        )
    )


def record_about(
    session: Session,
    actor: UUID | None,
    action: AuditAction,
    assignment: Assignment,
    subject_id: UUID | None,
    *,
    now: datetime,
    **details: Any,  # noqa: ANN401 - whatever JSON has
) -> None:
    """Write down what was done about an assignment: its course reads it."""
    course_id, details = assignment.course_id, {"assignment": str(assignment.id), **details}
    record(session, actor, action, course_id, about=subject_id, now=now, **details)
