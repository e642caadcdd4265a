"""The cluster's engine: Procrastinate on PostgreSQL brings jobs to workers on any number of machines.

Its own job is only a ticket with the id of ours. A ticket too many finds nothing to do; one that was lost is
written again.
"""

import asyncio
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import Self
from uuid import UUID

import psycopg
from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ProcrastinateException
from procrastinate.jobs import Status
from sqlalchemy import String, cast, column, exists, func, make_url, select, table
from sqlalchemy.orm import Session

from submissions.tables import GradeJob, JobState
from submissions.work.station import Station

_QUEUE, _TASK = "grade", "grade"
_CLEAR, _PRUNE = "clear", "prune"
_MINUTELY, _DAILY = "* * * * *", "17 3 * * *"
_KEPT_HOURS = 72
_HEARTBEAT, _STALLED = 5.0, 20.0
_PREFIX, _WAITS = "job-", "todo"
_PLANNER = "-c enable_nestloop=off"
"""On a table that was empty when it was last analysed, the library's query takes seconds otherwise."""
_FAILURES = (ProcrastinateException, psycopg.Error, OSError)
_log = logging.getLogger("backgrade.work")
_tickets = table("procrastinate_jobs", column("queueing_lock"), column("status"))


class Tickets:
    """The queue: tickets written in the transaction of their job. The database tells the workers itself."""

    def __init__(self) -> None:
        self._app = App(connector=SyncPsycopgConnector())  # never opened: it writes on our connections

    def added(self, session: Session, job: GradeJob) -> None:
        """Write the ticket, unless there is one that waits."""
        with suppress(AlreadyEnqueued), session.begin_nested():
            self._app.configure_task(
                _TASK,
                queue=_QUEUE,
                priority=job.priority,
                queueing_lock=f"{_PREFIX}{job.id}",
                schedule_at=job.not_before if job.not_before > job.created_at else None,
                # Asked for in here: it is what makes the session set the savepoint.
                connection=session.connection().connection.driver_connection,
            ).defer(job_id=str(job.id))

    def wake(self) -> None:
        """The database has done that."""

    def remind(self, session: Session) -> None:
        """Write again the tickets of jobs that wait and have none.

        One that a worker has does not count, as the worker may be gone: at worst there is one too many.
        """
        lock = func.concat(_PREFIX, cast(GradeJob.id, String))
        ticket = exists().where(_tickets.c.queueing_lock == lock, cast(_tickets.c.status, String) == _WAITS)
        for job in session.scalars(select(GradeJob).where(GradeJob.state == JobState.WAITING, ~ticket)):
            self.added(session, job)


def conninfo(url: str) -> str:
    """The URL of the database as its own programs and drivers know it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


async def clear_tickets(app: App) -> None:
    """Delete those that lost workers had. They are not used again: their jobs get others."""
    for ticket in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=_STALLED):
        await app.job_manager.finish_job(ticket, Status.FAILED, delete_job=True)


class Cluster:
    """Grades while it is entered: a worker in an event loop of its own, which is away without a sandbox."""

    def __init__(self, station: Station, url: str) -> None:
        self._station = station
        self._conninfo = conninfo(url)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="work-cluster", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._working: asyncio.Task[None] | None = None

    def __enter__(self) -> Self:
        self._station.__enter__()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take nothing more, and let what is being graded end, for a while."""
        self._stopping.set()
        self._leave()
        self._thread.join(self._station.pace.grace)
        self._station.__exit__(kind, error, trace)

    def _run(self) -> None:
        """Work whenever there is a sandbox and a database."""
        while not self._stopping.is_set():
            if not self._station.health.is_well():
                self._stopping.wait(self._station.health.pause())
                continue
            try:
                asyncio.run(self._work())
            except _FAILURES:
                _log.exception("the queue did not answer")
                self._stopping.wait(self._station.pace.look)

    async def _work(self) -> None:
        """Grade until told to leave."""
        self._loop = asyncio.get_running_loop()
        self._loop.set_default_executor(ThreadPoolExecutor(self._station.slots, "work"))
        app = self._app()
        async with app.open_async():
            worker = app.run_worker_async(
                queues=[_QUEUE],
                concurrency=self._station.slots,
                install_signal_handlers=False,
                fetch_job_polling_interval=self._station.pace.look,
                update_heartbeat_interval=_HEARTBEAT,
                stalled_worker_timeout=_STALLED,
            )
            self._working = asyncio.create_task(worker)
            if self._stopping.is_set():
                self._leave()
            with suppress(asyncio.CancelledError):
                await self._working

    def _leave(self) -> None:
        """Have the worker finish what it has, and take nothing more. From any thread."""
        if self._loop is not None and self._working is not None:
            with suppress(RuntimeError):  # the loop is closed: it has left
                self._loop.call_soon_threadsafe(self._working.cancel)

    def _app(self) -> App:
        """A fresh one for each loop: its connections belong to that."""
        connector = PsycopgConnector(
            conninfo=self._conninfo,
            kwargs={"options": _PLANNER},
            min_size=1,
            max_size=self._station.slots + 3,
        )
        app = App(connector=connector)

        @app.task(name=_TASK, queue=_QUEUE)
        def grade(job_id: str) -> None:
            self._grade(UUID(job_id))

        @app.periodic(cron=_MINUTELY)
        @app.task(name=_CLEAR, queue=_QUEUE, queueing_lock=_CLEAR)
        async def clear(timestamp: int) -> None:  # noqa: ARG001 - as it is called
            await clear_tickets(app)

        @app.periodic(cron=_DAILY)
        @app.task(name=_PRUNE, queue=_QUEUE, queueing_lock=_PRUNE)
        async def prune(timestamp: int) -> None:  # noqa: ARG001 - as it is called
            await app.job_manager.delete_old_jobs(_KEPT_HOURS, include_failed=True, include_aborted=True)

        return app

    def _grade(self, job_id: UUID) -> None:
        """What a ticket is for."""
        taken = self._station.take(job_id)
        if taken is None:
            return
        self._station.carry_out(taken)
        if self._station.health.trouble:
            self._leave()
