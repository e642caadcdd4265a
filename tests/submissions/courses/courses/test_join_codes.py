"""Join codes: typed by hand, good for a while, never good for too much."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from submissions.courses import durations
from submissions.courses.courses import join_codes
from submissions.errors import CodeUnknown, Unusable
from submissions.storage.database import Database
from submissions.tables import AuditEvent, Course, Enrolment, JoinCode, Person, Role
from tests.world.classroom import OPERATOR


def make(database: Database, course: Course, now: datetime, role: Role = Role.STUDENT) -> JoinCode:
    with database.begin() as session:
        return join_codes.make(session, OPERATOR, course.id, role=role, now=now)


def join(database: Database, text: str, person: Person, now: datetime) -> Enrolment:
    with database.begin() as session:
        invitation = join_codes.find(session, text, now=now)
        join_codes.join(session, invitation, person.id, now=now)
        return session.get_one(Enrolment, (invitation.course.id, person.id))


def test_who_has_the_code_joins(database: Database, course: Course, ada: Person, now: datetime) -> None:
    place = join(database, make(database, course, now).code, ada, now)

    assert (place.role, place.active) == (Role.STUDENT, True)


def test_a_code_has_eighty_bits_in_readable_letters(
    database: Database, course: Course, now: datetime
) -> None:
    codes = {make(database, course, now).code for _ in range(20)}

    assert len(codes) == 20
    assert all(re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}", each) for each in codes)


@pytest.mark.parametrize(
    "typed",
    [
        str.lower,
        lambda code: code.replace("-", ""),
        lambda code: f"  {code.replace('-', ' ')}\n",
        lambda code: code.replace("1", "I").replace("0", "o"),
        lambda code: code.replace("1", "l"),
    ],
)
def test_it_may_be_typed_in_many_ways(
    database: Database, course: Course, now: datetime, typed: Callable[[str], str]
) -> None:
    code = make(database, course, now).code

    with database.read() as session:
        assert join_codes.find(session, typed(code), now=now).course.title == "Networks"


@pytest.mark.parametrize("text", ["", "x", "\x00", "é" * 16, "A" * 100_000, "0000-0000-0000-0000"])
def test_what_is_no_code_is_unknown(database: Database, now: datetime, text: str) -> None:
    with database.read() as session, pytest.raises(CodeUnknown):
        join_codes.find(session, text, now=now)


def test_more_than_a_code_is_none(database: Database, course: Course, now: datetime) -> None:
    code = make(database, course, now).code

    with database.read() as session, pytest.raises(CodeUnknown):
        join_codes.find(session, code + "7", now=now)


def test_it_expires(database: Database, course: Course, now: datetime) -> None:
    code = make(database, course, now)

    with database.read() as session, pytest.raises(CodeUnknown):
        join_codes.find(session, code.code, now=now + durations.JOIN_CODE)
    with database.read() as session:
        assert join_codes.listed(session, OPERATOR, course.id, now=now + durations.JOIN_CODE) == []


def test_a_revoked_one_is_unknown(database: Database, course: Course, now: datetime) -> None:
    code = make(database, course, now)

    with database.begin() as session:
        found = session.get_one(JoinCode, code.id)
        join_codes.revoke(session, OPERATOR, found.course_id, found.id, now=now)
        join_codes.revoke(session, OPERATOR, found.course_id, found.id, now=now)
        assert join_codes.listed(session, OPERATOR, course.id, now=now) == []
        with pytest.raises(CodeUnknown):
            join_codes.find(session, code.code, now=now)

    with database.read() as session:
        told = sorted(session.scalars(select(AuditEvent.action).where(AuditEvent.subject_id == code.id)))
    assert told == ["join-code-made", "join-code-revoked"]


def test_nobody_joins_a_course_that_is_over(database: Database, course: Course, now: datetime) -> None:
    code = make(database, course, now).code

    with database.begin() as session:
        session.get_one(Course, course.id).archived_at = now
    with database.read() as session, pytest.raises(CodeUnknown):
        join_codes.find(session, code, now=now)


def test_who_is_in_the_course_stays_what_they_are(
    database: Database, course: Course, bob: Person, now: datetime
) -> None:
    code = make(database, course, now).code

    assert join(database, code, bob, now).role == Role.OWNER
    assert join(database, code, bob, now).role == Role.OWNER


@pytest.mark.parametrize("role", [Role.OWNER, Role.INSTRUCTOR])
def test_no_code_makes_a_teacher(database: Database, course: Course, now: datetime, role: Role) -> None:
    with pytest.raises(Unusable):
        make(database, course, now, role)


@pytest.mark.parametrize("lasts", [timedelta(0), timedelta(days=366)])
def test_no_code_lives_for_ever(database: Database, course: Course, now: datetime, lasts: timedelta) -> None:
    with database.begin() as session, pytest.raises(Unusable):
        join_codes.make(session, OPERATOR, course.id, now=now, lasts=lasts)
