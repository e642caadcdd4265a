"""The leaderboard of a fault hunt: students who joined it, under names that they chose."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.courses.assignments.deadline_status import deadline_statuses
from submissions.courses.assignments.points import current_version
from submissions.errors import NotAllowed, NotFound, Unusable
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, Viewer, viewer_in
from submissions.storage.rows import insert_once
from submissions.tables import (
    IS_STUDENT,
    Assignment,
    AttemptFact,
    Enrolment,
    Grading,
    LeaderboardName,
    Person,
    Role,
    Submission,
)
from submissions.tables.name_key import name_key
from submissions.teaching.results.visibility import visibility
from submissions.texts.single_line import single_line

LONGEST_NAME = 30
MOST_SHOWN = 100
"""How many standings are listed; one's own is listed in any case."""
_MORE_THAN_ANY = 1_000_000
"""A number with which those without one come last."""

_LOOKS = """
    aΑАαɑаᴀ bΒВβвЬʙ cϹСсᴄ dԁᴅ eΕЕεеᴇ fꜰ gɡցɢ hΗНнһհʜ iΙІıіιɪ jЈјᴊ kΚКκкᴋ lӏʟ mΜМмᴍ nΝոɴ oΟОοоᴏ pΡРρрᴘ
    qԛ rгʀ sЅѕꜱ tΤТτтᴛ uυᴜ vνѵᴠ wԝᴡ xΧХχх yΥУγуүʏ zΖζᴢ
"""  # noqa: RUF001 - what is taken for a Latin letter is meant
_LATIN = {ord(each): look[0] for look in _LOOKS.split() for each in look[1:]}
"""Greek, Cyrillic, Armenian and small capital letters that look like a Latin one."""
_THIN = str.maketrans("i10", "llo")


@dataclass(frozen=True, slots=True)
class LeaderboardStanding:
    """A student on the leaderboard, with the best of their submissions."""

    place: int
    """The place from 1; who has done as much with as few nodes has the same."""
    name: str
    """The name that they chose."""
    percent: Decimal
    """Percent of the points, with the bonus, before late penalties."""
    nodes: int | None
    """The nodes of all graphs; none where not all classes are exposed and told apart."""
    is_own: bool
    person_id: UUID | None
    """The person; none for who does not teach."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The leaderboard of a fault hunt as its reader sees it."""

    own_name: str
    """The name under which the caller stands there; empty: they do not."""
    may_stand: bool
    """Whether they can: students of a fault hunt can."""
    hidden_until: datetime | None
    """When their results, and with them this list, are shown; none: they are."""
    standings: list[LeaderboardStanding]
    """The first hundred, and the caller's own."""
    waiting: int
    """How many names have no result yet."""


def leaderboard(session: Session, caller: Caller, assignment: Assignment, *, now: datetime) -> Leaderboard:
    """Return the standings, the best first: most points, then fewest nodes, then who was first.

    Only a hunt has any.
    """
    viewer = viewer_in(session, caller, assignment)
    viewer.require_in(Action.SEE_OWN_SUBMISSION, assignment)
    own = session.get(LeaderboardName, (assignment.id, caller.known))
    dates = deadline_statuses(session, caller, [assignment], now=now)[assignment.id].deadlines
    hidden_until = visibility(viewer, assignment).results_hidden_until(dates, now)
    standings = [] if hidden_until else list(_standings(session, viewer, assignment))
    return Leaderboard(
        own_name=own.name if own else "",
        may_stand=viewer.role == Role.STUDENT and _is_hunt(session, assignment),
        hidden_until=hidden_until,
        standings=[each for number, each in enumerate(standings) if number < MOST_SHOWN or each.is_own],
        waiting=0 if hidden_until else _count_names(session, assignment) - len(standings),
    )


def join(session: Session, caller: Caller, assignment: Assignment, name: str, *, now: datetime) -> None:
    """Join the leaderboard under this name, or change the name there.

    Raises `Unusable` if the name cannot be used: another has it, or it is the name of a person in the course.
    """
    viewer = _viewer(session, caller, assignment, Action.SUBMIT)
    if viewer.role != Role.STUDENT:
        raise NotAllowed
    name = _usable(session, assignment, name)
    _take_off(session, assignment, caller.known)
    insert_once(
        session,
        LeaderboardName,
        assignment_id=assignment.id,
        person_id=caller.known,
        name=name,
        name_key=_look(name),
        created_at=now,
    )
    if session.get(LeaderboardName, (assignment.id, caller.known)) is None:
        raise Unusable("name", "name-is-taken")


