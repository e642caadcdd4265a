"""A roster that comes as a list: first what it would change, then the change.

The list decides who is a student, in which section, under which number. Names belong to accounts, roles of
staff to owners: neither is changed by a list. Nobody is deleted; who is not in it may be set inactive.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import Stale, Unusable
from submissions.people.access import audit
from submissions.people.access.people import new_login
from submissions.people.access.policy import Action, Caller, require
from submissions.tables import IS_STUDENT, Enrolment, Person, Role
from submissions.texts.single_line import single_line

MOST_LINES = 5000
LONGEST = 64
"""Characters of a section or a student number."""
_AT_A_TIME = 500


class RosterLine(Frozen):
    """One student of the list. None: the list does not say it, so it stays."""

    row: int
    login: str
    name: str
    section: str | None = None
    sis_id: str | None = None


class Addition(Frozen):
    """Somebody who becomes a student."""

    line: RosterLine
    person: Person | None
    """None: they get an account."""
    is_back: bool
    """They had left the course."""


class ChangedPlace(Frozen):
    """Somebody whose section or number changes."""

    line: RosterLine
    person: Person
    place: Enrolment


class LineProblem(Frozen):
    """A line that changes nothing, as something of it cannot be used."""

    row: int
    text: str
    error: Unusable


class RosterPlan(Frozen):
    """The changes that a list would make."""

    added: Sequence[Addition]
    changed: Sequence[ChangedPlace]
    absent: Sequence[tuple[Person, Enrolment]]
    """Active students who are not in the list."""
    same: int
    problems: Sequence[LineProblem]

    @property
    def digest(self) -> str:
        """A digest of the changes: a request to apply a plan names the plan that its sender saw."""
        parts = [f"+{each.line}" for each in self.added]
        parts += [f"~{each.line}" for each in self.changed]
        parts += [f"-{person.id}" for person, _ in self.absent]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def plan(session: Session, caller: Caller, course_id: UUID, lines: Sequence[RosterLine]) -> RosterPlan:
    """Return what a list would change. As many queries for 3,000 students as for 300, in parts of 500."""
    require(session, caller, Action.EDIT_PEOPLE, course_id)
    if len(lines) > MOST_LINES:
        raise Unusable("file", "too-many-lines", most=MOST_LINES)
    usable, problems = _usable(lines)
    people = _people(session, [line.login.strip().lower() for line in lines])
    places = {
        place.person_id: place
        for place in session.scalars(select(Enrolment).where(Enrolment.course_id == course_id))
    }
    changes = [_change(line, people.get(line.login), places) for line in usable]
    listed = {person.id for person in people.values()}
    return RosterPlan(
        added=[each for each in changes if isinstance(each, Addition)],
        changed=[each for each in changes if isinstance(each, ChangedPlace)],
        absent=_absent(session, course_id, listed),
        same=changes.count(None),
        problems=[*problems, *(each for each in changes if isinstance(each, LineProblem))],
    )


def apply(
    session: Session,
    caller: Caller,
    course_id: UUID,
    lines: Sequence[RosterLine],
    *,
    digest: str,
    deactivate: bool,
    now: datetime,
) -> RosterPlan:
    """Carry out a plan that somebody has seen; `deactivate`: set who is not in the list inactive.

    Raises `Stale` if the plan is no longer what they saw.
    """
    planned = plan(session, caller, course_id, lines)
    if planned.digest != digest:
        raise Stale
    for addition, person in _with_accounts(session, planned.added, now):
        _add(session, course_id, addition, person, now)
    for change in planned.changed:
        _set(change.place, change.line)
    if deactivate:
        for _, place in planned.absent:
            place.active = False
    session.flush()
    audit.record(
        session,
        caller.known,
        "roster-imported",
        course_id,
        now=now,
        added=len(planned.added),
        changed=len(planned.changed),
        left=len(planned.absent) if deactivate else 0,
    )
    return planned


def _usable(lines: Iterable[RosterLine]) -> tuple[list[RosterLine], list[LineProblem]]:
    """The lines as they are kept, and those that cannot be."""
    usable: list[RosterLine] = []
    problems: list[LineProblem] = []
    logins: set[str] = set()
    numbers: set[str] = set()
    for line in lines:
        try:
            clean = _clean(line, logins, numbers)
        except Unusable as error:
            problems.append(LineProblem(line.row, line.login or line.name, error))
            continue
        logins.add(clean.login)
        numbers.add(clean.sis_id or "")
        usable.append(clean)
    return usable, problems


def _clean(line: RosterLine, logins: set[str], numbers: set[str]) -> RosterLine:
    clean = RosterLine(
        line.row,
        new_login(line.login),
        single_line("name", line.name or line.login),
        short_line("section", line.section),
        short_line("sis_id", line.sis_id),
    )
    if clean.login in logins:
        raise Unusable("login", "twice-in-the-list")
    if clean.sis_id and clean.sis_id in numbers:
        raise Unusable("sis_id", "twice-in-the-list")
    return clean


def short_line(field: str, text: str | None) -> str | None:
    """A section or a number as it is kept; empty for none."""
    if text is None or not text.strip():
        return None if text is None else ""
    kept = single_line(field, text)
    if len(kept) > LONGEST:
        raise Unusable(field, "too-long", longest=LONGEST)
    return kept


def _people(session: Session, logins: Sequence[str]) -> dict[str, Person]:
    found: dict[str, Person] = {}
    for start in range(0, len(logins), _AT_A_TIME):
        part = logins[start : start + _AT_A_TIME]
        found |= {each.login: each for each in session.scalars(select(Person).where(Person.login.in_(part)))}
    return found


def _absent(session: Session, course_id: UUID, listed: set[UUID]) -> list[tuple[Person, Enrolment]]:
    rows = session.execute(
        select(Person, Enrolment)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id, IS_STUDENT)
        .order_by(Person.name_key, Person.id)
    )
    return [(person, place) for person, place in rows if person.id not in listed]


def _change(
    line: RosterLine, person: Person | None, places: Mapping[UUID, Enrolment]
) -> Addition | ChangedPlace | LineProblem | None:
    """Return what a usable line would change; None for nothing."""
    if person is None:
        return Addition(line, None, is_back=False)
    if person.disabled_at is not None:
        return LineProblem(line.row, line.login, Unusable("login", "account-is-disabled"))
    place = places.get(person.id)
    if place is None or not place.active:
        return Addition(line, person, is_back=place is not None)
    return ChangedPlace(line, person, place) if _is_changed(line, place) else None


def _is_changed(line: RosterLine, place: Enrolment) -> bool:
    return line.section not in (None, place.section) or line.sis_id not in (None, place.sis_id)


def _with_accounts(
    session: Session, added: Iterable[Addition], now: datetime
) -> list[tuple[Addition, Person]]:
    """Return each addition with its account; missing accounts are made, all at once."""
    found = []
    for each in added:
        person = each.person
        if person is None:
            person = Person(login=each.line.login, name=each.line.name, created_at=now)
            session.add(person)
        found.append((each, person))
    session.flush()
    return found


def _add(session: Session, course_id: UUID, addition: Addition, person: Person, now: datetime) -> None:
    place = session.get(Enrolment, (course_id, person.id)) if addition.is_back else None
    if place is None:
        place = Enrolment(course_id=course_id, person_id=person.id, role=Role.STUDENT, created_at=now)
        session.add(place)
    place.role, place.active = Role.STUDENT, True  # whoever taught here and comes back by a list is a student
    _set(place, addition.line)


def _set(place: Enrolment, line: RosterLine) -> None:
    place.section = place.section or "" if line.section is None else line.section
    place.sis_id = place.sis_id or "" if line.sis_id is None else line.sis_id
