"""Grades on their way to a platform, from what changes them to what stands there."""

from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select

from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from submissions.courses.assignments import extensions
from submissions.courses.assignments.extensions import Grant
from submissions.grading.work.task import Grader
from submissions.tables import (
    Assignment,
    LmsPlatform,
    PassbackState,
    Shown,
)
from submissions.teaching.gradebook import overrides
from tests import network_files
from tests.world.engine import grader_of_hunts
from tests.world.linked import DUE, STUDENT, Linked


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
