"""The watch over the log of all tests sees what it is for."""

import logging

from submissions.tables import Person, StaffNote
from tests.discreet_log import DiscreetLog
from tests.offenders import for_each


@for_each(
    "said",
    [
        "sent to ada@example.edu",
        "Ada Lovelace",
        f"a token: bg_pat_{'0' * 32}_and_more",
        "a launch: eyJhbGciOiJSUzI1NiIsImtpZCI6",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ],
)
@for_each("level", [logging.INFO, logging.WARNING])
def test_a_line_that_says_too_much_is_seen(level: int, said: str, watched_log: DiscreetLog) -> None:
    logging.getLogger("backgrade.anything").log(level, "told", extra={"about": said})

    assert len(watched_log.indiscreet) == 1
    watched_log.indiscreet.clear()


def test_ids_are_no_names(watched_log: DiscreetLog) -> None:
    logging.getLogger("backgrade.anything").warning("told", extra={"person": "01a207b0-e5d4-79e5"})

    assert watched_log.indiscreet == []


def test_what_a_test_writes_down_of_people_is_seen(watched_log: DiscreetLog) -> None:
    Person(name="Emmy Noether")
    StaffNote(text="was ill for a week")
    for said in ("Emmy Noether", "ill for", "a note: was ill for a week"):
        logging.getLogger("backgrade.anything").info("told", extra={"about": said})

    assert len(watched_log.indiscreet) == 2
    watched_log.indiscreet.clear()
