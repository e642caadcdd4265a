"""The jobs of a process: a crew for each kind that it does, and the sandbox in which it grades."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from email import policy
from email.message import EmailMessage

from api.i18n import LANGUAGES, SOURCE, gettext as _, ngettext, speaking
from api.process.sandboxes import started
from api.words.grade_change import grade_comment
from grader.sandbox.choice import Chosen
from grader.sandbox.limits import Pooling
from submissions.connect.lms import sender as grade_sender
from submissions.connect.webhooks import sender as webhook_sender
from submissions.grading.work import housekeeping
from submissions.grading.work.mailing import Digest, Mailer, MailServer
from submissions.grading.work.retention import Retention
from submissions.grading.work.task import Grader, grading_engine
from submissions.jobs.chores import Chores
from submissions.jobs.crew import Crew
from submissions.jobs.host import JobHost
from submissions.operating.service import Service
from submissions.outward.openid.outward import Internet
from submissions.people.access.mail_choice import link_key
from submissions.storage.timeouts import WORK
from submissions.tables import JobKind

_log = logging.getLogger("backgrade.mail")
_POLICY = policy.SMTP.clone(max_line_length=998)
"""The longest lines that mail allows: what is longer than a line is encoded, and a link then is none."""


@contextmanager
def worker_runtime(
    service: Service, environment: Mapping[str, str], *, slots: int
) -> Iterator[Chosen | None]:
    """Grade up to `slots` submissions at a time inside this context. With 0 slots, none is graded.

    Raises `SandboxUnavailable` if what is asked for cannot be had, or is nothing there is.
    """
    with ExitStack() as stack:
        database = stack.enter_context(closing(service.database.with_patience(WORK)))
        host = stack.enter_context(JobHost(database, service.now))
        for crew in _crews(service, host):
            stack.enter_context(crew)
        if not slots:
            yield None
            return
        chosen = started(environment, Pooling(size=slots + 1), threads=slots)
        stack.callback(chosen.sandbox.close)
        stack.enter_context(grading_engine(host, Grader.using(chosen.sandbox), slots=slots))
        yield chosen


def _crews(service: Service, host: JobHost) -> Iterator[Crew]:
    """Yield the crews that every process has, whether it grades or not."""
    settings, now = service.settings, service.now
    kept = Retention.of_days(reports=settings.keep_reports_days, files=settings.keep_files_days)
    chores = [
        *housekeeping.chores(host.database, now, kept),
        webhook_sender.chore(host.database, now),
        grade_sender.chore(host.database, now),
    ]
    yield Crew(host, Chores(host, JobKind.HOUSEKEEPING, chores))
    if (mail := mailer(service)) is not None:
        yield Crew(host, Chores(host, JobKind.MAIL, [mail.chore()]))
    yield grade_sender.passback_crew(host, Internet(private=settings.private_platforms), grade_comment, now)
    yield webhook_sender.webhook_crew(host, settings.internal_networks)


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
