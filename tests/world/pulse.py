"""Whether a service lives: asked again and again, without a pause, while somebody else asks for other things.

Time in which somebody was ready to answer and other programs had the processors is not counted.
"""

import http.client
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Condition, Event, Thread
from time import perf_counter
from typing import Self


def kept_waiting(process: int) -> dict[Path, int]:
    """Nanoseconds in which each thread of the process, and this one, could have run and others did."""
    found = {}
    for each in [Path("/proc/thread-self/schedstat"), *Path(f"/proc/{process}/task").glob("*/schedstat")]:
        with suppress(OSError):  # where the thread has ended, or the kernel does not count
            found[each] = int(each.read_text("ascii").split()[1])
    return found


def waited(before: Mapping[Path, int], after: Mapping[Path, int]) -> float:
    """Seconds for which an answer waited: it passes this thread, the loop of the service and a worker."""
    each = sorted(nanoseconds - before.get(thread, 0) for thread, nanoseconds in after.items())
    return sum(each[-3:]) / 1e9


class LifeProbe:
    """Asks whether the service lives, without a pause."""

    def __init__(self, port: int, process: int) -> None:
        self._process = process
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._changed = Condition()
        self._begun = self._answered = 0
        self._seconds: list[float] = []
        self._over = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._connection.close()

    def take(self) -> list[float]:
        """How long each answer took since this was asked last; also the one that is still awaited."""
        with self._changed:
            begun = self._begun
            assert self._changed.wait_for(lambda: self._answered >= begun, timeout=60)
            taken, self._seconds = self._seconds, []
        return taken

    def _run(self) -> None:
        while not self._over.is_set():
            with self._changed:
                self._begun += 1
            began, before = perf_counter(), kept_waiting(self._process)
            self._ask()
            passed = perf_counter() - began
            passed -= waited(before, kept_waiting(self._process))
            with self._changed:
                self._seconds.append(max(passed, 0.0))
                self._answered += 1
                self._changed.notify_all()

    def _ask(self) -> None:
        try:
            self._connection.request("GET", "/healthz")
            assert self._connection.getresponse().read()
        except (ConnectionResetError, BrokenPipeError):  # it let go of a connection on which it heard nothing
            self._connection.close()
