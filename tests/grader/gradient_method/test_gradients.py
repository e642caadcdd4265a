"""How gradients are obtained is told of every file: no right class is accused, every cheat is named."""

from random import Random

import pytest

from grader.assignment import GradientPolicy, SuiteSelection, assignment
from grader.expected import expect
from grader.grade import grade
from grader.gradient_method.elsewhere import evaluated
from grader.gradient_method.known import chain_rule_numbers, known_numbers
from grader.gradients import NOT_SHOWN, Gradients, Method, MethodCertainty, Sign
from grader.records import replace
from grader.report import Report, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from grader.score import FORWARD_SHARE
from suites import MOVED, OPERATIONS, WATCHED, Drive, load, mixed_graphs, ordinary_graph
from tests.corpus_files import Member, Wild, correct, member, unusual, wild, wrong
from tests.graded import ReportCache
from tests.redteam_files import cheating, files
from tests.thorough import THOROUGH, drawn

CORE, FULL = assignment("core"), assignment("full")
ASKED = ("full", "core") if THOROUGH else ("full",)
"""What each class of the corpus is asked; a diagnosis has no part in it, and others want those of `full`."""
ANY = SuiteSelection("core", CORE.suites, GradientPolicy.ANY)

FORWARD = {
    "forward_mode", "tangent_sweeps", "pulled_tangents", "symbolic", "jets", "duals_in_the_node",
    "duals_of_a_local_class", "dual_vectors", "jacobian_in_a_table", "hyper_dual", "generator_duals",
    "slots_in_a_vector", "floats_that_carry", "directions_asked_lazily", "gradients_by_getattr",
    "slopes_of_intervals", "derivatives_as_text", "algebra_of_values", "series_for_every_node",
    "rows_of_derivatives", "rows_of_arrays", "derivatives_beside_the_class", "forward_for_tanh",
    "trees_of_derivatives", "pairs_of_another_module", "derivatives_kept_by_node",
}  # fmt: skip
BY_HEART = {"hard_coded"}
SWITCHING = {
    "differences_for_some_operations", "forward_for_tanh", "rules_by_node_count", "rules_by_operations",
    "rules_when_traced",
}  # fmt: skip
"""Backpropagation, but for operations that the core does not ask."""
CHEATS = sorted(files("cheats") - BY_HEART)
RIGHT: list[Member | Wild] = [*correct(), *(each for each in wild() if each.kind == "correct"), *unusual()]


def cheat(name: str) -> Source:
    return Source(f"{name}.py", cheating(name).encode())


def checked(source: Source, sandbox: Embedded, asked: SuiteSelection = CORE) -> Report:
    report = grade(source, asked, sandbox, diagnose=False)
    assert report.problem is None
    return report


def signs(found: Gradients) -> set[Sign]:
    return {each.sign for each in found.evidence}


# --- Who is told what -------------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_shown_as_what_it_is(name: str, sandbox: Embedded) -> None:
    asked = FULL if name in SWITCHING else CORE
    found = checked(cheat(name), sandbox, asked).gradients
    assert found.method is (Method.FORWARD_MODE if name in FORWARD else Method.NUMERICAL)
    assert found.certainty is MethodCertainty.PROVEN
    assert len(signs(found)) > 1


@pytest.mark.parametrize("name", sorted(SWITCHING))
def test_which_graphs_are_drawn_does_not_decide_what_is_shown(name: str, sandbox: Embedded) -> None:
    seeds = drawn(range(12), 4)
    found = [grade(cheat(name), FULL, sandbox, diagnose=False, seed=seed).gradients for seed in seeds]
    assert all(each.is_proven_otherwise for each in found)


@pytest.mark.parametrize("each", RIGHT, ids=lambda each: each.id)
def test_no_right_class_is_accused_and_none_loses_a_point(each: Member | Wild, graded: ReportCache) -> None:
    for asked in ASKED:
        report = graded.report(each.submission, assignment(asked), diagnose=asked == "full")
        assert report.problem is None
        assert report.gradients.method in (Method.BACKPROPAGATION, Method.NOT_SHOWN)
        assert report.score.earned == report.score.possible - report.score.missing


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("each", wrong(), ids=lambda each: each.id)
def test_a_wrong_rule_is_not_taken_for_another_way(each: Member, graded: ReportCache) -> None:
    for asked in ASKED:
        report = graded.report(each.submission, assignment(asked), diagnose=asked == "full")
        assert not report.gradients.is_otherwise


def test_there_are_enough_of_both_kinds() -> None:
    assert len(CHEATS) >= 30
    assert len(unusual()) >= 20


def test_the_usual_class_is_proven_by_a_rule_of_our_own_and_one_ordinary_graph(sandbox: Embedded) -> None:
    found = checked(member("closures_set/base").submission, sandbox).gradients
    assert found.method is Method.BACKPROPAGATION
    assert found.certainty is MethodCertainty.PROVEN
    assert signs(found) == {Sign.RULE_FOLLOWED, Sign.MIDDLE_GRADIENTS, Sign.CONTRIBUTIONS}


