"""What lets someone in: browser sessions, links for one use, tokens, second factors, sign-on providers."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, LargeBinary, String, false
from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Digest, Id, Text, Word, belongs_to

LONGEST_PATH = 2000
_IDENTIFIER = 255
_ADDRESS = 2000


class WebSession(Base):
    """A browser that is signed in."""

    id: Mapped[Id]
    secret_hash: Mapped[Digest] = mapped_column(unique=True)
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    browser: Mapped[Text] = mapped_column(default="")
    """The browser's name for itself, by which its owner recognises it."""
    by_link: Mapped[bool] = mapped_column(default=False)
    """It began with a link: its owner may choose a password without knowing the one before."""
    is_strong: Mapped[bool] = mapped_column(default=False, server_default=false())
    """It began with a second factor, or another system answers for who it is."""
    provider_id: Mapped[UUID | None]
    """The sign-on provider that it began with, which may be gone since."""
    return_url: Mapped[str | None] = mapped_column(String(2000))
    """The course on the learning platform that it came from."""
    entry_path: Mapped[str | None] = mapped_column(String(2000))
    """The page here to which a learning platform's activity led."""
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    expires_at: Mapped[datetime]


class SignInLink(Base):
    """A link that signs a person in once."""

    id: Mapped[Id]
    secret_hash: Mapped[Digest] = mapped_column(unique=True)
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    made_by: Mapped[UUID | None] = belongs_to("person", index=True)
    """The teacher who made it for a student, until it is used; None where the operator did."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class ApiToken(Base):
    """A token of a person for programs, with some of their rights."""

    id: Mapped[Id]
    secret_hash: Mapped[Digest] = mapped_column(unique=True)
    ending: Mapped[str] = mapped_column(String(4))
    """Its last characters, by which its owner recognises it."""
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    name: Mapped[Text]
    scopes: Mapped[list[Any]] = mapped_column(JSON)
    course_id: Mapped[UUID | None] = belongs_to("course", index=True)
    """Where set, it is good for this course only."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class SecondFactor(Base):
    """The authenticator app of a person."""

    person_id: Mapped[UUID] = belongs_to("person", primary_key=True)
    key: Mapped[bytes] = mapped_column(LargeBinary)
    """Shared with the app; kept as all secrets of the database."""
    confirmed_at: Mapped[datetime | None]
    """The time of confirmation. None: the app has not shown yet that it has the key, so no code is asked."""
    last_step: Mapped[int | None]
    """The half minute of the last code that was accepted: codes up to it are used up."""
    created_at: Mapped[datetime]


class RecoveryCode(Base):
    """A code that stands for the authenticator app once."""

    code_hash: Mapped[Digest] = mapped_column(primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    created_at: Mapped[datetime]


class HalfSignIn(Base):
    """A browser whose password or link was right, and that owes the second factor. It is no session."""

    secret_hash: Mapped[Digest] = mapped_column(primary_key=True)
    person_id: Mapped[UUID] = belongs_to("person", index=True)
    by_link: Mapped[bool]
    path: Mapped[str] = mapped_column(String(LONGEST_PATH))
    """Where they go on to."""
    expires_at: Mapped[datetime] = mapped_column(index=True)


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
