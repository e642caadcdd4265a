"""The story of a rule that sends a wrong number."""

import pytest

from tests.api.explained import node, write, wrong
from tests.api.report_view.findings import PRODUCT, passed_through, story

SCALED = (
    wrong(node("a", 3, 8), 2),
    node("b", 2, 12),
    node("c", 6, 4, "*", "a", "b"),
    node("d", 24, 1, "*", "c", 4.0),
)


def test_the_story_of_a_rule_that_takes_its_own_data() -> None:
    told = passed_through(PRODUCT, write("c", 0, 1), write("a", 0, 2, "c", 7), write("b", 0, 5, "c", 8))

    assert story(told, "own_data_in_product") == (
        "In `c = a * b`, `a` should get 5 · 1 = 5: the local derivative times `c.grad`. "
        "Your code multiplies by 2, which is `a.data`, and adds 2."
    )


def test_the_story_of_a_rule_without_the_gradient_from_above() -> None:
    told = passed_through(
        SCALED, write("d", 0, 1), write("c", 0, 4, "d"), write("a", 0, 2, "c"), write("b", 0, 12, "c")
    )

    assert story(told).endswith(
        "Your code adds 2, the local derivative alone: the factor 4 (`c.grad`) is missing."
    )


def test_a_product_and_its_factors_have_one_precision() -> None:
    """A difference that shows in the fifth digit only, as that of a derivative by differences."""
    nodes = (wrong(node("a", 0.5, 0.7864477329659274), 0.7864113), node("b", 0.46211715726, 1, "tanh", "a"))
    told = passed_through(nodes, write("b", 0, 1), write("a", 0, 0.7864113, "b"))

    assert "should get 0.786448 · 1 = 0.786448:" in story(told)


@pytest.mark.parametrize(
    ("fault", "sent", "factor"),
    [("data_for_grad", 50, "-10, which is `c.data`,"), ("wrong_gradient_read", -35, "7, which is `b.grad`,")],
)
def test_the_story_of_a_rule_that_reads_another_number(fault: str, sent: float, factor: str) -> None:
    nodes = (wrong(node("a", 2, -5), sent), wrong(node("b", -5, 2), 7), node("c", -10, 1, "*", "a", "b"))
    told = passed_through(nodes, write("c", 0, 1), write("b", 0, 7, "c"), write("a", 0, sent, "c"))

    assert f"Your code multiplies by {factor} and adds {sent}." in story(told, fault)


def test_no_factor_is_told_that_the_code_may_not_have() -> None:
    """`min(1.5, out.grad)` multiplies by nothing."""
    nodes = (wrong(node("a", 3, 2), 1.5), node("b", 4, 2, "+", "a", 1.0), node("c", 8, 1, "*", "b", 2.0))
    told = passed_through(nodes, write("c", 0, 1), write("b", 0, 2, "c"), write("a", 0, 1.5, "b", 13))

    assert story(told).endswith("Your line 13 adds 1.5.")
