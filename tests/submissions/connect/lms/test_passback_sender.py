"""Who sends grades and when: one process at a time, nothing lost, nothing sent without need."""

from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select

from submissions.connect.lms import launches, passback
from submissions.errors import LaunchRefused, NotAllowed, NotFound
from submissions.jobs.claims import claim
from submissions.operating.service import utc_now
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    Course,
    Job,
    JobKind,
    LmsAccount,
    LmsGrade,
    LmsPlatform,
    PassbackState,
    Person,
    Role,
)
from submissions.tables.identity import new_id
from submissions.teaching.gradebook import overrides
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.learning_platform import registered
from tests.world.linked import STUDENT, Linked


def test_a_sender_that_died_loses_nothing_and_sends_at_most_twice(linked: Linked) -> None:
    linked.graded("80")

    class Killed(BaseException):
        pass

    def killed(*_: object, **__: object) -> None:
        raise Killed

    settle: Callable[..., None] = linked.handler._courier._settle
    linked.handler._courier._settle = killed  # type: ignore[method-assign]
    linked.clock.advance(seconds=2)
    with pytest.raises(Killed):
        linked.sender.turn()
    linked.handler._courier._settle = settle  # type: ignore[method-assign]
    assert linked.state()[0] is PassbackState.WAITING

    linked.sender = linked.another_sender()
    linked.free()
    linked.send()
    assert [score["scoreGiven"] for score in linked.platform.posted] == [80, 80]
    assert linked.state() == (PassbackState.SENT, "")


def test_one_process_sends_to_a_platform_at_a_time(linked_on_both: Linked) -> None:
    linked = linked_on_both
    linked.graded("80")
    with linked.database.begin() as session:
        now = utc_now()
        until = now + timedelta(seconds=30)
        assert claim(session, JobKind.PASSBACK, new_id(), now=now, until=until) is not None
    assert not linked.sender.turn()
    linked.free()
    assert linked.sender.turn()


def test_a_platform_does_not_wait_for_a_clock_that_was_set_back(linked: Linked) -> None:
    """What a rest says was written by a clock that went ahead: none is so long."""
    linked.graded("80")
    with linked.database.begin() as session:
        job = session.scalars(select(Job).where(Job.kind == JobKind.PASSBACK)).one()
        job.not_before = linked.clock() + timedelta(days=1)
    linked.send()

    assert linked.state() == (PassbackState.SENT, "")


def test_the_grades_of_a_class_need_one_token(linked: Linked) -> None:
    with linked.database.begin() as session:
        for number in range(30):
            person = classroom.person(session, f"s{number}")
            people.enrol(session, linked.course_id, person.id, Role.STUDENT, now=NOW)
            platform = session.scalars(select(LmsPlatform)).one()
            session.add(
                LmsAccount(platform_id=platform.id, sub=f"s{number}", person_id=person.id, created_at=NOW)
            )
            linked.platform.students.add(f"s{number}")
            assignment = session.get_one(Assignment, linked.assignment_id)
            overrides.give(session, linked.owner, assignment, person.id, Decimal(number % 100), "x", now=NOW)
    linked.send()
    assert len(linked.platform.scores) == 30
    assert linked.platform.requests.count("POST /token") == 1
    with linked.database.read() as session:
        assert passback.counts(session, linked.owner, linked.course_id) == {
            PassbackState.SENT: 30,
            PassbackState.NOTHING: 1,
        }


def test_only_who_may_change_grades_sends_again(linked: Linked) -> None:
    linked.graded("80")
    linked.send()
    link_id = linked.grade().link_id
    with linked.database.begin() as session:
        (row,) = passback.listed(session, linked.owner, linked.course_id, limit=10)
        assert (row.name, row.state, row.points) == ("Ada Lovelace", PassbackState.SENT, Decimal(80))
        passback.send_again(
            session, linked.owner, linked.course_id, link_id, linked.student_id, now=linked.clock()
        )
    linked.send()
    assert len(linked.platform.posted) == 2
    with linked.database.begin() as session:
        student = Caller(linked.student_id)
        with pytest.raises(NotAllowed):
            passback.send_again(session, student, linked.course_id, link_id, student.known, now=NOW)
        with pytest.raises(NotFound):
            passback.send_again(session, linked.owner, linked.course_id, link_id, linked.owner.known, now=NOW)


def test_of_two_places_that_come_first_at_once_one_waits_for_the_other(postgres_url: str) -> None:
    with closing(Database(postgres_url)) as database:
        with database.begin() as session:
            other = registered(session, NOW, deployment_id="")
        free = select(LmsPlatform).where(LmsPlatform.id == other.id)
        free = free.with_for_update(key_share=True, skip_locked=True)
        with database.begin() as session, database.begin() as second:
            assert launches.deployment_of(session, other.id, "1", now=NOW).approved
            assert second.scalar(free) is None
        with database.begin() as session:
            assert not launches.deployment_of(session, other.id, "2", now=NOW).approved


def test_no_platform_signs_in_who_runs_the_installation(linked: Linked) -> None:
    with linked.database.begin() as session:
        session.get_one(Person, linked.student_id).operator = True
    with pytest.raises(LaunchRefused, match="operator"):
        linked.launch(STUDENT)


def test_nothing_is_marked_where_no_platform_wants_it(linked: Linked) -> None:
    with linked.database.begin() as session:
        local = classroom.member(session, session.get_one(Course, linked.course_id), "local")
        linked.changed(session, local.id)
        assert session.scalars(select(LmsGrade.person_id)).all() == [linked.student_id]
