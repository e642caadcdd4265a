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


def run(arguments: argparse.Namespace) -> int:
    """Migrate; of SQLite a copy is made first."""
    from api.words.en import migration as words
    from submissions.database import Database, safety_copy
    from submissions.settings import read_settings

    settings = read_settings()
    new = settings.sqlite_file is not None and not settings.sqlite_file.exists()
    if new and arguments.check:
        out(f"{words.NOT_THERE}\n")
        return _OUTDATED
    if new:
        settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(Database(settings.database)) as database:
        if database.is_current():
            out(f"{words.CURRENT}\n")
            return 0
        if arguments.check:
            out(f"{words.OUTDATED}\n")
            return _OUTDATED
        copy = None if new else safety_copy(settings.database)
        database.migrate()
    out(f"{words.migrated(copy)}\n")
    return 0
