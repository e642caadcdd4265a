"""The roster of a platform's course: read as a whole, compared with ours, and then taken over.

Who is absent there is made inactive here, with all grades kept. Owners stay, and so does everybody whom the
platform never sent.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.access import audit
from submissions.access.policy import Action, Caller
from submissions.courses import courses
from submissions.errors import NotFound, PlatformFailed
from submissions.lms import accounts, contexts
from submissions.lms.paging import next_page
from submissions.lms.roles import role_of
from submissions.lms.services import ServiceAccess, ServiceFailed, Services
from submissions.lms.vocabulary import MEMBERS, MEMBERS_TYPE
from submissions.openid.outward import Conversation, OutwardAnswer
from submissions.storage.database import Database
from submissions.tables import Enrolment, LmsAccount, LmsContext, LmsPlatform, Person, Role

_MOST_PAGES, _MOST_PEOPLE = 100, 20_000
_LONGEST_ID, _LONGEST_NAME, _MOST_ROLES = 255, 200, 50
_WITHOUT_TOKEN = {"not-granted": "no-roster", "clock": "clock", "no-token": "no-token"}
"""By why there is no token, the reason that staff read."""
_GONE = frozenset({"Inactive", "Deleted"})


@dataclass(frozen=True, slots=True)
class RosterMember:
    """Somebody on the roster of a platform."""

    sub: str
    role: Role
    name: str
    """Empty where the platform sends no names."""


@dataclass(frozen=True, slots=True)
class RosterDifference:
    """What taking the roster over changes."""

    new: list[RosterMember]
    back: list[RosterMember]
    """Known here, and in no place of the course, or in another role."""
    gone: list[tuple[UUID, str]]
    """Students and staff whom the platform sent before, by id and name: no longer on its roster."""
    unchanged: int

    @property
    def mark(self) -> str:
        """What tells it from any other difference."""
        members = [[each.sub, each.role] for each in (*self.new, *self.back)]
        gone = [str(id_) for id_, _ in self.gone]
        return hashlib.sha256(json.dumps([sorted(members), sorted(gone)]).encode()).hexdigest()

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not (self.new or self.back or self.gone)


def read(
    database: Database, services: Services, caller: Caller, course_id: UUID, context_id: UUID
) -> Conversation[list[RosterMember]]:
    """The roster as the platform gives it now.

    Where several courses of the platform lead here, who is in any of them is on it; the role in the chosen
    one counts.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if the caller may not change who is in the course.
        PlatformFailed: if the platform does not give it, or that of another course of it that leads here.
    """
    with database.read() as session:
        context, platform = _context(session, caller, course_id, context_id)
        url, access = context.memberships_url, ServiceAccess.to(platform, [MEMBERS])
        others = [each.memberships_url for each in contexts.beside(session, context)]
    members = yield from _members(services, access, url)
    for other in others:
        try:
            theirs = yield from _members(services, access, other)
            members = theirs | members
        except PlatformFailed as error:
            raise PlatformFailed("other-roster" if error.reason == "no-roster" else error.reason) from None
    return list(members.values())


def difference(
    session: Session, caller: Caller, course_id: UUID, context_id: UUID, members: list[RosterMember]
) -> RosterDifference:
    """What taking this roster over would change.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if the caller may not.
    """
    _, platform = _context(session, caller, course_id, context_id)
    known = {
        account.sub: account.person_id
        for account in session.scalars(select(LmsAccount).where(LmsAccount.platform_id == platform.id))
    }
    places = {
        place.person_id: place
        for place in session.scalars(select(Enrolment).where(Enrolment.course_id == course_id))
    }
    new = [member for member in members if member.sub not in known]
    there = [member for member in members if member.sub in known]
    back = [member for member in there if not _is_placed(places.get(known[member.sub]), member.role)]
    present = {known[member.sub] for member in there}
    absent = set(known.values()) - present
    gone = [
        person_id
        for person_id, place in places.items()
        if person_id in absent and place.active and place.role != Role.OWNER
    ]
    names = session.execute(select(Person.id, Person.name).where(Person.id.in_(gone)).order_by(Person.name))
    return RosterDifference(new, back, [(id_, name) for id_, name in names], len(there) - len(back))


def apply(
    session: Session,
    caller: Caller,
    course_id: UUID,
    context_id: UUID,
    members: list[RosterMember],
    *,
    now: datetime,
) -> RosterDifference:
    """Take the roster over; what that changed. Nothing is deleted.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if the caller may not.
        PlatformFailed: if it is empty, as a platform that has lost its roster gives it.
    """
    if not members:
        raise PlatformFailed("no-roster")
    changes = difference(session, caller, course_id, context_id, members)
    _, platform = _context(session, caller, course_id, context_id)
    for member in [*changes.new, *changes.back]:
        person = accounts.of_roster(session, platform, member.sub, member.name, now=now)
        accounts.enrol(session, course_id, person.id, member.role, now=now)
    for person_id, _ in changes.gone:
        session.get_one(Enrolment, (course_id, person_id)).active = False
    platform.roster_at = now
    details = {"new": len(changes.new), "changed": len(changes.back), "inactive": len(changes.gone)}
    audit.record(
        session, "lms-roster-applied", actor=caller.known, course_id=course_id, details=details, now=now
    )
    return changes


def _context(
    session: Session, caller: Caller, course_id: UUID, context_id: UUID
) -> tuple[LmsContext, LmsPlatform]:
    courses.get(session, caller, course_id, Action.EDIT_PEOPLE)
    context = session.get(LmsContext, context_id)
    if context is None or context.course_id != course_id:
        raise NotFound
    return context, contexts.platform_of(session, context)


def _members(services: Services, access: ServiceAccess, url: str) -> Conversation[dict[str, RosterMember]]:
    """Who is on one roster, by `sub`. Part of one would make everybody else look gone."""
    if not url:
        raise PlatformFailed("no-roster")
    members: dict[str, RosterMember] = {}
    seen: set[str] = set()
    while url and url not in seen:
        if len(seen) >= _MOST_PAGES or len(members) >= _MOST_PEOPLE:
            raise PlatformFailed("roster-too-long")
        seen.add(url)
        answer = yield from _page(services, access, url)
        found = answer.json()
        listed = found.get("members") if isinstance(found, dict) else None
        if not isinstance(listed, list):
            raise PlatformFailed("no-roster")
        members |= {member.sub: member for member in map(_member, listed) if member is not None}
        url = next_page(answer)
    return members


def _page(services: Services, access: ServiceAccess, url: str) -> Conversation[OutwardAnswer]:
    try:
        answer = yield from services.call(access, "GET", url, accept=MEMBERS_TYPE)
    except ServiceFailed as error:
        raise PlatformFailed(_WITHOUT_TOKEN.get(error.reason, "unreachable")) from None
    if answer is None:
        raise PlatformFailed("unreachable")
    if not answer.is_good:
        raise PlatformFailed("no-roster")
    return answer


def _member(given: object) -> RosterMember | None:
    """None of who has no role here, or has left."""
    if not isinstance(given, dict) or str(given.get("status")) in _GONE:
        return None
    sub, roles = given.get("user_id"), given.get("roles")
    if not isinstance(sub, str) or not 0 < len(sub) <= _LONGEST_ID or not isinstance(roles, list):
        return None
    if not sub.isprintable():  # no database keeps a NUL or half of a letter
        return None
    role = role_of(each for each in roles[:_MOST_ROLES] if isinstance(each, str))
    return RosterMember(sub, role, _name(given)) if role is not None else None


def _name(given: Mapping[str, Any]) -> str:
    name = given.get("name")
    if not isinstance(name, str):
        return ""
    shown = "".join(letter if letter.isprintable() else " " for letter in name[: 10 * _LONGEST_NAME])
    return " ".join(shown.split())[:_LONGEST_NAME]


def _is_placed(place: Enrolment | None, role: Role) -> bool:
    return place is not None and place.active and place.role in {role, Role.OWNER}
