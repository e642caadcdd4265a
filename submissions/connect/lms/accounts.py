"""People as platforms know them: by platform and `sub`, never by name or e-mail."""

import secrets
from collections import defaultdict
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.connect.lms.claims import LaunchClaims
from submissions.errors import AlreadyThere, LaunchRefused, NotFound
from submissions.people.access import audit, people
from submissions.storage.rows import insert_once
from submissions.tables import (
    Enrolment,
    LmsAccount,
    LmsContext,
    LmsDeployment,
    LmsPlatform,
    Person,
    Role,
    Submission,
)

_PREFIX = "lms-"
_BYTES = 6


def of(
    session: Session, platform: LmsPlatform, claims: LaunchClaims, language: str | None, *, now: datetime
) -> Person:
    """The account of who comes; the first time it is made. Its name follows the platform's.

    Raises `LaunchRefused` if the account was disabled, or runs this installation: no platform decides about
    that.
    """
    known = find(session, platform.id, claims.sub)
    person = known or _create(session, platform, claims.sub, claims.name, language, now)
    if person.disabled_at is not None:
        raise LaunchRefused("account-disabled")
    if person.operator:
        raise LaunchRefused("operator")
    if claims.name and is_made_here(person):
        person.name = claims.name
    keep_sourced_id(session, platform.id, claims.sub, claims.sourced_id)
    return person


def of_roster(session: Session, platform: LmsPlatform, sub: str, name: str, *, now: datetime) -> Person:
    """The account of somebody on a roster, who may never have come."""
    return find(session, platform.id, sub) or _create(session, platform, sub, name, None, now)


def keep_sourced_id(session: Session, platform_id: UUID, sub: str, sourced_id: str) -> None:
    """Keep somebody's number in the university's records, where the platform says it."""
    account = session.get(LmsAccount, (platform_id, sub)) if sourced_id else None
    if account is not None:
        account.sourced_id = sourced_id


def sourced_ids(session: Session, course_id: UUID) -> dict[UUID, frozenset[str]]:
    """Return by person of a course their numbers in the records of universities, as its platforms have them.

    What a platform of other courses says of a person is another university's number.
    """
    platforms = (
        select(LmsDeployment.platform_id)
        .join(LmsContext, LmsContext.deployment_id == LmsDeployment.id)
        .where(LmsContext.course_id == course_id)
    )
    chosen = (
        select(LmsAccount.person_id, LmsAccount.sourced_id)
        .join(Enrolment, Enrolment.person_id == LmsAccount.person_id)
        .where(Enrolment.course_id == course_id, LmsAccount.sourced_id != "")
        .where(LmsAccount.platform_id.in_(platforms))
    )
    found = defaultdict[UUID, set[str]](set)
    for person_id, sourced_id in session.execute(chosen):
        found[person_id].add(sourced_id)
    return {person_id: frozenset(ids) for person_id, ids in found.items()}


def find(session: Session, platform_id: UUID, sub: str) -> Person | None:
    """Somebody whom a platform has sent before."""
    account = session.get(LmsAccount, (platform_id, sub))
    return None if account is None else session.get_one(Person, account.person_id)


def sub_of(session: Session, platform_id: UUID, person_id: UUID) -> str | None:
    """How a platform calls somebody; the newest, where it has called them several names."""
    chosen = select(LmsAccount.sub).where(
        LmsAccount.platform_id == platform_id, LmsAccount.person_id == person_id
    )
    return session.scalar(chosen.order_by(LmsAccount.created_at.desc(), LmsAccount.sub).limit(1))


def is_sent(session: Session, person_id: UUID) -> bool:
    """Whether a platform signs somebody in."""
    chosen = select(LmsAccount.sub).where(LmsAccount.person_id == person_id)
    return session.scalar(chosen.limit(1)) is not None


def is_made_here(person: Person) -> bool:
    """Whether an account was made for a launch, and nobody comes into it by a password."""
    return is_made_by_launch(person.login) and person.password_hash is None and not person.operator


def is_made_by_launch(login: str) -> bool:
    """Whether a login was made for a launch: it is known to nobody else."""
    return login.startswith(_PREFIX)


def is_empty(session: Session, person_id: UUID) -> bool:
    """Whether an account was made for a launch, and has nothing in it yet."""
    try:
        require_empty(session, person_id)
    except (NotFound, AlreadyThere):
        return False
    return True


def require_empty(session: Session, person_id: UUID) -> Person:
    """An account that was made for a launch, with nothing in it yet.

    Raises:
        NotFound: if there is none.
        AlreadyThere: if it has submissions or a place in a course.
    """
    person = session.get(Person, person_id)
    if person is None or not is_made_here(person):
        raise NotFound
    for table in (Enrolment, Submission):
        if session.scalar(select(func.count()).where(table.person_id == person_id)):
            raise AlreadyThere
    return person


def adopt(session: Session, made_id: UUID, own_id: UUID, *, now: datetime) -> None:
    """Have a platform's person come into an account of their own from now on, which they have proven to own.

    Raises:
        NotFound, AlreadyThere: if the account made for the launch is not one, or is not empty.
        LaunchRefused: if it is an operator's.
    """
    if session.get_one(Person, own_id).operator:
        raise LaunchRefused("operator")
    made = require_empty(session, made_id)
    for account in session.scalars(select(LmsAccount).where(LmsAccount.person_id == made_id)):
        account.person_id = own_id
    for context in session.scalars(select(LmsContext).where(LmsContext.teacher_id == made_id)):
        context.teacher_id = own_id
    session.flush()
    session.delete(made)
    session.flush()
    audit.record(session, own_id, "lms-account-linked", about=own_id, now=now)


def enrol(session: Session, course_id: UUID, person_id: UUID, role: Role, *, now: datetime) -> None:
    """A place in the course as the platform says. An owner stays one; who left comes back.

    A role that staff chose for somebody stays, until the platform calls them a student.
    """
    place = session.get(Enrolment, (course_id, person_id))
    if place is None or not place.active:
        place = people.enrol(session, course_id, person_id, role, now=now)
    elif place.role in {role, Role.OWNER} or (place.role_against and role != Role.STUDENT):
        return
    place.role, place.role_against = role, ""
    session.flush()
    audit.record(session, None, "lms-enrolled", course_id, about=person_id, now=now, role=role)


def _create(
    session: Session, platform: LmsPlatform, sub: str, name: str, language: str | None, now: datetime
) -> Person:
    ending = secrets.token_hex(_BYTES)
    name = name or f"{platform.name} {ending[:4]}"
    person = people.add(session, f"{_PREFIX}{ending}", name[:200], now=now)
    person.language = language
    session.flush()
    insert_once(session, LmsAccount, platform_id=platform.id, sub=sub, person_id=person.id, created_at=now)
    account = session.get_one(LmsAccount, (platform.id, sub))
    if account.person_id == person.id:
        return person
    session.delete(person)  # they came twice at this very moment: the first account is theirs
    session.flush()
    return session.get_one(Person, account.person_id)
