"""Webhooks of a course: who may have them, what is told, and what becomes of each message."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from standardwebhooks.webhooks import Webhook as Verifier, WebhookVerificationError

from submissions.connect import durations
from submissions.connect.webhooks import deliveries, endpoints, outbound, releases
from submissions.connect.webhooks.endpoints import OFFERED, IssuedSecret, WebhookRequest
from submissions.connect.webhooks.post import PostError, PostOutcome
from submissions.connect.webhooks.sender import WebhookSender, webhook_crew
from submissions.courses.assignments.draft import Draft
from submissions.errors import NotAllowed, NotFound, Unusable
from submissions.jobs.claims import Claim, claim, release
from submissions.jobs.host import JobHost
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    Course,
    DeliveryState,
    DisabledReason,
    Job,
    JobKind,
    Role,
    Shown,
    Submission,
    Webhook,
    WebhookDelivery,
    WebhookEvent,
)
from submissions.tables.identity import new_id
from submissions.teaching.gradebook import overrides
from submissions.teaching.regrades import regrade_requests, regrades
from tests import patience
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.receiver import LOOPBACK, receiver
from tests.world.school import School

_URL = "https://example.edu/hooks"
_ACCEPTED = PostOutcome(204)
_REFUSED = PostOutcome(500, PostError.STATUS)


def _webhook(
    session: Session, owner: Caller, course: Course, events: Iterable[WebhookEvent] = OFFERED, url: str = _URL
) -> IssuedSecret:
    wanted = WebhookRequest("LMS", url, list(events))
    return endpoints.create(session, owner, course.id, wanted, internal=LOOPBACK, now=NOW)


@dataclass(frozen=True)
class Taken:
    """A message that is being sent."""

    claim: Claim
    message: outbound.OutboundMessage

    def store(self, session: Session, outcome: PostOutcome, *, now: datetime) -> bool:
        return outbound.store(session, self.claim, self.message, outcome, now=now)


def _next(session: Session, *, now: datetime) -> Taken | None:
    """Take the next message, as a sender does."""
    until, also = now + timedelta(seconds=30), [outbound.has_due(now)]
    taken = claim(session, JobKind.WEBHOOK, new_id(), now=now, until=until, also=also)
    if taken is None:
        return None
    message = outbound.next_message(session, taken, now=now)
    return Taken(taken, message) if message else None


def _told(session: Session) -> list[str]:
    return [each.event for each in session.scalars(select(WebhookDelivery).order_by(WebhookDelivery.id))]


def test_owners_alone_have_webhooks_and_those_of_their_own_course(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        webhook = _webhook(session, owner, course).webhook
        teacher = classroom.member(session, course, "teacher", Role.INSTRUCTOR)
        other = people.add(session, "other", "Other", now=NOW)

        with pytest.raises(NotAllowed):
            endpoints.listed(session, Caller(teacher.id), course.id)
        with pytest.raises(NotFound):
            endpoints.get(session, Caller(other.id), course.id, webhook.id)
        with pytest.raises(Unusable, match="not-offered"):
            _webhook(session, owner, course, [WebhookEvent.TEST])
        assert endpoints.stopped(session, Caller(teacher.id), course.id) == 0


def test_a_webhook_that_is_deleted_when_its_turn_comes_is_no_failure(
    database: Database,
) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        webhook = _webhook(session, owner, course).webhook
        deliveries.test(session, owner, webhook, now=NOW)
        taken = claim(session, JobKind.WEBHOOK, new_id(), now=NOW, until=NOW)
        assert taken is not None
        endpoints.delete(session, owner, webhook, now=NOW)
    WebhookSender(JobHost(database, lambda: NOW)).carry_out(taken)

    with database.read() as session:
        assert session.get(Job, taken.job_id) is None


def test_changes_are_told_in_their_own_transaction_to_whoever_asked(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        assignment = classroom.assignment(session, course)
        _webhook(session, owner, course, [WebhookEvent.OVERRIDDEN])
        off = _webhook(session, owner, course, [WebhookEvent.ROSTER]).webhook
        _webhook(session, owner, course, [WebhookEvent.ROSTER])
        endpoints.disable(session, owner, off, now=NOW)
        student = classroom.member(session, course, "student")
        people.give_role(session, owner, course.id, student.id, Role.OBSERVER, now=NOW)
        people.leave(session, owner, course.id, student.id, now=NOW)
        overrides.give(session, owner, assignment, student.id, Decimal(80), "told in class", now=NOW)
        overrides.take_back(session, owner, assignment, student.id, now=NOW)

        assert _told(session) == ["roster.changed"] * 3 + ["grade.overridden"] * 2
        last = session.scalars(select(WebhookDelivery).order_by(WebhookDelivery.id.desc())).first()
        assert last is not None
        assert json.loads(last.payload) == {
            "type": "grade.overridden",
            "timestamp": "2026-11-23T12:00:00Z",
            "data": {
                "course_id": str(course.id),
                "assignment_id": str(assignment.id),
                "person_id": str(student.id),
            },
        }


def test_a_request_of_a_student_is_told_by_its_ids(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        student = classroom.member(session, course, "student")
        given = classroom.handed_in(session, classroom.assignment(session, course), student)
        classroom.graded(session, given, "80")
        _webhook(session, owner, course, [WebhookEvent.REQUEST])
        reason = "Line 3 is right."
        asked = regrade_requests.ask(session, Caller(student.id), given.id, reason, now=NOW)

        (told,) = session.scalars(select(WebhookDelivery.payload))
        assert json.loads(told)["data"] == {
            "course_id": str(course.id),
            "request_id": str(asked.id),
            "assignment_id": str(given.assignment_id),
            "submission_id": str(given.id),
            "person_id": str(student.id),
        }
        assert reason not in told


def test_what_is_rolled_back_is_not_told(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        _webhook(session, owner, course)
    with database.begin() as session, suppress(NotFound), session.begin_nested():
        classroom.member(session, course, "student")
        raise NotFound
    with database.read() as session:
        assert _told(session) == []


def test_gradings_and_regradings_are_told_once_for_each_submission(school: School) -> None:
    student, owner = school.student(), classroom.OPERATOR
    with school.database.begin() as session:
        course = session.get_one(Course, school.course_id)
        _webhook(session, owner, course, [WebhookEvent.GRADED, WebhookEvent.REGRADED])
    first = school.submit(student)
    school.submit(student)  # the same bytes: they wait for the same grading
    school.grade_all()
    school.submit(student)  # and once more, when that is done
    with school.database.begin() as session:
        regrades.one(session, owner, session.get_one(Submission, first), now=school.clock())
    school.grade_all()

    with school.database.read() as session:
        assert _told(session) == ["submission.graded"] * 3 + ["submission.regraded"] * 3
        told = session.scalars(select(WebhookDelivery.payload).order_by(WebhookDelivery.id)).first()
        assert json.loads(told or "")["data"]["submission_id"] == str(first)


@pytest.mark.parametrize("by_hand", [False, True])
def test_results_are_released_by_their_date_or_by_hand_and_told_once(
    database: Database, *, by_hand: bool
) -> None:
    due = NOW + timedelta(hours=1)
    draft = Draft(title="Core", published=True, due_at=due, shown=Shown.AFTER_DUE)
    with database.begin() as session:
        course, owner = classroom.course(session)
        assignment = classroom.assignment(session, course, draft)
        _webhook(session, owner, course, [WebhookEvent.RELEASED])
        for _ in range(2):
            assert releases.notice(session, now=NOW) == 0
        later = due + timedelta(seconds=1)
        if by_hand:
            assignment.shown, later = Shown.AT_ONCE, NOW
            session.flush()
        assert [releases.notice(session, now=later) for _ in range(2)] == [1, 0]
        assert _told(session) == ["grade.released"]


def test_each_message_is_verified_by_the_library_of_its_receiver(database: Database) -> None:
    now = datetime.now(UTC)
    with database.begin() as session:
        course, owner = classroom.course(session)
        webhook, before = _webhook(session, owner, course)
        deliveries.test(session, owner, webhook, now=now)
        _, after = endpoints.rotate(session, owner, webhook, now=now)
        claimed = _next(session, now=now)
        assert claimed is not None
        for secret in (before, after):
            assert (
                Verifier(secret).verify(claimed.message.payload, claimed.message.headers)["type"]
                == "webhook.test"
            )
        with pytest.raises(WebhookVerificationError):
            Verifier(after).verify(claimed.message.payload + " ", claimed.message.headers)

        claimed.store(session, _REFUSED, now=now)
        later = (
            now + durations.WEBHOOK_SECRET_BEFORE
        )  # the overlap is over, and so is the window of the first attempt
        again = _next(session, now=later)
        assert again is not None
        assert again.message.headers["webhook-id"] == claimed.message.headers["webhook-id"]
        assert again.message.headers["webhook-signature"].count("v1,") == 1
        with pytest.raises(WebhookVerificationError):
            Verifier(after).verify(again.message.payload, again.message.headers)  # from the future


def test_a_message_is_tried_for_a_day_and_then_given_up(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        webhook = _webhook(session, owner, course).webhook
        delivery = deliveries.test(session, owner, webhook, now=NOW)
        now, attempts = NOW, 0
        while claimed := _next(session, now=now):
            assert claimed.store(session, _REFUSED, now=now)
            attempts += 1
            session.flush()
            rests_until = session.scalars(select(Job.not_before)).one()
            now = max(delivery.next_at, rests_until or now)
        assert (attempts, delivery.state, delivery.status) == (10, DeliveryState.FAILED, 500)
        assert timedelta(hours=18) < now - NOW < timedelta(hours=30)

        deliveries.resend(session, owner, webhook, delivery.id, now=now)
        claimed = _next(session, now=now)
        assert claimed is not None
        claimed.store(session, _ACCEPTED, now=now)
        assert (delivery.state, webhook.failing_since) == (DeliveryState.DELIVERED, None)


@pytest.mark.parametrize(
    ("status", "after", "reason"),
    [(410, timedelta(0), DisabledReason.GONE), (500, timedelta(days=5), DisabledReason.FAILING)],
)
def test_a_webhook_that_wants_no_more_or_fails_for_days_is_turned_off(
    database: Database, status: int, after: timedelta, reason: DisabledReason
) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        webhook = _webhook(session, owner, course).webhook
        deliveries.test(session, owner, webhook, now=NOW)
        for moment in sorted({NOW, NOW + after}):
            claimed = _next(session, now=moment)
            assert claimed is not None
            claimed.store(session, PostOutcome(status, PostError.STATUS), now=moment)
            session.flush()

        assert webhook.disabled_reason == reason
        assert endpoints.stopped(session, owner, course.id) == 1
        assert _next(session, now=NOW + timedelta(days=6)) is None
        with pytest.raises(Unusable, match="webhook-is-off"):
            deliveries.test(session, owner, webhook, now=NOW)
        endpoints.enable(session, owner, webhook, now=NOW)
        assert _next(session, now=NOW + timedelta(days=6)) is not None


def test_a_process_that_ends_after_it_sent_costs_one_message_that_is_sent_twice(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        webhook = _webhook(session, owner, course, [WebhookEvent.ROSTER]).webhook
        for number in range(3):
            classroom.member(session, course, f"student-{number}")
        sent, now = [], NOW
        killed = _next(session, now=now)
        assert killed is not None
        sent.append(killed.message.delivery_id)  # it arrived, and nobody noted it
        session.flush()
        assert _next(session, now=now) is None  # one request at a time
        release(session, now=now)  # its process is gone
        while claimed := _next(session, now=now):
            sent.append(claimed.message.delivery_id)
            assert claimed.store(session, _ACCEPTED, now=now)
            session.flush()
        assert not killed.store(session, _ACCEPTED, now=now)  # it comes back, and holds nothing

        everything = {each.id for each in deliveries.listed(session, owner, webhook, limit=9)}
        assert (set(sent), len(sent)) == (everything, 4)


def test_a_pause_that_was_asked_for_is_kept(database: Database) -> None:
    asked = PostOutcome(429, PostError.STATUS, timedelta(minutes=10))
    with database.begin() as session:
        course, owner = classroom.course(session)
        _webhook(session, owner, course, [WebhookEvent.ROSTER])
        classroom.member(session, course, "student")
        claimed = _next(session, now=NOW)
        assert claimed is not None
        claimed.store(session, asked, now=NOW)
        classroom.member(session, course, "another")

        assert _next(session, now=NOW + timedelta(minutes=9)) is None
        assert _next(session, now=NOW + timedelta(minutes=10)) is not None


def test_messages_are_forgotten_after_a_month(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        webhook = _webhook(session, owner, course).webhook
        deliveries.test(session, owner, webhook, now=NOW)
        releases.forget(session, now=NOW + timedelta(days=30))
        assert len(_told(session)) == 1
        releases.forget(session, now=NOW + timedelta(days=31))
        assert _told(session) == []


def test_two_processes_send_everything_once_and_one_at_a_time(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WebhookSender, "look", 0.05)
    with receiver() as made:
        with database.begin() as session:
            course, owner = classroom.course(session)
            webhook = _webhook(session, owner, course, [WebhookEvent.ROSTER], made.url).webhook
            for number in range(30):
                classroom.member(session, course, f"student-{number}")
        later = NOW + timedelta(hours=1)  # PostgreSQL has a clock of its own, which is later as well
        hosts = [JobHost(database, lambda: later) for _ in range(2)]
        with hosts[0] as one, hosts[1] as two, webhook_crew(one, LOOPBACK), webhook_crew(two, LOOPBACK):
            patience.until(lambda: _delivered(database, webhook) == 30)

        assert len(made.ids()) == len(set(made.ids())) == 30
        assert made.most_at_once == 1


def _delivered(database: Database, webhook: Webhook) -> int:
    with database.read() as session:
        found = session.scalars(select(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook.id))
        return sum(each.state == DeliveryState.DELIVERED for each in found)
