"""The roster of a platform's course: read as a whole, compared with ours, and then taken over.

A student who is absent there is made inactive here, with all grades kept. Owners stay, and so does everybody
whom the platform never sent. Other staff are never lowered by a roster alone: staff decide about each.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.connect.lms import accounts, contexts, passback
from submissions.connect.lms.services import ServiceAccess, ServiceFailed, Services, next_page
from submissions.connect.lms.vocabulary import MEMBERS, MEMBERS_TYPE, role_of
from submissions.courses.courses import courses
from submissions.errors import PlatformFailed
from submissions.outward.openid.id_tokens import shown_line
from submissions.outward.openid.outward import Conversation, OutwardAnswer
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller
from submissions.storage.database import Database
from submissions.storage.rows import row_of
from submissions.tables import Enrolment, LmsAccount, LmsContext, LmsPlatform, Person, Role

_MOST_PAGES, _MOST_PEOPLE = 100, 20_000
_LONGEST_ID, _MOST_ROLES = 255, 50
_WITHOUT_TOKEN = {
    "not-granted": "no-roster",
    "clock": "clock",
    "no-token": "no-token",
    "refused-here": "refused-here",
}
"""The reasons that staff read, by the reason for which there is no token."""
_STAFF = frozenset({Role.ASSISTANT, Role.INSTRUCTOR})
_RANKS = {role: rank for rank, role in enumerate(reversed(Role))}
_GONE = frozenset({"Inactive", "Deleted"})


class RosterMember(Frozen):
    """Somebody on the roster of a platform."""

    sub: str
    role: Role
    name: str
    """Empty where the platform sends no names."""
    sourced_id: str = ""
    """Their number in the university's records; empty where the platform does not say it."""


class StaffDecision(StrEnum):
    """A decision of staff about somebody whom a roster would lower."""

    INSTRUCTOR = Role.INSTRUCTOR
    ASSISTANT = Role.ASSISTANT
    STUDENT = Role.STUDENT
    REMOVED = "removed"


Decisions = Mapping[UUID, StaffDecision]


class RoleChange(Frozen):
    """Somebody who is known here, and gets a place or another role."""

    member: RosterMember
    person_id: UUID
    name: str
    before: Role | None
    """None: they are not in the course now."""


class LoweredStaff(Frozen):
    """A member of staff whom the roster would lower: nothing changes unless staff decide so for this one."""

    person_id: UUID
    name: str
    role: Role
    there: Role | None
    """None: they are not on the roster."""


class RosterDifference(Frozen):
    """The changes that taking the roster over would make."""

    new: list[RosterMember]
    changed: list[RoleChange]
    gone: list[tuple[UUID, str]]
    """Students whom the platform sent before, by id and name: no longer on its roster."""
    staff: list[LoweredStaff]
    """Some platforms launch a non-editing teacher as an instructor, and list them as a student."""
    unchanged: int

    @property
    def mark(self) -> str:
        """Return a digest that distinguishes this difference from any other."""
        members = [[each.sub, each.role] for each in self.new]
        changed = [[str(each.person_id), each.before or "", each.member.role] for each in self.changed]
        staff = [[str(each.person_id), each.role, each.there or ""] for each in self.staff]
        gone = [str(id_) for id_, _ in self.gone]
        whole = [sorted(members), sorted(changed), sorted(gone), sorted(staff)]
        return hashlib.sha256(json.dumps(whole).encode()).hexdigest()

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change, and nothing is to be decided."""
        return not (self.new or self.changed or self.gone or self.staff)


def read(
    database: Database, services: Services, caller: Caller, course_id: UUID, context_id: UUID
) -> Conversation[list[RosterMember]]:
    """The roster as the platform gives it now.

    Where several courses of the platform lead here, who is in any of them is on it; the role in the chosen
    one counts.

    Raises `PlatformFailed` if the platform does not give it, or that of another course of it that leads here.
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
    """Return what applying this roster would change."""
    _, platform = _context(session, caller, course_id, context_id)
    known, names = _people_with_accounts(session, platform)
    places = {
        place.person_id: place
        for place in session.scalars(select(Enrolment).where(Enrolment.course_id == course_id))
    }
    new = [member for member in members if member.sub not in known]
    there = {known[member.sub]: member for member in members if member.sub in known}
    changed, staff = _changes(places, there, names)
    unchanged = len(there) - len(changed) - len(staff)
    gone = _gone(places, {id_: name for id_, name in names.items() if id_ not in there})
    staff += [LoweredStaff(id_, name, role, None) for id_, name, role in gone if role in _STAFF]
    staff.sort(key=lambda each: (each.name, each.person_id))
    students = [(id_, name) for id_, name, role in gone if role not in _STAFF]
    return RosterDifference(new, changed, students, staff, unchanged)


def _changes(
    places: Mapping[UUID, Enrolment], there: Mapping[UUID, RosterMember], names: Mapping[UUID, str]
) -> tuple[list[RoleChange], list[LoweredStaff]]:
    """Return whose role the roster changes, and the staff whose role it would lower."""
    changed, staff = list[RoleChange](), list[LoweredStaff]()
    for person_id, member in there.items():
        place, name = places.get(person_id), member.name or names[person_id]
        if place is None or not place.active:
            changed.append(RoleChange(member, person_id, name, None))
        elif _is_lowered(place, member.role):
            # A roster never takes rights away by itself: staff decide about each of these people.
            staff.append(LoweredStaff(person_id, names[person_id], Role(place.role), member.role))
        elif not _is_settled(place, member.role):
            changed.append(RoleChange(member, person_id, name, Role(place.role)))
    return changed, staff


