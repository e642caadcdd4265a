"""Grade what is handed in, on this machine, for a service on PostgreSQL.

Exit status: 0 after SIGTERM or Ctrl-C, 2 if it could not be started.
"""

import argparse
import os
import signal
import threading

from api.console import tell, warn

_NOT_DONE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How much at a time."""
    parser.add_argument("--slots", type=int, metavar="N", help="submissions graded at a time")


def run(arguments: argparse.Namespace) -> int:
    """Work until told to stop."""
    from api import descriptors, hang_up, logs
    from api.sandboxes import announce
    from api.words import serving as words
    from api.working import working
    from submissions.operating.settings import read_settings
    from submissions.operating.startup import opened

    settings = read_settings(workers=arguments.slots)
    if settings.sqlite_file is not None:
        tell(words.ONLY_SERVE)
        return _NOT_DONE
    logs.set_up(settings)
    descriptors.raise_limit()
    hang_up.answer()
    slots = max(1, settings.workers)
    stop = _told_to_stop()
    with (
        opened(settings, copied=lambda copy: warn(words.copied(copy))) as service,
        working(service, os.environ, slots=slots) as chosen,
    ):
        assert chosen is not None
        announce(chosen, os.environ)
        warn(words.grading(slots))
        stop.wait()
        warn(words.STOPPING)
    return 0


def _told_to_stop() -> threading.Event:
    """Set by the first signal; the second one ends the process at once."""
    told = threading.Event()

    def stop(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        told.set()

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, stop)
    return told
