"""E-mail: digests go to a mail server by SMTP, as a chore, so nobody waits for the server."""

import logging
import smtplib
import ssl
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Literal
from uuid import UUID

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.jobs.chores import Chore
from submissions.storage.database import Database
from submissions.tables import MailState, Notice, Person

_SECONDS = 20.0
"""The longest wait for a mail server."""
_EVERY = timedelta(minutes=1)
_log = logging.getLogger("backgrade.mail")
_AT_A_TIME = 50


class Digest(Frozen):
    """An e-mail that is to be sent."""

    person_id: UUID
    address: str
    language: str | None
    number: int
    """Unread notices that were in no e-mail yet."""


def take_due(database: Database, every: timedelta, *, now: datetime) -> list[Digest]:
    """Mark digests that are due as sent, and return them: nobody gets one twice, whatever fails."""
    with database.begin() as session:
        due = _due(session, now - every)
        people = [each.person_id for each in due]
        session.execute(
            update(Notice)
            .where(Notice.person_id.in_(people), Notice.mailed_at.is_(None))
            .values(mailed_at=now)
        )
        for person_id in people:
            state = session.get(MailState, person_id) or MailState(person_id=person_id)
            state.sent_at = now
            session.add(state)
    return due


def put_back(database: Database, digest: Digest, *, at: datetime) -> None:
    """Have the notices of a digest that could not be sent go into the next, when that is due."""
    with database.begin() as session:
        taken = update(Notice).where(Notice.person_id == digest.person_id, Notice.mailed_at == at)
        session.execute(taken.values(mailed_at=None))


def _due(session: Session, before: datetime) -> list[Digest]:
    """Return digests for people with news whose login is an address, without an e-mail since `before`."""
    rows = session.execute(
        select(Person.id, Person.login, Person.language, func.count())
        .join(Notice, Notice.person_id == Person.id)
        .outerjoin(MailState, MailState.person_id == Person.id)
        .where(
            Notice.read_at.is_(None),
            Notice.mailed_at.is_(None),
            Person.login.contains("@"),
            Person.disabled_at.is_(None),
            MailState.stopped_at.is_(None),
            or_(MailState.sent_at.is_(None), MailState.sent_at <= before),
        )
        .group_by(Person.id, Person.login, Person.language)
        .order_by(Person.id)
        .limit(_AT_A_TIME)
    )
    return [Digest(*row) for row in rows]


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
