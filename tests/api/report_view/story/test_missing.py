"""The story of a contribution that did not arrive."""

import pytest

from grader.finding import Explained
from tests.api.explained import contributions, node, write, wrong
from tests.api.report_view.findings import PRODUCT, passed_through, story


def test_the_story_of_an_operand_that_is_left_out() -> None:
    nodes = (wrong(PRODUCT[0], 0), node("b", 5, 2), PRODUCT[2])

    told = passed_through(nodes, write("c", 0, 1), write("b", 0, 2, "c"))

    assert story(told, "contribution_missing") == (
        "In `c = a * b`, `a` should get 5 · 1 = 5, but your code never adds it. "
        "So `a.grad = 0`; it should be 5."
    )


def test_a_contribution_that_is_never_added_is_a_cause_and_not_told_of_an_unknown_one() -> None:
    nodes = (wrong(PRODUCT[0], 0), node("b", 5, 2), PRODUCT[2])

    assert story(passed_through(nodes, write("c", 0, 1), write("b", 0, 2, "c")), "unknown") == (
        "The contribution through `c` (+5) is lost. So `a.grad = 0`; it should be 5."
    )


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("rule_missing", "`c = a * b` has no backward rule, so `a` does not get its 5."),
        ("leaf_gradients_missing", "In `c = a * b`, `a` should get 5 · 1 = 5, but your code never adds it."),
        ("contribution_missing", "In `c = a * b`, `a` should get 5 · 1 = 5, but your code never adds it."),
    ],
)
def test_a_rule_that_wrote_nothing_is_said_not_to_run_only_where_that_is_known(fault: str, told: str) -> None:
    """A rule that passes over its operands runs, and writes nothing."""
    nodes = (wrong(PRODUCT[0], 0), wrong(PRODUCT[1], 0), PRODUCT[2])

    assert story(passed_through(nodes, write("c", 0, 1)), fault) == (
        f"{told} So `a.grad = 0`; it should be 5."
    )


def test_a_node_that_is_taken_for_another_is_named_with_it_and_with_all_that_it_does_not_send() -> None:
    """`a` is both operands of `c`, which holds what `b` holds."""
    nodes = (
        wrong(node("a", 2, 4), 0), node("b", 4, 1), node("c", 4, 1, "*", "a", "a"),
        node("d", 8, 1, "+", "b", "c"),
    )  # fmt: skip
    told = passed_through(nodes, write("d", 0, 1), write("b", 0, 1, "d"), write("c", 0, 1, "d"))

    assert story(told, "visited_by_value") == (
        "`b` and `c` both hold 4. The rule of `c = a * a` never runs, so `a` does not get its 4. "
        "So `a.grad = 0`; it should be 4."
    )


def test_where_writes_were_not_seen_a_rule_that_sent_nothing_lost_nothing() -> None:
    """`b` has nothing from `c`, so `a` has not either: it was never sent."""
    nodes = (
        wrong(node("a", 2, -1), -3), wrong(node("b", -5, 2), 0),
        node("c", -3, 2, "+", "a", "b"), node("d", -6, 1, "*", "c", "a"),
    )  # fmt: skip
    uses = [("a", "c", 0, 1, 2, False), ("a", "d", 1, -3, 1, True), ("b", "c", 1, 1, 2, False)]
    seen = Explained(graph="", root="d", nodes=nodes, contributions=contributions(uses))

    assert story(seen, "rule_not_attached") == (
        "The rule of `c = a + b` never runs, so `a` does not get its 2. So `a.grad = -3`; it should be -1."
    )


def test_a_pass_from_the_inputs_is_one_of_order_also_where_writes_were_not_seen() -> None:
    nodes = (
        wrong(node("a", 2, -1), -3), wrong(node("b", -5, 2), 0),
        node("c", -3, 2, "+", "a", "b"), node("d", -6, 1, "*", "c", "a"),
    )  # fmt: skip
    uses = [("a", "c", 0, 1, 2, False), ("a", "d", 1, -3, 1, True), ("b", "c", 1, 1, 2, False)]
    seen = Explained(graph="", root="d", nodes=nodes, contributions=contributions(uses))

    assert story(seen, "forward_order") == (
        "`a` is used twice, so `a.grad = 2 + (-3) = -1`. "
        "The rule of `c` runs when `c.grad` is still 0: `d` has not run yet. "
        "So `a.grad = -3`; it should be -1."
    )


@pytest.mark.parametrize(("own", "got"), [(True, "5 + 2 = 7"), (False, "2")])
def test_the_story_of_a_contribution_that_arrives_at_the_other_operand(own: bool, got: str) -> None:  # noqa: FBT001
    nodes = (wrong(PRODUCT[0], 7 if own else 2), wrong(PRODUCT[1], 0), PRODUCT[2])
    first = (write("a", 0, 5, "c"),) if own else ()
    told = passed_through(nodes, write("c", 0, 1), *first, write("a", 5 if own else 0, 7 if own else 2, "c"))

    assert story(told, "wrong_recipient") == (
        "In `c = a * b`, `b` should get 2, but your code adds this 2 to `a`. "
        f"So `a.grad = {got}`; it should be 5."
    )


@pytest.mark.parametrize(
    ("op", "data", "local", "kept", "told"),
    [
        ("*", 9, 3, 3, "3 + 3 = 6. Your code adds 3 only once: the 3 of the other operand is missing."),
        (
            "-", 0, 1, -1,
            "1 + (-1) = 0. Your code adds -1, for the right operand: the 1 of the left operand is missing.",
        ),
        (
            "-", 0, 1, 1,
            "1 + (-1) = 0. Your code adds 1, for the left operand: the -1 of the right operand is missing.",
        ),
    ],
)  # fmt: skip
def test_the_story_of_an_operand_that_counts_once(
    op: str, data: float, local: float, kept: float, told: str
) -> None:
    right = local + (local if op == "*" else -local)
    nodes = (wrong(node("a", 3, right), kept), node("b", data, 1, op, "a", "a"))
    seen = passed_through(nodes, write("b", 0, 1), write("a", 0, kept, "b"))

    assert story(seen, "parents_in_a_set").startswith(
        f"In `b = a {op} a`, `a` is both operands and should get {told} So `a.grad = "
    )
