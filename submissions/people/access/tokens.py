"""Tokens, by which programs of a person come in with some of their rights.

A token reads `bg_pat_<id>_<secret><checksum>`: the beginning lets scanners of leaked secrets know it, the
checksum tells a mistyped one apart without a look at the database. It is shown once; its hash is kept.
"""

import hmac
import re
import zlib
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import NotAllowed, NotFound, ScopeMissing, TokenInvalid, Unusable
from submissions.people import durations
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, Scope, require, role_in
from submissions.people.access.random_secret import digest, fresh_secret
from submissions.storage.rows import row_of
from submissions.tables import ApiToken, Course, Person
from submissions.tables.identity import new_id
from submissions.texts.single_line import single_line

MOST = 50
"""Tokens that are good at the same time, of one person."""

_FORM = re.compile(r"(bg_pat_([0-9a-f]{32})_([A-Za-z0-9]{43}))([0-9a-f]{8})")
_ENDING = 4


class TokenRequest(Frozen):
    """A request for a new token."""

    name: str
    scopes: frozenset[Scope]
    lasts: timedelta = durations.TOKEN
    course_id: UUID | None = None
    """Where set, it is good for this course only."""


class IssuedToken(NamedTuple):
    """A new token. Its text is known now and never again."""

    token: ApiToken
    text: str


class Presented(NamedTuple):
    """A token that somebody came with."""

    caller: Caller
    unseen: bool
    """It was used last some time ago: `used` should be told."""
    language: str | None
    """The one that its owner chose for their account."""


def create(session: Session, caller: Caller, wanted: TokenRequest, *, now: datetime) -> IssuedToken:
    """A new token of whoever asks; made with a token, it can do no more and lives no longer than that one.

    Raises:
        Unusable: if it cannot have that name, those scopes or that long a life; or there are too many.
        ScopeMissing, NotAllowed, NotFound: if the caller may not give it what it is to have.
    """
    person = session.get_one(Person, caller.known)
    name, expires_at = single_line("name", wanted.name), now + wanted.lasts
    _require_usable(wanted)
    _require_own(session, caller, wanted, expires_at)
    if len(listed(session, person.id, now=now)) >= MOST:
        raise Unusable("name", "too-many")
    id_, secret = new_id(), fresh_secret()
    token = ApiToken(
        id=id_,
        secret_hash=digest(secret),
        ending="",
        person_id=person.id,
        name=name,
        scopes=sorted(wanted.scopes),
        course_id=wanted.course_id,
        created_at=now,
        expires_at=expires_at,
    )
    text = _with_checksum(f"bg_pat_{id_.hex}_{secret}")
    token.ending = text[-_ENDING:]
    session.add(token)
    session.flush()
    audit.record(session, person.id, "token-made", wanted.course_id, about=id_, now=now)
    return IssuedToken(token, text)


def find(session: Session, text: str, *, now: datetime) -> Presented:
    """Return the caller who comes with this token.

    Raises `TokenInvalid` if it is none of ours, has expired or was revoked, or its owner is disabled.
    """
    id_, secret = _parts(text)
    row = session.execute(
        select(ApiToken, Person).join(Person, Person.id == ApiToken.person_id).where(ApiToken.id == id_)
    ).one_or_none()
    if row is None:
        raise TokenInvalid
    token, person = row
    good = hmac.compare_digest(token.secret_hash, digest(secret))
    if not good or not _is_alive(token, now) or person.disabled_at is not None:
        raise TokenInvalid
    scopes = frozenset(Scope(scope) for scope in token.scopes)
    caller = Caller(
        person.id,
        operator=person.operator and Scope.ADMIN in scopes,
        scopes=scopes,
        course_id=token.course_id,
        token_id=token.id,
    )
    unseen = token.used_at is None or now - token.used_at >= durations.SEEN
    return Presented(caller, unseen, person.language)


def current(session: Session, caller: Caller) -> ApiToken | None:
    """The token that the caller came with; None for a browser."""
    return session.get_one(ApiToken, caller.token_id) if caller.token_id is not None else None


def usual_life(session: Session, caller: Caller, *, now: datetime) -> timedelta:
    """How long a new token lives if nothing is said: as usual, but no longer than the one that asks."""
    asking = current(session, caller)
    return durations.TOKEN if asking is None else min(durations.TOKEN, asking.expires_at - now)


def used(session: Session, token_id: UUID, *, now: datetime) -> None:
    """Record that a token has just been used."""
    session.execute(update(ApiToken).where(ApiToken.id == token_id).values(used_at=now))


