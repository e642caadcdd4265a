"""Unfamiliar classes are right; the slips that a person makes in them are what their table says."""

import pytest

from bench._outcomes import Outcome, named_in
from bench.mutants import (
    Mutant,
    Reference,
    find,
    is_by_hand,
    pairs,
    references,
    several,
    strangers,
    unfamiliar,
)
from grader.assignment import assignment
from grader.faults import load
from grader.grade import grade
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from suites import OPERATIONS
from tests.graded import ReportCache

FULL = assignment("full")
EVERY = (*unfamiliar(), *strangers())
SLIPPED = [each for each in EVERY if list(several(each))]
EACH_CLASS = pytest.mark.parametrize("right", EVERY, ids=lambda each: each.name)
EACH_LOOKED_AT = pytest.mark.parametrize(
    "right", [each for each in SLIPPED if not each.held_out], ids=lambda each: each.name
)


def slipped(right: Reference) -> Mutant:
    """The file with all slips that were made up for a class."""
    (found,) = several(right)
    return found


@pytest.mark.sampled(one_in=20)
@EACH_CLASS
def test_an_unfamiliar_class_has_all_points_on_what_it_has(sandbox: Sandbox, right: Reference) -> None:
    report = grade(right.source, FULL, sandbox, diagnose=False)

    assert report.problem is None
    assert report.score.earned == report.score.possible - report.score.missing


def test_half_of_them_are_graded_only_for_figures() -> None:
    assert sum(each.held_out for each in unfamiliar()) * 2 == len(unfamiliar()) == 30
    assert sum(each.held_out for each in strangers()) * 2 == len(strangers()) == 24
    names = [each.name for each in (*EVERY, *references())]
    assert len(names) == len(set(names))


def test_every_class_has_a_file_of_several_slips_and_half_of_the_strangers_have() -> None:
    assert set(unfamiliar()) <= set(SLIPPED)
    assert len(SLIPPED) == len(unfamiliar()) + len(strangers()) // 2


@pytest.mark.sampled(one_in=10)
@pytest.mark.parametrize("right", SLIPPED, ids=lambda each: each.name)
def test_a_file_of_several_slips_is_python_and_found_by_its_name(right: Reference) -> None:
    mutant = slipped(right)
    compile(mutant.source, mutant.id, "exec", dont_inherit=True)
    assert 2 <= len(mutant.labels) <= 5
    assert find(mutant.id) == mutant
    assert is_by_hand(mutant)
    assert not any(map(is_by_hand, pairs(right)))


def test_slips_name_faults_and_operations_that_there_are() -> None:
    labels = [label for right in SLIPPED for label in slipped(right).labels]

    assert {fault for label in labels for fault in label.accepts} <= set(load())
    assert {label.operation for label in labels} <= {*OPERATIONS, None}


@pytest.mark.sampled(one_in=10)
@EACH_LOOKED_AT
def test_every_slip_of_a_person_is_named_and_nothing_else(right: Reference, graded: ReportCache) -> None:
    mutant = slipped(right)
    report = graded.report(Source("value.py", mutant.content), FULL)

    found = Outcome(mutant.id, mutant.labels, tuple(named_in(report)))
    assert [label.fault for label in mutant.labels if not found.of(label)] == []
    assert found.wrong == ()
