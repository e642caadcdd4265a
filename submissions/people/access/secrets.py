"""The keys of this installation: made once, the same on all its machines, never shown."""

import secrets
from datetime import datetime

from sqlalchemy.orm import Session

from submissions.storage.rows import insert_once
from submissions.tables import Secret

_BYTES = 32


def known(session: Session, name: str) -> bytes | None:
    """The key of that name, if it was made."""
    secret = session.get(Secret, name)
    return secret.value if secret is not None else None


def key(session: Session, name: str, *, now: datetime) -> bytes:
    """The key of that name. The first time it is made, which needs a transaction that writes.

    Two machines that ask for the first time at once get the same one.
    """
    secret = known(session, name)
    if secret is not None:
        return secret
    insert_once(session, Secret, name=name, value=secrets.token_bytes(_BYTES), created_at=now)
    return session.get_one(Secret, name).value
