"""The log of a webhook: its messages, sent once more, and one to try it out."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.errors import Unusable
from submissions.jobs import claims
from submissions.outward import events
from submissions.people.access.policy import Action, Caller, require
from submissions.storage.rows import row_of
from submissions.tables import DeliveryState, Job, Webhook, WebhookDelivery, WebhookEvent


def listed(
    session: Session, caller: Caller, webhook: Webhook, *, after: UUID | None = None, limit: int
) -> list[WebhookDelivery]:
    """The messages of a webhook, the newest first; `after` the last one seen."""
    require(session, caller, Action.EDIT_COURSE, webhook.course_id)
    chosen = select(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook.id)
    if after is not None:
        chosen = chosen.where(WebhookDelivery.id < after)
    return list(session.scalars(chosen.order_by(WebhookDelivery.id.desc()).limit(limit)))


def waiting(session: Session, caller: Caller, webhook: Webhook) -> int:
    """How many messages wait."""
    require(session, caller, Action.EDIT_COURSE, webhook.course_id)
    chosen = select(func.count()).where(
        WebhookDelivery.webhook_id == webhook.id, WebhookDelivery.state == DeliveryState.WAITING
    )
    return session.scalar(chosen) or 0


def test(session: Session, caller: Caller, webhook: Webhook, *, now: datetime) -> WebhookDelivery:
    """Send a test message. While one waits, there is no second one.

    Raises `Unusable` if the webhook is turned off.
    """
    require(session, caller, Action.EDIT_COURSE, webhook.course_id)
    _require_enabled(webhook)
    claims.wake(session, Job.webhook_id == webhook.id)
    waits = select(WebhookDelivery).where(
        WebhookDelivery.webhook_id == webhook.id,
        WebhookDelivery.event == WebhookEvent.TEST,
        WebhookDelivery.state == DeliveryState.WAITING,
    )
    found = session.scalars(waits.limit(1)).first()
    if found is None:
        found = events.message(webhook.id, WebhookEvent.TEST, {"course_id": webhook.course_id}, now=now)
        session.add(found)
    found.next_at = now
    session.flush()
    return found


def resend(
    session: Session, caller: Caller, webhook: Webhook, delivery_id: UUID, *, now: datetime
) -> WebhookDelivery:
    """Send a message once more, under its id; one that waits goes now.

    Raises `Unusable` if the webhook is turned off.
    """
    require(session, caller, Action.EDIT_COURSE, webhook.course_id)
    delivery = row_of(session, WebhookDelivery, delivery_id, webhook_id=webhook.id)
    _require_enabled(webhook)
    claims.wake(session, Job.webhook_id == webhook.id)
    delivery.state, delivery.attempts, delivery.next_at = DeliveryState.WAITING, 0, now
    session.flush()
    return delivery


def _require_enabled(webhook: Webhook) -> None:
    if webhook.disabled_at is not None:
        raise Unusable("webhook", "webhook-is-off")
