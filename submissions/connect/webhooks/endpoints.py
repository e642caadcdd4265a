"""The webhooks of a course: registered, changed, turned off and on, and their secrets."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.connect import durations
from submissions.connect.webhooks import signature
from submissions.errors import Unusable
from submissions.jobs import claims
from submissions.outward.outgoing.addresses import Network, usable_url
from submissions.people.access import audit
from submissions.people.access.audit import AuditAction
from submissions.people.access.policy import Action, Caller, require
from submissions.storage.rows import row_of
from submissions.tables import DisabledReason, Job, JobKind, Webhook, WebhookEvent
from submissions.texts.single_line import single_line

MOST = 20
"""Webhooks of one course."""
OFFERED = tuple(event for event in WebhookEvent if event != WebhookEvent.TEST)
"""The events that a webhook can ask for."""


class WebhookRequest(Frozen):
    """The settings of a webhook."""

    name: str
    url: str
    events: Collection[WebhookEvent]


class IssuedSecret(NamedTuple):
    """A webhook with its new secret, whose text is shown now and never again."""

    webhook: Webhook
    secret: str


def create(
    session: Session,
    caller: Caller,
    course_id: UUID,
    wanted: WebhookRequest,
    *,
    internal: Sequence[Network] = (),
    now: datetime,
) -> IssuedSecret:
    """A new webhook of a course.

    Raises `Unusable` if it cannot have that name, address or events; or there are too many.
    """
    require(session, caller, Action.EDIT_COURSE, course_id)
    count = session.scalar(select(func.count()).where(Webhook.course_id == course_id)) or 0
    if count >= MOST:
        raise Unusable("name", "too-many-webhooks", most=MOST)
    webhook = Webhook(course_id=course_id, secret=signature.fresh_secret(), created_at=now)
    _set(webhook, wanted, internal)
    session.add(webhook)
    session.flush()
    session.add(Job(kind=JobKind.WEBHOOK, webhook_id=webhook.id, created_at=now))
    _record(session, "webhook-made", caller, webhook, now)
    return IssuedSecret(webhook, signature.written(webhook.secret))


def listed(session: Session, caller: Caller, course_id: UUID) -> list[Webhook]:
    """The webhooks of a course, the oldest first."""
    require(session, caller, Action.EDIT_COURSE, course_id)
    return list(session.scalars(select(Webhook).where(Webhook.course_id == course_id).order_by(Webhook.id)))


def get(session: Session, caller: Caller, course_id: UUID, webhook_id: UUID) -> Webhook:
    """Return one webhook of a course."""
    require(session, caller, Action.EDIT_COURSE, course_id)
    return row_of(session, Webhook, webhook_id, course_id=course_id)


def stopped(session: Session, caller: Caller, course_id: UUID) -> int:
    """How many webhooks were turned off because they failed: all staff should know."""
    require(session, caller, Action.SEE_PEOPLE, course_id)
    chosen = select(func.count()).where(
        Webhook.course_id == course_id,
        Webhook.disabled_reason.in_((DisabledReason.FAILING, DisabledReason.GONE)),
    )
    return session.scalar(chosen) or 0


def change(
    session: Session,
    caller: Caller,
    webhook: Webhook,
    wanted: WebhookRequest,
    *,
    internal: Sequence[Network] = (),
    now: datetime,
) -> None:
    """Another name, address or other events. What waits goes to the new address."""
    require(session, caller, Action.EDIT_COURSE, webhook.course_id)
    _set(webhook, wanted, internal)
    _record(session, "webhook-changed", caller, webhook, now)


def rotate(session: Session, caller: Caller, webhook: Webhook, *, now: datetime) -> IssuedSecret:
    """A new secret. The one before signs too until its time is over."""
    require(session, caller, Action.EDIT_COURSE, webhook.course_id)
    webhook.previous_secret, webhook.previous_until = webhook.secret, now + durations.WEBHOOK_SECRET_BEFORE
    webhook.secret = signature.fresh_secret()
    _record(session, "webhook-secret-rotated", caller, webhook, now)
    return IssuedSecret(webhook, signature.written(webhook.secret))


def disable(session: Session, caller: Caller, webhook: Webhook, *, now: datetime) -> None:
    """Stop sending to a webhook. Waiting messages are kept; events in the meantime are never sent."""
    require(session, caller, Action.EDIT_COURSE, webhook.course_id)
    if webhook.disabled_at is None:
        webhook.disabled_at, webhook.disabled_reason = now, DisabledReason.BY_STAFF
        _record(session, "webhook-disabled", caller, webhook, now)


def enable(session: Session, caller: Caller, webhook: Webhook, *, now: datetime) -> None:
    """Send again, beginning with what waits."""
    require(session, caller, Action.EDIT_COURSE, webhook.course_id)
    if webhook.disabled_at is not None:
        webhook.disabled_at = webhook.disabled_reason = None
        webhook.failing_since, webhook.failures = None, 0
        claims.wake(session, Job.webhook_id == webhook.id)
        _record(session, "webhook-enabled", caller, webhook, now)


def delete(session: Session, caller: Caller, webhook: Webhook, *, now: datetime) -> None:
    """Delete a webhook with its log and its waiting messages."""
    require(session, caller, Action.EDIT_COURSE, webhook.course_id)
    _record(session, "webhook-deleted", caller, webhook, now)
    session.delete(webhook)


def keys(webhook: Webhook, *, now: datetime) -> list[bytes]:
    """Return the secrets that messages are signed with now, the newest first."""
    until = webhook.previous_until
    if webhook.previous_secret is None or until is None or until <= now:
        return [webhook.secret]
    return [webhook.secret, webhook.previous_secret]


def _set(webhook: Webhook, wanted: WebhookRequest, internal: Sequence[Network]) -> None:
    webhook.name = single_line("name", wanted.name)
    webhook.url = usable_url(wanted.url, internal)
    if not wanted.events:
        raise Unusable("events", "no-event")
    if not set(wanted.events) <= set(OFFERED):
        raise Unusable("events", "not-offered")
    webhook.events = [each for each in OFFERED if each in wanted.events]


def _record(session: Session, action: AuditAction, caller: Caller, webhook: Webhook, now: datetime) -> None:
    audit.record(session, caller.known, action, webhook.course_id, about=webhook.id, now=now)
