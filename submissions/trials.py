"""Files tried without an account: found again by a key that only their page has, until they expire."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.sandbox.base import Source
from submissions import assignments
from submissions.errors import NotFound
from submissions.fresh_secret import digest, fresh_secret
from submissions.hand_in import try_out
from submissions.tables import Submission
from submissions.work.queue import Queue

KEPT = timedelta(hours=1)


def begin(session: Session, queue: Queue, stage: str, source: Source, *, now: datetime) -> str:
    """Have a file graded; the key by which its result is found.

    Raises:
        Unusable: if there is no such stage.
    """
    key = fresh_secret()
    assignment = assignments.practice(session, stage, now=now)
    try_out(session, queue, assignment, source, key_hash=digest(key), now=now, kept=KEPT)
    return key


def find(session: Session, key: str, *, now: datetime) -> Submission:
    """The trial of that key.

    Raises:
        NotFound: if there is none, or it has expired.
    """
    found = session.scalar(select(Submission).where(Submission.trial_key_hash == digest(key)))
    if found is None or found.expires_at is None or found.expires_at <= now:
        raise NotFound
    return found
