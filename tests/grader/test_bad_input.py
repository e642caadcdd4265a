"""Whatever is handed in: the outcome has a name, comes in time, and hurts nobody else."""

from collections.abc import Iterator
from contextlib import closing

import pytest

import suites
from grader import sandbox_children
from grader.assignment import SuiteSelection, assignment
from grader.grade import grade
from grader.report import GraphResult, Report, SuiteResult, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.limits import Limits
from grader.sandbox.replies import Problem
from tests import patience
from tests.bad_input_files import BadInput, cases, good
from tests.outcomes import allowed

LIMITS = Limits(step_cpu=0.5, step_wall=3.0, total=6.0)
SECONDS = 4.0
"""After this long no graph is begun any more."""

AFTER_A_STOP = {"time": {"budget"}, "wall": {"budget"}}
"""What becomes of graphs behind the first one that was stopped, where that took all the time there was."""

CORE = assignment("core")
EVERY_CASE = pytest.mark.parametrize("case", cases(), ids=[case.name for case in cases()])


@pytest.fixture(scope="module")
def strict() -> Iterator[Embedded]:
    """A sandbox with little patience, for what has to be stopped."""
    with closing(Embedded(patience.limits(LIMITS))) as made:
        yield made


@pytest.fixture
def fitting(case: BadInput, strict: Embedded, sandbox: Embedded) -> Embedded:
    """One with the usual patience for what hurts nobody: it may take a while, and is not to be stopped."""
    return sandbox if case.passed == ("*",) else strict


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_children, "_SECONDS", patience.scaled(SECONDS))


MOST = SECONDS + LIMITS.step_wall + 1
"""Seconds that a file takes, with what is on its way when its time is over."""


def asked_of(case: BadInput) -> SuiteSelection:
    if not case.suites:
        return CORE
    return SuiteSelection("some", tuple(suites.load()[slug] for slug in case.suites))


def problems(report: Report) -> list[Problem]:
    """Everything that a report says went wrong."""
    graphs = [graph.problem for suite in report.suites for graph in suite.graphs]
    return [problem for problem in (report.problem, report.error, *graphs) if problem]


def outcome(suite: SuiteResult) -> str:
    """The kind of problem, or the reason of the first wrong number, of the first graph that failed."""
    return next(
        (_reason(graph) for graph in suite.graphs if graph.verdict is Verdict.FAILED), suite.verdict.value
    )


def _reason(graph: GraphResult) -> str:
    if graph.problem:
        return graph.problem.kind
    return graph.wrong[0].reason.value if graph.wrong else "?"


@pytest.mark.sampled(one_in=24)
@EVERY_CASE
def test_the_outcome_has_a_name_and_comes_in_time(case: BadInput, fitting: Embedded) -> None:
    asked = asked_of(case)
    report = grade(case.source, asked, fitting)

    found = {suite.slug: outcome(suite) for suite in report.suites}
    assert (report.problem.kind if report.problem else "") in allowed(case.problem), report.problem
    if not report.problem:
        assert (report.error.kind if report.error else "") in allowed(case.error), report.error
    for slug, kinds in case.failed.items():
        assert found[slug] in allowed(kinds) | AFTER_A_STOP.get(kinds, set()), found
    for slug, kinds in [*case.failed.items()][:1]:
        assert found[slug] in allowed(kinds), found
    passed = found if case.passed == ("*",) else case.passed
    assert {found[slug] for slug in passed} <= {"passed"}, (found, problems(report))
    assert set(case.absent) <= set(report.absent)
    if case.line:
        assert case.number in {problem.line for problem in problems(report)}, problems(report)
    if case.cell:
        assert case.cell in {problem.cell for problem in problems(report)}, problems(report)

    assert grade(good(), CORE, fitting).passed, "the next submission pays for it"


@pytest.mark.sampled(one_in=24)
@pytest.mark.parametrize("case", [c for c in cases() if c.passed == ("*",)], ids=lambda case: case.name)
def test_no_trick_makes_a_wrong_class_right(case: BadInput, fitting: Embedded) -> None:
    report = grade(case.wrong_source, CORE, fitting)
    assert Verdict.FAILED in {suite.verdict for suite in report.suites if suite.slug == "five_nodes"}


def test_every_case_says_what_must_come_of_it() -> None:
    for case in cases():
        assert case.problem or case.error or case.failed or case.passed, case.name


def test_a_class_that_hangs_in_every_graph_ends_with_the_budget(strict: Embedded) -> None:
    case = next(case for case in cases() if case.name == "sleep_in_forward")
    report = grade(case.source, assignment("full"), strict)
    kinds = {problem.kind for problem in problems(report)}
    assert {"wall", "budget"} <= kinds
    assert not report.passed
