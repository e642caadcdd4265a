"""How long things take in a process that does jobs, and why that long. All in seconds."""

from grader.records import Frozen
from submissions.jobs.retries import GRADING, SANDBOX, Backoff, Retry


class Pace(Frozen):
    """The pace of one process."""

    lease: float = 30.0
    """A worker that was not heard of for so long has lost its jobs. Its line tells sooner that it died."""
    beat: float = 5.0
    """The pause between two signs of life: several fit into a lease."""
    sweep: float = 10.0
    """The pause between two looks for jobs whose lease is over: living processes renew theirs meanwhile."""
    look: float = 1.0
    """The pause between two looks for work without a bell: after a failure, or a missed notification."""
    grace: float = 7.0
    """The time for gradings to end when the process is to stop; container engines give ten."""
    retry: Retry = GRADING
    """The pause after failures of ours."""
    sandbox: Backoff = SANDBOX
    """The pauses before a sandbox that does not serve is tried again."""
