"""The roster of a platform: compared, then taken over; nothing is deleted."""

import json
from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import select

from submissions.access.policy import Caller
from submissions.errors import NotAllowed, NotFound, PlatformFailed
from submissions.lms import keys, roster
from submissions.lms.services import Services
from submissions.lms.vocabulary import MEMBERS_TYPE
from submissions.openid.outward import OutwardAnswer, OutwardRequest, converse
from submissions.storage.database import Database
from submissions.tables import Enrolment, LmsAccount, LmsContext, Role
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.learning_platform import INSTRUCTOR, connected

URL = "https://lms.example.edu/members?x=1"


class Registrar:
    """A platform that gives tokens and pages."""

    def __init__(self, *pages: OutwardAnswer) -> None:
        self.pages = list(pages)

    def send(self, request: OutwardRequest) -> OutwardAnswer:
        if request.url.endswith("/token"):
            return OutwardAnswer(200, body=b'{"access_token": "t", "expires_in": 60}')
        assert request.headers["Accept"] == MEMBERS_TYPE
        return self.pages.pop(0)


def page(*members: tuple[str, str], link: str = "", status: str = "Active") -> OutwardAnswer:
    listed = [{"user_id": sub, "roles": [role], "status": status} for sub, role in members]
    return OutwardAnswer(200, {"link": link} if link else {}, json.dumps({"members": listed}).encode())


@pytest.fixture
def database(sqlite_url: str) -> Iterator[Database]:
    with closing(Database(sqlite_url)) as opened:
        yield opened


