"""What machines ask that watch over the service is answered by threads of its own.

Those that answer everybody else may all be waiting for the database, which is when it matters most what the
probes say. Theirs wait a short time for connections of their own.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from fastapi import Request
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.web import durations
from grader.records import replace
from submissions.grading.work.stillness import Stillness
from submissions.operating.service import Service
from submissions.storage.timeouts import PROBE

_THREADS = 2

_Answer = TypeVar("_Answer")


class Probes:
    """Threads and database connections for the probes of one application."""

    def __init__(self, service: Service) -> None:
        self.service = replace(service, database=service.database.with_patience(PROBE))
        self.stillness = Stillness()
        self._threads = ThreadPoolExecutor(_THREADS, "probe")

    async def run(self, look: Callable[[], _Answer]) -> _Answer:
        """Return the answer of a probe.

        Raises:
            TimeoutError: SQLAlchemy's, if it takes too long.
        """
        loop = asyncio.get_running_loop()
        looking = loop.run_in_executor(self._threads, copy_context().run, look)
        try:
            return await asyncio.wait_for(looking, durations.PROBE)
        except TimeoutError:
            message = "the database did not answer a probe"
            raise PoolTimeout(message) from None

    def close(self) -> None:
        """Stop the threads. A probe that is under way is not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def probes_of(request: Request) -> Probes:
    """The probes of the application that serves this request."""
    probes = request.app.state.probes
    assert isinstance(probes, Probes)
    return probes
