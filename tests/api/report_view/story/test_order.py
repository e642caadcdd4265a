"""The story of rules that run too early, or more than once."""

from grader.records import replace
from tests.api.explained import node, write, wrong
from tests.api.report_view.findings import EARLY, passed_through, story


def test_the_story_of_a_rule_that_runs_too_early() -> None:
    assert story(EARLY) == (
        "`b.grad = 10 + 9 = 19`. The rule of `b` runs when only 10 of its 19 have arrived: "
        "`c` has not run yet. "
        "So `a.grad = 60`; it should be 114."
    )


def test_a_gradient_that_is_stored_once_more_as_it_is_changes_no_story() -> None:
    """As by `self.grad = grad` in a pass that calls itself with the gradient of each node."""
    writes = [each for w in EARLY.writes[1:] for each in (w, replace(w, old=w.new, during=None))]
    told = replace(EARLY, writes=(EARLY.writes[0], *writes))

    assert story(told) == story(EARLY)


def test_the_story_of_a_rule_that_runs_before_anything_arrived() -> None:
    nodes = (
        wrong(node("a", 2, -1), -3), wrong(node("b", -5, 2), 0),
        node("c", -3, 2, "+", "a", "b"), node("d", -6, 1, "*", "c", "a"),
    )  # fmt: skip
    writes = [write("d", 0, 1), write("a", 0, 0, "c"), write("b", 0, 0, "c")]
    told = passed_through(nodes, *writes, write("c", 0, 2, "d"), write("a", 0, -3, "d"))

    assert story(told) == (
        "`a` is used twice, so `a.grad = 2 + (-3) = -1`. "
        "The rule of `c` runs when `c.grad` is still 0: `d` has not run yet. "
        "So `a.grad = 0 + (-3) = -3`; it should be -1."
    )


def test_the_story_of_a_rule_that_runs_twice() -> None:
    nodes = (wrong(node("a", 1, 8), 16), node("b", 2, 4, "+", "a", "a"), node("c", 4, 1, "*", "b", "b"))
    runs = [write("a", start + part, start + part + 4, "b") for start in (0, 8) for part in (0, 4)]
    told = passed_through(nodes, write("c", 0, 1), write("b", 0, 2, "c"), write("b", 2, 4, "c"), *runs)

    assert "runs it 2 times: it sends 8 + 8 to `a` instead of 8. So `a.grad = 16`; it should be 8." in story(
        told
    )


def test_a_rule_that_reads_a_wrong_gradient_is_not_told_to_run_once() -> None:
    """The mended class may still run it for each use of its node."""
    nodes = (wrong(node("a", 1, 8), 16), node("b", 2, 4, "+", "a", "a"), node("c", 4, 1, "*", "b", "b"))
    runs = [write("a", start + part, start + part + 4, "b") for start in (0, 8) for part in (0, 4)]
    seen = passed_through(nodes, write("c", 0, 1), write("b", 0, 2, "c"), write("b", 2, 4, "c"), *runs)

    told = story(seen, "wrong_gradient_read")
    assert told.startswith("The rule of `b` runs 2 times and sends 8 + 8 to `a`. Together this should be 8.")


def test_what_comes_of_it_is_the_sum_of_all_that_was_added() -> None:
    """`a` goes also into `d`, which adds its -10 in between."""
    nodes = (
        wrong(node("a", 2, 80), 120), wrong(node("b", -5, -36), -52), node("c", -10, -18, "*", "a", "b"),
        node("d", -8, -10, "+", "c", "a"), node("e", 80, 1, "*", "c", "d"),
    )  # fmt: skip
    writes = [
        write("e", 0, 1), write("c", 0, -8, "e"), write("d", 0, -10, "e"), write("a", 0, 40, "c"),
        write("b", 0, -16, "c"), write("c", -8, -18, "d"), write("a", 40, 30, "d"), write("a", 30, 120, "c"),
        write("b", -16, -52, "c"),
    ]  # fmt: skip

    assert story(passed_through(nodes, *writes)).endswith(
        "it sends 40 + 90 to `a` instead of 90. So `a.grad = 40 + (-10) + 90 = 120`; it should be 80."
    )