ALL = tuple(OPERATIONS)


@pytest.mark.parametrize("operations", [ALL, ("*", "+"), ("*", "+", "tanh"), ("*", "**", "+", "/", "exp")])
def test_an_ordinary_graph_asks_every_operation_and_shows_who_adds_contributions(
    operations: tuple[str, ...],
) -> None:
    for number in range(32):
        graph = ordinary_graph(operations, Random(number))
        inputs = tuple(graph.textbook[0].values())
        right = expect(graph.program, inputs)
        assert {o.op for o in graph.program.operations} >= {*operations}
        assert all(0.001 < abs(x) < 1000 for x in right.gradients)
        known = known_numbers(graph, inputs)
        both = (right.gradients[5] * inputs[2], right.gradients[7] * right.data[6])
        assert any(abs(abs(part) - abs(one)) < 1e-9 for part in known.parts for one in both)


def test_a_black_box_is_shown_by_its_numbers(sandbox: Embedded) -> None:
    found = checked(member("path_recursion/base").submission, sandbox).gradients
    assert found.method is Method.BACKPROPAGATION
    assert found.certainty is MethodCertainty.PROVEN
    assert signs(found) == {Sign.MIDDLE_GRADIENTS, Sign.CONTRIBUTIONS}


@pytest.mark.parametrize("name", ["complex_step", "duals_in_the_node", "random_directions"])
def test_the_same_file_has_the_same_evidence(name: str, sandbox: Embedded) -> None:
    first = checked(cheat(name), sandbox)
    assert checked(cheat(name), sandbox).gradients == first.gradients


@pytest.mark.parametrize("name", ["five_points", "tangent_sweeps", "complex_rebuilt", "chebyshev"])
def test_no_seed_hides_a_cheat_and_none_accuses_a_right_class(name: str, sandbox: Embedded) -> None:
    for seed in range(8 if THOROUGH else 3):
        found = grade(cheat(name), CORE, sandbox, seed=seed, diagnose=False).gradients
        assert found.is_proven_otherwise
        right = grade(member("local_gradients/base").submission, CORE, sandbox, seed=seed, diagnose=False)
        assert right.gradients.method is Method.BACKPROPAGATION


def test_a_file_without_a_class_shows_nothing(sandbox: Embedded) -> None:
    report = grade(Source("empty.py", b"x = 1\n"), CORE, sandbox)
    assert report.gradients == NOT_SHOWN


def test_what_is_watched_has_no_points() -> None:
    assert WATCHED.points == MOVED.points == 0
    assert {WATCHED.slug, MOVED.slug}.isdisjoint(load())


# --- What it costs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["complex_step", "decimal_difference", "duals_in_the_node", "symbolic"])
def test_where_backpropagation_is_required_a_graph_earns_its_forward_pass(
    name: str, sandbox: Embedded
) -> None:
    report = checked(cheat(name), sandbox)
    free = checked(cheat(name), sandbox, ANY)
    assert free.score.earned == free.score.possible - free.score.missing
    assert report.score.possible == free.score.possible
    assert report.gradients == free.gradients
    assert not any(graph.forward_only for suite in free.suites for graph in suite.graphs)
    paired = zip(report.suites, free.suites, strict=True)
    for suite, whole in paired:
        for graph, before in zip(suite.graphs, whole.graphs, strict=True):
            losing = before.earned > 0
            assert graph.forward_only == losing
            assert graph.earned == (before.earned * FORWARD_SHARE if losing else before.earned)
            assert graph.verdict is before.verdict


def test_closures_that_were_driven_by_hand_keep_their_points(sandbox: Embedded) -> None:
    asked = assignment("full")
    report = checked(cheat("complex_step"), sandbox, asked)
    by_hand = [suite for suite in report.suites if load()[suite.slug].drive is Drive.BY_HAND]
    assert sum(suite.earned for suite in by_hand) > 0
    assert not any(graph.forward_only for suite in by_hand for graph in suite.graphs)


def test_what_is_asked_through_backward_in_place_of_closures_loses_too(sandbox: Embedded) -> None:
    report = checked(cheat("tangent_sweeps"), sandbox, assignment("local-rules"))
    assert report.gradients.is_proven_otherwise
    assert report.score.earned == report.score.possible * FORWARD_SHARE


def test_where_it_is_likely_only_points_stay(sandbox: Embedded) -> None:
    report = checked(cheat("complex_step"), sandbox)
    likely = replace(report.gradients, certainty=MethodCertainty.LIKELY)
    assert likely.is_otherwise
    assert not likely.is_proven_otherwise


# --- By heart ---------------------------------------------------------------------------------------------


