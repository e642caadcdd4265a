"""E-mail of a process: the mailer that the settings ask for, and what it sends."""

import logging
from datetime import timedelta
from email import policy
from email.message import EmailMessage

from api.i18n import LANGUAGES, SOURCE, gettext as _, ngettext, speaking
from submissions.grading.work.mailing import Digest, Mailer, MailServer
from submissions.operating.service import Service
from submissions.people.access.mail_choice import link_key

_log = logging.getLogger("backgrade.mail")
_POLICY = policy.SMTP.clone(max_line_length=998)
"""The longest lines that mail allows: what is longer than a line is encoded, and a link then is none."""


def mailer(service: Service) -> Mailer | None:
    """The one that the settings ask for; None where they name no mail server."""
    settings = service.settings
    if not settings.smtp_host:
        return None
    if not settings.sends_mail:
        _log.warning("no e-mail is sent: set BACKGRADE_PUBLIC_URL and BACKGRADE_SMTP_FROM")
        return None
    server = MailServer(
        settings.smtp_host,
        settings.smtp_port,
        settings.smtp_security,
        settings.smtp_user,
        settings.smtp_password.get_secret_value(),
    )
    every = timedelta(hours=settings.mail_hours)
    return Mailer(service.database, server, lambda digest: compose(service, digest), every, service.now)


def compose(service: Service, digest: Digest) -> EmailMessage:
    """The e-mail, in the language of who gets it."""
    site = str(service.settings.public_url).rstrip("/")
    with service.database.begin() as session:
        stop = f"{site}/unsubscribe/{link_key(session, digest.person_id, now=service.now())}"
    message = EmailMessage(_POLICY)
    chosen = digest.language or SOURCE
    with speaking(chosen if chosen in LANGUAGES else SOURCE):
        message["Subject"] = ngettext(
            "{n} new notice in Backgrade", "{n} new notices in Backgrade", digest.number
        )
        text = _body(digest.number, f"{site}/me/notices", stop)
        message.set_content(text, cte="quoted-printable")
    message["From"], message["To"] = service.settings.smtp_from, digest.address
    message["List-Unsubscribe"] = f"<{stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message["Auto-Submitted"] = "auto-generated"
    return message


def _body(number: int, notices: str, unsubscribe: str) -> str:
    """The text, with two addresses. It holds nothing confidential: no names, courses or points."""
    paragraphs = (
        ngettext("You have {n} new notice in Backgrade.", "You have {n} new notices in Backgrade.", number),
        _("Sign in to read: {address}", address=notices),
        _("If you do not want these e-mails: {address}", address=unsubscribe),
    )
    return "\n\n".join(paragraphs) + "\n"
