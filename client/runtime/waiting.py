"""Waits for the result of a submission."""

import time
from uuid import UUID

from .client import Backgrade
from .models.state import State
from .models.submission import Submission
from .patience import retry_after

_UNFINISHED = frozenset({State.QUEUED, State.GRADING})


def wait_until_graded(client: Backgrade, submission_id: UUID, *, seconds: float = 600.0) -> Submission:
    """The submission in its last state: graded, or one of those without a result.

    Raises:
        TimeoutError: if it is not graded in so many seconds. It stays submitted.
        Refused: if it cannot be seen.
    """
    until = time.monotonic() + seconds
    while True:
        answer = client.request("GET", f"/api/v1/submissions/{submission_id}")
        submission = Submission.from_dict(answer.json())
        if submission.state not in _UNFINISHED:
            return submission
        if time.monotonic() > until:
            raise TimeoutError(f"submission {submission_id} is not graded yet")
        time.sleep(retry_after(answer) or 1.0)
