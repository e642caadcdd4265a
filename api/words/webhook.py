"""Webhooks in words: events, states of messages, and why one did not arrive."""

from api.i18n import N_, pgettext
from submissions.connect.webhooks.post import PostError
from submissions.tables import DeliveryState, DisabledReason, WebhookEvent

EVENTS = {
    WebhookEvent.GRADED: N_("A submission was graded."),
    WebhookEvent.REGRADED: N_("A submission was graded again."),
    WebhookEvent.OVERRIDDEN: N_("Staff overrode a grade, or removed an override."),
    WebhookEvent.RELEASED: N_("The results of an assignment became visible to students."),
    WebhookEvent.ROSTER: N_("A person joined or left the course, or changed role."),
    WebhookEvent.REQUEST: N_("A student asked for a regrade."),
    WebhookEvent.PLATFORM: N_("The connection to a learning platform is broken."),
    WebhookEvent.TEST: N_("You pressed “Send test message”."),
}
KINDS = {DeliveryState.WAITING: "other", DeliveryState.DELIVERED: "good", DeliveryState.FAILED: "bad"}
"""The look of each state."""
DISABLED = {
    DisabledReason.BY_STAFF: N_("Somebody turned this webhook off. No messages are sent."),
    DisabledReason.FAILING: N_(
        "This webhook accepted no message for five days, so it was turned off. Check the receiver, then turn "
        "the webhook on again."
    ),
    DisabledReason.GONE: N_(
        "The receiver answered 410 Gone, so this webhook was turned off. Turn it on again if it should "
        "receive messages."
    ),
}
_NOT_PUBLIC = N_(
    "The host name was not found, or has an internal address. An operator can allow internal addresses with "
    "BACKGRADE_WEBHOOK_NETWORKS."
)
ERRORS = {
    PostError.NAME: _NOT_PUBLIC,
    PostError.REFUSED: _NOT_PUBLIC,
    PostError.CONNECTION: N_("The connection failed."),
    PostError.CERTIFICATE: N_("The TLS certificate could not be verified."),
    PostError.TIMEOUT: N_("The receiver did not answer within 15 seconds."),
    PostError.PROTOCOL: N_("The answer is not HTTP."),
    PostError.REDIRECT: N_("The receiver redirects. Enter the final address instead."),
    PostError.STATUS: N_("The receiver answered with an error."),
}


def state(of: DeliveryState) -> str:
    """Say what became of a message."""
    match of:
        case DeliveryState.WAITING:
            return pgettext("delivery", "waiting")
        case DeliveryState.DELIVERED:
            return pgettext("delivery", "delivered")
        case DeliveryState.FAILED:
            return pgettext("delivery", "failed")
