"""What webhooks send: a row for each event and webhook, stored in the transaction of the change itself.

What is rolled back is never sent, and what was committed is sent even if this process ends. A message is
thin: it has the ids of what changed, and a receiver with the rights reads the rest over REST.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.tables import Submission, Webhook, WebhookDelivery, WebhookEvent


def publish(
    session: Session, course_id: UUID, event: WebhookEvent, data: Mapping[str, UUID | None], *, now: datetime
) -> None:
    """A message to each webhook of the course that asked for events of this kind."""
    enabled = select(Webhook).where(Webhook.course_id == course_id, Webhook.disabled_at.is_(None))
    for webhook in session.scalars(enabled.order_by(Webhook.id)):
        if event in webhook.events:
            session.add(message(webhook.id, event, {"course_id": course_id, **data}, now=now))


def message(
    webhook_id: UUID, event: WebhookEvent, data: Mapping[str, UUID | None], *, now: datetime
) -> WebhookDelivery:
    """A message that is due at once."""
    ids = {name: str(value) for name, value in data.items() if value is not None}
    content = {"type": event, "timestamp": now.isoformat().replace("+00:00", "Z"), "data": ids}
    payload = json.dumps(content, separators=(",", ":"))
    return WebhookDelivery(webhook_id=webhook_id, event=event, payload=payload, next_at=now, created_at=now)


def of_submission(submission: Submission) -> dict[str, UUID | None]:
    """Return the ids that an event gives of a submission."""
    return {
        "assignment_id": submission.assignment_id,
        "submission_id": submission.id,
        "person_id": submission.person_id,
    }
