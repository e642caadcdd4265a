"""From a frame to a tab of one's own, by a code that is good for a minute, and once."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.connect import durations
from submissions.errors import LinkUsed
from submissions.people.access.random_secret import digest, fresh_secret
from submissions.tables import LmsTabCode, Person

_LONGEST_PATH = 2000


class OpenedTab(Frozen):
    """The page that a code opens, and for whom."""

    person: Person
    path: str
    return_url: str | None
    """The course on the platform; None where the platform did not say."""


def create(
    session: Session, person_id: UUID, path: str, *, return_url: str | None = None, now: datetime
) -> str:
    """A code that opens a page of ours as this person."""
    code = fresh_secret()
    session.add(
        LmsTabCode(
            code_hash=digest(code),
            person_id=person_id,
            path=path[:_LONGEST_PATH],
            return_url=return_url or None,
            expires_at=now + durations.TAB,
        )
    )
    session.flush()
    return code


def use(session: Session, code: str, *, now: datetime) -> OpenedTab:
    """Return the page that a code opens, now and never again.

    Raises `LinkUsed` if it is no longer good, or never was.
    """
    chosen = delete(LmsTabCode).where(LmsTabCode.code_hash == digest(code))
    used = session.execute(
        chosen.returning(LmsTabCode.person_id, LmsTabCode.path, LmsTabCode.return_url, LmsTabCode.expires_at)
    ).one_or_none()
    if used is None or used.expires_at <= now:
        raise LinkUsed
    person = session.get_one(Person, used.person_id)
    if person.disabled_at is not None:
        raise LinkUsed
    return OpenedTab(person, used.path, used.return_url)
