"""Learning platforms that send people here by LTI 1.3, and the grades that they are sent back."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Digest, Id, Text, Word, belongs_to

_ADDRESS = 2000
_IDENTIFIER = 255


class PlatformState(StrEnum):
    """Whether a platform may send people here."""

    PENDING = "pending"
    """It registered itself, and waits for an operator."""
    ACTIVE = "active"
    DISABLED = "disabled"


class PassbackState(StrEnum):
    """The state of a grade on its way to a platform."""

    WAITING = "waiting"
    SENT = "sent"
    OVERRIDDEN = "overridden"
    """It was taken, and another grade stands there: somebody entered one by hand."""
    REFUSED = "refused"
    """The platform does not take it: the reason says why."""
    NOT_GRANTED = "not-granted"
    """The platform does not let us send grades of this link."""
    NOT_ENROLLED = "not-enrolled"
    """The platform takes no grade for this person."""
    GONE = "gone"
    """The activity, or its column, was deleted there."""
    NOTHING = "nothing"
    """There is no grade, and none was sent."""


class LmsPlatform(Base):
    """A platform that was registered here: one issuer under one client id. One job sends it grades."""

    __table_args__ = (UniqueConstraint("issuer", "client_id"),)

    id: Mapped[Id]
    name: Mapped[Text]
    product: Mapped[Word] = mapped_column(default="")
    """Its product family as it names it itself, like moodle or canvas; empty where it did not yet."""
    issuer: Mapped[str] = mapped_column(String(_IDENTIFIER))
    client_id: Mapped[str] = mapped_column(String(_IDENTIFIER))
    authorization_url: Mapped[str] = mapped_column(String(_ADDRESS))
    token_url: Mapped[str] = mapped_column(String(_ADDRESS))
    jwks_url: Mapped[str] = mapped_column(String(_ADDRESS))
    audience: Mapped[str] = mapped_column(String(_ADDRESS), default="")
    """The audience of our requests for tokens; empty for the address of the tokens."""
    origins: Mapped[list[Any]] = mapped_column(JSON, default=list)
    """The origins of the pages that may show ours in a frame."""
    state: Mapped[Word]
    scopes: Mapped[list[Any]] = mapped_column(JSON, default=list)
    """The scopes that it granted when it registered itself, or in its last launch."""
    jwks: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """Its public keys as they were read last."""
    jwks_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    launched_at: Mapped[datetime | None]
    roster_at: Mapped[datetime | None]
    graded_at: Mapped[datetime | None]
    """When it took a grade last."""
    trouble: Mapped[Word] = mapped_column(default="")
    """Why its services do not work; empty where they do."""
    failures: Mapped[int] = mapped_column(default=0)
    """Failures of its services in a row."""


class LmsDeployment(Base):
    """A place of a platform in which we were installed: of some vendors, an institution."""

    __table_args__ = (UniqueConstraint("platform_id", "deployment_id"),)

    id: Mapped[Id]
    platform_id: Mapped[UUID] = belongs_to("lms_platform")
    deployment_id: Mapped[str] = mapped_column(String(_IDENTIFIER))
    approved: Mapped[bool]
    created_at: Mapped[datetime]


class LmsAccount(Base):
    """Somebody as a platform knows them. Accounts are never merged by name or e-mail."""

    platform_id: Mapped[UUID] = belongs_to("lms_platform", primary_key=True)
    sub: Mapped[str] = mapped_column(String(_IDENTIFIER), primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    sourced_id: Mapped[str] = mapped_column(String(_IDENTIFIER), default="", server_default="")
    """Their number in the university's records, as the platform has it; empty where it does not say it."""
    created_at: Mapped[datetime]


