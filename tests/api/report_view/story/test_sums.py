"""The story where writes were not seen: a sum, and no more than is known."""

from grader.finding import Contribution, Explained
from grader.records import replace
from tests.api.explained import FIVE_NODES, SAME_TWICE, contributions, node, write, wrong
from tests.api.report_view.findings import story


def test_the_story_says_no_more_than_is_known() -> None:
    def of(*parts: Contribution) -> str:
        return story(replace(SAME_TWICE, contributions=parts))

    parts = SAME_TWICE.contributions
    total = "`a` is used twice, so `a.grad = 1 + 1 = 2`."
    held = "Your code leaves `a.grad = 1`."
    assert of(*(replace(part, kept=None) for part in parts)) == f"{total} {held}"
    assert of(*parts).startswith(f"{total} The contribution through the right side of `b` (+1) is kept.")
    assert of() == "The right value is `a.grad = 2`."


def test_where_the_rule_at_work_is_not_known_the_sum_is_of_what_was_written() -> None:
    """As where the rules of two powers read the gradient of the same result."""
    nodes = (
        wrong(node("a", 4, 17), 11), node("b", 8, 3, "**", "a", 1.5), node("c", 24, 1, "*", "b", 3.0),
        node("d", 16, 1, "**", "a", 2.0), node("e", 40, 1, "+", "c", "d"),
    )  # fmt: skip
    writes = [
        write("e", 0, 1), write("c", 0, 1, "e"), write("d", 0, 1, "e"), write("a", 0, 8),
        write("b", 0, 3, "c"), write("a", 8, 11),
    ]  # fmt: skip
    uses = [("a", "b", 0, 3, 3, None), ("a", "d", 0, 8, 1, None)]
    seen = Explained(graph="", root="e", nodes=nodes, contributions=contributions(uses), writes=tuple(writes))

    assert story(seen, "late_binding") == (
        "`a` is used twice, so `a.grad = 9 + 8 = 17`. Your code leaves `a.grad = 8 + 3 = 11`."
    )


def test_a_sum_is_told_only_where_its_parts_add_up() -> None:
    """As for the output, whose gradient is 1 before anything is added."""
    parts = tuple(replace(part, value=3.0) for part in SAME_TWICE.contributions)

    assert "is used" not in story(replace(SAME_TWICE, contributions=parts))


def test_writes_that_do_not_lead_to_what_was_held_are_not_told() -> None:
    """Gradients that are kept elsewhere, or changed in place: the writes say nothing."""
    writes = tuple(replace(write, new=-3.5) if write.old == -3 else write for write in FIVE_NODES.writes)

    assert "The contribution through `c` (-3) is lost." in story(replace(FIVE_NODES, writes=writes))
