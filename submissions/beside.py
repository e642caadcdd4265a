"""Opens the database beside a service that may be running: for commands that change a row or two."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from submissions.database import Database
from submissions.opening import Outdated
from submissions.settings import Settings


@contextmanager
def beside(settings: Settings) -> Iterator[Database]:
    """The database of these settings; of SQLite a new one where there is none.

    Raises:
        Outdated: if its tables are of another version: a service that runs may need them as they are.
    """
    file = settings.sqlite_file
    new = file is not None and not file.exists()
    if file is not None:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(Database(settings.database)) as database:
        if new:
            database.migrate()
        if not database.is_current():
            raise Outdated
        yield database
