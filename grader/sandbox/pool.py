"""Keeps a few of something ready that takes long to start. Each is handed out to one at a time.

Threads of its own start what is missing and end what was used; whoever waits, waits a bounded time, and
is told what keeps the next one from starting.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from grader.errors import GraderError, SandboxUnavailable, SelfTestFailed
from grader.sandbox import durations

_Warm = TypeVar("_Warm")


@dataclass(frozen=True)
class Care(Generic[_Warm]):
    """How the kept things are treated. Any of it may take long and is done beside the work."""

    start: Callable[[], _Warm]
    """Raises a `GraderError` where it cannot."""
    end: Callable[[_Warm], None]
    """A function that ends one, and never raises."""
    is_well: Callable[[_Warm], bool]
    """A quick function, which is called often."""


class Pool(Generic[_Warm]):
    """A pool of this size, in use or ready; it has more only while somebody waits.

    What is taken is not replaced before it is given back: a start would take time from who works.
    """

    def __init__(
        self,
        care: Care[_Warm],
        size: int,
        *,
        patience: float,
        keepers: int = 2,
        longest_idle: float = 600.0,
    ) -> None:
        self.patience = patience
        """Seconds that somebody waits at most."""
        self.trouble: GraderError | None = None
        """What kept the last one from starting; None while all is well."""
        self._care = care
        self._size = size
        self._longest_idle = longest_idle
        self._ready: deque[tuple[_Warm, float]] = deque()
        self._used: deque[_Warm] = deque()
        self._starting = self._in_use = self._waiting = self._failures = 0
        self._not_before = 0.0
        self._closed = False
        self._changed = threading.Condition()
        self._keepers = [
            threading.Thread(target=self._keep, name=f"sandbox-keeper-{number}", daemon=True)
            for number in range(keepers)
        ]
        for keeper in self._keepers:
            keeper.start()

    @property
    def ready(self) -> int:
        """How many wait to be taken."""
        return len(self._ready)

    def take(self) -> _Warm:
        """One that is ready, as soon as there is one.

        Raises:
            SelfTestFailed: if those that are started are not safe.
            SandboxUnavailable: if there is none in time.
        """
        deadline = time.monotonic() + self.patience
        with self._changed:
            self._waiting += 1
            self._changed.notify_all()
            try:
                while (warm := self._first_well()) is None:
                    left = deadline - time.monotonic()
                    if self._closed or left <= 0 or isinstance(self.trouble, SelfTestFailed):
                        raise self._refusal()
                    self._changed.wait(left)
            finally:
                self._waiting -= 1
            self._in_use += 1
        return warm

    def put_back(self, warm: _Warm) -> None:
        """Return one that can serve again. It is taken before fresh ones."""
        with self._changed:
            self._ready.appendleft((warm, time.monotonic()))
            self._in_use -= 1
            self._changed.notify_all()
        self._end_if_closed()

    def give_up(self, warm: _Warm) -> None:
        """Return one that cannot serve again. It is ended in the background."""
        with self._changed:
            self._used.append(warm)
            self._in_use -= 1
            self._changed.notify_all()
        self._end_if_closed()

    def close(self) -> None:
        """End all that are not in use, and wait until that is done."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        deadline = time.monotonic() + durations.POOL_CLOSING
        for keeper in self._keepers:
            keeper.join(max(0.0, deadline - time.monotonic()))

    def _end_if_closed(self) -> None:
        """Close the door, once the keepers are gone, as whoever comes last."""
        while self._closed and (work := self._next_work()):
            work()

    def _first_well(self) -> _Warm | None:
        while self._ready and not self._closed:
            warm, _ = self._ready.popleft()
            if self._care.is_well(warm):
                return warm
            self._used.append(warm)
        return None

    def _refusal(self) -> GraderError:
        if self.trouble is not None:
            return type(self.trouble)(str(self.trouble))
        return SandboxUnavailable("no sandbox became free in time" if not self._closed else None)

    def _keep(self) -> None:
        """One keeper's life: whatever is due, until everything has ended."""
        while True:
            if work := self._next_work():
                work()
                continue
            with self._changed:
                if self._closed:
                    return
                pause = self._not_before - time.monotonic()
                self._changed.wait(pause if 0 < pause < durations.POOL_LOOK else durations.POOL_LOOK)

    def _next_work(self) -> Callable[[], None] | None:
        with self._changed:
            self._sort_out()
            if self._used:
                return partial(self._care.end, self._used.popleft())
            missing = max(self._size - self._in_use, self._waiting) - len(self._ready) - self._starting
            if self._closed or missing <= 0 or time.monotonic() < self._not_before:
                return None
            self._starting += 1
            return self._start

    def _sort_out(self) -> None:
        """Drop those that have died or waited for too long; after the end, drop all."""
        now = time.monotonic()
        for _ in range(len(self._ready)):
            warm, since = self._ready.popleft()
            if self._closed or now - since > self._longest_idle or not self._care.is_well(warm):
                self._used.append(warm)
            else:
                self._ready.append((warm, since))

    def _start(self) -> None:
        try:
            warm = self._care.start()
        except GraderError as error:
            self._note_failure(error)
        except Exception as error:  # whatever it is, the keepers live on
            logging.getLogger(__name__).exception("a sandbox could not be started")
            self._note_failure(SandboxUnavailable(f"no sandbox can be started: {error}"))
        else:
            self._note_success(warm)

    def _note_success(self, warm: _Warm) -> None:
        with self._changed:
            self._starting -= 1
            self._failures = 0
            self.trouble = None
            self._ready.append((warm, time.monotonic()))
            self._changed.notify_all()

    def _note_failure(self, error: GraderError) -> None:
        with self._changed:
            self._starting -= 1
            self._failures += 1
            self.trouble = error
            pause = min(durations.START_PAUSE * 2.0**self._failures, durations.START_PAUSE_LONGEST)
            self._not_before = time.monotonic() + pause
            self._changed.notify_all()
