"""Opens the database beside a service that may be running: for commands that change a row or two."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from submissions.operating.settings import Settings
from submissions.operating.startup import Outdated, bring_up_to_date, file_store
from submissions.storage import data_folder
from submissions.storage.data_folder import DatabaseLost
from submissions.storage.database import Database


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
