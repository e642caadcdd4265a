"""Who listens hears nothing more once they would not be let in again."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.people import durations
from submissions.people.access import people, sessions, tokens
from submissions.people.access.policy import Caller, Scope
from submissions.tables import ApiToken, Person, WebSession
from submissions.teaching.results.subscriptions import OneSubmission, Subscriber, entitled
from tests.world.queries import counted
from tests.world.school import School

_SCOPES = frozenset({Scope.SUBMISSIONS_READ})


def by_browser(school: School, person_id: UUID, submission_id: UUID) -> Subscriber:
    with school.database.begin() as session:
        sessions.start(session, person_id, browser="", now=school.clock())
        began = session.scalars(select(WebSession.id).where(WebSession.person_id == person_id)).one()
    return Subscriber(OneSubmission(submission_id), Caller(person_id), began)


def by_token(school: School, person_id: UUID, submission_id: UUID) -> Subscriber:
    with school.database.begin() as session:
        wanted = tokens.TokenRequest("watch", _SCOPES)
        made = tokens.create(session, Caller(person_id), wanted, now=school.clock()).token
    return Subscriber(OneSubmission(submission_id), Caller(person_id, scopes=_SCOPES, token_id=made.id))


def still(school: School, *subscribers: Subscriber) -> set[Subscriber]:
    with school.database.read() as session:
        return entitled(session, subscribers, now=school.clock())


def removed(session: Session, school: School, person_id: UUID) -> None:
    people.place(session, school.course_id, person_id).active = False


def disabled(session: Session, school: School, person_id: UUID) -> None:
    session.get_one(Person, person_id).disabled_at = school.clock()


def signed_out(session: Session, _school: School, person_id: UUID) -> None:
    sessions.revoke_all(session, person_id)


def revoked(session: Session, school: School, person_id: UUID) -> None:
    for each in session.scalars(select(ApiToken).where(ApiToken.person_id == person_id)):
        each.revoked_at = school.clock()


@pytest.mark.parametrize(
    ("change", "come"),
    [
        (removed, by_browser),
        (removed, by_token),
        (disabled, by_browser),
        (disabled, by_token),
        (signed_out, by_browser),
        (revoked, by_token),
    ],
)
def test_nobody_listens_on_who_would_not_be_let_in_again(
    school: School,
    change: Callable[[Session, School, UUID], None],
    come: Callable[[School, UUID, UUID], Subscriber],
) -> None:
    students = [school.student(), school.student()]
    mine, theirs = (come(school, each, school.submit(each)) for each in students)
    before = still(school, mine, theirs)
    with school.database.begin() as session:
        change(session, school, students[0])

    assert before == {mine, theirs}
    assert still(school, mine, theirs) == {theirs}


def test_a_session_that_has_run_out_hears_nothing_more(school: School) -> None:
    student = school.student()
    mine = by_browser(school, student, school.submit(student))
    school.clock.advance(hours=durations.SESSION_UNUSED / timedelta(hours=1))

    assert still(school, mine) == set()


def test_an_operator_who_is_one_no_more_hears_nothing_of_others(school: School) -> None:
    submission = school.submit(school.student())
    with school.database.begin() as session:
        root = people.add(session, "root", "Root", now=school.clock())
        root.operator = True
    known = by_browser(school, root.id, submission)
    operator = Subscriber(OneSubmission(submission), Caller(root.id, operator=True), known.session_id)
    before = still(school, operator)
    with school.database.begin() as session:
        session.get_one(Person, root.id).operator = False

    assert before == {operator}
    assert still(school, operator) == set()


def test_the_key_of_a_trial_lets_everybody_in(school: School) -> None:
    trial = Subscriber(OneSubmission(school.submit(school.student())), Caller(), address="192.0.2.1")

    assert still(school, trial) == {trial}


def test_many_are_looked_at_in_a_few_queries(school: School) -> None:
    students = [school.student() for _ in range(20)]
    subscribers = [by_browser(school, each, school.submit(each)) for each in students]
    with counted(school.database) as statements:
        found = still(school, *subscribers)

    assert found == set(subscribers)
    assert len(statements) <= 8
