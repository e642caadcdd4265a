"""What a process needs to grade: a sandbox, an engine that takes jobs, and a housekeeper."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from api.process.sandboxes import started
from grader.sandbox.choice import Chosen
from grader.sandbox.limits import Pooling
from submissions.operating.service import Service
from submissions.storage.timeouts import WORK
from submissions.work.engines import engine_for
from submissions.work.housekeeping import Housekeeper
from submissions.work.retention import Retention
from submissions.work.task import Grader


@contextmanager
def worker_runtime(
    service: Service, environment: Mapping[str, str], *, slots: int
) -> Iterator[Chosen | None]:
    """Inside, so many submissions are graded at a time. With 0 slots, only the housekeeper runs.

    Raises:
        SandboxUnavailable: if what is asked for cannot be had, or is nothing there is.
    """
    settings = service.settings
    kept = Retention.of_days(reports=settings.keep_reports_days, files=settings.keep_files_days)
    with (
        closing(service.database.with_patience(WORK)) as database,
        Housekeeper(database, service.queue, service.now, kept),
    ):
        if not slots:
            yield None
            return
        chosen = started(environment, Pooling(size=slots + 1), threads=slots)
        grader = Grader.using(chosen.sandbox)
        try:
            with engine_for(database, service.queue, grader, slots=slots, now=service.now):
                yield chosen
        finally:
            chosen.sandbox.close()