def leave(session: Session, caller: Caller, assignment: Assignment) -> None:
    """Take the caller off the leaderboard."""
    _viewer(session, caller, assignment, Action.SUBMIT)
    _take_off(session, assignment, caller.known)


def remove(
    session: Session, caller: Caller, assignment: Assignment, person_id: UUID, *, now: datetime
) -> None:
    """Remove somebody whose name cannot stay from the leaderboard."""
    _viewer(session, caller, assignment, Action.EDIT_PEOPLE)
    if not _take_off(session, assignment, person_id):
        raise NotFound
    audit.record_about(session, caller.known, "leaderboard-name-removed", assignment, person_id, now=now)


def _viewer(session: Session, caller: Caller, assignment: Assignment, action: Action) -> Viewer:
    """Return the caller, if they may do this and the assignment is a hunt."""
    viewer = viewer_in(session, caller, assignment)
    viewer.require_in(action, assignment)
    if not _is_hunt(session, assignment):
        raise NotFound
    return viewer


def _is_hunt(session: Session, assignment: Assignment) -> bool:
    return bool(current_version(session, assignment).hunted)


def _usable(session: Session, assignment: Assignment, name: str) -> str:
    name = single_line("name", name)
    if len(name) > LONGEST_NAME:
        raise Unusable("name", "too-long", longest=LONGEST_NAME)
    if not _look(name):
        raise Unusable("name", "name-without-letters")
    in_course = select(Enrolment.person_id).where(Enrolment.course_id == assignment.course_id)
    names = session.scalars(select(Person.name).where(Person.id.in_(in_course)))
    if _look(name) in set(map(_look, names)):
        raise Unusable("name", "name-is-taken")
    return name


def _take_off(session: Session, assignment: Assignment, person_id: UUID) -> bool:
    """Delete the name of a person; whether there was one."""
    found = session.get(LeaderboardName, (assignment.id, person_id))
    if found is None:
        return False
    session.delete(found)
    session.flush()
    return True


def _count_names(session: Session, assignment: Assignment) -> int:
    chosen = select(func.count()).select_from(LeaderboardName)
    return session.scalar(chosen.where(LeaderboardName.assignment_id == assignment.id)) or 0


def _standings(session: Session, viewer: Viewer, assignment: Assignment) -> Iterator[LeaderboardStanding]:
    """Yield the standing of each student who has a result, the best first."""
    nodes = func.coalesce(Grading.hunt_nodes, _MORE_THAN_ANY)
    order = AttemptFact.earned.desc(), nodes, AttemptFact.at, AttemptFact.submission_id
    attempts = (
        select(
            LeaderboardName.person_id,
            LeaderboardName.name,
            AttemptFact.earned,
            Grading.hunt_nodes,
            func.row_number().over(order_by=order).label("row"),
            func.row_number().over(partition_by=LeaderboardName.person_id, order_by=order).label("of_theirs"),
        )
        .join(AttemptFact, AttemptFact.person_id == LeaderboardName.person_id)
        .join(Submission, Submission.id == AttemptFact.submission_id)
        .join(Grading, Grading.id == Submission.grading_id)
        .join(Enrolment, Enrolment.person_id == LeaderboardName.person_id)
        .where(
            LeaderboardName.assignment_id == assignment.id,
            AttemptFact.assignment_id == assignment.id,
            Enrolment.course_id == assignment.course_id,
            IS_STUDENT,
        )
        .subquery()
    )
    rows = session.execute(select(attempts).where(attempts.c.of_theirs == 1).order_by(attempts.c.row))
    sees_people, place, last = viewer.may_in(Action.SEE_PEOPLE, assignment), 0, None
    for number, (person_id, name, percent, used, *_) in enumerate(rows, 1):
        if (percent, used) != last:
            place, last = number, (percent, used)
        yield LeaderboardStanding(
            place=place,
            name=name,
            percent=percent,
            nodes=used,
            is_own=person_id == viewer.caller.person_id,
            person_id=person_id if sees_people else None,
        )


def _look(name: str) -> str:
    """Return the letters of its words in any order: `Lovelace, Ada` looks like `Ada L0velace`."""
    latin = unicodedata.normalize("NFKD", name).translate(_LATIN)
    return "".join(sorted(name_key(latin).translate(_THIN).split()))
