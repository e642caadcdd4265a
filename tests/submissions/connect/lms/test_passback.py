"""Grades on their way to a platform, from what changes them to what stands there."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select, text

from grader.sandbox.base import Source
from grader.sandbox.embedded import Embedded
from submissions.connect.lms import claims, contexts, keys, launches, parcels, passback
from submissions.connect.lms.parcels import Parcel
from submissions.connect.lms.sender import GradeSender
from submissions.connect.lms.vocabulary import CLAIM, GRADES, LINE_ITEM, SCORE
from submissions.connect.webhooks import endpoints
from submissions.connect.webhooks.endpoints import WebhookRequest
from submissions.courses.assignments import assignments, extensions
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.extensions import Grant
from submissions.errors import LaunchRefused, NotAllowed, NotFound
from submissions.grading.intake.submit import submit
from submissions.grading.work.task import Grader, grading_engine
from submissions.jobs.bell import Bell
from submissions.jobs.claims import claim, release, wake
from submissions.jobs.crew import Crew
from submissions.jobs.host import JobHost
from submissions.operating.service import utc_now
from submissions.outward import outbox
from submissions.outward.openid.outward import Outward, OutwardAnswer, OutwardRequest, Unreachable
from submissions.outward.outgoing.exchange import NoAnswerKind
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    Course,
    Job,
    JobKind,
    LmsAccount,
    LmsContext,
    LmsGrade,
    LmsLink,
    LmsPlatform,
    PassbackState,
    Person,
    Role,
    Shown,
    WebhookDelivery,
    WebhookEvent,
)
from submissions.tables.identity import new_id
from submissions.teaching.gradebook import overrides
from tests import network_files
from tests.patience import until
from tests.world import classroom
from tests.world.clock import NOW, FakeClock
from tests.world.engine import grader_of_hunts
from tests.world.learning_platform import INSTRUCTOR, ISSUER, ORIGIN, LearningPlatform, registered

STUDENT = "student-1"
DUE = NOW + timedelta(days=1)
_WAITS = text(
    "SELECT EXISTS (SELECT FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock')"
)


@dataclass
class Refusing:
    """Nothing is asked."""

    error: Unreachable

    def send(self, _: OutwardRequest) -> OutwardAnswer:
        raise self.error


@dataclass
class Linked:
    """An assignment here, its activity there, and a student who came from there."""

    database: Database
    clock: FakeClock = field(default_factory=FakeClock)

    def __post_init__(self) -> None:
        self.platform = LearningPlatform(self.clock, our_keys=self._our_keys)
        self.sender = self.another_sender()
        with self.database.begin() as session:
            course, self.owner = classroom.course(session)
            draft = Draft(title="Homework", published=True, due_at=DUE, closes_at=DUE + timedelta(days=9))
            self.assignment_id = classroom.assignment(session, course, draft).id
            self.course_id = course.id
            registered(session, NOW)
        self.launch("teacher", **{f"{CLAIM}roles": [INSTRUCTOR]})
        with self.database.begin() as session:
            context = session.scalars(select(LmsContext)).one()
            context.teacher_id = self.owner.known
            session.flush()
            contexts.link_course(session, self.owner, context.id, course.id, now=NOW)
        self.student_id = self.launch(STUDENT)

    def another_sender(self, outward: Outward | None = None) -> Crew:
        host = JobHost(self.database, Bell(), self.clock)
        self.handler = GradeSender(
            host, outward or self.platform, lambda note: f"{note.points} of {note.possible}", self.clock
        )
        return Crew(host, self.handler)

    def launch(self, sub: str, **other: Any) -> UUID:
        custom = {f"{CLAIM}custom": {"assignment": str(self.assignment_id)}}
        found = claims.read(self.platform.claims("", {"sub": sub, **custom, **other}), origin=ORIGIN)
        with self.database.begin() as session:
            platform = session.scalars(select(LmsPlatform)).one()
            deployment = launches.deployment_of(session, platform.id, "7", now=self.clock())
            return launches.admit(session, deployment.id, found, language=None, now=self.clock()).person.id

    def graded(self, points: str, who: UUID | None = None, content: bytes = b"class Value: ...") -> None:
        with self.database.begin() as session:
            person = session.get_one(Person, who or self.student_id)
            assignment = session.get_one(Assignment, self.assignment_id)
            given = classroom.handed_in(session, assignment, person, at=self.clock(), content=content)
            classroom.graded(session, given, points)
            self.changed(session, person.id)

    def graded_for_real(self, source: Source, grader: Grader) -> None:
        """Let the engine grade a file that the student hands in."""
        with self.database.begin() as session:
            assignment = session.get_one(Assignment, self.assignment_id)
            submit(session, Bell(), Caller(self.student_id), assignment, source, now=self.clock())
        host = JobHost(self.database, Bell(), self.clock)
        assert grading_engine(host, grader, slots=1).turn()

    def changed(self, session: Any, person_id: UUID) -> None:
        outbox.send_grades(session, self.assignment_id, [person_id], now=self.clock())

    def send(self, *, after: float = 2) -> None:
        self.clock.advance(seconds=after)
        while self.sender.turn():
            pass

    def free(self) -> None:
        """Free what a process held that is gone."""
        with self.database.begin() as session:
            release(session, now=self.clock())

    def state(self, who: UUID | None = None) -> tuple[PassbackState, str]:
        grade = self.grade(who)
        return PassbackState(grade.state), grade.reason

    def grade(self, who: UUID | None = None) -> LmsGrade:
        with self.database.read() as session:
            link = session.scalars(select(LmsLink)).one()
            return session.get_one(LmsGrade, (link.id, who or self.student_id))

    def override(self, points: str) -> None:
        with self.database.begin() as session:
            assignment = session.get_one(Assignment, self.assignment_id)
            overrides.give(
                session, self.owner, assignment, self.student_id, Decimal(points), "viva", now=self.clock()
            )

    def change(self, **other: Any) -> None:
        with self.database.begin() as session:
            assignment = session.get_one(Assignment, self.assignment_id)
            draft = assignments.draft_of(session, assignment)
            values = {name: getattr(draft, name) for name in Draft.__dataclass_fields__}
            assignments.change(
                session,
                self.owner,
                assignment,
                Draft(**{**values, **other}),
                revision=assignment.revision,
                now=self.clock(),
            )

    def _our_keys(self) -> dict[str, Any]:
        with self.database.read() as session:
            return keys.published(session, now=self.clock())


@pytest.fixture
def linked(sqlite_url: str) -> Iterator[Linked]:
    with closing(Database(sqlite_url)) as database:
        yield Linked(database)


@pytest.fixture
def linked_on_both(database: Database) -> Linked:
    return Linked(database)


def test_a_grade_arrives_with_true_times_and_a_comment(linked_on_both: Linked) -> None:
    linked = linked_on_both
    linked.send()
    assert linked.state() == (PassbackState.NOTHING, "")

    linked.graded("87.5")
    linked.send(after=30)

    (score,) = linked.platform.posted
    assert score == {
        "userId": STUDENT,
        "timestamp": "2026-11-23T12:00:32.000Z",
        "comment": "87.5000 of 100.0000",
        "activityProgress": "Completed",
        "gradingProgress": "FullyGraded",
        "scoreGiven": 87.5,
        "scoreMaximum": 100,
        "submission": {"startedAt": "2026-11-23T12:00:02.000Z", "submittedAt": "2026-11-23T12:00:02.000Z"},
    }
    assert linked.state() == (PassbackState.SENT, "")
    assert linked.platform.requests[-2:] == [
        "POST /lineitems/1/lineitem/scores",
        "GET /lineitems/1/lineitem/results",
    ]
    with linked.database.read() as session:
        assert session.scalars(select(LmsPlatform.graded_at)).one() == linked.clock()


def test_the_points_of_a_fault_hunt_arrive_with_their_bonus(linked: Linked) -> None:
    linked.change(hunted=("reflected_reversed",), hunt_nodes=2)
    linked.graded_for_real(Source("graphs.txt", b"a = 2\nb = 5 - a\n"), grader_of_hunts())
    linked.send()

    (score,) = linked.platform.posted
    assert (score["scoreGiven"], score["scoreMaximum"]) == (110, 100)


@pytest.mark.parametrize("reset", ["p.grad = 0.0", "pass"])
def test_the_points_of_a_network_arrive(linked: Linked, sandbox: Embedded, reset: str) -> None:
    linked.change(stage="network", weights={})
    text = network_files.right()[0].text.replace("p.grad = 0.0", reset)
    linked.graded_for_real(Source("network.py", text.encode()), Grader.using(sandbox))
    linked.send()

    (score,) = linked.platform.posted
    assert (score["scoreGiven"] < score["scoreMaximum"]) is (reset == "pass")
    assert score["scoreGiven"] > 50


def test_what_changes_a_grade_is_sent_and_nothing_else(linked: Linked) -> None:
    def sent() -> list[float]:
        linked.send()
        return [score.get("scoreGiven", -1) for score in linked.platform.posted]

    linked.graded("80")
    assert sent() == [80]
    assert sent() == [80]
    linked.change(title="Homework 1")
    assert sent() == [80]

    linked.override("91")
    assert sent() == [80, 91]
    with linked.database.begin() as session:
        assignment = session.get_one(Assignment, linked.assignment_id)
        overrides.take_back(session, linked.owner, assignment, linked.student_id, now=linked.clock())
    assert sent() == [80, 91, 80]

    linked.change(points=Decimal(10))
    assert sent()[3:] == [8]
    linked.change(points=Decimal(100))
    assert sent()[4:] == [80]

    linked.clock.now = DUE + timedelta(hours=1)
    linked.change(late_percent_per_day=Decimal(10), counts="latest")
    assert sent()[5:] == [80]
    linked.graded("100", content=b"class Value:\n    pass")
    assert sent()[6:] == [90]
    with linked.database.begin() as session:
        assignment = session.get_one(Assignment, linked.assignment_id)
        grant = Grant(due_at=DUE + timedelta(days=2))
        extensions.give(session, linked.owner, assignment, linked.student_id, grant, now=linked.clock())
    assert sent()[7:] == [100]


def test_many_changes_are_one_request_and_times_only_rise(linked: Linked) -> None:
    for points in ("10", "20", "30"):
        linked.override(points)
    linked.send(after=0)
    linked.override("40")
    linked.send(after=0)
    assert [score["scoreGiven"] for score in linked.platform.posted] == [30]
    linked.send(after=1)

    assert [score["scoreGiven"] for score in linked.platform.posted] == [30, 40]
    stamps = [score["timestamp"] for score in linked.platform.posted]
    assert stamps == ["2026-11-23T12:00:00.000Z", "2026-11-23T12:00:01.000Z"]


def test_a_hidden_grade_waits_until_it_is_released(linked: Linked) -> None:
    linked.change(shown=Shown.AFTER_DUE)
    linked.graded("80")
    linked.send()
    assert linked.state() == (PassbackState.WAITING, "not-released")
    assert linked.grade().not_before == DUE

    linked.clock.now = DUE
    linked.send(after=1)
    assert linked.state() == (PassbackState.SENT, "")


def test_a_grade_that_is_no_more_is_taken_away_there_too(linked: Linked) -> None:
    linked.override("91")
    linked.send()
    with linked.database.begin() as session:
        assignment = session.get_one(Assignment, linked.assignment_id)
        overrides.take_back(session, linked.owner, assignment, linked.student_id, now=linked.clock())
    linked.send()

    last = linked.platform.posted[-1]
    assert "scoreGiven" not in last
    assert last["gradingProgress"] == "NotReady"
    linked.send()
    assert len(linked.platform.posted) == 2


def test_a_grade_that_a_teacher_entered_there_is_noticed(linked: Linked) -> None:
    linked.platform.by_hand[STUDENT] = 55
    linked.graded("80")
    linked.send()
    assert linked.state() == (PassbackState.OVERRIDDEN, "")


def answer(status: int, body: bytes = b"", **headers: str) -> OutwardAnswer:
    return OutwardAnswer(status, {name.replace("_", "-"): value for name, value in headers.items()}, body)


ENDS: dict[str, tuple[list[OutwardAnswer | None], PassbackState, str]] = {
    "401 once": ([answer(401)], PassbackState.SENT, ""),
    "401 always": ([answer(401)] * 9, PassbackState.NOT_GRANTED, "not-granted"),
    "403": ([answer(403)], PassbackState.NOT_GRANTED, "not-granted"),
    "403 that means later": (
        [answer(403, b"403 Forbidden (Rate Limit Exceeded)")],
        PassbackState.WAITING,
        "busy",
    ),
    "404 once": ([answer(404)], PassbackState.SENT, ""),
    "404 always": ([answer(404)] * 9, PassbackState.GONE, "line-item-gone"),
    "409 of another": ([answer(409)] * 9, PassbackState.REFUSED, "newer-there"),
    "429": ([answer(429, retry_after="90")], PassbackState.WAITING, "busy"),
    "500 always": ([answer(500)] * 9, PassbackState.REFUSED, "locked"),
    "500 once": ([answer(500)], PassbackState.SENT, ""),
    "502": ([answer(502)], PassbackState.WAITING, "unreachable"),
    "a page": ([answer(200, b"<!DOCTYPE html><title>Sign in")] * 9, PassbackState.REFUSED, "not-a-platform"),
    "somewhere else": (
        [answer(302, location="http://10.0.0.1/")] * 9,
        PassbackState.REFUSED,
        "not-a-platform",
    ),
    "422": ([answer(422)], PassbackState.NOT_ENROLLED, "not-enrolled"),
    "418": ([answer(418)], PassbackState.REFUSED, "refused"),
    "never": ([None], PassbackState.WAITING, "unreachable"),
}


def test_each_answer_ends_in_a_state_that_staff_understand(linked: Linked) -> None:
    for number, (what, (answers, state, reason)) in enumerate(ENDS.items()):
        linked.override(str(number))
        linked.platform.answers = list(answers)
        linked.send()
        if state is not PassbackState.WAITING:
            for _ in range(4):
                if linked.state()[0] is PassbackState.WAITING:
                    linked.send(after=600)
        assert (what, *linked.state()) == (what, state, reason)
        if state is PassbackState.WAITING:
            before = len(linked.platform.requests)
            linked.send()
            assert len(linked.platform.requests) == before
            linked.send(after=3600)
            assert (what, *linked.state()) == (what, PassbackState.SENT, "")
        linked.platform.answers = []


def test_an_activity_that_was_deleted_there_is_a_state_of_its_own_until_it_is_opened(linked: Linked) -> None:
    linked.graded("80")
    linked.send()
    linked.platform.gradebook.vanish(linked.platform.column)
    linked.platform.granted, linked.sender = (SCORE,), linked.another_sender()
    linked.override("70")
    for _ in range(4):
        linked.send(after=600)
    assert linked.state() == (PassbackState.GONE, "line-item-gone")

    linked.platform.column = linked.platform.gradebook.add(
        {"label": "Homework", "scoreMaximum": 100, "resourceId": "", "tag": ""}, "link-1"
    )
    linked.launch(STUDENT)
    linked.send()
    assert linked.state() == (PassbackState.SENT, "")


def test_an_address_that_we_do_not_ask_is_our_refusal(linked: Linked) -> None:
    linked.graded("80")
    refused = Unreachable(NoAnswerKind.REFUSED)
    linked.sender = linked.another_sender(Refusing(refused))
    linked.send()
    assert linked.state() == (PassbackState.WAITING, "refused-here")


def test_who_comes_back_is_sent_the_grade_that_was_refused(linked: Linked) -> None:
    other = linked.launch("student-2")
    linked.graded("70", other)
    linked.send()
    assert linked.state(other) == (PassbackState.NOT_ENROLLED, "not-enrolled")
    linked.platform.students.add("student-2")
    linked.send(after=3600)
    assert linked.state(other)[0] is PassbackState.NOT_ENROLLED, "nobody has said that they are back"
    linked.launch("student-2")
    linked.send()
    assert linked.state(other) == (PassbackState.SENT, "")


def test_who_is_not_a_student_there_and_what_is_not_granted(linked: Linked) -> None:
    other = linked.launch("student-2")
    linked.graded("70", other)
    linked.send()
    assert linked.state(other) == (PassbackState.NOT_ENROLLED, "not-enrolled")

    linked.launch(STUDENT, **{GRADES: {"scope": [], "lineitems": f"{ISSUER}/lineitems"}})
    linked.graded("80")
    linked.send()
    assert linked.state() == (PassbackState.NOT_GRANTED, "not-granted")

    linked.launch(STUDENT)
    linked.send()
    assert linked.state() == (PassbackState.SENT, "")


def test_a_platform_that_gives_no_token_is_left_alone(linked: Linked) -> None:
    linked.platform.granted = ()
    linked.graded("80")
    linked.send()
    assert linked.state() == (PassbackState.NOT_GRANTED, "not-granted")

    linked.platform.granted = (SCORE,)
    with linked.database.begin() as session:
        passback.send_all_again(session, linked.owner, linked.course_id, now=linked.clock())
    linked.send()
    assert linked.state() == (PassbackState.SENT, "")

    linked.override("70")
    linked.platform.trusts_us = False
    linked.sender = linked.another_sender()
    linked.send()
    assert linked.state() == (PassbackState.WAITING, "no-token")
    with linked.database.read() as session:
        platform = session.scalars(select(LmsPlatform)).one()
        assert (platform.trouble, platform.failures) == ("no-token", 1)


def test_who_changes_a_platform_and_who_notes_its_failure_do_not_stop_each_other(postgres_url: str) -> None:
    with closing(Database(postgres_url)) as database, ThreadPoolExecutor() as pool:
        linked = Linked(database)
        linked.graded("80")
        linked.clock.advance(seconds=2)
        now = linked.clock()
        with database.begin() as session:
            taken = claim(session, JobKind.PASSBACK, new_id(), now=now, until=now)
            assert taken is not None
            parcel = parcels.take_parcel(session, taken, now=now)

        def note() -> None:
            assert isinstance(parcel, Parcel)
            with database.begin() as session:
                parcels.rest(session, parcel, "no-token", timedelta(seconds=30), now=now)

        def somebody_waits() -> bool:
            with database.read() as session:
                return bool(session.scalar(_WAITS))

        with database.begin() as session:  # as `platforms.change` does
            session.scalars(select(LmsPlatform).with_for_update()).one()
            noted = pool.submit(note)
            until(somebody_waits)
            wake(session, Job.platform_id.is_not(None))
        noted.result()


def test_a_platform_that_stays_broken_is_told_once_to_each_course(linked: Linked) -> None:
    def told() -> list[str]:
        with linked.database.read() as session:
            return [each.payload for each in session.scalars(select(WebhookDelivery))]

    wanted = WebhookRequest("LMS", "https://example.edu/hooks", [WebhookEvent.PLATFORM])
    with linked.database.begin() as session:
        endpoints.create(session, linked.owner, linked.course_id, wanted, now=NOW)
        platform_id = session.scalars(select(LmsPlatform.id)).one()
    linked.graded("80")
    linked.platform.answers = [None] * 7
    for failures in range(1, 8):
        linked.send(after=3600)
        assert len(told()) == (failures >= parcels.BROKEN)
    data = {"course_id": str(linked.course_id), "platform_id": str(platform_id)}
    assert json.loads(told()[0])["data"] == data

    linked.send(after=3600)
    assert linked.state() == (PassbackState.SENT, "")
    linked.override("90")
    linked.platform.answers = [None] * parcels.BROKEN
    for _ in range(parcels.BROKEN):
        linked.send(after=3600)
    assert len(told()) == 2


def test_a_grade_that_fails_each_time_keeps_no_other_back(linked: Linked) -> None:
    linked.platform.students.add("student-2")
    second_id = linked.launch("student-2")
    linked.platform.gradebook.stumbles_over.add(STUDENT)
    linked.graded("80")
    linked.send()
    linked.graded("70", second_id)
    for _ in range(2):
        linked.send(after=3600)
    assert linked.state(second_id) == (PassbackState.SENT, "")
    assert linked.state() == (PassbackState.WAITING, "unreachable")


def test_a_grade_is_sent_once_its_activity_has_a_column(linked: Linked) -> None:
    only = [scope for scope in linked.platform.granted if scope != LINE_ITEM]
    without = {GRADES: {"scope": only}}
    with linked.database.begin() as session:
        session.scalars(select(LmsLink)).one().line_item_url = ""
    linked.launch(STUDENT, **without)
    linked.graded("80")
    linked.send()
    assert linked.state() == (PassbackState.NOT_GRANTED, "not-granted")

    linked.launch(STUDENT, **{GRADES: {"scope": only, "lineitem": linked.platform.column}})
    linked.send()
    assert linked.state() == (PassbackState.SENT, "")


def test_line_items_are_made_once_and_found_again(linked: Linked) -> None:
    with linked.database.begin() as session:
        session.scalars(select(LmsLink)).one().line_item_url = ""
    linked.change(points=Decimal("12.5"))
    linked.graded("10")
    linked.send()
    (column,) = linked.platform.columns
    assert (column["scoreMaximum"], column["label"], column["resourceLinkId"]) == (100, "Homework", "link-1")
    assert linked.platform.posted[-1]["scoreMaximum"] == 12.5

    with linked.database.begin() as session:
        session.scalars(select(LmsLink)).one().line_item_url = ""
    linked.override("9")
    linked.send()
    assert len(linked.platform.columns) == 1
    assert linked.state() == (PassbackState.SENT, "")


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
