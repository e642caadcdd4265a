"""Updates the tables of the database. For SQLite the service does this by itself.

Exit status: 0 if they are up to date, 1 if --check found that they are not, 2 if it could not be done.
"""

import argparse
from contextlib import closing

from api.i18n import N_, gettext as _
from api.terminal.console import out

HELP = N_("Update the database tables to this version. For SQLite the service does this by itself.")
_OUTDATED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Whether to change anything."""
    parser.add_argument(
        "--check", action="store_true", help=_("Only say whether an update is needed. Change nothing.")
    )
    parser.add_argument(
        "--new-database",
        action="store_true",
        help=_("Start with an empty database if the old one is missing."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Migrate the database; of SQLite a copy is made first."""
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
            out(_("There is no database yet. `backgrade migrate` or `backgrade serve` creates it.") + "\n")
            return _OUTDATED
        data_folder.make(file.parent)
    with closing(Database(settings.database)) as database:
        if database.is_current():
            out(_("The database tables are up to date.") + "\n")
            return 0
        database.require_known()
        if arguments.check:
            out(_("The database tables need an update. Run `backgrade migrate`.") + "\n")
            return _OUTDATED
        copy = bring_up_to_date(database, new_database=arguments.new_database)
    out(_("The database tables are now up to date.") + "\n")
    if copy is not None:
        out(_("A copy of the old database is at {path}", path=copy) + "\n")
    return 0
