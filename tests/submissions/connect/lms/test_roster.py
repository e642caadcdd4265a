"""The roster of a platform: compared, then taken over; nothing is deleted."""

import json
from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import select

from submissions.connect.lms import accounts, keys, roster
from submissions.connect.lms.roster import StaffDecision
from submissions.connect.lms.services import Services
from submissions.connect.lms.vocabulary import MEMBERS_TYPE
from submissions.courses.courses import courses
from submissions.errors import NotAllowed, NotFound, PlatformFailed
from submissions.outward.openid.outward import OutwardAnswer, OutwardRequest, converse
from submissions.people.access.policy import Caller
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
        assert ([each.sub for each in found.new], found.changed, found.unchanged) == (["3", "4"], [], 1)
        assert found.gone == [(leaves.id, "Leaves")]
        roster.apply(session, owner, course.id, context.id, members, now=NOW)
        assert roster.difference(session, owner, course.id, context.id, members).is_empty
        places = {each.person_id: each for each in session.scalars(select(Enrolment))}
        assert not places[leaves.id].active
        assert places[local.id].active
        assert (places[owner.known].role, places[owner.known].active) == (Role.OWNER, True)
        assert len(session.scalars(select(LmsAccount)).all()) == 5
        back = [*members, roster.RosterMember("2", Role.STUDENT, "")]
        (change,) = roster.difference(session, owner, course.id, context.id, back).changed
        assert (change.member, change.name, change.before) == (back[-1], "Leaves", None)

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


STAFF = [Role.STUDENT, Role.ASSISTANT, Role.INSTRUCTOR]


@pytest.mark.parametrize("listed", [None, *STAFF])
@pytest.mark.parametrize("role", list(Role))
def test_no_roster_lowers_staff_unless_staff_say_so_of_this_one(
    database: Database, role: Role, listed: Role | None
) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        one, other = (classroom.member(session, course, name) for name in ("one", "other"))
        to = classroom.assignment(session, course)
        connected(session, "Moodle", to, owner.known, {"1": one.id, "2": other.id}, now=NOW)
        context = session.scalars(select(LmsContext).where(LmsContext.course_id == course.id)).one()
    members = [roster.RosterMember("2", Role.STUDENT, "")]
    members += [roster.RosterMember("1", listed, "")] if listed else []
    lowers = role in STAFF[1:] and (listed is None or STAFF.index(listed) < STAFF.index(role))

    for decision in (None, *StaffDecision):
        with database.begin() as session:
            place = session.get_one(Enrolment, (course.id, one.id))
            place.role, place.active, place.role_against = role, True, ""
            decided = {} if decision is None else {one.id: decision}
            found = roster.apply(session, owner, course.id, context.id, members, decided, now=NOW)
            asked = [(each.person_id, each.role, each.there) for each in found.staff]
            assert asked == ([(one.id, role, listed)] if lowers else [])
            if not lowers:
                stays = role if role == Role.OWNER else listed or role
                assert (place.role, place.active) == (stays, bool(listed) or role == Role.OWNER)
                continue
            is_removed = decision is StaffDecision.REMOVED
            after = role if decision is None or is_removed else Role(decision)
            assert (place.role, place.active) == (after, not is_removed)

            is_kept = listed is not None and decision is not None and not is_removed
            assert place.role_against == (listed if is_kept else "")
            if is_kept:
                again = roster.difference(session, owner, course.id, context.id, members)
                assert again.is_empty, "a decision is asked for once"
                for launched in STAFF[1:]:
                    accounts.enrol(session, course.id, one.id, launched, now=NOW)
                    assert place.role == after, "and no launch as staff undoes it"
            accounts.enrol(session, course.id, one.id, Role.STUDENT, now=NOW)
            stays_kept = is_kept and after == Role.STUDENT
            against = listed if stays_kept else ""
            assert (place.role, place.role_against, place.active) == (Role.STUDENT, against, True)
            promoted = [members[0], roster.RosterMember("1", Role.INSTRUCTOR, "")]
            found = roster.apply(session, owner, course.id, context.id, promoted, now=NOW)
            assert [each.before for each in found.changed] == [Role.STUDENT]
            assert (place.role, place.role_against) == (Role.INSTRUCTOR, "")


def test_the_names_that_we_have_and_both_roles_are_shown(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        student, aide = (classroom.member(session, course, name) for name in ("student", "aide"))
        to = classroom.assignment(session, course)
        connected(session, "Moodle", to, owner.known, {"1": student.id, "2": aide.id}, now=NOW)
        context = session.scalars(select(LmsContext).where(LmsContext.course_id == course.id)).one()
        session.get_one(Enrolment, (course.id, aide.id)).role = Role.ASSISTANT
        members = [
            roster.RosterMember("1", Role.INSTRUCTOR, ""),
            roster.RosterMember("2", Role.STUDENT, ""),
        ]
        found = roster.difference(session, owner, course.id, context.id, members)
    (change,), (staff,) = found.changed, found.staff
    assert (change.name, change.before, change.member.role) == ("Student", Role.STUDENT, Role.INSTRUCTOR)
    assert (staff.name, staff.role, staff.there) == ("Aide", Role.ASSISTANT, Role.STUDENT)


@pytest.mark.parametrize(
    ("said", "kept"), [("S-12", "S-12"), ("", "old"), ("$Person.sourcedId", "old"), (7, "old")]
)
def test_a_number_in_the_records_is_kept_from_the_roster_and_from_a_launch(
    database: Database, said: object, kept: str
) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        ada = classroom.member(session, course, "ada")
        connected(
            session, "Moodle", classroom.assignment(session, course), owner.known, {"5": ada.id}, now=NOW
        )
        context = session.scalars(select(LmsContext).where(LmsContext.course_id == course.id)).one()
        context.memberships_url = URL
        session.scalars(select(LmsAccount)).one().sourced_id = "old"
        keys.ensure(session, now=NOW)
    member = {"user_id": "5", "roles": ["Learner"], "lis_person_sourcedid": said}
    answer = OutwardAnswer(200, {}, json.dumps({"members": [member]}).encode())
    reading = roster.read(database, Services(database, lambda: NOW), owner, course.id, context.id)
    found = converse(Registrar(answer), reading)
    with database.begin() as session:
        roster.apply(session, owner, course.id, context.id, found, now=NOW)
        assert accounts.sourced_ids(session, course.id) == {ada.id: {kept}}


def test_a_platform_says_no_numbers_for_courses_that_it_does_not_lead_to(database: Database) -> None:
    """Else one university could name another one's row of a grade file, for somebody who is known to both."""
    with database.begin() as session:
        course, owner = classroom.course(session)
        operator = Caller(owner.known, operator=True)
        other = courses.create(session, operator, "Another", "Europe/Madrid", now=NOW)
        ada = classroom.member(session, course, "ada")
        connected(
            session, "Canvas", classroom.assignment(session, course), owner.known, {"5": ada.id}, now=NOW
        )
        connected(
            session, "Moodle", classroom.assignment(session, other), owner.known, {"6": ada.id}, now=NOW
        )
        for account in session.scalars(select(LmsAccount)):
            account.sourced_id = f"S-{account.sub}"
        session.flush()
        assert accounts.sourced_ids(session, course.id) == {ada.id: {"S-5"}}
