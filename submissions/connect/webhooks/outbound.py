"""Messages on their way to a webhook: the next one to send, and the outcome of each.

A webhook has one job: who holds it sends there, and nobody else. If a process ends between the request and
the note of its outcome, that one message is sent a second time.
"""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.connect.webhooks import signature
from submissions.connect.webhooks.endpoints import keys
from submissions.connect.webhooks.post import PostOutcome
from submissions.jobs import claims
from submissions.jobs.claims import Claim
from submissions.jobs.retries import DELIVERY, LONGEST_ASKED, WEBHOOK
from submissions.people.access import audit
from submissions.tables import DeliveryState, DisabledReason, Job, Webhook, WebhookDelivery

GIVEN_UP = timedelta(days=5)
"""A webhook that accepted nothing for so long is turned off."""

_GONE = 410


class OutboundMessage(Frozen):
    """A message that is to be sent now, with all that takes."""

    delivery_id: UUID
    url: str
    payload: str
    headers: dict[str, str]


def has_due(now: datetime) -> ColumnElement[bool]:
    """Return the condition on jobs that their webhook is on and has a message to send."""
    on = select(Webhook.id).join(WebhookDelivery, WebhookDelivery.webhook_id == Webhook.id)
    return Job.webhook_id.in_(on.where(Webhook.disabled_at.is_(None), *_is_due(now)))


def next_message(session: Session, claim: Claim, *, now: datetime) -> OutboundMessage | None:
    """Return the message that has waited longest; where none is due, None, and the job waits again."""
    # Looked for only now that the job is held: who held it before may have sent what was due until then.
    webhook = session.get(Webhook, claim.subject)
    if webhook is None:
        return None
    due = select(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook.id, *_is_due(now))
    first = due.order_by(WebhookDelivery.next_at, WebhookDelivery.id).limit(1)
    delivery = session.scalar(first) if webhook.disabled_at is None else None
    if delivery is None:
        if (job := claims.held(session, claim)) is not None:
            claims.come_back(session, job, until=now)
        return None
    message_id = f"msg_{delivery.id.hex}"
    headers = signature.headers(message_id, delivery.payload, keys(webhook, now=now), now=now)
    return OutboundMessage(delivery.id, webhook.url, delivery.payload, headers)


def store(
    session: Session, claim: Claim, message: OutboundMessage, outcome: PostOutcome, *, now: datetime
) -> bool:
    """Store the outcome of a message and requeue the job; return whether this attempt still held it."""
    locked = select(Webhook).where(Webhook.id == claim.subject).with_for_update(key_share=True)
    webhook, job = session.scalar(locked), claims.held(session, claim)
    if webhook is None or job is None:
        return False
    delivery = session.get(WebhookDelivery, message.delivery_id)
    rest = timedelta(0)
    if delivery is not None:
        delivery.attempts += 1
        delivery.tried_at, delivery.status, delivery.error = now, outcome.status, outcome.error
        if outcome.error is None:
            delivery.state = DeliveryState.DELIVERED
            webhook.delivered_at, webhook.failing_since, webhook.failures = now, None, 0
        else:
            rest = _fail(session, webhook, delivery, outcome, now)
    claims.come_back(session, job, until=now + rest)
    return True


def _fail(
    session: Session, webhook: Webhook, delivery: WebhookDelivery, outcome: PostOutcome, now: datetime
) -> timedelta:
    """Record the failure, and return how long the webhook rests."""
    wait = DELIVERY.pause(delivery.attempts)
    if wait is None:
        delivery.state = DeliveryState.FAILED
    else:
        delivery.next_at = now + wait
    webhook.failing_since = webhook.failing_since or now
    webhook.failures += 1
    if outcome.status == _GONE:
        _disable(session, webhook, DisabledReason.GONE, now)
    elif now - webhook.failing_since >= GIVEN_UP:
        _disable(session, webhook, DisabledReason.FAILING, now)
    asked = outcome.retry_after or timedelta(0)
    return min(max(WEBHOOK.pause(webhook.failures), asked), LONGEST_ASKED)


def _disable(session: Session, webhook: Webhook, reason: DisabledReason, now: datetime) -> None:
    if webhook.disabled_at is not None:
        return
    webhook.disabled_at, webhook.disabled_reason = now, reason
    audit.record(
        session, None, "webhook-disabled", webhook.course_id, about=webhook.id, now=now, reason=reason
    )


def _is_due(now: datetime) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions on messages that they are to be sent."""
    return WebhookDelivery.state == DeliveryState.WAITING, WebhookDelivery.next_at <= now
