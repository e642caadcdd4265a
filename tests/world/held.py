"""Jobs of every kind that somebody holds."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.tables import Job, JobKind, JobState, LmsPlatform, PlatformState, Webhook


def hold(session: Session, course_id: object, owner: str, *, until: datetime) -> None:
    """Have a webhook of the course, a platform and a chore held by an attempt."""
    webhook = Webhook(
        course_id=course_id, name="Hook", url="https://example.org", events=[], secret=b"", created_at=until
    )
    platform = LmsPlatform(
        name="Moodle", issuer="https://example.org", client_id="1", authorization_url="", token_url="",
        jwks_url="", state=PlatformState.ACTIVE, created_at=until,
    )  # fmt: skip
    session.add_all([webhook, platform])
    session.flush()
    subjects: dict[JobKind, dict[str, object]] = {
        JobKind.WEBHOOK: {"webhook_id": webhook.id},
        JobKind.PASSBACK: {"platform_id": platform.id},
        JobKind.HOUSEKEEPING: {"chore": "somebody's"},
    }
    for kind, subject in subjects.items():
        session.add(
            Job(
                kind=kind, state=JobState.RUNNING, owner=owner, lease_until=until, created_at=until,
                attempts=1, **subject,
            )
        )  # fmt: skip


def holders(session: Session) -> set[str | None]:
    """Return who holds a job that comes back."""
    return set(session.scalars(select(Job.owner).where(Job.kind != JobKind.GRADING)))
