"""Receipts: that these bytes were taken in at that time, signed, so that nobody has to be believed."""

import hashlib
import hmac
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.people.access import secrets
from submissions.tables import Submission

KEY = "receipt"
"""The name of the key in `submissions.people.access.secrets`."""


class Receipt(Frozen):
    """The facts that a receipt certifies. It says nothing of who submitted the file."""

    submission_id: UUID
    sha256: str
    received_at: datetime


def receipt_of(submission: Submission) -> Receipt:
    """Return the receipt of a submission."""
    return Receipt(submission.id, submission.sha256, submission.created_at)


def issue(session: Session, submission: Submission, *, now: datetime) -> str:
    """The signature of a submission's receipt; the first one makes the key."""
    return sign(receipt_of(submission), secrets.key(session, KEY, now=now))


def signature(session: Session, submission: Submission) -> str:
    """Return the signature again, without making a key; empty where no receipt was ever signed here."""
    key = secrets.known(session, KEY)
    return sign(receipt_of(submission), key) if key is not None else ""


def verify(session: Session, receipt: Receipt, signature: str) -> bool:
    """Whether this installation signed it, and exactly this."""
    key = secrets.known(session, KEY)
    return key is not None and is_genuine(receipt, signature, key)


def sign(receipt: Receipt, key: bytes) -> str:
    """The signature, in hexadecimal digits."""
    at = receipt.received_at.astimezone(UTC).isoformat(timespec="microseconds")
    text = f"backgrade receipt 1\n{receipt.submission_id}\n{receipt.sha256}\n{at}"
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def is_genuine(receipt: Receipt, signature: str, key: bytes) -> bool:
    """Whether we signed it, and exactly this."""
    return hmac.compare_digest(sign(receipt, key).encode(), signature.lower().encode())
