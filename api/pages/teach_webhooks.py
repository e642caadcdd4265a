"""The webhooks of a course: what it tells other systems, and what became of each message."""

from collections.abc import Mapping
from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._fields import After, Typed
from api.pages._visit import Visit
from api.web.see_other import see_other
from api.words import Message, webhook as words
from api.words.unusable import unusable
from grader.records import Frozen
from submissions.connect.webhooks import deliveries, endpoints
from submissions.connect.webhooks.endpoints import OFFERED, WebhookRequest
from submissions.errors import Unusable
from submissions.people.access.policy import Action

router = APIRouter()

_ON_A_PAGE = 50
_FIELDS = frozenset({"name", "url", "events"})

_LIST = "/teach/courses/{course_id:uuid}/webhooks"
_ONE = _LIST + "/{webhook_id:uuid}"


class RejectedWebhook(Frozen):
    """A form as it was typed, and why it cannot be used, where it cannot."""

    typed: Mapping[str, str]
    error: Unusable | None = None


@router.get(_LIST)
def webhooks(visit: Visit, course_id: UUID) -> Response:
    """Show all webhooks, and a form for another."""
    return _listing(visit, course_id)


@router.post(_LIST)
def create(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Create a webhook, and show its secret; or show the form again with what was typed."""
    try:
        with visit.database.begin() as session:
            webhook, secret = endpoints.create(
                session,
                visit.caller,
                course_id,
                _webhook_request(typed),
                internal=visit.service.settings.internal_networks,
                now=visit.now(),
            )
    except Unusable as error:
        return _listing(visit, course_id, RejectedWebhook(typed, error))
    return _page(visit, course_id, webhook.id, secret=secret)


@router.get(_ONE)
def webhook(visit: Visit, course_id: UUID, webhook_id: UUID, after: After = None) -> Response:
    """Show one webhook with its log."""
    return _page(visit, course_id, webhook_id, after=after)


@router.post(_ONE)
def change(visit: Visit, course_id: UUID, webhook_id: UUID, typed: Typed) -> Response:
    """Change the name, the address or the events of a webhook."""
    try:
        with visit.database.begin() as session:
            found = endpoints.get(session, visit.caller, course_id, webhook_id)
            wanted, internal = _webhook_request(typed), visit.service.settings.internal_networks
            endpoints.change(session, visit.caller, found, wanted, internal=internal, now=visit.now())
    except Unusable as error:
        return _page(visit, course_id, webhook_id, wrong=RejectedWebhook(typed, error))
    return _back(course_id, webhook_id)


@router.post(_ONE + "/secret")
def rotate(visit: Visit, course_id: UUID, webhook_id: UUID) -> Response:
    """Make a new secret, shown on the page that answers."""
    with visit.database.begin() as session:
        found = endpoints.get(session, visit.caller, course_id, webhook_id)
        _, secret = endpoints.rotate(session, visit.caller, found, now=visit.now())
    return _page(visit, course_id, webhook_id, secret=secret)


@router.post(_ONE + "/test")
def test(visit: Visit, course_id: UUID, webhook_id: UUID) -> Response:
    """Send a test message."""
    try:
        with visit.database.begin() as session:
            found = endpoints.get(session, visit.caller, course_id, webhook_id)
            deliveries.test(session, visit.caller, found, now=visit.now())
    except Unusable as error:
        return _page(visit, course_id, webhook_id, wrong=RejectedWebhook({}, error))
    return _back(course_id, webhook_id)


@router.post(_ONE + "/deliveries/{delivery_id:uuid}/resend")
def resend(visit: Visit, course_id: UUID, webhook_id: UUID, delivery_id: UUID) -> Response:
    """Send a message again."""
    try:
        with visit.database.begin() as session:
            found = endpoints.get(session, visit.caller, course_id, webhook_id)
            deliveries.resend(session, visit.caller, found, delivery_id, now=visit.now())
    except Unusable as error:
        return _page(visit, course_id, webhook_id, wrong=RejectedWebhook({}, error))
    return _back(course_id, webhook_id)


@router.post(_ONE + "/off")
def turn_off(visit: Visit, course_id: UUID, webhook_id: UUID) -> Response:
    """Send nothing there."""
    with visit.database.begin() as session:
        found = endpoints.get(session, visit.caller, course_id, webhook_id)
        endpoints.disable(session, visit.caller, found, now=visit.now())
    return _back(course_id, webhook_id)


@router.post(_ONE + "/on")
def turn_on(visit: Visit, course_id: UUID, webhook_id: UUID) -> Response:
    """Send to an endpoint again."""
    with visit.database.begin() as session:
        found = endpoints.get(session, visit.caller, course_id, webhook_id)
        endpoints.enable(session, visit.caller, found, now=visit.now())
    return _back(course_id, webhook_id)


@router.post(_ONE + "/delete")
def delete(visit: Visit, course_id: UUID, webhook_id: UUID) -> Response:
    """Delete a webhook with its log."""
    with visit.database.begin() as session:
        found = endpoints.get(session, visit.caller, course_id, webhook_id)
        endpoints.delete(session, visit.caller, found, now=visit.now())
    return see_other(f"/teach/courses/{course_id}/webhooks")


def _listing(visit: Visit, course_id: UUID, wrong: RejectedWebhook | None = None) -> Response:
    with visit.in_course(course_id, Action.EDIT_COURSE) as (session, view):
        view.show(webhooks=endpoints.listed(session, visit.caller, course_id))
    return view.page(
        "teach_webhooks.html",
        wrong=wrong,
        **_form(wrong or RejectedWebhook({}), []),
    )


def _page(
    visit: Visit,
    course_id: UUID,
    webhook_id: UUID,
    *,
    after: UUID | None = None,
    secret: str = "",
    wrong: RejectedWebhook | None = None,
) -> Response:
    with visit.in_course(course_id, Action.EDIT_COURSE) as (session, view):
        found = endpoints.get(session, visit.caller, course_id, webhook_id)
        log = deliveries.listed(session, visit.caller, found, after=after, limit=_ON_A_PAGE + 1)
        view.show(waiting=deliveries.waiting(session, visit.caller, found))
    typed = wrong.typed if wrong and wrong.typed else {"name": found.name, "url": found.url}
    return view.page(
        "teach_webhook.html",
        wrong=wrong,
        webhook=found,
        secret=secret,
        log=log[:_ON_A_PAGE],
        more=f"?after={log[_ON_A_PAGE - 1].id}" if len(log) > _ON_A_PAGE else "",
        is_first=after is None,
        words=words,
        **_form(RejectedWebhook(typed, wrong.error if wrong else None), found.events),
    )


def _form(shown: RejectedWebhook, chosen: list[str]) -> dict[str, object]:
    """Return the content of the webhook form."""
    ticked = {each for each in OFFERED if f"event-{each}" in shown.typed} or {
        each for each in OFFERED if each in chosen
    }
    error = shown.error
    beside = error is not None and error.field in _FIELDS
    return {
        "typed": shown.typed,
        "events": [(each, words.EVENTS[each], each in ticked) for each in OFFERED],
        "errors": {error.field: unusable(error)} if error and beside else {},
        "message": Message(unusable(error)) if error and not beside else None,
    }


def _webhook_request(typed: Mapping[str, str]) -> WebhookRequest:
    events = [each for each in OFFERED if f"event-{each}" in typed]
    return WebhookRequest(typed.get("name", ""), typed.get("url", ""), events)


def _back(course_id: UUID, webhook_id: UUID) -> Response:
    return see_other(f"/teach/courses/{course_id}/webhooks/{webhook_id}")
