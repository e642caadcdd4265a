"""Providers: entered by an operator at the machine, listed on the sign-in page, disabled, removed."""

import re
from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlencode, urlsplit, urlunsplit
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import AlreadyThere, SignOnRefused, Unusable
from submissions.outward.openid.outward import Conversation
from submissions.outward.outgoing.addresses import is_address
from submissions.people import durations
from submissions.people.access import audit
from submissions.people.access.audit import AuditAction
from submissions.people.sign_on import documents
from submissions.people.sign_on.documents import ProviderDocument
from submissions.storage.database import Database
from submissions.tables import SignOnProvider
from submissions.texts.single_line import single_line

_KEY = re.compile(r"[a-z][a-z0-9-]{0,29}")
_LONGEST_ID = 255
_LONGEST_SECRET = 1000
_MOST_VALUES = 50


class ProviderDraft(Frozen, kw_only=True):
    """The settings of a provider that an operator enters."""

    key: str
    name: str
    issuer: str
    client_id: str
    client_secret: str = ""
    """Empty for a public client."""
    tenants: tuple[str, ...] = ()
    hosted_domains: tuple[str, ...] = ()
    email_domains: tuple[str, ...] = ()
    admits_new: bool = True


class ProviderButton(Frozen):
    """A way to sign in, for pages."""

    key: str
    name: str


class WayOut(Frozen):
    """Where people end their session at a provider."""

    key: str
    name: str
    address: str


def add(
    session: Session, draft: ProviderDraft, document: ProviderDocument, *, private: bool, now: datetime
) -> SignOnProvider:
    """A provider from which people come at once.

    Raises:
        Unusable: if something of it cannot be used.
        AlreadyThere: if there is one of this key or issuer.
    """
    require_usable(draft, private=private)
    taken = select(SignOnProvider).where(
        (SignOnProvider.key == draft.key) | (SignOnProvider.issuer == draft.issuer)
    )
    if session.scalar(taken) is not None:
        raise AlreadyThere(draft.key)
    provider = SignOnProvider(
        key=draft.key,
        name=single_line("name", draft.name),
        issuer=draft.issuer,
        client_id=draft.client_id,
        client_secret=draft.client_secret.encode() or None,
        tenants=list(draft.tenants),
        hosted_domains=[each.lower() for each in draft.hosted_domains],
        email_domains=[each.lower() for each in draft.email_domains],
        admits_new=draft.admits_new,
        document=document.stored(),
        document_at=now,
        created_at=now,
    )
    session.add(provider)
    session.flush()
    audit.record(session, None, "sign-on-provider-added", about=provider.id, now=now)
    return provider


def require_usable(draft: ProviderDraft, *, private: bool) -> None:
    """Check that a provider may be entered so."""
    if _KEY.fullmatch(draft.key) is None:
        raise Unusable("key", "not-a-key")
    single_line("name", draft.name)
    if len(draft.issuer) > _LONGEST_ID or not is_address(draft.issuer, private=private):
        raise Unusable("issuer", "not-an-address")
    # An issuer with a placeholder or a query stands for many of them, and an account is known by one.
    if not {"{", "?"}.isdisjoint(draft.issuer):
        raise Unusable("issuer", "not-one-issuer")
    if not draft.client_id or not _is_printable(draft.client_id, _LONGEST_ID):
        raise Unusable("client_id", "not-printable")
    if not _is_printable(draft.client_secret, _LONGEST_SECRET):
        raise Unusable("client_secret", "not-printable")
    if not all(map(_is_list, (draft.tenants, draft.hosted_domains, draft.email_domains))):
        raise Unusable("domains", "empty")


def _is_list(values: Sequence[str]) -> bool:
    return len(values) <= _MOST_VALUES and all(map(str.strip, values))


def _is_printable(text: str, longest: int) -> bool:
    return len(text) <= longest and text.isprintable()


def all_of(session: Session) -> list[SignOnProvider]:
    """All providers, by name."""
    return list(session.scalars(select(SignOnProvider).order_by(SignOnProvider.name, SignOnProvider.key)))


def buttons(session: Session) -> list[ProviderButton]:
    """The providers that can be used to sign in, by name."""
    chosen = select(SignOnProvider.key, SignOnProvider.name).where(SignOnProvider.disabled_at.is_(None))
    rows = session.execute(chosen.order_by(SignOnProvider.name, SignOnProvider.key))
    return [ProviderButton(key, name) for key, name in rows]


def named(session: Session, key: str) -> SignOnProvider:
    """The provider of a key. Raises `Unusable` if there is none."""
    provider = session.scalar(select(SignOnProvider).where(SignOnProvider.key == key))
    if provider is None:
        raise Unusable("key", "no-such-provider")
    return provider


def active(session: Session, key: str) -> SignOnProvider:
    """The provider of a key, if people may come from it.

    Raises `SignOnRefused` if there is none, or it is disabled.
    """
    provider = session.scalar(select(SignOnProvider).where(SignOnProvider.key == key))
    if provider is None:
        raise SignOnRefused("unknown-provider")
    if provider.disabled_at is not None:
        raise SignOnRefused("provider-disabled")
    return provider


def set_enabled(session: Session, provider: SignOnProvider, *, enabled: bool, now: datetime) -> None:
    """Let people sign in through a provider, or no more. People who are signed in stay so."""
    provider.disabled_at = None if enabled else provider.disabled_at or now
    action: AuditAction = "sign-on-provider-enabled" if enabled else "sign-on-provider-disabled"
    audit.record(session, None, action, about=provider.id, now=now)


def remove(session: Session, provider: SignOnProvider, *, now: datetime) -> None:
    """Delete a provider. The accounts of its people stay linked: the same issuer may be entered again."""
    audit.record(session, None, "sign-on-provider-removed", about=provider.id, now=now)
    session.delete(provider)
    session.flush()


def document_of(provider: SignOnProvider) -> ProviderDocument:
    """Return the document that a provider published last."""
    return ProviderDocument(**provider.document)


def way_out(session: Session, provider_id: UUID | None) -> WayOut | None:
    """Return where people end their session at a provider; None if it offers that nowhere."""
    provider = None if provider_id is None else session.get(SignOnProvider, provider_id)
    address = "" if provider is None else document_of(provider).sign_out_url
    if provider is None or not address:
        return None
    parts = urlsplit(address)
    query = "&".join(each for each in (parts.query, urlencode({"client_id": provider.client_id})) if each)
    return WayOut(provider.key, provider.name, urlunsplit(parts._replace(query=query)))


def way_out_of(session: Session, key: str) -> WayOut | None:
    """Return the way out to the provider with this key, as `way_out` does by id."""
    return way_out(session, session.scalar(select(SignOnProvider.id).where(SignOnProvider.key == key)))


def refresh(database: Database, key: str, *, private: bool, now: datetime) -> Conversation[None]:
    """Read the document of a provider again once it is a day old. One that cannot be read changes nothing.

    Raises `SignOnRefused` if there is no such provider, or it is disabled.
    """
    with database.read() as session:
        provider = active(session, key)
        issuer, is_fresh = provider.issuer, now - provider.document_at < durations.PROVIDER_METADATA
    if is_fresh:
        return
    try:
        document = yield from documents.read(issuer, private=private)
    except SignOnRefused:
        return
    with database.begin() as session:
        provider = active(session, key)
        provider.document, provider.document_at = document.stored(), now
