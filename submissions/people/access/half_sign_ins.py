"""The first half of a sign-in: the password or the link was right, and the second factor is owed.

It lets nobody see or do anything but show a code, or set up the app where staff have to.
"""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import SignInExpired
from submissions.people import durations
from submissions.people.access import second_factors, staff
from submissions.people.access.random_secret import digest, fresh_secret
from submissions.tables import HalfSignIn, Person


class SecondHalf(Frozen):
    """A sign-in that waits for its second factor, and the page it leads to."""

    person_id: UUID
    by_link: bool
    path: str
    is_set_up: bool
    """A code is owed; else the app has to be set up."""


class Owed(StrEnum):
    """The proof that is needed besides a right password or a link."""

    NOTHING = "nothing"
    CODE = "code"
    APP = "app"
    """The person has to set up a second factor first."""


def owed(session: Session, person_id: UUID, *, strong_staff: bool, teaches: bool = False) -> Owed:
    """Return what a person still has to do after the right password; `teaches`: they will be staff."""
    if second_factors.is_set_up(session, person_id):
        return Owed.CODE
    is_asked = strong_staff and (teaches or staff.includes(session, person_id))
    return Owed.APP if is_asked else Owed.NOTHING


def begin(session: Session, person_id: UUID, path: str, *, by_link: bool, now: datetime) -> str:
    """The secret of a sign-in whose second half is owed. Where there is no app yet, it gets its key."""
    if not second_factors.is_set_up(session, person_id):
        second_factors.begin(session, person_id, now=now)
    secret = fresh_secret()
    session.add(
        HalfSignIn(
            secret_hash=digest(secret),
            person_id=person_id,
            by_link=by_link,
            path=path,
            expires_at=now + durations.SECOND_STEP,
        )
    )
    session.flush()
    return secret


def find(session: Session, secret: str | None, *, now: datetime) -> SecondHalf:
    """Return the half sign-in of the browser with this secret.

    Raises `SignInExpired` if nothing is, it is too long ago, or the account was disabled.
    """
    half = session.get(HalfSignIn, digest(secret)) if secret else None
    if half is None or half.expires_at <= now:
        raise SignInExpired
    if session.get_one(Person, half.person_id).disabled_at is not None:
        raise SignInExpired
    is_set_up = second_factors.is_set_up(session, half.person_id)
    return SecondHalf(half.person_id, half.by_link, half.path, is_set_up)


def end(session: Session, person_id: UUID) -> None:
    """Delete all half sign-ins of a person: one was completed, or the password has changed."""
    session.execute(delete(HalfSignIn).where(HalfSignIn.person_id == person_id))


def forget(session: Session, *, now: datetime) -> None:
    """Delete what has expired."""
    session.execute(delete(HalfSignIn).where(HalfSignIn.expires_at <= now))
