"""The double of a platform refuses what a real one may refuse: else the tests with it would say nothing."""

import json
from decimal import Decimal
from typing import Any

import pytest

from submissions.connect.lms.line_items import below
from submissions.connect.lms.vocabulary import LINE_ITEM_TYPE, SCORE_TYPE
from submissions.outward.openid.outward import OutwardRequest
from tests.offenders import for_each
from tests.world.clock import NOW
from tests.world.learning_platform import LearningPlatform
from tests.world.lms.moodle import MOODLE
from tests.world.lms.quirks import Quirks

GOOD = {
    "userId": "student-1",
    "timestamp": "2026-11-23T12:00:00.000Z",
    "comment": "",
    "activityProgress": "Completed",
    "gradingProgress": "FullyGraded",
    "scoreGiven": 8.5,
    "scoreMaximum": 10,
}
CANVAS = "https://canvas.instructure.com/lti/submission"


def posted(platform: LearningPlatform, score: dict[str, Any], url: str = "", kind: str = SCORE_TYPE) -> int:
    kept = {name: value for name, value in score.items() if value is not None}
    address = url or below(platform.column, "scores")
    sent = OutwardRequest("POST", address, {"Content-Type": kind}, json.dumps(kept).encode())
    return platform.gradebook.answer(sent).status


@for_each(
    "wrong",
    [
        {"timestamp": None},
        {"timestamp": "2026-11-23T12:00:00"},
        {"timestamp": "2026-11-23T12:05:00Z"},
        {"timestamp": "today"},
        {"comment": None},
        {"userId": 3},
        {"userId": "teacher"},
        {"gradingProgress": "Graded"},
        {"scoreMaximum": None},
        {"scoreGiven": -1},
        {"points": 3},
        {CANVAS: {"new_submission": False}},
    ],
    ids=str,
)
def test_a_score_that_a_platform_may_refuse_is_refused(wrong: dict[str, Any]) -> None:
    assert posted(LearningPlatform(lambda: NOW), {**GOOD, **wrong}) == 400


def test_a_score_is_taken_once_a_second_at_the_whole_address_of_its_column() -> None:
    platform = LearningPlatform(lambda: NOW, MOODLE)
    at = "2026-11-23T11:59:30Z"
    score = {**GOOD, "timestamp": at}
    assert posted(platform, score, kind="application/json") == 400
    assert posted(platform, score, below(platform.column, "scores").partition("?")[0]) == 404
    assert posted(platform, score) == 200
    assert posted(platform, {**score, "timestamp": at.replace("Z", ".900Z")}) == 409
    assert platform.gradebook.shares() == {"student-1": Decimal("0.85")}


@pytest.mark.parametrize("maximum", [12.5, 250, 0, "10"])
def test_a_column_has_a_whole_number_of_points_that_every_platform_takes(maximum: object) -> None:
    platform = LearningPlatform(lambda: NOW, Quirks())
    item = {"label": "Homework", "scoreMaximum": maximum, "resourceId": "x"}
    url = platform.quirks.url(platform.quirks.line_items)
    sent = OutwardRequest("POST", url, {"Content-Type": LINE_ITEM_TYPE}, json.dumps(item).encode())
    assert platform.gradebook.answer(sent).status == 400
