"""The whole service in this process: a real server on a free port, the real engine, the real sandbox."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from api.app import create_app
from grader.sandbox.protocol import Sandbox
from submissions.grading.work.task import Grader
from submissions.operating.service import Service, utc_now
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from tests import patience
from tests.world.engine import working

_LONGEST_START = 30
_GOODBYE_SECONDS = 5
"""A page that is still open listens for news, and would keep the server for ever."""


@dataclass(frozen=True)
class Serving:
    """A running service."""

    url: str
    service: Service


@contextmanager
def serving(
    folder: Path, sandbox: Sandbox, *, slots: int = 1, trials: int = 1000, port: int = 0
) -> Iterator[Serving]:
    """The service while it runs, on a free port unless one is given."""
    settings = Settings(data_dir=folder, trials_per_hour=trials, workers=slots, log_level="error")
    with closing(Database(settings.database)) as database:
        database.migrate()
        service = Service(settings, database)

        def running() -> AbstractContextManager[object]:
            return working(database, Grader.using(sandbox), slots=slots, now=utc_now)

        app = create_app(service, running)
        config = uvicorn.Config(app, port=port, log_config=None, timeout_graceful_shutdown=_GOODBYE_SECONDS)
        with _listening(config) as url:
            yield Serving(url, service)


@contextmanager
def _listening(config: uvicorn.Config) -> Iterator[str]:
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{_port(server)}"
    finally:
        server.should_exit = True
        thread.join()


def _port(server: uvicorn.Server) -> int:
    patience.until(lambda: server.started, _LONGEST_START)
    port: int = server.servers[0].sockets[0].getsockname()[1]
    return port
