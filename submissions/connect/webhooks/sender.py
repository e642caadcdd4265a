"""Sends messages to webhooks, as jobs: each webhook has one, so one request is under way to it at a time."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement

from submissions.connect.webhooks import outbound, releases
from submissions.connect.webhooks.post import SECONDS, post
from submissions.jobs.chores import Chore
from submissions.jobs.claims import Claim
from submissions.jobs.clock import moment
from submissions.jobs.crew import Crew, Handler
from submissions.jobs.host import JobHost
from submissions.outward.outgoing.addresses import Network
from submissions.storage.database import Database
from submissions.tables import JobKind

AT_ONCE = 4
"""Requests under way in one process, each to another webhook."""

_NOTICE = timedelta(seconds=30)
_log = logging.getLogger("backgrade.webhooks")


class WebhookSender(Handler):
    """Sends what waits for a webhook, one message each time."""

    kind = JobKind.WEBHOOK
    look, grace = 2.0, SECONDS

    def __init__(self, host: JobHost, internal: Sequence[Network] = ()) -> None:
        self._host = host
        self._internal = internal

    def also(self, now: datetime) -> Sequence[ColumnElement[bool]]:
        """Take webhooks that have a message to send."""
        return (outbound.has_due(now),)

    def carry_out(self, claim: Claim) -> None:
        """Send a message, and note what became of it."""
        with self._host.database.begin() as session:
            message = outbound.next_message(session, claim, now=self._host.moment(session))
        if message is None:
            return
        outcome = post(message.url, message.payload, message.headers, internal=self._internal)
        if outcome.error is not None:
            ids = {"webhook": str(claim.subject), "delivery": str(message.delivery_id)}
            _log.info("a webhook did not accept a message", extra={**ids, "error": str(outcome.error)})
        with self._host.database.begin() as session:
            outbound.store(session, claim, message, outcome, now=self._host.moment(session))


def webhook_crew(host: JobHost, internal: Sequence[Network]) -> Crew:
    """Make the crew that sends to webhooks."""
    return Crew(host, WebhookSender(host, internal), slots=AT_ONCE)


def chore(database: Database, now: Callable[[], datetime]) -> Chore:
    """Return the chore that notices released results and deletes old messages."""

    def look() -> None:
        with database.begin() as session:
            at = moment(session, now)
            releases.notice(session, now=at)
            releases.forget(session, now=at)

    return Chore("releases", _NOTICE, look)
