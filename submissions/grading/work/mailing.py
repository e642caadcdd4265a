"""E-mail: digests go to a mail server by SMTP, as a chore, so nobody waits for the server."""

import logging
import smtplib
import ssl
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Literal

from grader.records import Frozen
from submissions.grading.work.digests import Digest, put_back, take_due
from submissions.jobs.chores import Chore
from submissions.storage.database import Database

_SECONDS = 20.0
"""The longest wait for a mail server."""
_EVERY = timedelta(minutes=1)
_log = logging.getLogger("backgrade.mail")

Compose = Callable[[Digest], EmailMessage]


class MailServer(Frozen):
    """Where e-mail is handed over."""

    host: str
    port: int
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""

    def send(self, message: EmailMessage) -> None:
        """Hand one e-mail over.

        Raises:
            OSError, smtplib.SMTPException: if the server does not take it.
        """
        secure = ssl.create_default_context()
        if self.security == "tls":
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=_SECONDS, context=secure
            )
        else:
            connection = smtplib.SMTP(self.host, self.port, timeout=_SECONDS)
        with connection:
            if self.security == "starttls":
                connection.starttls(context=secure)
            if self.user:
                connection.login(self.user, self.password)
            connection.send_message(message)


class Mailer:
    """Sends digests. One process does at a time: it is a chore."""

    def __init__(
        self,
        database: Database,
        server: MailServer,
        compose: Compose,
        every: timedelta,
        now: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._server = server
        self._compose = compose
        self._every = every
        self._now = now

    def chore(self) -> Chore:
        """Make the chore that sends what is due."""
        return Chore("digests", _EVERY, self.send_due)

    def send_due(self) -> int:
        """Send some of what is due; how many were sent."""
        now = self._now()
        return sum(self._send(each, now) for each in take_due(self._database, self._every, now=now))

    def _send(self, digest: Digest, at: datetime) -> bool:
        message = self._composed(digest)
        if message is None:
            return False
        try:
            self._server.send(message)
        except (OSError, smtplib.SMTPException) as error:
            _log.warning("an e-mail was not sent", extra={"error": type(error).__name__})
            put_back(self._database, digest, at=at)
            return False
        return True

    def _composed(self, digest: Digest) -> EmailMessage | None:
        """The e-mail; None where the login, which people choose, is no address that one can be written to."""
        try:
            return self._compose(digest)
        except Exception as error:  # noqa: BLE001 - the library raises whatever its own parser of addresses does
            _log.warning("an e-mail could not be written", extra={"error": type(error).__name__})
            return None
