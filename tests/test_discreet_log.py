"""The watch over the log of all tests sees what it is for."""

import logging

import pytest

from tests.discreet_log import DiscreetLog


@pytest.mark.parametrize(
    "said", ["sent to ada@example.edu", "Ada Lovelace", f"a token: bg_pat_{'0' * 32}_and_more"]
)
def test_a_line_that_says_too_much_is_seen(said: str, watched_log: DiscreetLog) -> None:
    logging.getLogger("backgrade.anything").warning("told", extra={"about": said})

    assert len(watched_log.indiscreet) == 1
    watched_log.indiscreet.clear()


def test_ids_are_no_names(watched_log: DiscreetLog) -> None:
    logging.getLogger("backgrade.anything").warning("told", extra={"person": "01a207b0-e5d4-79e5"})

    assert watched_log.indiscreet == []
