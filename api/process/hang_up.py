"""SIGHUP: a service answers it in its log and goes on; at a terminal it means that the terminal is gone."""

import logging
import os
import signal
import sys
import threading

_log = logging.getLogger("backgrade.serve")
_IGNORED = "SIGHUP: nothing is read anew; settings are read at the start, so restart the service for new ones"


def answer() -> None:
    """Keep SIGHUP from ending a process without a terminal. A process that ignores it (nohup) still does."""
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        return
    at_terminal = sys.stderr.isatty()

    def hung_up(*_: object) -> None:
        if at_terminal:
            os.kill(os.getpid(), signal.SIGTERM)
            return
        # In a thread of its own: the one that was interrupted may be writing to the log just now.
        threading.Thread(target=_log.warning, args=(_IGNORED,), name="hang-up").start()

    signal.signal(signal.SIGHUP, hung_up)
