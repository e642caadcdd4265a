"""A bounded, seeded run of the fuzzing: the same wrecks each time. `python -m bench fuzz` runs longer."""

import logging
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from grader.grade import grade
from grader.sandbox.embedded import Embedded
from grader.sandbox.protocol import Sandbox
from tests import back_ends
from tests.fuzz.fuzzing import (
    LIMITS,
    RECORDED,
    SMALL,
    assert_controls_pass,
    fuzz_replies,
    fuzz_submission,
    recordings,
)
from tests.fuzz.replies import SEED, Recording, Replayed, as_it_was
from tests.thorough import drawn

SUBMISSIONS, REPLIES, PORTION = 60, 120, 20
DRAWN = 8
"""Of each portion, in a short run."""


@pytest.fixture(scope="module", params=back_ends.NAMES)
def strict(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Each back-end, with little patience."""
    with back_ends.serving(request.param, LIMITS) as made:
        yield made


@pytest.fixture(scope="module")
def recorded(sandbox: Embedded) -> Sequence[Recording]:
    """What was said while some files were graded."""
    return recordings(sandbox)


@pytest.mark.parametrize("first", range(0, SUBMISSIONS, PORTION))
def test_whatever_is_handed_in_has_an_outcome_with_a_name(first: int, strict: Sandbox) -> None:
    for number in drawn(range(first, first + PORTION), DRAWN):
        fuzz_submission(number, strict)
    assert_controls_pass(strict)


@pytest.mark.parametrize("first", range(0, REPLIES, PORTION))
def test_whatever_a_harness_replies_has_an_outcome_with_a_name(
    first: int, recorded: Sequence[Recording], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    for number in drawn(range(first, first + PORTION), DRAWN):
        fuzz_replies(number, recorded)


@pytest.mark.parametrize("number", range(len(RECORDED)), ids=[source.name for source in RECORDED])
def test_a_recording_that_is_played_back_as_it_was_gives_the_same_report(
    number: int, recorded: Sequence[Recording], sandbox: Embedded
) -> None:
    """So what else comes of one that was changed comes of the change."""
    source = RECORDED[number]
    played_back = grade(source, SMALL, Replayed(recorded[number], as_it_was, Random(0)), seed=SEED)
    graded = grade(source, SMALL, sandbox, seed=SEED)
    assert (played_back.score, played_back.suites) == (graded.score, graded.suites)
    assert played_back.diagnosis == graded.diagnosis


def test_every_kind_of_job_is_recorded(recorded: Sequence[Recording]) -> None:
    kinds = {kind for each in recorded for kind in each.jobs}
    assert kinds >= {"O", "plays", "survey", "candidates", "edited", "traced"}
