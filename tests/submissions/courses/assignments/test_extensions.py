from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from submissions.courses.assignments import extensions
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.extensions import Grant
from submissions.errors import Closed, NoAttemptsLeft, NotFound, Unusable
from submissions.storage.database import Database
from submissions.tables import AuditEvent, Extension
from tests.world import classroom
from tests.world.clock import NOW

_DAY = timedelta(days=1)
_DRAFT = Draft(title="Core", published=True, due_at=NOW, attempt_limit=1)


def test_an_extension_lets_one_student_hand_in_later(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course, _DRAFT)
        given, other = (classroom.member(session, course, login) for login in ("given", "other"))
        extensions.give(session, owner, made, given.id, Grant(due_at=NOW + 2 * _DAY), now=NOW)

        classroom.handed_in(session, made, given, at=NOW + _DAY)
        with pytest.raises(Closed):
            classroom.handed_in(session, made, other, at=NOW + _DAY)


def test_an_extension_gives_more_attempts(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course, _DRAFT)
        student = classroom.member(session, course, "student")
        classroom.handed_in(session, made, student, content=b"1")
        with pytest.raises(NoAttemptsLeft):
            classroom.handed_in(session, made, student, content=b"2")
        extensions.give(session, owner, made, student.id, Grant(more_attempts=1), now=NOW)

        assert classroom.handed_in(session, made, student, content=b"2").attempt == 2


def test_a_second_extension_takes_the_place_of_the_first(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course, _DRAFT)
        student = classroom.member(session, course, "student")
        for days in (1, 3):
            grant = Grant(due_at=NOW + days * _DAY, reason=" ill ")
            extensions.give(session, owner, made, student.id, grant, now=NOW)

        extension = session.scalars(select(Extension)).one()
        assert (extension.due_at, extension.reason) == (NOW + 3 * _DAY, "ill")


def test_an_extension_ends(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course, _DRAFT)
        student = classroom.member(session, course, "student")
        extensions.give(session, owner, made, student.id, Grant(due_at=NOW + _DAY), now=NOW)
        extensions.take_back(session, owner, made, student.id, now=NOW)

        assert session.scalars(select(Extension)).all() == []
        with pytest.raises(NotFound):
            extensions.take_back(session, owner, made, student.id, now=NOW)


def test_who_is_not_in_the_course_gets_none(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course, _DRAFT)
        stranger = classroom.person(session, "stranger")

        with pytest.raises(NotFound):
            extensions.give(session, owner, made, stranger.id, Grant(more_attempts=1), now=NOW)


@pytest.mark.parametrize(
    ("field", "why", "grant", "draft"),
    [
        ("due_at", "gives-nothing", {}, {}),
        ("due_at", "not-later", {"due_at": NOW}, {}),
        ("closes_at", "not-later", {"closes_at": NOW - _DAY}, {}),
        ("closes_at", "before-it-is-due", {"due_at": NOW + 2 * _DAY, "closes_at": NOW + _DAY}, {}),
        ("due_at", "nothing-to-extend", {"due_at": NOW}, {"due_at": None}),
        ("more_attempts", "nothing-to-extend", {"more_attempts": 1}, {"attempt_limit": None}),
        ("more_attempts", "out-of-range", {"more_attempts": -1}, {}),
        ("reason", "too-long", {"more_attempts": 1, "reason": "x" * 201}, {}),
    ],
)
def test_an_extension_that_would_do_nothing_is_told(
    database: Database, field: str, why: str, grant: dict[str, Any], draft: dict[str, Any]
) -> None:
    with database.begin() as session:
        course, _ = classroom.course(session)
        made = classroom.assignment(session, course, replace(_DRAFT, **draft))
        found = extensions.problems(made, Grant(**grant))

        assert [(each.field, each.why) for each in found] == [(field, why)]


def test_an_extension_that_cannot_be_used_is_not_given(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course, _DRAFT)
        student = classroom.member(session, course, "student")

        with pytest.raises(Unusable):
            extensions.give(session, owner, made, student.id, Grant(), now=NOW)


def test_extensions_are_remembered_without_their_reason(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        made = classroom.assignment(session, course, _DRAFT)
        student = classroom.member(session, course, "student")
        grant = Grant(more_attempts=2, reason="a reason with a name in it")
        extensions.give(session, owner, made, student.id, grant, now=NOW)

        event = session.scalars(select(AuditEvent).where(AuditEvent.action == "extension-given")).one()
        assert (event.actor_id, event.subject_id) == (owner.known, student.id)
        assert event.details["more_attempts"] == 2
        assert "reason" not in str(event.details)
