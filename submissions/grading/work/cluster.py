"""The cluster's engine: Procrastinate on PostgreSQL brings jobs to workers on any number of machines.

Its own job is only a ticket with the id of ours. A ticket too many finds nothing to do; one that was lost is
written again.
"""

import asyncio
import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from types import TracebackType
from typing import Self
from uuid import UUID

import psycopg
from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException, ProcrastinateException
from procrastinate.jobs import Status
from sqlalchemy import String, cast, column, exists, func, make_url, select, table, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from submissions.grading.work.claims import Claim
from submissions.grading.work.clock import LONGEST_REST
from submissions.grading.work.queue import TRIAL
from submissions.grading.work.worker import LocalWorker
from submissions.storage.database import Database
from submissions.storage.postgres_connections import AsyncConnection, connect_arguments, prepare
from submissions.storage.timeouts import WORK
from submissions.tables import GradeJob, JobState

_QUEUE, _TASK = "grade", "grade"
_TRIAL = "trial"
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
_NOW_DUE = text(
    "UPDATE procrastinate_jobs SET scheduled_at = NULL"
    " WHERE status = 'todo' AND scheduled_at > clock_timestamp() + :longest"
).bindparams(longest=LONGEST_REST)
"""Tickets that were to wait, from before the clock was set back."""


class Tickets:
    """The queue: tickets written in the transaction of their job. The database tells the workers itself."""

    def __init__(self) -> None:
        self._app = App(connector=SyncPsycopgConnector())  # never opened: it writes on our connections

    def added(self, session: Session, job: GradeJob) -> None:
        """Write the ticket, unless there is one that waits."""
        if job.course_id is None:
            self.trial_waits(session)
            return
        with _as_operational_errors(), suppress(AlreadyEnqueued), session.begin_nested():
            self._app.configure_task(
                _TASK,
                queue=_QUEUE,
                priority=job.priority,
                queueing_lock=f"{_PREFIX}{job.id}",
                schedule_at=job.not_before if job.not_before > job.created_at else None,
                # Asked for in here: it is what makes the session set the savepoint.
                connection=session.connection().connection.driver_connection,
            ).defer(job_id=str(job.id))

    def trial_waits(self, session: Session, *, seconds: float = 0.0) -> None:
        """Write the one ticket of all trials: whoever gets it takes what is next, or leaves it for later.

        Were there one for each, a worker that may take none would have to move them all, again and again.
        """
        clock = session.execute(select(func.now())).scalar_one()  # of the machine that looks at the ticket
        with _as_operational_errors(), suppress(AlreadyEnqueued), session.begin_nested():
            self._app.configure_task(
                _TRIAL,
                queue=_QUEUE,
                priority=TRIAL,
                queueing_lock=_TRIAL,
                schedule_at=clock + timedelta(seconds=seconds) if seconds else None,
                connection=session.connection().connection.driver_connection,
            ).defer()

    def wake(self) -> None:
        """The database has done that."""

    def remind(self, session: Session) -> None:
        """Write again the tickets of jobs that wait and have none.

        One that a worker has does not count, as the worker may be gone: at worst there is one too many.
        """
        session.execute(_NOW_DUE)
        lock = func.concat(_PREFIX, cast(GradeJob.id, String))
        ticket = exists().where(_tickets.c.queueing_lock == lock, cast(_tickets.c.status, String) == _WAITS)
        waiting = select(GradeJob).where(GradeJob.state == JobState.WAITING)
        for job in session.scalars(waiting.where(GradeJob.course_id.is_not(None), ~ticket)):
            self.added(session, job)
        if trials_wait(session):
            self.trial_waits(session)


@contextmanager
def _as_operational_errors() -> Iterator[None]:
    """What the library says of the database, in the words of everybody else who waits for it."""
    try:
        yield
    except ConnectorException as error:
        raise OperationalError("a ticket", None, error.__cause__ or error) from error


def trials_wait(session: Session) -> bool:
    """Whether there is a trial that nobody has taken."""
    waiting = select(GradeJob.id).where(GradeJob.state == JobState.WAITING, GradeJob.course_id.is_(None))
    return session.scalar(waiting.limit(1)) is not None


def conninfo(url: str) -> str:
    """The URL of the database as its own programs and drivers know it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


async def clear_tickets(app: App) -> None:
    """Delete those that lost workers had. They are not used again: their jobs get others."""
    for ticket in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=_STALLED):
        await app.job_manager.finish_job(ticket, Status.FAILED, delete_job=True)


class Cluster:
    """Grades while it is entered: a worker in an event loop of its own, which is away without a sandbox."""

    def __init__(self, worker: LocalWorker, database: Database, tickets: Tickets) -> None:
        self._worker = worker
        self._database = database
        self._tickets = tickets
        self._conninfo = conninfo(database.url)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="work-cluster", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._working: asyncio.Task[None] | None = None

    def __enter__(self) -> Self:
        self._worker.__enter__()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take nothing more, and let what is being graded end, for a while."""
        self._stopping.set()
        self._leave()
        self._thread.join(self._worker.pace.grace)
        self._worker.__exit__(kind, error, trace)

    def _run(self) -> None:
        """Work whenever there is a sandbox and a database."""
        while not self._stopping.is_set():
            if not self._worker.health.is_well():
                self._stopping.wait(self._worker.health.pause())
                continue
            try:
                asyncio.run(self._work())
            except _FAILURES:
                _log.exception("the queue did not answer")
                self._stopping.wait(self._worker.pace.look)

    async def _work(self) -> None:
        """Grade until told to leave."""
        self._loop = asyncio.get_running_loop()
        self._loop.set_default_executor(ThreadPoolExecutor(self._worker.slots, "work"))
        app = self._app()
        async with app.open_async():
            worker = app.run_worker_async(
                queues=[_QUEUE],
                concurrency=self._worker.slots,
                install_signal_handlers=False,
                fetch_job_polling_interval=self._worker.pace.look,
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
            kwargs={"options": _PLANNER, **connect_arguments(WORK)},
            connection_class=AsyncConnection,
            configure=prepare,
            min_size=1,
            max_size=self._worker.slots + 3,
        )
        app = App(connector=connector)

        @app.task(name=_TASK, queue=_QUEUE)
        def grade(job_id: str) -> None:
            self._grade(UUID(job_id))

        @app.task(name=_TRIAL, queue=_QUEUE)
        def trial() -> None:
            self._grade_trial()

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
        self._carry_out(self._worker.take(job_id))

    def _grade_trial(self) -> None:
        """What the ticket of all trials is for. Whose turn it is may be a student, who goes first."""
        taken = self._worker.take()
        try:
            self._ask_for_the_next(seconds=self._worker.pace.look if taken is None else 0.0)
        except SQLAlchemyError:  # the housekeeper writes it; what was taken is ours to grade all the same
            _log.exception("no ticket for the next trial was written")
        self._carry_out(taken)

    def _ask_for_the_next(self, *, seconds: float) -> None:
        with self._database.begin() as session:
            if trials_wait(session):
                self._tickets.trial_waits(session, seconds=seconds)

    def _carry_out(self, taken: Claim | None) -> None:
        if taken is None:
            return
        self._worker.carry_out(taken)
        if self._worker.health.trouble:
            self._leave()
