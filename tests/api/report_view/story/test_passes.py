"""The story of a seed, and of what a first pass left behind."""

from grader.explanation.passes import Fate, Passes
from grader.finding import Explained
from tests.api.explained import contributions, node, write, wrong
from tests.api.report_view.findings import PRODUCT, passed_through, story


def test_what_a_node_began_with_is_no_contribution() -> None:
    """As where each gradient begins as 1, in a class whose writes do not tell the rule at work."""
    nodes = (wrong(node("a", 2, 1), 2), wrong(node("b", -5, 1), 2), node("c", -3, 1, "+", "a", "b"))
    uses = [("a", "c", 0, 1, 1, True), ("b", "c", 1, 1, 1, True)]
    seen = Explained(
        graph="", root="c", nodes=nodes, contributions=contributions(uses),
        writes=(write("a", 1, 2), write("b", 1, 2)),
    )  # fmt: skip

    assert {each.fate for each in Passes(seen).outcomes} == {Fate.KEPT}
    assert story(seen, "seed_everywhere") == (
        "Your code sets the gradients of nodes other than the output to 1: `a.grad = 1 + 1 = 2`. "
        "It should be 1."
    )


def test_the_story_of_a_missing_seed() -> None:
    nodes = (wrong(PRODUCT[0], 0), wrong(PRODUCT[1], 0), wrong(PRODUCT[2], 0))
    told = passed_through(nodes, write("a", 0, 0, "c"), write("b", 0, 0, "c"))

    assert "`c.grad`, is never set to 1. It stays 0" in story(told)


def test_the_story_of_a_second_pass_that_finds_the_first() -> None:
    nodes = (wrong(node("a", 2, 4), 8), node("b", 4, 1, "*", "a", "a"), node("c", 4, 1, "*", "a", "a"))
    writes = (
        write("b", 0, 1), write("a", 0, 2, "b"), write("a", 2, 4, "b"),
        write("c", 0, 1), write("a", 4, 6, "c"), write("a", 6, 8, "c"),
    )  # fmt: skip

    assert story(Explained(graph="", root="c", nodes=nodes, writes=writes)) == (
        "Before the second pass, `a.grad` is still 4 from the first. "
        "The second pass adds its own 4: `a.grad = 4 + 4 = 8`. It should be 4."
    )
