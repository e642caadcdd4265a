"""Webhooks: what a course tells other systems of, by the specification of Standard Webhooks."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field

from api.rest._model import OR_NULL, Answer, Given, Items, Line
from api.rest._visit import Visit
from api.web.cursors import Paging, Part
from submissions import tables
from submissions.connect.webhooks import deliveries, endpoints
from submissions.connect.webhooks.endpoints import OFFERED, WebhookRequest
from submissions.connect.webhooks.post import PostError
from submissions.tables import DeliveryState, DisabledReason, WebhookEvent
from submissions.tables.webhook import LONGEST_URL

router = APIRouter(tags=["webhooks"])

_LIST = "/courses/{course_id}/webhooks"
_ONE = _LIST + "/{webhook_id}"
_OFFERED = [str(each) for each in OFFERED]

Events = Annotated[
    list[Annotated[WebhookEvent, Field(strict=False)]],
    Field(min_length=1, max_length=len(OFFERED), json_schema_extra={"items": {"enum": _OFFERED}}),
]
Url = Annotated[str, Field(min_length=1, max_length=LONGEST_URL, examples=["https://example.edu/hooks"])]


class Webhook(Answer):
    """An address to which events of a course are sent."""

    id: UUID
    name: str
    url: str
    events: list[WebhookEvent]
    created_at: datetime
    disabled_at: datetime | None
    disabled_reason: Annotated[DisabledReason | None, OR_NULL]
    """`by-staff`, `failing` (it accepted nothing for five days) or `gone` (it answered 410)."""
    delivered_at: datetime | None
    """When it accepted a message last."""
    failing_since: datetime | None
    previous_secret_until: Annotated[datetime | None, Field(validation_alias="previous_until")]
    """The time until which messages are signed with the secret before the last rotation too."""


class WebhookWithSecret(Webhook):
    """A webhook with its new secret."""

    secret: str
    """The secret, `whsec_...`. It is shown now and never again."""


class WebhookList(Items[Webhook]):
    """All webhooks of a course."""


class NewWebhook(
    Given,
    json_schema_extra={
        "examples": [{"name": "LMS", "url": "https://example.edu/hooks", "events": ["submission.graded"]}]
    },
):
    """The settings of a webhook."""

    name: Line
    url: Url
    events: Events


class WebhookSwitch(Given, json_schema_extra={"examples": [{"enabled": True}]}):
    """Whether messages are sent."""

    enabled: bool


class WebhookDelivery(Answer):
    """A message to a webhook."""

    id: UUID
    event: WebhookEvent
    state: DeliveryState
    attempts: int
    created_at: datetime
    tried_at: datetime | None
    next_at: datetime | None
    """When it is tried again; null where it is not."""
    status: int | None
    """The status of the last answer."""
    error: Annotated[PostError | None, OR_NULL]
    """Why the last attempt failed."""
    payload: str
    """The content as it is sent."""


@router.get(_LIST)
def list_webhooks(visit: Visit, course_id: UUID) -> WebhookList:
    """The webhooks of a course, the oldest first."""
    with visit.database.read() as session:
        found = endpoints.listed(session, visit.caller, course_id)
    return WebhookList(items=[Webhook.of(each) for each in found])


@router.post(_LIST, status_code=201)
def create_webhook(visit: Visit, course_id: UUID, new: NewWebhook, response: Response) -> WebhookWithSecret:
    """Register a webhook.

    It takes no Idempotency-Key: an answer that could be given again would have to be kept.
    """
    wanted, internal = WebhookRequest(new.name, new.url, new.events), visit.service.settings.internal_networks
    with visit.database.begin() as session:
        webhook, secret = endpoints.create(
            session,
            visit.caller,
            course_id,
            wanted,
            internal=internal,
            now=visit.now(),
        )
    response.headers["Location"] = f"/api/v1/courses/{course_id}/webhooks/{webhook.id}"
    return WebhookWithSecret.of(webhook, secret=secret)


@router.get(_ONE)
def get_webhook(visit: Visit, course_id: UUID, webhook_id: UUID) -> Webhook:
    """One webhook."""
    with visit.database.read() as session:
        return Webhook.of(endpoints.get(session, visit.caller, course_id, webhook_id))


@router.put(_ONE)
def change_webhook(visit: Visit, course_id: UUID, webhook_id: UUID, new: NewWebhook) -> Webhook:
    """Another name, address or other events. Messages that wait go to the new address."""
    wanted, internal = WebhookRequest(new.name, new.url, new.events), visit.service.settings.internal_networks
    with visit.database.begin() as session:
        webhook = endpoints.get(session, visit.caller, course_id, webhook_id)
        endpoints.change(
            session,
            visit.caller,
            webhook,
            wanted,
            internal=internal,
            now=visit.now(),
        )
    return Webhook.of(webhook)


@router.delete(_ONE, operation_id="remove-webhook", status_code=204)
def delete_webhook(visit: Visit, course_id: UUID, webhook_id: UUID) -> None:
    """Delete a webhook with its log and all messages that wait."""
    with visit.database.begin() as session:
        webhook = endpoints.get(session, visit.caller, course_id, webhook_id)
        endpoints.delete(session, visit.caller, webhook, now=visit.now())


@router.put(_ONE + "/switch")
def switch_webhook(visit: Visit, course_id: UUID, webhook_id: UUID, switch: WebhookSwitch) -> Webhook:
    """Turn it off or on. Messages that wait are kept; events while it is off are not sent later."""
    with visit.database.begin() as session:
        webhook = endpoints.get(session, visit.caller, course_id, webhook_id)
        turn = endpoints.enable if switch.enabled else endpoints.disable
        turn(session, visit.caller, webhook, now=visit.now())
    return Webhook.of(webhook)


@router.post(_ONE + "/secret")
def rotate_webhook_secret(visit: Visit, course_id: UUID, webhook_id: UUID) -> WebhookWithSecret:
    """Make a new secret. For 24 hours, messages are signed with the previous one too."""
    with visit.database.begin() as session:
        webhook = endpoints.get(session, visit.caller, course_id, webhook_id)
        _, secret = endpoints.rotate(session, visit.caller, webhook, now=visit.now())
    return WebhookWithSecret.of(webhook, secret=secret)


@router.post(_ONE + "/test")
def test_webhook(visit: Visit, course_id: UUID, webhook_id: UUID) -> WebhookDelivery:
    """Send a message of the type `webhook.test`."""
    with visit.database.begin() as session:
        webhook = endpoints.get(session, visit.caller, course_id, webhook_id)
        return _delivery(deliveries.test(session, visit.caller, webhook, now=visit.now()))


@router.get(_ONE + "/deliveries")
def list_webhook_deliveries(
    visit: Visit, course_id: UUID, webhook_id: UUID, paging: Paging
) -> Part[WebhookDelivery]:
    """The messages of the last 30 days, the newest first."""
    with visit.database.read() as session:
        webhook = endpoints.get(session, visit.caller, course_id, webhook_id)
        found = deliveries.listed(session, visit.caller, webhook, after=paging.after, limit=paging.more)
    return paging.part([_delivery(each) for each in found], [each.id for each in found])


@router.post(_ONE + "/deliveries/{delivery_id}/resend")
def resend_webhook_delivery(
    visit: Visit, course_id: UUID, webhook_id: UUID, delivery_id: UUID
) -> WebhookDelivery:
    """Send a message again, under the same `webhook-id`."""
    with visit.database.begin() as session:
        webhook = endpoints.get(session, visit.caller, course_id, webhook_id)
        return _delivery(deliveries.resend(session, visit.caller, webhook, delivery_id, now=visit.now()))


def _delivery(delivery: tables.WebhookDelivery) -> WebhookDelivery:
    waits = delivery.state == DeliveryState.WAITING
    return WebhookDelivery.of(delivery, next_at=delivery.next_at if waits else None)
