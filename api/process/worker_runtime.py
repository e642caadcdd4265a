"""What a process needs to grade: a sandbox, an engine, a housekeeper; and a sender of webhooks."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from api.process.mail import mailing
from api.process.sandboxes import started
from api.words.grade_comment import grade_comment
from grader.sandbox.choice import Chosen
from grader.sandbox.limits import Pooling
from submissions.connect.lms.sender import GradeSender
from submissions.connect.webhooks.sender import WebhookSender
from submissions.grading.work.engine import GradingEngine
from submissions.grading.work.housekeeping import Housekeeper
from submissions.grading.work.retention import Retention
from submissions.grading.work.task import Grader
from submissions.jobs.line import Lifeline
from submissions.operating.service import Service
from submissions.outward.openid.outward import Internet
from submissions.outward.outgoing.addresses import networks
from submissions.storage.timeouts import WORK


@contextmanager
def worker_runtime(
    service: Service, environment: Mapping[str, str], *, slots: int
) -> Iterator[Chosen | None]:
    """Grade so many submissions at a time inside this context. With 0 slots, none is graded.

    Raises:
        SandboxUnavailable: if what is asked for cannot be had, or is nothing there is.
    """
    settings = service.settings
    kept = Retention.of_days(reports=settings.keep_reports_days, files=settings.keep_files_days)
    with (
        closing(service.database.with_patience(WORK)) as database,
        Lifeline(database, service.bell.wake) as line,
        Housekeeper(database, service.bell, service.now, kept),
        mailing(service),
        GradeSender(database, Internet(private=settings.private_platforms), grade_comment, service.now, line),
        WebhookSender(database, service.now, networks(settings.webhook_networks), line),
    ):
        if not slots:
            yield None
            return
        chosen = started(environment, Pooling(size=slots + 1), threads=slots)
        grader = Grader.using(chosen.sandbox)
        try:
            with GradingEngine(database, service.bell, grader, slots=slots, now=service.now, line=line):
                yield chosen
        finally:
            chosen.sandbox.close()
