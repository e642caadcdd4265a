"""The keys of this installation: made once, the same on all its machines, never shown."""

import secrets
from datetime import datetime

from sqlalchemy.orm import Session

from submissions.insert_once import insert_once
from submissions.tables import Secret

_BYTES = 32


def key(session: Session, name: str, *, now: datetime) -> bytes:
    """The key of that name. The first time it is made, which needs a transaction that writes.

    Two machines that ask for the first time at once get the same one.
    """
    found = session.get(Secret, name)
    if found is not None:
        return found.value
    insert_once(session, Secret, name=name, value=secrets.token_bytes(_BYTES), created_at=now)
    return session.get_one(Secret, name).value
