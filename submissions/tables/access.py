"""What lets someone in: browser sessions, links for one use, tokens. Of each secret only a hash is kept."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Digest, Id, Text


class WebSession(Base):
    """A browser that is signed in."""

    __tablename__ = "web_session"

    id: Mapped[Id]
    secret_hash: Mapped[Digest] = mapped_column(unique=True)
    person_id: Mapped[UUID] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    browser: Mapped[Text] = mapped_column(default="")
    """As it named itself, so that its owner recognises it."""
    by_link: Mapped[bool] = mapped_column(default=False)
    """It began with a link: its owner may choose a password without knowing the one before."""
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    expires_at: Mapped[datetime]


class SignInLink(Base):
    """A link that signs a person in once."""

    __tablename__ = "sign_in_link"

    id: Mapped[Id]
    secret_hash: Mapped[Digest] = mapped_column(unique=True)
    person_id: Mapped[UUID] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class ApiToken(Base):
    """A token of a person for programs, with some of their rights."""

    __tablename__ = "api_token"

    id: Mapped[Id]
    secret_hash: Mapped[Digest] = mapped_column(unique=True)
    ending: Mapped[str] = mapped_column(String(4))
    """Its last characters, by which its owner recognises it."""
    person_id: Mapped[UUID] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    name: Mapped[Text]
    scopes: Mapped[list[Any]] = mapped_column(JSON)
    course_id: Mapped[UUID | None] = mapped_column(ForeignKey("course.id", ondelete="CASCADE"), index=True)
    """Where set, it is good for this course only."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
