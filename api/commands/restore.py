"""Restores a backup of the database.

Exit status: 0 if the backup is in place, 2 if nothing was changed.
"""

import argparse
from pathlib import Path

from api.i18n import N_, gettext as _
from api.terminal.console import out

HELP = N_("Restore a backup of the database. Stop the service first.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the backup, and whether it may take the place of another database."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help=_("A backup that `backgrade backup` has written.")
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help=_("Replace a database that exists. It is moved aside, not deleted."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the backup, move the present data aside, and put the backup in its place."""
    from submissions.grading.intake.source import shown_name
    from submissions.operating.settings import read_settings
    from submissions.storage.backups import restore

    restored = restore(read_settings().database, arguments.file, force=arguments.force)
    out(_("The backup {path} was restored.", path=shown_name(str(arguments.file))) + "\n")
    if restored.aside:
        out(_("The old database is kept at {path}", path=restored.aside) + "\n")
    out(_("If its tables are from an older version, run `backgrade migrate`.") + "\n")
    return 0
