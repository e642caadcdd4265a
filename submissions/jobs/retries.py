"""When a job that failed is tried again, and when it is given up: the policy of each kind, in one place."""

import random
from datetime import timedelta

from grader.records import Frozen
from submissions.tables import JobKind

_MOST_DOUBLINGS = 16


class Retry(Frozen):
    """The pauses of a job after its failures; one more failure, and it is given up."""

    pauses: tuple[timedelta, ...]
    jitter: float = 0.0
    """The part by which chance makes a pause longer or shorter: what failed together comes apart."""

    @property
    def attempts(self) -> int:
        """The number of times that it is tried."""
        return len(self.pauses) + 1

    def pause(self, failures: int) -> timedelta | None:
        """Return the pause after this many failures, at least one; None to give up."""
        if failures > len(self.pauses):
            return None
        return self.pauses[failures - 1] * random.uniform(1 - self.jitter, 1 + self.jitter)


class Backoff(Frozen):
    """The pauses of what many jobs need: twice as long after each failure in a row, and no end."""

    first: timedelta
    longest: timedelta

    def pause(self, failures: int) -> timedelta:
        """Return the pause after this many failures, at least one."""
        doubled: int = 2 ** min(failures - 1, _MOST_DOUBLINGS)
        return min(self.first * doubled, self.longest)


GRADING = Retry((timedelta(seconds=2), timedelta(seconds=8)))
WORKER_LOST = Retry((timedelta(0), timedelta(seconds=8)))
"""The policy for a grading that lost its process: others go first where it may have been its doing."""
DELIVERY = Retry(
    (
        timedelta(seconds=5),
        timedelta(minutes=1),
        timedelta(minutes=5),
        timedelta(minutes=30),
        timedelta(hours=1),
        timedelta(hours=2),
        timedelta(hours=4),
        timedelta(hours=6),
        timedelta(hours=10),
    ),
    jitter=0.2,
)
"""The policy for a message to a webhook: ten attempts in about a day."""
PASSBACK = Retry((timedelta(seconds=30), timedelta(minutes=2)))
"""The policy for a grade on its way to a platform."""

SANDBOX = Backoff(timedelta(seconds=1), timedelta(seconds=30))
WEBHOOK = Backoff(timedelta(seconds=1), timedelta(minutes=5))
PLATFORM = Backoff(timedelta(seconds=15), timedelta(hours=1))

LONGEST_ASKED = timedelta(hours=1)
"""A webhook or a platform may ask for more, and is left alone for so long."""

COMING_BACK = Backoff(timedelta(seconds=10), timedelta(minutes=10))
"""The policy for what comes back by itself, after a mistake of ours."""
AT_ONCE = Backoff(timedelta(0), timedelta(0))
"""The policy for what comes back by itself, and lost its process."""


class Policy(Frozen):
    """The policy for failed jobs of one kind."""

    failed: Retry | Backoff
    """The next try after a failure of ours."""
    lost: Retry | Backoff
    """The next try after the process was gone."""
    longest: timedelta
    """No job rests for longer. One that seems to was put back before the clock was."""


_COMES_BACK = Policy(COMING_BACK, AT_ONCE, LONGEST_ASKED)
POLICIES = {
    JobKind.GRADING: Policy(GRADING, WORKER_LOST, timedelta(minutes=1)),
    JobKind.WEBHOOK: _COMES_BACK,
    JobKind.PASSBACK: _COMES_BACK,
    JobKind.MAIL: _COMES_BACK,
    JobKind.HOUSEKEEPING: _COMES_BACK,
}
