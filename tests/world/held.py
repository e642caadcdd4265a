"""A webhook and a platform that somebody holds: each has one request under way at a time."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.tables import LmsPlatform, PlatformState, Webhook

FREE = (None, "")
"""The holders where nobody holds anything."""


def hold(session: Session, course_id: UUID, attempt: UUID, sender: str, *, until: datetime) -> None:
    """Have a webhook of the course held by an attempt, and a platform by a sender."""
    webhook = Webhook(
        course_id=course_id, name="Hook", url="https://example.org", events=[], secret=b"",
        created_at=until, owner=attempt, lease_until=until,
    )  # fmt: skip
    platform = LmsPlatform(
        name="Moodle", issuer="https://example.org", client_id="1", authorization_url="", token_url="",
        jwks_url="", state=PlatformState.ACTIVE, created_at=until, sender=sender, sender_until=until,
    )  # fmt: skip
    session.add_all([webhook, platform])


def holders(session: Session) -> tuple[UUID | None, str]:
    """Return who holds them."""
    return session.scalars(select(Webhook.owner)).one(), session.scalars(select(LmsPlatform.sender)).one()
