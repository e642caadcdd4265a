"""The matrix of faults and suites fits the catalogue, and is what grading gives."""

import pytest

import suites
from bench import fault_matrix
from bench.fault_matrix import seen, stale, variants
from grader.coverage import coverage
from grader.fault_matrix import Variant, committed
from grader.sandbox.embedded import Embedded
from tests.thorough import by_turns

_SAMPLE = by_turns(list(variants()), str, one_in=220)


def test_the_committed_matrix_fits_faults_and_suites() -> None:
    assert stale() == []


@pytest.mark.parametrize("variant", _SAMPLE, ids=str)
def test_a_row_is_what_grading_gives(sandbox: Embedded, variant: Variant) -> None:
    assert seen(sandbox, variants()[variant]) == committed().faults[variant.fault][variant.name].seen


def test_a_suite_that_asks_something_else_makes_it_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {**committed().suites, "skip": "another"}
    monkeypatch.setattr(fault_matrix, "_suite_digests", lambda: digests)

    assert stale() == ["it was measured on other suites"]


def test_without_a_graph_in_which_order_matters_orders_are_not_seen() -> None:
    found = coverage(["linear_chain", "a_plus_a"])

    assert "preorder" in {variant.fault for variant in found.unseen}
    assert Variant("tanh_rule", "tanh: plus") in found.outside
    parts = (found.seen, found.unseen, found.outside, found.accepted)
    assert sorted(variant for part in parts for variant in part) == sorted(variants())


def test_suggestions_see_more_each_and_ask_for_nothing_new() -> None:
    found = coverage(["linear_chain", "a_plus_a"])
    added = [addition.suite for addition in found.additions]
    after = coverage(["linear_chain", "a_plus_a", *added])

    assert after.additions == ()
    assert len(after.seen) >= len(found.seen) + sum(len(each.sees) for each in found.additions)
    assert [len(each.sees) for each in found.additions] == sorted(
        (len(each.sees) for each in found.additions), reverse=True
    )
    assert not {part for slug in added for part in suites.load()[slug].about if part in suites.OPERATIONS}


def test_all_suites_together_leave_nothing_to_add() -> None:
    found = coverage(list(suites.load()))

    assert found.additions == ()
    assert found.unseen == found.outside == ()
