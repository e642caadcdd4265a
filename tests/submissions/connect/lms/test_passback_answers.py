"""What a platform answers to a grade, or refuses, and the state in which staff see it."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from decimal import Decimal

from sqlalchemy import select, text

from submissions.connect.lms import parcels, passback
from submissions.connect.lms.parcels import Parcel
from submissions.connect.lms.vocabulary import GRADES, LINE_ITEM, SCORE
from submissions.connect.webhooks import endpoints
from submissions.connect.webhooks.endpoints import WebhookRequest
from submissions.jobs.claims import claim, wake
from submissions.outward.openid.outward import OutwardAnswer, Unreachable
from submissions.outward.outgoing.exchange import NoAnswerKind
from submissions.storage.database import Database
from submissions.tables import (
    Job,
    JobKind,
    LmsLink,
    LmsPlatform,
    PassbackState,
    WebhookDelivery,
    WebhookEvent,
)
from submissions.tables.identity import new_id
from tests.patience import until
from tests.world.clock import NOW
from tests.world.learning_platform import ISSUER
from tests.world.linked import STUDENT, Linked, Refusing

_WAITS = text(
    "SELECT EXISTS (SELECT FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock')"
)


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
