"""Single sign-on: the providers that people come from, and who they are there."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Digest, Id, Text, Word, belongs_to

_IDENTIFIER = 255
_ADDRESS = 2000


class SignOnProvider(Base):
    """A provider of OpenID Connect that an operator entered. One for each issuer."""

    id: Mapped[Id]
    key: Mapped[Word] = mapped_column(unique=True)
    """Its name in addresses."""
    name: Mapped[Text]
    """The name on the button."""
    issuer: Mapped[str] = mapped_column(String(_IDENTIFIER), unique=True)
    client_id: Mapped[str] = mapped_column(String(_IDENTIFIER))
    client_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The secret as it was given, as all secrets of the database; none for a public client."""
    tenants: Mapped[list[Any]] = mapped_column(JSON)
    """Accepted values of the claim `tid`; empty for any, as the two below."""
    hosted_domains: Mapped[list[Any]] = mapped_column(JSON)
    """The values of the claim `hd` that are let in."""
    email_domains: Mapped[list[Any]] = mapped_column(JSON)
    """The domains of verified e-mail addresses that are let in."""
    admits_new: Mapped[bool]
    """Whoever comes for the first time may create an account."""
    document: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The provider's document about itself: its addresses, and how they are used."""
    document_at: Mapped[datetime]
    jwks: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """Its public keys as they were read last."""
    jwks_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]


class SignOnAccount(Base):
    """Somebody as an issuer knows them. Accounts are never merged by name or e-mail."""

    issuer: Mapped[str] = mapped_column(String(_IDENTIFIER), primary_key=True)
    sub: Mapped[str] = mapped_column(String(_IDENTIFIER), primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    label: Mapped[Text]
    """The text by which its owner recognises it: an e-mail address or a name, as the issuer first said it."""
    created_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class SignOnRound(Base):
    """A browser that was sent to a provider and is to come back, once, from the same browser."""

    state_hash: Mapped[Digest] = mapped_column(primary_key=True)
    provider_id: Mapped[UUID] = belongs_to("sign_on_provider")
    browser_hash: Mapped[Digest]
    nonce: Mapped[str] = mapped_column(String(64))
    verifier: Mapped[str] = mapped_column(String(64))
    """The secret of PKCE: only who has it can redeem the code."""
    redirect_uri: Mapped[str] = mapped_column(String(_ADDRESS))
    path: Mapped[str] = mapped_column(String(_ADDRESS))
    """Where they go on to."""
    expires_at: Mapped[datetime] = mapped_column(index=True)
    used_at: Mapped[datetime | None]


class SignOnNewcomer(Base):
    """Somebody whom a provider vouches for and nobody here knows, until they say whose account it is."""

    secret_hash: Mapped[Digest] = mapped_column(primary_key=True)
    issuer: Mapped[str] = mapped_column(String(_IDENTIFIER))
    sub: Mapped[str] = mapped_column(String(_IDENTIFIER))
    provider_id: Mapped[UUID | None] = belongs_to("sign_on_provider")
    """None where a proxy vouches for them."""
    name: Mapped[Text]
    label: Mapped[Text]
    path: Mapped[str] = mapped_column(String(_ADDRESS))
    expires_at: Mapped[datetime] = mapped_column(index=True)
