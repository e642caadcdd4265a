"""Answers to requests that may be repeated, kept for as long as somebody may repeat one."""

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.orm import Session

from submissions.people import durations
from submissions.storage.rows import insert_once
from submissions.tables import IdempotentAnswer


def claim(session: Session, key_hash: str, request_hash: str, *, now: datetime) -> IdempotentAnswer:
    """The answer kept under a key; without a status where this request is the first to come with it.

    Whoever comes with the same key meanwhile waits for the end of this transaction.
    """
    forget(session, now=now)
    insert_once(session, IdempotentAnswer, key_hash=key_hash, request_hash=request_hash, created_at=now)
    return session.get_one(IdempotentAnswer, key_hash)


def forget(session: Session, *, now: datetime) -> None:
    """Delete answers that nobody may repeat any more."""
    oldest = now - durations.REPEATED_ANSWER
    session.execute(delete(IdempotentAnswer).where(IdempotentAnswer.created_at < oldest))
