"""Who did what, for ever: ids and data, never names."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.tables import AuditEvent


def record(
    session: Session,
    action: str,
    *,
    actor: UUID | None,
    course_id: UUID | None = None,
    subject_id: UUID | None = None,
    details: Mapping[str, Any] | None = None,
    now: datetime,
) -> None:
    """Write it down, in the transaction in which it is done. An actor of None is the system itself."""
    session.add(
        AuditEvent(
            at=now,
            actor_id=actor,
            action=action,
            course_id=course_id,
            subject_id=subject_id,
            details=dict(details or {}),
        )
    )