def test_answers_by_heart_are_told_as_such(sandbox: Embedded) -> None:
    from tests.grader.test_probe import answers

    plain = {"+", "*"}
    known = dict(
        answers(graph.program, tuple(map(float, point.values())))
        for suite in CORE.suites
        if suite.drive is Drive.BACKWARD
        for graph in suite.graphs
        for point in graph.textbook
        if {operation.op for operation in graph.program.operations} <= plain
        and all(isinstance(operand, str) for o in graph.program.operations for operand in o.operands)
    )
    text = cheat("hard_coded").content.decode().replace("{ANSWERS}", repr(known))
    report = grade(Source("hard_coded.py", text.encode()), CORE, sandbox)
    assert report.gradients.method is Method.BY_HEART
    assert Sign.TEXTBOOK_ONLY in signs(report.gradients)
    failed = [g for s in report.suites for g in s.graphs if g.verdict is Verdict.FAILED]
    assert failed
    assert report.score.earned == 0


# --- The numbers that are looked for ----------------------------------------------------------------------


def test_what_is_known_of_a_watched_graph_is_what_the_chain_rule_gives() -> None:
    few = WATCHED.graphs[0]
    x1, x2, x3 = inputs = (0.7, 1.3, 2.1)
    known = known_numbers(few, inputs)
    u, v = x1 * x2, x1 * x2 + x3
    right = expect(few.program, inputs)
    assert known.gradients == right.gradients[:3]
    assert set(right.data) <= set(chain_rule_numbers(few, inputs))
    assert known.parts == pytest.approx((x3 * v,))
    assert x2 * (u + v) == pytest.approx(known.carried[0])


def test_gradients_of_middle_nodes_are_told_from_derivatives_by_inputs() -> None:
    many = WATCHED.graphs[-1]
    inputs = tuple(0.8 + 0.17 * i for i in range(len(many.program.inputs)))
    known, right = known_numbers(many, inputs), expect(many.program, inputs)
    assert all(pytest.approx(x) in right.gradients[len(inputs) :] for x in known.middle)
    assert len(known.middle) >= 5
    assert set(known.middle).isdisjoint(known.carried)
    assert set(known.middle).isdisjoint(known.forward)


# --- Evaluations elsewhere --------------------------------------------------------------------------------


def outputs(inputs: tuple[float, ...], position: int, moved: complex) -> complex:
    """The output's data of the smallest graph, with one input moved."""
    x1, x2, x3 = [moved if i == position else x for i, x in enumerate(inputs)]
    u = x1 * x2
    return u * (u + x3) * x3


def test_a_moved_input_and_the_output_there_are_an_evaluation() -> None:
    inputs = (0.7, 1.3, 2.1)
    for step in (1e-6, 1e-3, -0.05, 1e-30j, 0.02j):
        seen = [(complex(x), 0.0) for x in inputs]
        for position, x in enumerate(inputs):
            seen += [(x + step, 1.0 + position), (outputs(inputs, position, x + step), 2.0 + position)]
        found = evaluated(WATCHED.graphs[0].program, inputs, seen)
        assert found.inputs == 3
        assert found.when == {0: 2.0, 1: 3.0, 2: 4.0}
        assert len(found.real) == (0 if isinstance(step, complex) else 3)


@pytest.mark.parametrize("step", [1e-6, 1e-3, 0.05])
def test_a_difference_inside_a_rule_is_no_evaluation(step: float) -> None:
    graph, inputs = WATCHED.graphs[0], (0.7, 1.3, 2.1)
    x1, x2, x3 = inputs
    u, v = x1 * x2, x1 * x2 + x3
    operands = [(x1, x2), (u, v), (u * v, x3)]
    moved = [(a * (1 + step), b) for a, b in operands] + [(a, b * (1 + step)) for a, b in operands]
    seen = [number for a, b in moved for number in (a, b, a * b)] + [u * (1 + step) + x3, u + x3 * (1 + step)]
    found = evaluated(graph.program, inputs, [(complex(x), 0.0) for x in seen])
    assert not (found.real | found.complex) & set(known_numbers(graph, inputs).telling)


@pytest.mark.parametrize("name", ["closures_for_graders", "foreign_code"])
def test_closures_that_run_only_when_a_rule_is_replaced_prove_nothing(name: str, sandbox: Embedded) -> None:
    found = checked(cheat(name), sandbox).gradients
    assert Sign.RULE_FOLLOWED not in signs(found)
    assert found.is_proven_otherwise


def test_other_operations_are_drawn_for_each_file() -> None:
    names = ("+", "*", "-", "/", "**", "tanh", "exp", "log", "relu", "sigmoid", "neg")
    drawn = [mixed_graphs(names, Random(seed)) for seed in range(6)]
    assert len({tuple(graph.text for graph in graphs) for graphs in drawn}) == len(drawn)
    asked = {o.op for graphs in drawn for graph in graphs for o in graph.program.operations}
    assert asked == {*names}
    for graphs in drawn:
        for graph in graphs:
            known = known_numbers(graph, tuple(graph.textbook[0].values()))
            assert known.parts
            assert known.addends
            assert len(known.telling) >= 3
    assert not mixed_graphs(("+", "*"), Random(1))
