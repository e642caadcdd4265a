"""One round of either kind of fuzzing, known by its number: the same number, the same wreck."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from time import monotonic
from unittest.mock import patch

from grader import sandbox_children
from grader.assignment import SuiteSelection
from grader.errors import HarnessProtocolError, MachineTooBusy
from grader.grade import grade
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from suites import load
from tests.corpus_files import member
from tests.fuzz.mutations import originals, submission
from tests.fuzz.outcomes import assert_is_an_outcome
from tests.fuzz.replies import SEED, Recording, Replayed, by_the_child, by_the_zygote, record
from tests.redteam_files import OVERWRITING, RIGHT

LIMITS = Limits(step_cpu=0.5, step_wall=3.0, total=4.0)
"""Of the sandbox that submissions are fuzzed in."""

SECONDS = 4.0
"""After this long nothing is begun any more for a file."""

SMALL = SuiteSelection(
    "small", tuple(load()[slug] for slug in ("a_plus_a", "diamond", "product_of_sum", "tanh", "own_rule"))
)

RECORDED = (
    Source("right.py", RIGHT.encode()),
    Source("overwrites.py", OVERWRITING.encode()),
    Source("raises.py", f"{RIGHT}\nValue.tanh = lambda self: 1 / 0\n".encode()),
    Source("leaves.py", f"{RIGHT}\nValue.tanh = lambda self: exit()\n".encode()),
    member("closures_set/overwrite_everywhere").submission,
    member("edge_lists/base").submission,
)
"""Files whose gradings are recorded: every kind of answer is among them."""

_files = cache(originals)


def fuzz_submission(number: int, sandbox: Sandbox) -> Source:
    """Grade a wreck; whatever it is, its outcome has a name and comes in time."""
    source = submission(Random(f"submission {number}"), _files())
    with patch.object(sandbox_children, "_SECONDS", SECONDS):
        report = grade(source, SMALL, sandbox)
    assert_is_an_outcome(report, source)
    assert report.diagnosis is None or report.diagnosis.status != "failed", "the diagnosis itself stopped"
    return source


def fuzz_replies(number: int, recordings: Sequence[Recording]) -> None:
    """Grade with answers that are not those of a harness.

    What a child says is the submission's doing, and its outcome a report. A zygote that cannot be
    understood, or says nothing, is a failure of ours.
    """
    rng = Random(f"replies {number}")
    recording = rng.choice(recordings)
    change = rng.choice((by_the_child, by_the_child, by_the_zygote))
    try:
        report = grade(recording.source, SMALL, Replayed(recording, change, rng), seed=SEED)
    except (HarnessProtocolError, MachineTooBusy):
        assert change is by_the_zygote, "a child can never make it our failure"
        return
    assert_is_an_outcome(report, recording.source)
    failed = report.diagnosis is not None and report.diagnosis.status == "failed"
    assert not failed or change is by_the_zygote, "nor stop the diagnosis"


def recordings(sandbox: Sandbox) -> list[Recording]:
    """Everything that was said while these files were graded."""
    return [record(sandbox, source, SMALL) for source in RECORDED]


def assert_controls_pass(sandbox: Sandbox) -> None:
    """What came before hurts nobody: a right file earns everything, and a wrong one is diagnosed."""
    right, overwrites = (grade(source, SMALL, sandbox, seed=SEED) for source in RECORDED[:2])
    assert right.passed
    assert overwrites.diagnosis is not None
    assert [finding.fault for finding in overwrites.diagnosis.findings] == ["overwritten_gradient"]


def numbers(first: int, seconds: float) -> Iterator[int]:
    """Numbers from the first one on, until the time is over."""
    end = monotonic() + seconds
    while monotonic() < end:
        yield first
        first += 1
