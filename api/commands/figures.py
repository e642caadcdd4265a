"""Counts the figures of all classes again, from stored reports.

Exit status: 0 if it was done, 2 if not.
"""

import argparse

from api.i18n import N_, gettext as _, ngettext
from api.terminal.console import out

HELP = N_("Count the figures of dashboards again from stored reports, for example after an update.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done."""
    parser.add_argument(
        "action",
        choices=["rebuild"],
        help=_("rebuild: count everything again. The service can keep running."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Rebuild the figures, a transaction for each assignment."""
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import offline_database
    from submissions.teaching.figures import rebuild

    del arguments  # there is one action
    attempts = 0
    with offline_database(read_settings()) as database:
        with database.read() as session:
            ids = rebuild.all_assignments(session)
        for each in ids:
            with database.begin() as session:
                attempts += rebuild.rebuild(session, each)
    out(
        ngettext(
            "The figures were counted again from {n} graded attempt.",
            "The figures were counted again from {n} graded attempts.",
            attempts,
        )
        + "\n"
    )
    return 0
