"""What is remembered of requests: audit events, answers to repeat, attempts to slow down, our secrets."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Digest, Id, Text, Word


class AuditEvent(Base):
    """An event of the audit log: who did what. Ids only; it outlives the people it speaks of."""

    __table_args__ = (Index(None, "course_id", "id"),)

    id: Mapped[Id]
    at: Mapped[datetime]
    actor_id: Mapped[UUID | None]
    """None for the system itself."""
    action: Mapped[Word]
    course_id: Mapped[UUID | None]
    subject_id: Mapped[UUID | None]
    details: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)


class IdempotentAnswer(Base):
    """The answer to a request that came with an Idempotency-Key, to be given again."""

    key_hash: Mapped[Digest] = mapped_column(primary_key=True)
    """The hash of the caller, the request and the caller's key."""
    request_hash: Mapped[Digest]
    status: Mapped[int | None]
    """None while it is being made."""
    headers: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    body: Mapped[bytes] = mapped_column(LargeBinary, default=b"")
    created_at: Mapped[datetime] = mapped_column(index=True)


class Throttle(Base):
    """How often something was tried in a window of time."""

    bucket: Mapped[str] = mapped_column(String(120), primary_key=True)
    """The kind of what is counted, and a hash of whom."""
    window: Mapped[datetime] = mapped_column(primary_key=True, index=True)
    """When the window began."""
    count: Mapped[int]


class Secret(Base):
    """A key of this installation, the same on all its machines."""

    name: Mapped[Text] = mapped_column(primary_key=True)
    value: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
