"""Bring the tables of the database to this version. The service does it by itself for SQLite.

Exit status: 0 if they are of this version, 1 if --check found that they are not, 2 if it could not be done.
"""

import argparse
from contextlib import closing

from api.console import out

_OUTDATED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Whether to change anything."""
    parser.add_argument("--check", action="store_true", help="only say whether they are of this version")
    parser.add_argument(
        "--new-database",
        action="store_true",
        help="begin with an empty database where the one before is gone",
    )


def run(arguments: argparse.Namespace) -> int:
    """Migrate; of SQLite a copy is made first."""
    from api.words import migration as words
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import bring_up_to_date
    from submissions.storage import data_folder
    from submissions.storage.data_folder import DatabaseLost
    from submissions.storage.database import Database

    settings = read_settings()
    file = settings.sqlite_file
    if file is not None:
        if data_folder.is_lost(file) and not arguments.new_database:
            raise DatabaseLost(file)
        if arguments.check and not file.exists():
            out(f"{words.NOT_THERE}\n")
            return _OUTDATED
        data_folder.make(file.parent)
    with closing(Database(settings.database)) as database:
        if database.is_current():
            out(f"{words.CURRENT}\n")
            return 0
        database.require_known()
        if arguments.check:
            out(f"{words.OUTDATED}\n")
            return _OUTDATED
        copy = bring_up_to_date(database, anew=arguments.new_database)
    out(f"{words.migrated(copy)}\n")
    return 0
