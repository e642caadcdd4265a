"""A lock that is had in the order in which it was asked for, so that nobody waits while others pass by."""

import threading
from collections import deque


class Turns:
    """A lock for the threads of one process: each takes its turn."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def wait(self, seconds: float) -> bool:
        """Have the turn, or return False where it did not come in time."""
        with self._mutex:
            if not self._taken:
                self._taken = True
                return True
            mine = threading.Lock()
            mine.acquire()  # let go of by whoever is done before
            self._waiting.append(mine)
        if mine.acquire(timeout=seconds):
            return True
        with self._mutex:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
        return True  # it came in the last moment

    def done(self) -> None:
        """Let the next one have it."""
        with self._mutex:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
