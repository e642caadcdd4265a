"""What only looks like backpropagation is told apart from it, and no right class is ever accused."""

import re

import pytest

from grader.assignment import GradientPolicy, SuiteSelection, assignment
from grader.expected import expect
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from suites import Program, Stage, load, node_operands
from tests.corpus_files import Member, correct, member
from tests.graded import ReportCache
from tests.redteam_files import cheating

CHEATS = [
    "forward_difference", "central_difference", "richardson", "complex_step", "decimal_difference",
    "forward_mode",
]  # fmt: skip
EXACT = ["complex_step", "decimal_difference", "forward_mode"]
"""Whose numbers are as good as those of backpropagation."""

PROBE = SuiteSelection("probe", (load()["own_rule"],))
VALUES = SuiteSelection(
    "values",
    tuple(load()[slug] for slug in ("linear_chain", "a_plus_a", "diamond", "product_of_sum", "subtraction")),
    GradientPolicy.ANY,
)


def source(name: str) -> Source:
    return Source(f"{name}.py", cheating(name).encode())


def verdicts(report: Report) -> set[Verdict]:
    return {graph.verdict for suite in report.suites for graph in suite.graphs}


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("cheat", CHEATS)
def test_gradients_that_are_not_made_from_local_rules_are_said_not_to_be(
    cheat: str, sandbox: Embedded
) -> None:
    report = grade(source(cheat), PROBE, sandbox)
    assert report.problem is None
    assert report.found is not None
    assert verdicts(report) == {Verdict.FAILED}
    assert all(graph.not_backprop for suite in report.suites for graph in suite.graphs)


@pytest.mark.parametrize("cheat", EXACT)
def test_their_numbers_alone_would_have_passed(cheat: str, sandbox: Embedded) -> None:
    assert grade(source(cheat), VALUES, sandbox).passed


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("cheat", CHEATS)
def test_rules_of_another_name_are_replaced_too(cheat: str, sandbox: Embedded) -> None:
    renamed = source(cheat).content.replace(b"_backward", b"_rule")
    report = grade(Source("renamed.py", renamed), PROBE, sandbox)
    assert verdicts(report) == {Verdict.FAILED}


@pytest.mark.parametrize("cheat", CHEATS)
def test_without_rules_to_replace_nothing_is_said(cheat: str, sandbox: Embedded) -> None:
    black_box = re.sub(rb"(out|self)\._backward = .*", b"pass", source(cheat).content)
    report = grade(Source("black_box.py", black_box), PROBE, sandbox)
    assert verdicts(report) == {Verdict.NOT_APPLICABLE}
    assert not any(graph.not_backprop for suite in report.suites for graph in suite.graphs)


def probed(each: Member, sandbox: Embedded) -> Report:
    return grade(each.submission, PROBE, sandbox)


@pytest.mark.parametrize("each", correct(), ids=lambda each: each.id)
def test_no_right_class_is_accused(each: Member, graded: ReportCache) -> None:
    """The suite is one of those that everything asks, so it needs no report of its own."""
    report = graded.report(each.submission, assignment("full"))
    asked = [suite for suite in report.suites if suite.slug == PROBE.suites[0].slug]
    assert len(asked) == 1
    assert {graph.verdict for graph in asked[0].graphs} <= {Verdict.PASSED, Verdict.NOT_APPLICABLE}
    assert not any(graph.not_backprop for suite in report.suites for graph in suite.graphs)


def test_the_usual_class_passes_and_is_not_merely_let_off(sandbox: Embedded) -> None:
    for identity in ("closures_set/base", "kahn_order/base"):
        assert verdicts(probed(member(identity), sandbox)) == {Verdict.PASSED}


def test_the_probe_takes_no_points() -> None:
    assert sum(suite.points for suite in PROBE.suites) == 0


# --- Answers learnt by heart ------------------------------------------------------------------------------


def answers(program: Program, inputs: tuple[float, ...]) -> tuple[str, list[float]]:
    """The text by which `hard_coded.py` knows a graph, and what it is to say."""
    texts = dict(zip(program.inputs, (repr(number) for number in inputs), strict=True))
    gradients = dict(zip(program.nodes, expect(program, inputs).gradients, strict=True))
    below = {operation.name: list(node_operands(operation)) for operation in program.operations}
    for operation in program.operations:
        left, right = (texts[o] if isinstance(o, str) else repr(float(o)) for o in operation.operands)
        texts[operation.name] = f"({left}{operation.op}{right})"
    leaves: dict[str, float] = {}
    waiting = [program.root]
    while waiting:
        name = waiting.pop(0)
        waiting += below.get(name, [])
        if name not in below:
            leaves.setdefault(name, gradients[name])
    return texts[program.root], list(leaves.values())


def test_the_textbooks_answers_by_heart_earn_nothing(sandbox: Embedded) -> None:
    suites = [
        suite
        for suite in load().values()
        if suite.stage is Stage.WHOLE_GRAPH
        and all(
            graph.fresh and {o.op for o in graph.program.operations} <= {"+", "*"} for graph in suite.graphs
        )
        and not suite.judges_every_node
        and all(len(graph.program.steps) == len(graph.program.operations) + 1 for graph in suite.graphs)
    ]
    assert len(suites) >= 5
    known = dict(
        answers(graph.program, tuple(map(float, point.values())))
        for suite in suites
        for graph in suite.graphs
        for point in graph.textbook
    )
    text = source("hard_coded").content.decode().replace("{ANSWERS}", repr(known))
    report = grade(Source("hard_coded.py", text.encode()), SuiteSelection("textbook", tuple(suites)), sandbox)
    assert report.score.earned == 0
    shown = [graph for suite in report.suites for graph in suite.graphs if graph.verdict is Verdict.FAILED]
    assert sum(not graph.textbook for graph in shown) > len(shown) / 2, "most of them were right"
