"""Copy the whole database into one file, while the service runs.

Exit status: 0 if the copy is there and whole, 2 if not.
"""

import argparse
from pathlib import Path

from api.console import out


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where it goes."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="where the copy goes; it must not be there yet"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write it, and read it again."""
    from api.words.copies import made
    from submissions.intake.source import shown_name
    from submissions.operating.settings import read_settings
    from submissions.storage.backups import back_up

    copy = back_up(read_settings().database, arguments.file)
    out(f"{made(shown_name(str(arguments.file)), copy)}\n")
    return 0