def listed(session: Session, person_id: UUID, *, now: datetime) -> list[ApiToken]:
    """The tokens of a person that are good, the newest first."""
    chosen = select(ApiToken).where(
        ApiToken.person_id == person_id, ApiToken.revoked_at.is_(None), ApiToken.expires_at > now
    )
    return list(session.scalars(chosen.order_by(ApiToken.id.desc())))


def revoke(session: Session, person_id: UUID, token_id: UUID, *, now: datetime) -> ApiToken:
    """Revoke a token of a person at once; revoking it again changes nothing.

    Raises `NotFound` if they have none of that id.
    """
    token = row_of(session, ApiToken, token_id, person_id=person_id)
    if token.revoked_at is None:
        token.revoked_at = now
        audit.record(session, person_id, "token-revoked", about=token_id, now=now)
    return token


def of_course(
    session: Session, caller: Caller, course_id: UUID, *, now: datetime
) -> list[tuple[ApiToken, Person]]:
    """The API keys of a course: tokens that are good for it alone, the newest first, and who made each."""
    require(session, caller, Action.EDIT_COURSE, course_id)
    chosen = (
        select(ApiToken, Person)
        .join(Person, Person.id == ApiToken.person_id)
        .where(ApiToken.course_id == course_id, ApiToken.revoked_at.is_(None), ApiToken.expires_at > now)
        .order_by(ApiToken.id.desc())
    )
    return [(token, person) for token, person in session.execute(chosen)]


def revoke_in_course(
    session: Session, caller: Caller, course_id: UUID, token_id: UUID, *, now: datetime
) -> None:
    """Revoke an API key of a course, also one that another member of the staff created."""
    require(session, caller, Action.EDIT_COURSE, course_id)
    token = row_of(session, ApiToken, token_id, course_id=course_id)
    if token.revoked_at is None:
        token.revoked_at = now
        audit.record(session, caller.known, "token-revoked", course_id, about=token_id, now=now)


def revoke_all(session: Session, person_id: UUID, *, now: datetime) -> None:
    """Revoke all tokens of a person."""
    chosen = update(ApiToken).where(ApiToken.person_id == person_id, ApiToken.revoked_at.is_(None))
    session.execute(chosen.values(revoked_at=now))


def alive(session: Session, ids: Collection[UUID], *, now: datetime) -> set[UUID]:
    """The ids of these tokens that are still valid."""
    tokens = session.scalars(select(ApiToken).where(ApiToken.id.in_(ids)))
    return {each.id for each in tokens if _is_alive(each, now)}


def _is_alive(token: ApiToken, now: datetime) -> bool:
    return token.revoked_at is None and token.expires_at > now


def _require_usable(wanted: TokenRequest) -> None:
    if not wanted.scopes:
        raise Unusable("scopes", "empty")
    if not timedelta(0) < wanted.lasts <= durations.TOKEN_LONGEST:
        raise Unusable("expires_at", "too-long-a-life")


def _require_own(session: Session, caller: Caller, wanted: TokenRequest, expires_at: datetime) -> None:
    """Check that the caller has all that the token is to have."""
    for scope in _missing(wanted.scopes, caller.scopes):
        raise ScopeMissing(scope)
    if Scope.ADMIN in wanted.scopes and not caller.operator:
        raise NotAllowed
    if caller.course_id is not None and wanted.course_id != caller.course_id:
        raise NotAllowed
    if wanted.course_id is not None:
        _require_member(session, caller, wanted.course_id)
    if caller.token_id is not None and expires_at > session.get_one(ApiToken, caller.token_id).expires_at:
        raise Unusable("expires_at", "too-long-a-life")


def _require_member(session: Session, caller: Caller, course_id: UUID) -> None:
    if role_in(session, caller, course_id) is None or session.get(Course, course_id) is None:
        raise NotFound


def _missing(wanted: Iterable[Scope], had: frozenset[Scope] | None) -> list[Scope]:
    return [] if had is None else sorted(frozenset(wanted) - had)


def _with_checksum(text: str) -> str:
    return f"{text}{zlib.crc32(text.encode()):08x}"


def _parts(text: str) -> tuple[UUID, str]:
    """The id and the secret of a token. Raises `TokenInvalid` if it cannot be one of ours."""
    matched = _FORM.fullmatch(text)
    if matched is None or _with_checksum(matched[1]) != text:
        raise TokenInvalid
    return UUID(matched[2]), matched[3]
