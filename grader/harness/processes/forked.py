"""One forked child as its supervisor sees it: the pipes to it, its clocks, its end."""

import contextlib
import os
import signal
import time

from ..lock import lock
from . import child, durations

_WAITS = 0.01
"""A child that used less of a window than this share waited for something."""


class Child:
    """A child that waits, locked, for what it will be given through its own pipe."""

    def __init__(self, prepared: lock.Lock | None) -> None:
        job_in, self.jobs = os.pipe()
        self.answers, answer_out = os.pipe()
        self.text, text_out = os.pipe()
        os.set_blocking(self.text, False)
        os.set_blocking(self.jobs, False)
        self.pid = os.fork()
        if self.pid == 0:
            for fd in (self.jobs, self.answers, self.text):
                os.close(fd)
            child.main(job_in, answer_out, text_out, prepared)
        for fd in (job_in, answer_out, text_out):
            os.close(fd)
        self.owed = 0
        """Answers that it owes: to a source that it loads, and to each job."""
        self.closed = False
        self.pending = bytearray()
        self.answered = self.printed = 0
        self.waited = 0.0
        """Seconds of its life in which it wanted no processor."""
        self.progress()
        self._window, self._window_cpu = self.since, self.cpu_since

    @property
    def busy(self) -> bool:
        """Whether it works, on its clocks."""
        return self.owed > 0

    def is_ready(self) -> bool:
        """Wait until its lock is closed; False if it ends before. Our own code is not on its clocks."""
        return os.read(self.answers, len(child.READY)) == child.READY

    def progress(self) -> None:
        """Start the clocks of the next step, and the count of what it prints."""
        self.since = time.monotonic()
        self.cpu_since = self.cpu_time()
        self.waited_since = self.waited
        self.printed_since = self.printed

    def look(self) -> bool:
        """See, now and then, whether it waits or computes; whether this was such a time."""
        now, cpu = time.monotonic(), self.cpu_time()
        if (passed := now - self._window) < durations.WINDOW:
            return False
        if cpu - self._window_cpu < _WAITS * passed:
            self.waited += min(passed, durations.WINDOW_LONGEST)
        self._window, self._window_cpu = now, cpu
        return True

    def cpu_time(self) -> float:
        """Seconds of processor time so far, read from outside."""
        try:
            return time.clock_gettime((~self.pid << 3) | 2)  # the kernel's name for a process's clock
        except OSError:
            return 0.0

    def has_ended(self) -> bool:
        """Whether it ended by itself; the end of its pipes comes a little before its own."""
        for _ in range(durations.END_MILLISECONDS):
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                return True
            time.sleep(0.001)
        return False

    def stop(self) -> None:
        """Stop the child for good."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def kill(self) -> int:
        """Make sure it is gone; its exit code, negative for a signal."""
        self.stop()
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)

    def hang_up(self) -> None:
        """Close the pipes."""
        self.closed = True
        for fd in (self.jobs, self.answers, self.text):
            os.close(fd)
