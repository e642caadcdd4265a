"""Webhooks of courses: where events are sent, and each message with what became of it."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, Text, Word, belongs_to

LONGEST_URL = 1000


class WebhookEvent(StrEnum):
    """The event of a message, as receivers read it."""

    GRADED = "submission.graded"
    REGRADED = "submission.regraded"
    OVERRIDDEN = "grade.overridden"
    RELEASED = "grade.released"
    ROSTER = "roster.changed"
    REQUEST = "request.opened"
    PLATFORM = "platform.broken"
    TEST = "webhook.test"
    """Sent on request alone; nobody subscribes to it."""


class DeliveryState(StrEnum):
    """The state of a message."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"
    """It was tried as often as we try."""


class DisabledReason(StrEnum):
    """Why nothing is sent to a webhook."""

    BY_STAFF = "by-staff"
    FAILING = "failing"
    """It accepted nothing for days."""
    GONE = "gone"
    """It answered 410, which says that it wants no more."""


class Webhook(Base):
    """An address to which events of a course are sent, by the one job that it has."""

    id: Mapped[Id]
    course_id: Mapped[UUID] = belongs_to("course", index=True)
    name: Mapped[Text]
    url: Mapped[str] = mapped_column(String(LONGEST_URL))
    events: Mapped[list[Any]] = mapped_column(JSON)
    secret: Mapped[bytes] = mapped_column(LargeBinary)
    previous_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The one before a rotation: it signs too, for a while."""
    previous_until: Mapped[datetime | None]
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]
    disabled_reason: Mapped[Word | None]
    delivered_at: Mapped[datetime | None]
    """When it accepted a message last."""
    failing_since: Mapped[datetime | None]
    failures: Mapped[int] = mapped_column(default=0)
    """The number of failures in a row."""


class WebhookDelivery(Base):
    """One message to one webhook. Written in the transaction of the change that it tells of."""

    __table_args__ = (Index(None, "state", "next_at"), Index(None, "webhook_id", "id"))

    id: Mapped[Id]
    webhook_id: Mapped[UUID] = belongs_to("webhook")
    event: Mapped[Word]
    payload: Mapped[str]
    """The message as it is sent, to the byte."""
    state: Mapped[Word] = mapped_column(default=DeliveryState.WAITING)
    attempts: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime]
    created_at: Mapped[datetime] = mapped_column(index=True)
    tried_at: Mapped[datetime | None]
    status: Mapped[int | None]
    """The status of the last answer, if there was one."""
    error: Mapped[Word | None]
    """Why the last attempt failed."""


class HiddenResults(Base):
    """An assignment whose results were hidden when it was looked at last; gone when they are released."""

    assignment_id: Mapped[UUID] = belongs_to("assignment", primary_key=True)