def test_absent_is_inactive_and_nothing_is_deleted(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        to = classroom.assignment(session, course)
        stays, leaves, local = (
            classroom.member(session, course, name) for name in ("stays", "leaves", "local")
        )
        known = {"1": stays.id, "2": leaves.id, "9": owner.known}
        connected(session, "Moodle", to, owner.known, known, now=NOW)
        context = session.scalars(select(LmsContext).where(LmsContext.course_id == course.id)).one()
        context.memberships_url = URL
        keys.ensure(session, now=NOW)

    def read(*pages: OutwardAnswer, by: Caller = owner) -> list[roster.RosterMember]:
        reading = roster.read(database, Services(database, lambda: NOW), by, course.id, context.id)
        return converse(Registrar(*pages), reading)

    first = page(("1", "Learner"), ("3", INSTRUCTOR), link=f'<{URL}&p=2>; rel="next"')
    last = page(("4", "Learner"), ("5", "http://example.com/#Guest"), link=f"<{URL}>; rel=“next”")
    members = read(first, last)
    assert [(each.sub, each.role) for each in members] == [
        ("1", Role.STUDENT),
        ("3", Role.INSTRUCTOR),
        ("4", Role.STUDENT),
    ]
    with database.begin() as session:
        found = roster.difference(session, owner, course.id, context.id, members)
        assert ([each.sub for each in found.new], found.back, found.unchanged) == (["3", "4"], [], 1)
        assert found.gone == [(leaves.id, "Leaves")]
        roster.apply(session, owner, course.id, context.id, members, now=NOW)
        assert roster.difference(session, owner, course.id, context.id, members).is_empty
        places = {each.person_id: each for each in session.scalars(select(Enrolment))}
        assert not places[leaves.id].active
        assert places[local.id].active
        assert (places[owner.known].role, places[owner.known].active) == (Role.OWNER, True)
        assert len(session.scalars(select(LmsAccount)).all()) == 5
        back = [*members, roster.RosterMember("2", Role.STUDENT, "")]
        assert roster.difference(session, owner, course.id, context.id, back).back == [back[-1]]

    nobody = read(page(("1", "Learner"), status="Inactive"))
    for wrong, reason in (
        (OutwardAnswer(403), "no-roster"),
        (OutwardAnswer(200, body=b"<html>"), "no-roster"),
    ):
        with pytest.raises(PlatformFailed) as error:
            read(wrong)
        assert error.value.reason == reason
    with database.begin() as session, pytest.raises(PlatformFailed):
        roster.apply(session, owner, course.id, context.id, nobody, now=NOW)
    with pytest.raises(NotAllowed):
        read(by=Caller(stays.id))
    with database.read() as session, pytest.raises(NotFound):
        roster.difference(session, Caller(leaves.id), course.id, context.id, members)


def test_who_is_in_another_course_of_the_platform_that_leads_here_is_not_gone(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        to = classroom.assignment(session, course)
        first, second, left = (
            classroom.member(session, course, name) for name in ("first", "second", "left")
        )
        known = {"1": first.id, "2": second.id, "3": left.id}
        connected(session, "Moodle", to, owner.known, known, now=NOW)
        here = session.scalars(select(LmsContext).where(LmsContext.course_id == course.id)).one()
        other = session.scalars(select(LmsContext).where(LmsContext.id != here.id)).one()
        here.memberships_url, other.course_id = URL, course.id
        keys.ensure(session, now=NOW)

    def read(*pages: OutwardAnswer) -> list[roster.RosterMember]:
        reading = roster.read(database, Services(database, lambda: NOW), owner, course.id, here.id)
        return converse(Registrar(*pages), reading)

    with pytest.raises(PlatformFailed) as error:
        read(page(("1", "Learner")))
    assert error.value.reason == "other-roster"
    with database.begin() as session:
        session.get_one(LmsContext, other.id).memberships_url = f"{URL}&other"
    with pytest.raises(PlatformFailed) as error:
        read(page(("1", "Learner")), OutwardAnswer(404))
    assert error.value.reason == "other-roster"

    members = read(page(("1", "Learner")), page(("1", INSTRUCTOR), ("2", "Learner")))
    assert [(each.sub, each.role) for each in members] == [("1", Role.STUDENT), ("2", Role.STUDENT)]
    with database.read() as session:
        found = roster.difference(session, owner, course.id, here.id, members)
    assert (found.gone, found.unchanged) == ([(left.id, "Left")], 2)


def test_a_roster_that_does_not_end_changes_nothing(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        connected(session, "Moodle", classroom.assignment(session, course), owner.known, {}, now=NOW)
        context = session.scalars(select(LmsContext).where(LmsContext.course_id == course.id)).one()
        context.memberships_url = URL
        keys.ensure(session, now=NOW)
    pages = [page((str(n), "Learner"), link=f'<{URL}&p={n}>; rel="next"') for n in range(200)]
    reading = roster.read(database, Services(database, lambda: NOW), owner, course.id, context.id)
    with pytest.raises(PlatformFailed) as error:
        converse(Registrar(*pages), reading)
    assert error.value.reason == "roster-too-long"


@pytest.mark.parametrize(
    "other",
    [
        {"status": []},
        {"status": {}},
        {"user_id": "a\0"},
        {"user_id": "\ud800"},
        {"user_id": 3},
        {"roles": {}},
    ],
)
def test_a_member_that_cannot_be_one_is_passed_over(database: Database, other: dict[str, object]) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        connected(session, "Moodle", classroom.assignment(session, course), owner.known, {}, now=NOW)
        context = session.scalars(select(LmsContext).where(LmsContext.course_id == course.id)).one()
        context.memberships_url = URL
        keys.ensure(session, now=NOW)
    hostile = {"user_id": "5", "roles": ["Learner"], **other}
    listed = [hostile, {"user_id": "7", "roles": ["Learner"]}]
    answer = OutwardAnswer(200, {}, json.dumps({"members": listed}).encode())
    reading = roster.read(database, Services(database, lambda: NOW), owner, course.id, context.id)
    found = converse(Registrar(answer), reading)

    assert "7" in [member.sub for member in found]
    assert all(member.sub.isprintable() for member in found)
