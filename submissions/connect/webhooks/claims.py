"""Which message is sent next, by whom, and what became of it.

A webhook is leased for one request: while the lease holds, nobody else sends there. If a process ends between
the request and the note of its outcome, the lease ends too, and that one message is sent a second time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, Select, select, update
from sqlalchemy.orm import Session

from submissions.connect.webhooks import signature
from submissions.connect.webhooks.endpoints import keys
from submissions.connect.webhooks.post import PostOutcome
from submissions.jobs.clock import is_over
from submissions.jobs.retries import DELIVERY, LONGEST_ASKED, WEBHOOK
from submissions.people.access import audit
from submissions.tables import DeliveryState, DisabledReason, Webhook, WebhookDelivery

LEASE = timedelta(minutes=1)
"""Longer than any request."""
GIVEN_UP = timedelta(days=5)
"""A webhook that accepted nothing for so long is turned off."""

_GONE = 410


@dataclass(frozen=True, slots=True)
class ClaimedDelivery:
    """A message that is to be sent now, with all that takes."""

    delivery_id: UUID
    webhook_id: UUID
    owner: UUID
    url: str
    payload: str
    headers: dict[str, str]


def anything_due(session: Session, *, now: datetime) -> bool:
    """Whether there is something to send."""
    return session.scalar(_due_webhook(now).with_only_columns(Webhook.id)) is not None


def claim(session: Session, owner: UUID, *, now: datetime) -> ClaimedDelivery | None:
    """Return the next message, held by an attempt for one request; None where there is nothing to do."""
    held = _due_webhook(now).with_for_update(of=Webhook, skip_locked=True, key_share=True)
    webhook = session.scalar(held)
    if webhook is None:
        return None
    # Looked for only now that the webhook is held: who held it before may have sent what was due until then.
    oldest = select(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook.id, *_is_due(now)).limit(1)
    delivery = session.scalar(oldest.order_by(WebhookDelivery.next_at, WebhookDelivery.id))
    if delivery is None:
        return None
    webhook.owner, webhook.lease_until = owner, now + LEASE
    message_id = f"msg_{delivery.id.hex}"
    headers = signature.headers(message_id, delivery.payload, keys(webhook, now=now), now=now)
    return ClaimedDelivery(delivery.id, webhook.id, owner, webhook.url, delivery.payload, headers)


def held_by() -> Select[UUID | None]:
    """Choose the attempts that hold a webhook."""
    return select(Webhook.owner).where(Webhook.owner.is_not(None))


def free(session: Session, owners: Sequence[UUID]) -> int:
    """Let others send to the webhooks that these attempts hold; how many there were."""
    held = update(Webhook).where(Webhook.owner.in_(owners)).values(owner=None, lease_until=None)
    return len(session.scalars(held.returning(Webhook.id)).all())


def leave_all(session: Session) -> None:
    """Let others send to every webhook: the process that held some is gone."""
    session.execute(update(Webhook).values(owner=None, lease_until=None))


def store(session: Session, claimed: ClaimedDelivery, outcome: PostOutcome, *, now: datetime) -> bool:
    """Note what became of it, if this attempt still holds the webhook; whether it did."""
    held = select(Webhook).where(Webhook.id == claimed.webhook_id, Webhook.owner == claimed.owner)
    webhook = session.scalar(held.with_for_update(key_share=True))
    delivery = session.get(WebhookDelivery, claimed.delivery_id)
    if webhook is None or delivery is None:
        return False
    webhook.owner = webhook.lease_until = None
    delivery.attempts += 1
    delivery.tried_at, delivery.status, delivery.error = now, outcome.status, outcome.error
    if outcome.error is None:
        delivery.state = DeliveryState.DELIVERED
        webhook.delivered_at, webhook.failing_since, webhook.failures = now, None, 0
        webhook.not_before = None
        return True
    _fail(session, webhook, delivery, outcome, now)
    return True


def _fail(
    session: Session, webhook: Webhook, delivery: WebhookDelivery, outcome: PostOutcome, now: datetime
) -> None:
    wait = DELIVERY.pause(delivery.attempts)
    if wait is None:
        delivery.state = DeliveryState.FAILED
    else:
        delivery.next_at = now + wait
    webhook.failing_since = webhook.failing_since or now
    webhook.failures += 1
    asked = outcome.retry_after or timedelta(0)
    webhook.not_before = now + min(max(WEBHOOK.pause(webhook.failures), asked), LONGEST_ASKED)
    if outcome.status == _GONE:
        _disable(session, webhook, DisabledReason.GONE, now)
    elif now - webhook.failing_since >= GIVEN_UP:
        _disable(session, webhook, DisabledReason.FAILING, now)


def _disable(session: Session, webhook: Webhook, reason: DisabledReason, now: datetime) -> None:
    if webhook.disabled_at is not None:
        return
    webhook.disabled_at, webhook.disabled_reason = now, reason
    audit.record(
        session,
        "webhook-disabled",
        actor=None,
        course_id=webhook.course_id,
        subject_id=webhook.id,
        details={"reason": reason},
        now=now,
    )


def _is_due(now: datetime) -> tuple[ColumnElement[bool], ...]:
    """Of messages: that they are to be sent."""
    return WebhookDelivery.state == DeliveryState.WAITING, WebhookDelivery.next_at <= now


def _due_webhook(now: datetime) -> Select[Webhook]:
    """The webhook whose message has waited longest, of those to which something may be sent."""
    chosen = (
        select(Webhook)
        .join(WebhookDelivery, WebhookDelivery.webhook_id == Webhook.id)
        .where(*_is_due(now))
        .order_by(WebhookDelivery.next_at, WebhookDelivery.id)
        .limit(1)
    )
    is_free = is_over(Webhook.lease_until, now, LEASE)
    has_rested = is_over(Webhook.not_before, now, LONGEST_ASKED)
    return chosen.where(Webhook.disabled_at.is_(None), is_free, has_rested)
