"""Put a copy of the database back, while the service does not run.

Exit status: 0 if it is in its place, 2 if nothing was changed.
"""

import argparse
from pathlib import Path

from api.console import out


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which copy, and whether it may take the place of another database."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a copy made by `backgrade backup`")
    parser.add_argument("--force", action="store_true", help="move the database that is there aside")


def run(arguments: argparse.Namespace) -> int:
    """Check it, move what is there aside, and put it in its place."""
    from api.words.copies import put_back
    from submissions.intake.source import shown_name
    from submissions.operating.settings import read_settings
    from submissions.storage.backups import restore

    restored = restore(read_settings().database, arguments.file, force=arguments.force)
    out(f"{put_back(shown_name(str(arguments.file)), restored)}\n")
    return 0
