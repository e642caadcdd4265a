"""A loop that never ends is named, with its line and what does not change; what does end is not accused."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from grader.assignment import SuiteSelection
from grader.finding import Certainty, Finding
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Play, PlayStatus, Source
from grader.sandbox.replies import Loop
from grader.sandbox_session import SandboxSession
from suites import load
from tests import patience
from tests.corpus_files import member
from tests.endless_files import EndlessFile, endless, slow
from tests.playing import played_all

SMALL = SuiteSelection(
    "small",
    tuple(
        load()[slug]
        for slug in (
            "sums_by_hand", "products_by_hand", "a_plus_a", "diamond", "product_of_sum", "power", "tanh",
            "exp", "relu", "neuron", "plain_numbers", "build_after", "zero_grad",
        )
    ),
)  # fmt: skip
"""Something of each kind: by hand, whole passes, operations, training."""

WITH_STRESS = SuiteSelection(
    "stress",
    tuple(load()[slug] for slug in ("a_plus_a", "diamond", "relu", "wide_fan_out", "ladder_of_diamonds")),
)


@pytest.fixture(scope="module")
def impatient() -> Iterator[Embedded]:
    """What is true of a loop does not depend on how long one waits for what cannot be counted."""
    with closing(Embedded(patience.limits(Limits(step_cpu=0.5)))) as made:
        yield made


def each(found: tuple[EndlessFile, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("found", found, ids=[one.slug for one in found])


def findings(report: Report) -> tuple[Finding, ...]:
    return () if report.diagnosis is None else report.diagnosis.findings


def loops(report: Report) -> list[Loop]:
    told = [finding.evidence.loop for finding in findings(report)]
    told += [problem.loop for problem in (report.error, report.problem) if problem]
    return [loop for loop in told if loop is not None]


def test_there_are_enough_of_them() -> None:
    assert len(endless()) >= 35
    assert sum(one.submission.is_notebook for one in endless()) >= 3
    assert len(slow()) >= 12
    assert {one.how for one in endless()} == {
        "same", "kept", "grows", "refilled", "away", "no-exit", "cycles",
    }  # fmt: skip


def test_a_mistake_in_a_rule_is_named_beside_a_pass_that_never_ends(impatient: Embedded) -> None:
    text = member("closures_set/base").source.decode()
    for right, wrong in (
        ("self.grad += 1.0 * out.grad", "self.grad = out.grad"),
        ("other.grad += 1.0 * out.grad", "other.grad = out.grad"),
        ("def backward(self):\n", "def backward(self):\n        while True:\n            pass\n"),
    ):
        assert right in text
        text = text.replace(right, wrong)
    suites = tuple(load()[slug] for slug in ("sums_by_hand", "shared_by_hand", "a_plus_a", "diamond"))
    found = findings(grade(Source("value.py", text.encode()), SuiteSelection("few", suites), impatient))

    assert {each.fault for each in found} == {"never_ends", "overwritten_gradient"}


@pytest.mark.sampled(one_in=16)
@each(endless())
def test_the_loop_is_named_and_the_rest_is_graded(found: EndlessFile, impatient: Embedded) -> None:
    report = grade(found.submission, SMALL, impatient)
    loop = loops(report)[0]
    assert (loop.how, loop.name, loop.repeats) == (found.how, found.name, found.proven)
    assert loop.line in found.lines
    assert report.score.earned == found.earned
    if found.place == "pass":
        named = [finding for finding in findings(report) if finding.fault == "never_ends"]
        assert named == list(findings(report))
        assert named[0].certainty is (Certainty.PROVEN if found.proven else Certainty.LIKELY)
        assert (named[0].where.line, named[0].where.cell) == (loop.line, loop.cell)
        failed = {suite.slug for suite in report.suites if suite.verdict in (Verdict.FAILED, Verdict.NOT_RUN)}
        uncounted = {Verdict.MISSING, Verdict.NOT_APPLICABLE}
        without = {suite.slug for suite in report.suites if suite.verdict in uncounted}
        assert failed == {slug for finding in named for slug in finding.explains} - without


@pytest.mark.parametrize("slug", ["stack_grows", "two_loops_in_two_operations", "in_a_cell_of_a_notebook"])
def test_the_same_file_gets_the_same_report(slug: str, impatient: Embedded) -> None:
    found = next(one for one in endless() if one.slug == slug)
    first = grade(found.submission, SMALL, impatient)
    assert grade(found.submission, SMALL, impatient) == first


def test_a_known_loop_is_stopped_by_count_under_a_replaced_rule_too(sandbox: Embedded) -> None:
    found = next(one for one in endless() if one.slug == "flag_is_never_set")
    suite = load()["own_rule"]
    plays = [Play(suite, graph, (2.0, 5.0)) for graph in suite.graphs]
    with SandboxSession(sandbox, found.submission, needs_backward=True) as session:
        seen = played_all(session, plays)
    assert [(loop.how, loop.name) for loop in session.hangs.endless] == [("same", "done")]
    stopped = [observation.problem.loop for observation in seen if observation.problem]
    assert stopped == session.hangs.endless * 2


@pytest.mark.sampled(one_in=16)
@each(slow())
def test_what_takes_long_and_ends_is_not_accused(found: EndlessFile, impatient: Embedded) -> None:
    report = grade(found.submission, WITH_STRESS, impatient)
    assert not loops(report)
    assert "never_ends" not in {finding.fault for finding in findings(report)}
    assert report.error is None
    lost = {
        suite.slug for suite in report.suites if suite.verdict not in (Verdict.PASSED, Verdict.NOT_APPLICABLE)
    }
    assert lost <= set(found.costs)


def test_a_play_that_takes_long_and_has_few_steps_comes_to_its_end(sandbox: Embedded) -> None:
    text = member("closures_set/base").source.decode()
    long = "        build_topo(self)\n        for i in range(1_500_000): pass\n"
    source = Source("long.py", text.replace("        build_topo(self)\n", long).encode())
    suite = load()["a_plus_a"]
    plays = [Play(suite, suite.graphs[0], (float(number),)) for number in range(2)]
    with SandboxSession(sandbox, source, needs_backward=True) as session:
        seen = played_all(session, plays)
    assert [observation.status for observation in seen] == [PlayStatus.ANSWERED] * 2
    assert not session.hangs.endless


def test_what_cannot_be_watched_is_given_up_by_what_has_it_in_common(impatient: Embedded) -> None:
    text = (
        member("closures_set/base").source.decode()
        + "\n\ndef tanh(self):\n    return 7 ** 10 ** 9\nValue.tanh = tanh\n"
    )
    report = grade(Source("c.py", text.encode()), SMALL, impatient)
    lost = {suite.slug for suite in report.suites if suite.verdict in (Verdict.FAILED, Verdict.NOT_RUN)}
    assert lost == {"tanh", "neuron"}
    assert [finding.fault for finding in findings(report)] == ["unknown"]