class LmsContext(Base):
    """A course of a platform, and the course here that it was linked to."""

    __table_args__ = (UniqueConstraint("deployment_id", "context_id"),)

    id: Mapped[Id]
    deployment_id: Mapped[UUID] = belongs_to("lms_deployment")
    context_id: Mapped[str] = mapped_column(String(_IDENTIFIER))
    title: Mapped[Text]
    course_id: Mapped[UUID | None] = belongs_to("course", index=True)
    line_items_url: Mapped[str] = mapped_column(String(_ADDRESS), default="")
    memberships_url: Mapped[str] = mapped_column(String(_ADDRESS), default="")
    scopes: Mapped[list[Any]] = mapped_column(JSON, default=list)
    """The scopes that the last launch granted for grades."""
    teacher_id: Mapped[UUID | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"), index=True)
    """The person who came last as its teacher while it led nowhere: they may link it."""
    created_at: Mapped[datetime]


class LmsLink(Base):
    """An activity of a platform that leads to an assignment."""

    __table_args__ = (UniqueConstraint("lms_context_id", "link_id"),)

    id: Mapped[Id]
    lms_context_id: Mapped[UUID] = belongs_to("lms_context")
    link_id: Mapped[str] = mapped_column(String(_IDENTIFIER))
    title: Mapped[Text]
    assignment_id: Mapped[UUID | None] = belongs_to("assignment", index=True)
    line_item_url: Mapped[str] = mapped_column(String(_ADDRESS), default="")
    """Where its grades go; empty until it is known."""
    carried_id: Mapped[UUID | None]
    """The assignment that the platform names in each launch: of this course, or of one that was copied."""
    opened_at: Mapped[datetime | None]
    """When a teacher opened it last while its course led nowhere."""
    created_at: Mapped[datetime]


class LmsLogin(Base):
    """A browser that was sent to a platform and is to come back, once, from the same browser."""

    state_hash: Mapped[Digest] = mapped_column(primary_key=True)
    platform_id: Mapped[UUID] = belongs_to("lms_platform")
    browser_hash: Mapped[Digest]
    nonce: Mapped[str] = mapped_column(String(64))
    request: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """The parameters that the platform gave us to send back to it, unchanged."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    used_at: Mapped[datetime | None]


class LmsTabCode(Base):
    """Takes somebody from a frame to a tab of their own: good for a minute, and once."""

    code_hash: Mapped[Digest] = mapped_column(primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person")
    path: Mapped[str] = mapped_column(String(_ADDRESS))
    return_url: Mapped[str | None] = mapped_column(String(_ADDRESS))
    """The course on the platform, for the way back."""
    expires_at: Mapped[datetime] = mapped_column(index=True)


class LmsDeepLink(Base):
    """A teacher's request to choose assignments for a platform, until it is answered."""

    id: Mapped[Id]
    lms_context_id: Mapped[UUID] = belongs_to("lms_context")
    person_id: Mapped[UUID] = belongs_to("person")
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The platform's settings: what it takes, and where the answer goes."""
    expires_at: Mapped[datetime] = mapped_column(index=True)


class LmsKey(Base):
    """A key of ours that signs what we send to platforms: published first, used later, kept a while."""

    kid: Mapped[Digest] = mapped_column(primary_key=True)
    """The thumbprint of RFC 7638."""
    private: Mapped[bytes] = mapped_column(LargeBinary)
    """PEM, without a password: as all secrets of the database."""
    signs_from: Mapped[datetime]
    retired_at: Mapped[datetime | None]
    created_at: Mapped[datetime]


class LmsGrade(Base):
    """A grade on its way to a platform: one row for each link and person. The newest grade is sent."""

    __table_args__ = (Index("ix_lms_grade_due", "state", "not_before"),)

    link_id: Mapped[UUID] = belongs_to("lms_link", primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", primary_key=True, index=True)
    revision: Mapped[int]
    """Counts what may have changed the grade."""
    state: Mapped[Word]
    reason: Mapped[Word] = mapped_column(default="")
    not_before: Mapped[datetime]
    attempts: Mapped[int] = mapped_column(default=0)
    """Failures since something changed."""
    stamped_at: Mapped[datetime | None]
    """The timestamp of the last request, written before it is made: the next one is later."""
    points: Mapped[Decimal | None]
    """The points that the platform accepted last."""
    possible: Mapped[Decimal | None]
    sent_at: Mapped[datetime | None]
