"""The numbers show in which order the rules ran: each wrong order, made in the reference, is named."""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest

from grader.diagnosis.numbers.samples import PlayAll
from grader.diagnosis.numbers.visits import (
    TOLD_APART,
    is_left_to_a_set,
    likeliest_first,
    takes_equal_nodes_for_one,
    told_by_order,
    wrong_orders,
)
from grader.faults import Replace, load
from grader.predict import NodeNumbers, play_reference
from grader.reference import mutated
from grader.sandbox.plays import Observation, Play
from tests.grader.diagnosis.test_local import observed
from tests.offenders import for_each

_ONE_AT_A_TIME = {"stack_order": {"preorder"}, "preorder": {"stack_order"}}
"""A stack from which a node is taken before it is marked runs in pre-order."""
_ALONG_PATHS = {"no_topological_order", "visited_missing"}
_SHUFFLES = 4


def played_by(edits: tuple[Replace, ...], shuffle: int = 0) -> PlayAll:
    def arrange(parents: list[Any]) -> None:
        Random(shuffle).shuffle(parents)

    def played(plays: Sequence[Play]) -> list[Observation]:
        cls = mutated(edits)
        return [
            observed(play_reference(cls, play.graph.program, play.inputs, arrange if shuffle else None))
            for play in plays
        ]

    return played


def _variants() -> list[tuple[str, tuple[Replace, ...], int]]:
    return [
        (slug, edits, shuffle)
        for slug in TOLD_APART
        for edits in load()[slug].examples.values()
        for shuffle in range(_SHUFFLES)
    ]


@for_each(("slug", "edits", "shuffle"), _variants())
def test_a_wrong_order_is_named(slug: str, edits: tuple[Replace, ...], shuffle: int) -> None:
    alike = _ALONG_PATHS if slug in _ALONG_PATHS else {slug, *_ONE_AT_A_TIME.get(slug, ())}
    orders = wrong_orders(TOLD_APART, played_by(edits, shuffle))
    assert slug in orders
    assert set(orders) <= alike


def test_a_right_order_is_not_accused() -> None:
    assert wrong_orders(TOLD_APART, played_by((), 0)) == []


def test_equal_nodes_are_one_only_where_every_graph_gave_numbers() -> None:
    """A child that ended on the way says nothing of the graphs behind."""
    (edits, *_) = load()["visited_by_value"].examples.values()
    whole = played_by(edits)
    assert takes_equal_nodes_for_one(whole)
    assert not takes_equal_nodes_for_one(lambda plays: whole(plays)[:-1])
    assert not takes_equal_nodes_for_one(played_by(()))


@pytest.mark.parametrize("slug", ["wrong_sign", "overwritten_gradient", "contribution_twice", "one_level"])
def test_what_is_no_order_has_no_name_here(slug: str) -> None:
    for edits in load()[slug].examples.values():
        assert wrong_orders(TOLD_APART, played_by(edits, 0)) == []


@pytest.mark.parametrize(
    ("slug", "variant"),
    [
        ("traversal_missing", "backward"),
        ("seed_missing", "backward: too late"),
        ("output_left_out", "backward"),
    ],
)
def test_a_late_seed_is_told_from_rules_that_never_run_and_from_one_that_does_not(
    slug: str, variant: str
) -> None:
    played = played_by(load()[slug].examples[variant], 0)
    for fitted in permutations(["traversal_missing", "seed_missing", "output_left_out"]):
        assert likeliest_first(fitted, played)[0] == slug


def test_gradients_that_are_all_zero_decide_nothing() -> None:
    played = played_by(load()["seed_missing"].examples["backward"], 0)
    fitted = ["traversal_missing", "seed_missing"]
    assert likeliest_first(fitted, played) == fitted


@pytest.mark.parametrize(
    ("slug", "variant"),
    [
        ("seed_missing", "backward"),
        ("output_left_out", "backward"),
        ("traversal_missing", "backward"),
    ],
)
def test_where_no_input_gets_anything_the_gradient_of_the_output_tells_whether_it_is_the_seed(
    slug: str, variant: str
) -> None:
    played = played_by(load()[slug].examples[variant], 0)
    for fitted in permutations(["traversal_missing", "seed_missing", "output_left_out"]):
        is_seed = told_by_order(fitted, (), played)[0] == "seed_missing"
        assert is_seed == (slug == "seed_missing")


def test_an_order_that_is_another_in_each_layout_is_left_to_a_set() -> None:
    def played(plays: Sequence[Play]) -> list[Observation]:
        """Pre-order, in which parents come in the order that the layout gives a set."""
        edits = next(iter(load()["preorder"].examples.values()))
        shuffles = [1 + 2 * play.layout.seed + play.layout.reverse if play.layout else 0 for play in plays]
        pairs = zip(plays, shuffles, strict=True)
        return [each for play, shuffle in pairs for each in played_by(edits, shuffle)([play])]

    assert is_left_to_a_set(played)
    assert not is_left_to_a_set(played_by((), 0))
    assert not is_left_to_a_set(played_by(next(iter(load()["forward_order"].examples.values())), 0))


def test_a_node_that_is_not_a_number_in_every_layout_is_not_left_to_a_set() -> None:
    def played(plays: Sequence[Play]) -> list[Observation]:
        return [observed(NodeNumbers((1.0,) * 9, (float("nan"),) * 9)) for _ in plays]

    assert not is_left_to_a_set(played)
