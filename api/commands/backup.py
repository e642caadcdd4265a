"""Writes a backup of the database into one file.

Exit status: 0 if the backup is written and complete, 2 if not.
"""

import argparse
from pathlib import Path

from api.i18n import N_, gettext as _
from api.terminal.console import out

HELP = N_("Write a backup of the whole database into one file. The service can keep running.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where it goes."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help=_("The file to write. It must not exist yet.")
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the backup, and read it again."""
    from api.i18n import size
    from submissions.grading.intake.source import shown_name
    from submissions.operating.settings import read_settings
    from submissions.storage.backups import back_up

    copy = back_up(read_settings().database, arguments.file)
    out(
        _(
            "The backup {path} is complete ({size}, tables of version {version}).\n"
            "It contains files, grades, password hashes and keys. Protect it like the database itself.\n",
            path=shown_name(str(arguments.file)),
            size=size(copy.size),
            version=copy.version,
        )
    )
    return 0
