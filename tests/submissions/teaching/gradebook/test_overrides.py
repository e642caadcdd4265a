from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select

from submissions.errors import NotFound, Unusable
from submissions.people.access import people
from submissions.storage.database import Database
from submissions.tables import AuditEvent, Override
from submissions.teaching.gradebook import overrides
from tests.world import classroom
from tests.world.clock import NOW

_HOUR = timedelta(hours=1)


def test_points_that_a_person_gives_say_why_and_who(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course)
        student = classroom.member(session, course, "student")
        for points in ("80", "82.5"):
            overrides.give(session, owner, made, student.id, Decimal(points), "told in class", now=NOW)

        override = session.scalars(select(Override)).one()
        assert (override.points, override.reason) == (Decimal("82.5"), "told in class")
        assert override.by_id == owner.known


def test_what_was_given_before_is_remembered(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course)
        student = classroom.member(session, course, "student")
        overrides.give(session, owner, made, student.id, Decimal(80), "a", now=NOW)
        overrides.give(session, owner, made, student.id, Decimal(90), "b", now=NOW + _HOUR)
        overrides.take_back(session, owner, made, student.id, now=NOW + 2 * _HOUR)

        events = session.scalars(
            select(AuditEvent).where(AuditEvent.action.like("override%")).order_by(AuditEvent.at)
        )
        steps = [(each.details["before"], each.details["after"]) for each in events]
        assert [(_number(before), _number(after)) for before, after in steps] == [
            (None, 80),
            (80, 90),
            (90, None),
        ]
        assert session.scalars(select(Override)).all() == []


def _number(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


@pytest.mark.parametrize(
    ("points", "reason", "field", "why"),
    [
        ("-1", "x", "points", "out-of-range"),
        ("10001", "x", "points", "out-of-range"),
        ("NaN", "x", "points", "out-of-range"),
        ("1.23456", "x", "points", "too-many-places"),
        ("1", " ", "reason", "empty"),
        ("1", "x" * 201, "reason", "too-long"),
    ],
)
def test_points_that_cannot_be_given_are_told(
    database: Database, points: str, reason: str, field: str, why: str
) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course)
        student = classroom.member(session, course, "student")

        with pytest.raises(Unusable) as caught:
            overrides.give(session, owner, made, student.id, Decimal(points), reason, now=NOW)

        assert (caught.value.field, caught.value.why) == (field, why)


def test_strangers_get_no_points_and_who_has_left_may(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course)
        left, stranger = classroom.member(session, course, "left"), classroom.person(session, "stranger")
        people.leave(session, owner, course.id, left.id, now=NOW)
        overrides.give(session, owner, made, left.id, Decimal(1), "owed", now=NOW)

        with pytest.raises(NotFound):
            overrides.give(session, owner, made, stranger.id, Decimal(1), "why", now=NOW)


def test_points_that_were_not_given_cannot_be_taken_back(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course)
        student = classroom.member(session, course, "student")

        with pytest.raises(NotFound):
            overrides.take_back(session, owner, made, student.id, now=NOW)
