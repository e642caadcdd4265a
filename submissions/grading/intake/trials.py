"""Files tried without an account: found again by a key that only their page has, until they expire."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.sandbox.plays import Source
from submissions.courses.assignments import assignments
from submissions.errors import NotFound, TooOften
from submissions.grading import durations
from submissions.grading.intake.submit import try_out
from submissions.grading.work import trial_time
from submissions.people.access import throttle
from submissions.people.access.random_secret import digest, fresh_secret
from submissions.people.access.throttle import Limit
from submissions.tables import Assignment, Submission

MOST_BYTES = 64 * 1024 * 1024
"""The most bytes of the files of one address in an hour, which is how long they are kept."""

_ROOM = Limit(MOST_BYTES, durations.TRIAL)
_BUCKET = "trial-bytes"


def begin(session: Session, stage: str, source: Source, *, whom: str = "unknown", now: datetime) -> str:
    """Have a file graded for whom throttles count; the key by which its result is found.

    Raises:
        Unusable: if there is no such stage.
        TooOften: if files from there have taken too much time, or room.
    """
    assignment = assignments.practice(session, stage, now=now)
    return begin_on(session, assignment, source, whom=whom, now=now)


def begin_on(session: Session, assignment: Assignment, source: Source, *, whom: str, now: datetime) -> str:
    """Begin a trial on an assignment that belongs to no course, and return its key.

    Raises `TooOften` if files from there have taken too much time, or room.
    """
    address = throttle.hidden(session, whom, now=now)
    trial_time.require_some(session, address, now=now)
    _require_room(session, address, len(source.content), now=now)
    key = fresh_secret()
    try_out(
        session,
        assignment,
        source,
        key_hash=digest(key),
        address=address,
        now=now,
        kept=durations.TRIAL,
    )
    return key


def find(session: Session, key: str, *, now: datetime) -> Submission:
    """The trial of that key. Raises `NotFound` if there is none, or it has expired."""
    submission = session.scalar(select(Submission).where(Submission.trial_key_hash == digest(key)))
    if submission is None or submission.expires_at is None or submission.expires_at <= now:
        raise NotFound
    return submission


def _require_room(session: Session, address: str, size: int, *, now: datetime) -> None:
    """Check that files of that address may take so much more.

    Raises `TooOften` if not; it says until when.
    """
    if throttle.counted(session, _BUCKET, address, _ROOM, now=now) + size > MOST_BYTES:
        raise TooOften(throttle.ends(_ROOM, now=now))
    throttle.add(session, _BUCKET, address, _ROOM, size, now=now)
