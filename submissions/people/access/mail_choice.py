"""Whether somebody gets e-mail: chosen when signed in, or by the link in an e-mail."""

import hmac
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.errors import LinkUsed
from submissions.people.access.policy import Caller
from submissions.people.access.secrets import key, known
from submissions.tables import MailState, Person

_SECRET = "mail"  # noqa: S105 - a name
_LENGTH = 32


def is_on(session: Session, caller: Caller) -> bool:
    """Whether the caller gets digests."""
    state = session.get(MailState, caller.known)
    return state is None or state.stopped_at is None


def choose(session: Session, caller: Caller, *, on: bool, now: datetime) -> None:
    """Let the caller get digests, or none."""
    _set(session, caller.known, on=on, now=now)


def link_key(session: Session, person_id: UUID, *, now: datetime) -> str:
    """Return the ending of a link that stops e-mail; in a transaction that writes."""
    return _ending(key(session, _SECRET, now=now), person_id)


def require_key(session: Session, given: str) -> UUID:
    """Return the person whose e-mail a link stops. Raises `LinkUsed` if it is none of ours."""
    secret = known(session, _SECRET)
    try:
        person_id = UUID(hex=given.partition("-")[0])
    except ValueError:
        raise LinkUsed from None
    if secret is None or not hmac.compare_digest(given.encode(), _ending(secret, person_id).encode()):
        raise LinkUsed
    return person_id


def stop_by_link(session: Session, given: str, *, now: datetime) -> None:
    """No more e-mail for whose link it is. Raises `LinkUsed` if it is none of ours."""
    person_id = require_key(session, given)
    if session.get(Person, person_id) is None:
        raise LinkUsed
    _set(session, person_id, on=False, now=now)


def _set(session: Session, person_id: UUID, *, on: bool, now: datetime) -> None:
    state = session.get(MailState, person_id) or MailState(person_id=person_id)
    state.stopped_at = None if on else now
    session.add(state)
    session.flush()


def _ending(secret: bytes, person_id: UUID) -> str:
    """The end of a link: whose it is, and the signature that only we can make."""
    signature = hmac.digest(secret, person_id.bytes, "sha256").hex()[:_LENGTH]
    return f"{person_id.hex}-{signature}"
