"""The jobs of a process: a crew for each kind that it does, and the sandbox in which it grades."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager

from api.process.mail import mailer
from api.process.sandboxes import started
from api.words.grade_comment import grade_comment
from grader.sandbox.choice import Chosen
from grader.sandbox.limits import Pooling
from submissions.connect.lms import sender as grade_sender
from submissions.connect.webhooks import sender as webhook_sender
from submissions.grading.work import housekeeping
from submissions.grading.work.retention import Retention
from submissions.grading.work.task import Grader, grading_engine
from submissions.jobs.chores import Chores
from submissions.jobs.crew import Crew
from submissions.jobs.host import JobHost
from submissions.operating.service import Service
from submissions.outward.openid.outward import Internet
from submissions.storage.timeouts import WORK
from submissions.tables import JobKind


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
