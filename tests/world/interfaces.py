"""The network interfaces of this machine: some tests change them, and others need that nobody does meanwhile.

A browser breaks off what it loads when an address or an interface comes or goes anywhere on the machine
(`ERR_NETWORK_CHANGED`), so a test of machines or of compose never runs beside a walk in a browser.
"""

import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LOCK = Path(tempfile.gettempdir()) / "backgrade-test-interfaces.lock"


@contextmanager
def steady() -> Iterator[None]:
    """Meanwhile they stay as they are."""
    with _LOCK.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield


@contextmanager
def changing() -> Iterator[None]:
    """Meanwhile the caller changes them, and nobody else needs or changes them."""
    with _LOCK.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
