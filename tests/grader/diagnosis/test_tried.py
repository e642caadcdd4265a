"""What was tried is told: the repair first, then of each other fault the edit that mended most."""

import pytest

from grader.assignment import assignment
from grader.diagnosis.edits.edit_set import EditSet
from grader.diagnosis.edits.search import MendedCount
from grader.diagnosis.tried import what_was_tried
from grader.sandbox.replies import Offer
from grader.sandbox_session import EditNumbers
from tests.corpus_files import member
from tests.graded import ReportCache

ACCUMULATE = Offer(rewrite="accumulate", operation="+", line=3)
NEGATE = Offer(rewrite="negate", operation="+", operand=0, line=3)
OTHER = Offer(rewrite="negate", operation="*", operand=0, line=9)
NAMELESS = Offer(rewrite="comma", line=1)


def test_the_repair_comes_first_and_of_each_other_fault_the_best() -> None:
    offers = (NEGATE, OTHER, ACCUMULATE)
    cause = EditSet("overwritten_gradient", (2,), (ACCUMULATE,))

    tried: dict[EditNumbers, MendedCount] = {
        (number,): MendedCount(mended, 5) for number, mended in enumerate((1, 3, 5))
    }
    told = what_was_tried(tried, offers, {cause: "overwritten_gradient"})

    assert [(each.fault, each.where.line, each.mended, each.of, each.chosen) for each in told] == [
        ("overwritten_gradient", 3, 5, 5, True),
        ("wrong_sign", 9, 3, 5, False),
    ]


def test_an_edit_that_helps_with_others_only_was_tried_on_nothing_alone() -> None:
    cause = EditSet("overwritten_gradient", (0,), (ACCUMULATE,))

    (told,) = what_was_tried({}, (ACCUMULATE,), {cause: "overwritten_gradient"})

    assert (told.mended, told.of, told.chosen) == (0, 0, True)


@pytest.mark.parametrize("mended", [0, 1, 6])
def test_an_edit_that_mends_no_more_than_it_leaves_is_left_out(mended: int) -> None:
    assert what_was_tried({(0,): MendedCount(mended, 12)}, (NEGATE,), {}) == ()


def test_another_way_to_repair_all_is_not_told_as_a_mistake() -> None:
    cause = EditSet("overwritten_gradient", (1,), (ACCUMULATE,))
    tried: dict[EditNumbers, MendedCount] = {(0,): MendedCount(5, 5), (1,): MendedCount(5, 5)}

    (told,) = what_was_tried(tried, (NEGATE, ACCUMULATE), {cause: "overwritten_gradient"})

    assert told.chosen


def test_an_edit_without_a_fault_is_told_as_unknown() -> None:
    (told,) = what_was_tried({(0,): MendedCount(2, 2)}, (NAMELESS,), {})

    assert (told.fault, told.chosen) == ("unknown", False)


def test_a_report_has_what_was_tried(graded: ReportCache) -> None:
    diagnosis = graded.report(
        member("closures_set/overwrite_everywhere").submission, assignment("full")
    ).diagnosis
    assert diagnosis is not None
    (first,) = diagnosis.tried  # no other edit alone makes a graph right

    assert (first.fault, first.chosen, first.places) == ("overwritten_gradient", True, 9)
    assert first.mended == first.of > 1
