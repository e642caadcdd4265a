"""Whose account it is: by issuer and `sub`, never by name or e-mail."""

import secrets
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import SignInExpired, SignOnRefused, Unusable
from submissions.people import durations
from submissions.people.access import audit, people
from submissions.people.access.random_secret import digest, fresh_secret
from submissions.people.sign_on.arrivals import Vouched
from submissions.storage.rows import insert_once, row_of
from submissions.tables import Person, SignOnAccount, SignOnNewcomer, SignOnProvider

_PREFIX = "sso-"
_BYTES = 6


class LinkedIdentity(Frozen):
    """A way in of a person, for their page."""

    issuer: str
    sub: str
    label: str
    provider: str
    """Its name; its issuer where it is not there any more."""
    used_at: datetime | None


def find(session: Session, vouched: Vouched, *, now: datetime) -> Person | None:
    """Return the person who came, if they are known. Raises `SignOnRefused` if their account was disabled."""
    account = session.get(SignOnAccount, (vouched.issuer, vouched.sub))
    if account is None:
        return None
    person = session.get_one(Person, account.person_id)
    if person.disabled_at is not None:
        raise SignOnRefused("account-disabled")
    account.used_at = now
    return person


def wait(session: Session, vouched: Vouched, *, now: datetime) -> str:
    """The secret with which somebody unknown says whose account it is, for a while."""
    secret = fresh_secret()
    newcomer = SignOnNewcomer(
        secret_hash=digest(secret),
        issuer=vouched.issuer,
        sub=vouched.sub,
        provider_id=vouched.provider_id,
        name=vouched.name,
        label=vouched.label or vouched.sub[:200],
        path=vouched.path,
        expires_at=now + durations.SIGN_ON,
    )
    session.add(newcomer)
    session.flush()
    return secret


def waiting(session: Session, secret: str | None, *, now: datetime) -> SignOnNewcomer:
    """Return the newcomer who waits with this secret. Raises `SignInExpired` if nobody does."""
    newcomer = session.get(SignOnNewcomer, digest(secret)) if secret else None
    if newcomer is None or newcomer.expires_at <= now:
        raise SignInExpired
    return newcomer


def admits_new(session: Session, newcomer: SignOnNewcomer) -> bool:
    """Whether they may create an account."""
    if newcomer.provider_id is None:
        return True
    provider = session.get(SignOnProvider, newcomer.provider_id)
    return provider is not None and provider.admits_new and provider.disabled_at is None


def provider_name(session: Session, newcomer: SignOnNewcomer) -> str:
    """Return the name of the provider that vouches for them; empty for a proxy."""
    provider = session.get(SignOnProvider, newcomer.provider_id) if newcomer.provider_id else None
    return "" if provider is None else provider.name


def create(session: Session, secret: str | None, *, now: datetime) -> tuple[Person, SignOnNewcomer]:
    """A new account of who waits.

    Raises:
        SignInExpired: if nobody does.
        SignOnRefused: if no new accounts are created for this provider, or the identity has one by now.
    """
    newcomer = waiting(session, secret, now=now)
    if not admits_new(session, newcomer):
        raise SignOnRefused("no-new-accounts")
    person = people.add(session, f"{_PREFIX}{secrets.token_hex(_BYTES)}", _name(newcomer), now=now)
    audit.record(session, None, "person-made", about=person.id, now=now)
    _link(session, newcomer, person.id, now)
    return person, newcomer


def connect(session: Session, secret: str | None, person_id: UUID, *, now: datetime) -> SignOnNewcomer:
    """Have who waits come into the account of whoever is signed in, from now on.

    Raises:
        SignInExpired: if nobody waits.
        SignOnRefused: if the identity has another account by now.
    """
    newcomer = waiting(session, secret, now=now)
    _link(session, newcomer, person_id, now)
    return newcomer


def disconnect(session: Session, person_id: UUID, issuer: str, sub: str, *, now: datetime) -> None:
    """No longer come in this way.

    Raises:
        NotFound: if it is none of theirs.
        Unusable: if nothing else would sign them in.
    """
    account = row_of(session, SignOnAccount, (issuer, sub), person_id=person_id)
    person = session.get_one(Person, person_id)
    if person.password_hash is None and len(of(session, person_id)) == 1:
        raise Unusable("identity", "last-way-in")
    session.delete(account)
    session.flush()
    audit.record(session, person_id, "sign-on-disconnected", about=person_id, now=now)


def of(session: Session, person_id: UUID) -> list[LinkedIdentity]:
    """Return the identities that a person has elsewhere, the oldest first."""
    chosen = (
        select(SignOnAccount, SignOnProvider.name)
        .outerjoin(SignOnProvider, SignOnProvider.issuer == SignOnAccount.issuer)
        .where(SignOnAccount.person_id == person_id)
        .order_by(SignOnAccount.created_at, SignOnAccount.issuer, SignOnAccount.sub)
    )
    return [
        LinkedIdentity(each.issuer, each.sub, each.label, name or each.issuer, each.used_at)
        for each, name in session.execute(chosen)
    ]


def _link(session: Session, newcomer: SignOnNewcomer, person_id: UUID, now: datetime) -> None:
    key = {"issuer": newcomer.issuer, "sub": newcomer.sub}
    values = {"person_id": person_id, "label": newcomer.label, "created_at": now, "used_at": now}
    insert_once(session, SignOnAccount, **key, **values)
    if session.get_one(SignOnAccount, (newcomer.issuer, newcomer.sub)).person_id != person_id:
        raise SignOnRefused("connected-elsewhere")
    session.execute(delete(SignOnNewcomer).where(SignOnNewcomer.secret_hash == newcomer.secret_hash))
    audit.record(session, person_id, "sign-on-connected", about=person_id, now=now)


def _name(newcomer: SignOnNewcomer) -> str:
    return newcomer.name or newcomer.label
