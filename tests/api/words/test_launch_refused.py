"""Whoever is refused reads why, whatever was forged."""

from api.words.lms import launch_refused
from tests.submissions.connect.lms.test_forged_launches import CLAIMS, TOKENS

ELSEWHERE = {"other-browser", "state-unknown", "state-used", "platform-disabled", "platform-pending"}
"""Reasons that no claim and no signature leads to."""


def test_every_forged_launch_is_refused_in_words_of_its_own() -> None:
    unknown = launch_refused("no such reason", {})
    reasons = {reason for _, reason in (*CLAIMS.values(), *TOKENS.values())} | ELSEWHERE
    assert [each for each in reasons if launch_refused(each, {"seconds": 90}) == unknown] == []