def _gone(places: Mapping[UUID, Enrolment], names: Mapping[UUID, str]) -> list[tuple[UUID, str, Role]]:
    """Return those of these people who are still in the course, by name; its owners stay."""
    found = [(id_, name, places[id_]) for id_, name in names.items() if id_ in places]
    gone = [(id_, name, Role(p.role)) for id_, name, p in found if p.active and p.role != Role.OWNER]
    return sorted(gone, key=lambda each: (each[1], each[0]))


def _people_with_accounts(session: Session, platform: LmsPlatform) -> tuple[dict[str, UUID], dict[UUID, str]]:
    """Return who has an account of a platform: ids of people by the platform's `sub`, and names by id."""
    query = (
        select(LmsAccount.sub, Person.id, Person.name)
        .join(Person, Person.id == LmsAccount.person_id)
        .where(LmsAccount.platform_id == platform.id)
    )
    rows = session.execute(query).all()
    return {sub: id_ for sub, id_, _ in rows}, {id_: name for _, id_, name in rows}


def apply(
    session: Session,
    caller: Caller,
    course_id: UUID,
    context_id: UUID,
    members: list[RosterMember],
    decisions: Decisions = MappingProxyType({}),
    *,
    now: datetime,
) -> RosterDifference:
    """Apply the roster, and return what changed. Nothing is deleted, and staff lose a role only as decided.

    Raises `PlatformFailed` if it is empty, as a platform that has lost its roster gives it.
    """
    if not members:
        raise PlatformFailed("no-roster")
    changes = difference(session, caller, course_id, context_id, members)
    context, platform = _context(session, caller, course_id, context_id)
    for member in [*changes.new, *(each.member for each in changes.changed)]:
        person = accounts.of_roster(session, platform, member.sub, member.name, now=now)
        if (place := session.get(Enrolment, (course_id, person.id))) is not None:
            place.role_against = ""  # it lists another role than the one that staff decided about
        accounts.enrol(session, course_id, person.id, member.role, now=now)
        passback.try_person_again(session, context, person.id, now=now)
    for member in members:
        accounts.keep_sourced_id(session, platform.id, member.sub, member.sourced_id)
    for person_id, _ in changes.gone:
        session.get_one(Enrolment, (course_id, person_id)).active = False
    decided = [each for each in changes.staff if each.person_id in decisions]
    for each in decided:
        place = session.get_one(Enrolment, (course_id, each.person_id))
        _decide(session, caller, place, each, decisions[each.person_id], now)
    platform.roster_at = now
    counts = dict[str, Any](new=len(changes.new), changed=len(changes.changed), inactive=len(changes.gone))
    audit.record(session, caller.known, "lms-roster-applied", course_id, now=now, **counts)
    return changes


def _context(
    session: Session, caller: Caller, course_id: UUID, context_id: UUID
) -> tuple[LmsContext, LmsPlatform]:
    courses.get(session, caller, course_id, Action.EDIT_PEOPLE)
    context = row_of(session, LmsContext, context_id, course_id=course_id)
    return context, contexts.platform_of(session, context)


def _members(services: Services, access: ServiceAccess, url: str) -> Conversation[dict[str, RosterMember]]:
    """Return all members of one roster, by `sub`: with a part of it, everybody else would look gone."""
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
    return (
        RosterMember(sub, role, shown_line(given, "name"), _sourced_id(given)) if role is not None else None
    )


def _sourced_id(given: Mapping[str, Any]) -> str:
    """Return the id as it is; empty where a platform left a variable like `$Person.sourcedId` as it was."""
    id_ = given.get("lis_person_sourcedid")
    if not isinstance(id_, str) or len(id_) > _LONGEST_ID or not id_.isprintable() or id_.startswith("$"):
        return ""
    return id_.strip()


def _is_lowered(place: Enrolment, there: Role) -> bool:
    """Whether a roster knows less of somebody than their place here, and nobody has decided about it."""
    return place.role in _STAFF and place.role_against != there and _RANKS[there] < _RANKS[Role(place.role)]


def _is_settled(place: Enrolment, there: Role) -> bool:
    """Whether a place is as the roster says, or as staff decided who knew that it says so."""
    return place.role_against == there or place.role in {there, Role.OWNER}


def _decide(
    session: Session,
    caller: Caller,
    place: Enrolment,
    lowered: LoweredStaff,
    decision: StaffDecision,
    now: datetime,
) -> None:
    """Do as staff decided, and keep it where the platform says two things of somebody."""
    if decision is StaffDecision.REMOVED:
        place.active = False
    else:
        place.role = Role(decision)
    place.role_against = "" if decision is StaffDecision.REMOVED else lowered.there or ""
    audit.record(
        session,
        caller.known,
        "lms-role-decided",
        place.course_id,
        about=place.person_id,
        now=now,
        role=place.role,
        active=place.active,
    )
