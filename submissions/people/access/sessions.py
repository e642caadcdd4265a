"""Browsers that are signed in. The cookie is a random secret; only its hash is kept."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, delete, or_, select, true, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.people import durations
from submissions.people.access import staff
from submissions.people.access.notices import number_unread
from submissions.people.access.random_secret import digest, fresh_secret
from submissions.storage.rows import row_of
from submissions.tables import Person, WebSession

_LONGEST_BROWSER = 200


class WayBack(Frozen):
    """The way back to where somebody came from; None of what is not known."""

    return_url: str | None = None
    """Their course on a learning platform, which was checked."""
    entry_path: str | None = None
    """The page here to which its activity led."""


NO_WAY_BACK = WayBack()


class SignedIn(Frozen):
    """A browser that is signed in, and who it belongs to."""

    session_id: UUID
    person: Person
    unseen: bool
    """It was seen last some time ago: `seen` should be told."""
    by_link: bool
    unread: int
    """Notices that they have not read."""
    way_back: WayBack
    is_strong: bool
    """They came by more than a password or a link."""


def start(
    session: Session,
    person_id: UUID,
    *,
    browser: str,
    by_link: bool = False,
    is_strong: bool = False,
    provider_id: UUID | None = None,
    way_back: WayBack = NO_WAY_BACK,
    now: datetime,
) -> str:
    """The secret of a new session."""
    secret = fresh_secret()
    started = WebSession(
        secret_hash=digest(secret),
        person_id=person_id,
        browser="".join(letter for letter in browser if letter.isprintable())[:_LONGEST_BROWSER],
        by_link=by_link,
        is_strong=is_strong,
        provider_id=provider_id,
        return_url=way_back.return_url or None,
        entry_path=way_back.entry_path,
        created_at=now,
        seen_at=now,
        expires_at=now + durations.SESSION,
    )
    session.add(started)
    session.flush()
    return secret


def find(session: Session, secret: str, *, strong_staff: bool = False, now: datetime) -> SignedIn | None:
    """Return the sign-in of the browser with this secret; None where it has none or it has ended.

    With `strong_staff`, people who teach or run the installation are signed in by strong sessions only.
    """
    enough = or_(WebSession.is_strong, ~staff.is_staff()) if strong_staff else true()
    row = session.execute(
        select(WebSession, Person, number_unread())
        .join(Person, Person.id == WebSession.person_id)
        .where(WebSession.secret_hash == digest(secret), Person.disabled_at.is_(None), ~_over(now), enough)
    ).one_or_none()
    if row is None:
        return None
    web_session, person, unread = row
    unseen = now - web_session.seen_at >= durations.SEEN
    return SignedIn(
        web_session.id,
        person,
        unseen,
        web_session.by_link,
        unread,
        WayBack(web_session.return_url, web_session.entry_path),
        web_session.is_strong,
    )


def seen(session: Session, session_id: UUID, *, now: datetime) -> None:
    """Record that the browser has just made a request."""
    session.execute(update(WebSession).where(WebSession.id == session_id).values(seen_at=now))


def stop(session: Session, secret: str) -> UUID | None:
    """End the session with this secret, if there is one; the provider that it began with."""
    ended = delete(WebSession).where(WebSession.secret_hash == digest(secret))
    return session.scalar(ended.returning(WebSession.provider_id))


def strengthen(session: Session, session_id: UUID) -> None:
    """Record that the owner has shown a second factor in this session."""
    session.execute(update(WebSession).where(WebSession.id == session_id).values(is_strong=True))


def alive(session: Session, ids: Collection[UUID], *, now: datetime) -> set[UUID]:
    """The ids of these sessions that have not ended."""
    return set(session.scalars(select(WebSession.id).where(WebSession.id.in_(ids), ~_over(now))))


def listed(session: Session, person_id: UUID, *, now: datetime) -> list[WebSession]:
    """Where a person is signed in, the most recent first."""
    chosen = select(WebSession).where(WebSession.person_id == person_id, ~_over(now))
    return list(session.scalars(chosen.order_by(WebSession.seen_at.desc(), WebSession.id.desc())))


def revoke(session: Session, person_id: UUID, session_id: UUID) -> None:
    """End one session of a person. Raises `NotFound` if they have none of that id."""
    web_session = row_of(session, WebSession, session_id, person_id=person_id)
    session.delete(web_session)
    session.flush()


def revoke_all(session: Session, person_id: UUID, *, but: UUID | None = None) -> None:
    """Sign a person out everywhere, but for one session if that is named."""
    chosen = delete(WebSession).where(WebSession.person_id == person_id)
    session.execute(chosen if but is None else chosen.where(WebSession.id != but))


def forget(session: Session, *, now: datetime) -> None:
    """Delete the sessions that are over."""
    session.execute(delete(WebSession).where(_over(now)))


def _over(now: datetime) -> ColumnElement[bool]:
    return or_(WebSession.expires_at <= now, WebSession.seen_at <= now - durations.SESSION_UNUSED)
