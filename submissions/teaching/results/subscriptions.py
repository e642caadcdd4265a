"""Who listens for the news of a submission or an assignment, and whether they still may.

Many at once, in a few queries.
"""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen, replace
from submissions.courses.assignments import assignments
from submissions.errors import RequestError
from submissions.people.access import sessions, tokens
from submissions.people.access.policy import Action, Caller, Scope
from submissions.tables import Assignment, Enrolment, Person, Submission
from submissions.teaching.results import reading


class OneSubmission(Frozen):
    """The news of a submission: its state, and its place in the queue."""

    id: UUID


class OneAssignment(Frozen):
    """The news of all submissions to an assignment, for those who teach."""

    id: UUID


Subject = OneSubmission | OneAssignment


class Subscriber(Frozen):
    """Somebody who was let in to listen."""

    subject: Subject
    caller: Caller
    """Unknown where the submission is a trial, whose key lets everybody in."""
    session_id: UUID | None = None
    """The browser's, where they came in by one."""
    address: str = ""
    """The address they come from; it is counted where the caller is unknown."""

    @property
    def whose(self) -> UUID | str:
        """Return the person or address against whose limit they count."""
        return self.caller.person_id or self.address


def entitled(session: Session, subscribers: Collection[Subscriber], *, now: datetime) -> set[Subscriber]:
    """Return the subscribers who may still see what they subscribed to."""
    if all(subscriber.caller.person_id is None for subscriber in subscribers):
        return set(subscribers)
    people = _people(
        session, {subscriber.caller.person_id for subscriber in subscribers if subscriber.caller.person_id}
    )
    alive = sessions.alive(
        session, {subscriber.session_id for subscriber in subscribers if subscriber.session_id}, now=now
    )
    came = {subscriber.caller.token_id for subscriber in subscribers if subscriber.caller.token_id}
    alive |= tokens.alive(session, came, now=now)
    # The policy asks for one subject after the other: rows that are held here need no query of their own.
    kept = _read_ahead(session, {subscriber.subject for subscriber in subscribers}, people.keys())
    allowed = {subscriber for subscriber in subscribers if _may_listen(session, subscriber, people, alive)}
    del kept
    return allowed


def _may_listen(
    session: Session, subscriber: Subscriber, people: dict[UUID, Person], alive: set[UUID]
) -> bool:
    if subscriber.caller.person_id is None:
        return True
    person = people.get(subscriber.caller.person_id)
    credential = subscriber.caller.token_id or subscriber.session_id
    if person is None or credential not in alive:
        return False
    scopes = subscriber.caller.scopes
    operator = person.operator and (scopes is None or Scope.ADMIN in scopes)
    try:
        _require_visible(session, replace(subscriber.caller, operator=operator), subscriber.subject)
    except RequestError:
        return False
    return True


def _require_visible(session: Session, caller: Caller, subject: Subject) -> None:
    match subject:
        case OneSubmission():
            reading.get(session, caller, subject.id)
        case OneAssignment():
            assignments.get(session, caller, subject.id, Action.SEE_SUBMISSIONS)


def _people(session: Session, ids: Collection[UUID]) -> dict[UUID, Person]:
    """Return the people whose accounts are not disabled, by id."""
    people_found = session.scalars(select(Person).where(Person.id.in_(ids), Person.disabled_at.is_(None)))
    return {each.id: each for each in people_found}


def _read_ahead(session: Session, subjects: Collection[Subject], people: Collection[UUID]) -> list[object]:
    """Read what the policy will ask for; the session has it as long as somebody holds on to it."""
    wanted = {each.id for each in subjects if isinstance(each, OneSubmission)}
    submissions = session.scalars(select(Submission).where(Submission.id.in_(wanted))).all()
    of_assignments = {each.assignment_id for each in submissions}
    of_assignments |= {each.id for each in subjects if isinstance(each, OneAssignment)}
    return [
        *submissions,
        *session.scalars(select(Assignment).where(Assignment.id.in_(of_assignments))),
        *session.scalars(select(Enrolment).where(Enrolment.person_id.in_(people))),
    ]
