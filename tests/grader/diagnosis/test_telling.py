"""Which graph teaches most, by what its numbers show."""

import pytest

from grader.diagnosis.examples.telling import MOST_CANDIDATES, candidates, effort, own_graphs
from grader.expected import expect
from grader.faults import Fault, load
from grader.shrinking.cut import Case
from suites import parse


def case(source: str, *inputs: float) -> Case:
    return parse(source, tuple("abc"[: len(inputs)])), inputs


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (case("c = a + b; d = c * a", 2, -5), case("b = a + a", 3)),
        (case("c = a + b; d = c * a", 2, -5), case("c = a + b; d = c * a", 3, 2)),
        (case("c = a * b", 2, -5), case("c = a * b", 2.71, -5)),
        (case("b = a * a; c = b + 1; d = b * c", 2), case("b = a * a; c = b + 1; d = b * c", 9)),
        (case("c = a * b; d = c + a", 2, -5), case("c = a * b; c.backward(); c.backward()", 2, -5)),
        (case("c = a + b; d = c * a", 2, -5), case("c = a - b", 2, -5)),
    ],
)
def test_what_is_followed_more_easily_comes_first(better: Case, worse: Case) -> None:
    assert effort(*better) < effort(*worse)


def test_equal_contributions_matter_only_where_a_gradient_is_wrong() -> None:
    program, inputs = case("c = a + a; d = c * b", 2, -5)
    b = program.index["b"]

    assert effort(program, inputs, {b}) < effort(program, inputs, {program.index["a"]})


def _uses(each: Case) -> int:
    return sum(operation.operands.count("a") for operation in each[0].operations)


def test_beside_a_plus_a_stands_a_graph_whose_contributions_differ_in_size_and_sign() -> None:
    found = candidates(case("b = a + a", 3), may_differ=True)
    reused = [each for each in found if _uses(each) > 1]
    program, inputs = min(reused, key=lambda each: effort(each[0], each[1], {0}))

    assert [operation.op for operation in program.operations] == ["+", "*"]
    assert inputs[0] * sum(inputs) < 0, "the contributions a and a + b have different signs"


@pytest.mark.parametrize(
    "fault", [each for each in load().values() if each.shown_by], ids=lambda each: each.slug
)
def test_the_graphs_of_a_fault_have_values_and_contributions_that_differ(fault: Fault) -> None:
    first, *_ = own_graphs(fault.slug)
    (data, gradients), own = expect(*first), [program for program, _ in own_graphs(fault.slug)]

    assert len({id(program) for program in own}) == len(fault.shown_by)
    assert all(number.is_integer() for number in (*data, *gradients))


def test_other_operations_are_added_only_where_they_may_be() -> None:
    for may_differ in (False, True):
        found = candidates(case("b = a / a", 3), may_differ=may_differ)
        ops = {operation.op for program, _ in found for operation in program.operations}

        assert (ops == {"/"}) is not may_differ
        assert len(found) <= MOST_CANDIDATES


def test_beside_an_operation_that_may_be_composed_stand_graphs_of_sums_and_products() -> None:
    found = candidates(case("c = a - b", 2, -5), may_differ=True)

    assert any({operation.op for operation in program.operations} <= {"+", "*"} for program, _ in found)
