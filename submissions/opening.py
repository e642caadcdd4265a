"""Opens a service: its database there, its tables of this version, nobody else serving from it."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path

from sqlalchemy import delete

from submissions.database import Database, safety_copy
from submissions.service import Service, utc_now
from submissions.settings import Settings
from submissions.tables import Worker
from submissions.work.claims import release
from submissions.work.engines import queue_for
from submissions.work.one_process import only_process


class Outdated(Exception):
    """the tables are of another version, and are only brought up to date when somebody says so."""


@contextmanager
def opened(
    settings: Settings, *, copied: Callable[[Path], None], now: Callable[[], datetime] = utc_now
) -> Iterator[Service]:
    """The service of these settings. SQLite is made or migrated, and `copied` is told of the copy before.

    Raises:
        InUse: if another process serves from the same SQLite database.
        Outdated: if the tables of PostgreSQL have to be migrated.
    """
    file = settings.sqlite_file
    if file is not None:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = file is not None and not file.exists()
    with only_process(file) if file else nullcontext(), closing(Database(settings.database)) as database:
        if not database.is_current():
            _migrate(database, copied, new=new)
        service = Service(settings, database, queue_for(database), now)
        if database.embedded:
            _forget_earlier_process(service)
        yield service


def _migrate(database: Database, copied: Callable[[Path], None], *, new: bool) -> None:
    if not database.embedded:
        raise Outdated
    copy = None if new else safety_copy(database.url)
    database.migrate()
    if copy is not None:
        copied(copy)


def _forget_earlier_process(service: Service) -> None:
    """Whoever had this database before is gone: what it held is free at once."""
    with service.database.begin() as session:
        release(session, service.queue, now=service.now(), everything=True)
        session.execute(delete(Worker))
