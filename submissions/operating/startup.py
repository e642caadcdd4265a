"""Opens a service: its database there, its tables of this version, nobody else serving from it."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path

from sqlalchemy import delete

from submissions.errors import StorageError, StorageFailure
from submissions.grading.work import results  # noqa: F401 - submissions follow their jobs
from submissions.jobs.claims import release
from submissions.operating.service import Service, utc_now
from submissions.operating.settings import Settings
from submissions.storage import data_folder, stored_files
from submissions.storage.data_folder import DatabaseLost
from submissions.storage.database import Database, safety_copy
from submissions.storage.file_store import IN_ROWS, FilesInObjects, FilesInRows, FileStore
from submissions.storage.one_process import only_process
from submissions.tables import Worker


class Outdated(Exception):
    """the tables are of another version, and are only brought up to date when somebody says so."""


@contextmanager
def opened(
    settings: Settings,
    *,
    copied: Callable[[Path], None],
    new_database: bool = False,
    address: str = "",
    now: Callable[[], datetime] = utc_now,
) -> Iterator[Service]:
    """Open the service of these settings. SQLite is made or migrated; `copied` is called with the backup.

    With `new_database`, an empty database takes the place of one that is gone. It is reached at `address`.

    Raises:
        InUse: if another process serves from the same SQLite database.
        DatabaseLost: if the folder had a database, which is gone.
        Outdated: if the tables of PostgreSQL have to be migrated.
        UnknownTables: if this version of the code cannot use the tables.
        StorageError: if the place of the data cannot be used, or that of files is another installation's.
    """
    file = settings.sqlite_file
    if file is not None:
        data_folder.make(file.parent)
    with only_process(file, address) if file else nullcontext():
        if file is not None and data_folder.is_lost(file) and not new_database:
            raise DatabaseLost(file)
        with closing(Database(settings.database, files=file_store(settings))) as database:
            _prepare(database, copied, new_database=new_database)
            _require_own_files(database, now())
            service = Service(settings, database, now)
            if database.embedded:
                _forget_earlier_process(service)
            yield service


def file_store(settings: Settings) -> FileStore:
    """Return where submitted files are kept."""
    if not settings.files_url:
        return IN_ROWS
    objects = FilesInObjects(settings.files_url, settings.files_endpoint)
    return objects if settings.files_in == "objects" else FilesInRows(objects)


def bring_up_to_date(database: Database, *, new_database: bool = False) -> Path | None:
    """Migrate the tables; the copy of an SQLite database that was made before, if there was anything in it.

    Raises `DatabaseLost`, `StorageError` or `UnknownTables` if nothing was changed; then no copy is left
    behind either.
    """
    file = database.storage.file
    if database.is_blank():
        if file is not None and data_folder.was_used(file) and not new_database:
            raise DatabaseLost(file)
    else:
        database.require_known()
    copy = safety_copy(database.url)
    try:
        database.migrate()
        if file is not None:
            data_folder.remember(file)
    except BaseException:
        if copy is not None:
            copy.unlink()
        raise
    return copy


def _prepare(database: Database, copied: Callable[[Path], None], *, new_database: bool) -> None:
    """Bring the tables up to date, where that is this process's to do."""
    if database.is_current():
        if database.storage.file is not None:
            data_folder.remember(database.storage.file)
        return
    database.require_known()
    if not database.embedded:
        raise Outdated
    copy = bring_up_to_date(database, new_database=new_database)
    if copy is not None:
        copied(copy)


def _require_own_files(database: Database, now: datetime) -> None:
    """Refuse the storage of another installation; one that does not answer may do so later."""
    if database.files is IN_ROWS:
        return
    try:
        stored_files.require_own(database, now=now)
    except StorageError as error:
        if error.failure is StorageFailure.FOREIGN:
            raise


def _forget_earlier_process(service: Service) -> None:
    """Release at once what an earlier process held: with SQLite there is only one, and it is gone."""
    with service.database.begin() as session:
        release(session, now=service.now())
        session.execute(delete(Worker))


@contextmanager
def offline_database(settings: Settings) -> Iterator[Database]:
    """The database of these settings; of SQLite a new one where there is none.

    Raises:
        Outdated: if its tables are of another version: a service that runs may need them as they are.
        DatabaseLost: if the folder had a database, which is gone.
        UnknownTables: if this version of the code cannot use the tables.
        StorageError: if the place of the data cannot be used.
    """
    file = settings.sqlite_file
    new = file is not None and not file.exists()
    if file is not None:
        data_folder.make(file.parent)
        if data_folder.is_lost(file):
            raise DatabaseLost(file)
    with closing(Database(settings.database, files=file_store(settings))) as database:
        if new:
            bring_up_to_date(database)
        database.require_known()
        if not database.is_current():
            raise Outdated
        yield database
