"""Grades and keeps house, in whichever process is asked to: the sandbox, an engine, a housekeeper."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from api.sandboxes import started
from grader.sandbox.choice import Chosen
from grader.sandbox.limits import Pooling
from submissions.operating.service import Service
from submissions.storage.timeouts import WORK
from submissions.work.engines import engine_for
from submissions.work.housekeeping import Housekeeper
from submissions.work.retention import Retention
from submissions.work.task import Grader


@contextmanager
def working(service: Service, environment: Mapping[str, str], *, slots: int) -> Iterator[Chosen | None]:
    """So many submissions are graded at a time while it is entered; with none, only the house is kept.

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
