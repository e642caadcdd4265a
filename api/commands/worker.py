"""Grades submissions on this machine for a service on PostgreSQL.

Exit status: 0 after SIGTERM or Ctrl-C, 2 if it could not be started.
"""

import argparse
import os
import signal
import threading

from api.commands import CommandFailed
from api.i18n import N_, gettext as _, ngettext
from api.terminal.console import warn
from api.words import Message

HELP = N_("Grade submissions on this machine, for a service with a PostgreSQL database.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take how many submissions to grade at the same time."""
    parser.add_argument(
        "--slots",
        type=int,
        metavar="N",
        help=_("The number of submissions to grade at the same time (default: processors - 1, at most 4)."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Work until a signal says stop."""
    from api.process import descriptors, garbage, hang_up, logs
    from api.process.sandboxes import announce
    from api.process.traces import traced
    from api.process.worker_runtime import worker_runtime
    from api.words import serving as words
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import opened

    settings = read_settings(workers=arguments.slots)
    if settings.sqlite_file is not None:
        raise CommandFailed(_not_needed())
    logs.set_up(settings)
    descriptors.raise_limit()
    hang_up.answer()
    slots = max(1, settings.workers)
    stop = _stop_signal()
    with (
        traced(os.environ),
        opened(settings, copied=lambda copy: warn(words.migrated(copy))) as service,
        worker_runtime(service, os.environ, slots=slots) as chosen,
    ):
        assert chosen is not None
        announce(chosen, os.environ)
        garbage.look_seldom()
        warn(
            ngettext(
                "This worker grades {n} submission at a time.",
                "This worker grades {n} submissions at a time.",
                slots,
            )
        )
        stop.wait()
        warn(words.stopping())
    return 0


def _not_needed() -> Message:
    return Message(
        _("With SQLite, `backgrade serve` grades by itself, so a worker has nothing to do."),
        _("To use workers on other machines, set BACKGRADE_DATABASE_URL to a PostgreSQL database."),
    )


def _stop_signal() -> threading.Event:
    """Set by the first signal; the second one ends the process at once."""
    stopped = threading.Event()

    def stop(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        stopped.set()

    for signal_number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signal_number, stop)
    return stopped
