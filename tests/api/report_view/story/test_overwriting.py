"""The story of a contribution that another one replaced."""

import math

from tests.api.explained import OVERWRITTEN, node, write, wrong
from tests.api.report_view.findings import passed_through, story, view


def test_the_story_of_an_overwritten_gradient() -> None:
    assert view(OVERWRITTEN).story == (
        "`a` is used twice, so `a.grad = -3 + 1 = -2`. "
        "Your line 17 uses `=`: it stores 1 and replaces the -3 that line 28 stored. "
        "The last write wins: `a.grad = 1`, and -3 is lost."
    )


def test_a_replacement_that_also_leaves_out_what_arrived_is_told_by_what_is_stored() -> None:
    """The rule of `b = tanh(a)` stores the local derivative alone: the difference to before is not added."""
    local = 1 - math.tanh(0.5) ** 2
    data = math.tanh(0.5)
    nodes = (
        wrong(node("a", 0.5, data + local * 0.5), local), node("b", data, 0.5, "tanh", "a"),
        node("c", data * 0.5, 1, "*", "b", "a"),
    )  # fmt: skip
    told = passed_through(
        nodes, write("c", 0, 1), write("b", 0, 0.5, "c", 19), write("a", 0, data, "c", 20),
        write("a", data, local, "b", 30),
    )  # fmt: skip

    assert "it stores 0.7864 and replaces the 0.4621" in story(told, "overwritten_gradient")


def test_the_story_of_two_nodes_that_share_an_array() -> None:
    """`c` and `a` hold the array of `d`, and what is added to `a` is added to `c`."""
    nodes = (
        node("a", 2, 2), wrong(node("b", -5, 1), 2), wrong(node("c", -3, 1, "+", "a", "b"), 2),
        node("d", -1, 1, "+", "c", "a"),
    )  # fmt: skip
    told = passed_through(
        nodes, write("d", 0, 1), write("c", 0, 1, "d", 5), write("a", 0, 1, "d", 6),
        write("a", 2, 2, "c", 7), write("b", 0, 2, "c", 8),
    )  # fmt: skip

    assert story(told, "shared_gradient") == (
        "`a.grad` and `c.grad` are the same array, which holds 1. "
        "Your line 7 adds 1 to `a.grad` in place, which changes `c.grad` too. "
        "So `c.grad = 2`; it should be 1."
    )
