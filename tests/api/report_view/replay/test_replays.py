"""Every replay of the corpus says and shows what its numbers say; and who checks that, sees lies."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import fields

from api.report_view.replay import title
from api.report_view.replay.moments import ReplayMoment, moments
from api.report_view.replay.said import Statement
from grader.assignment import assignment
from grader.finding import Call, CallKind, Explained
from grader.records import replace
from tests.api.explained import FIVE_NODES, node, write, wrong
from tests.api.report_view.findings import EARLY
from tests.api.report_view.replay.referee import complaints
from tests.corpus_files import Cause, Member, Notebook, Wild, causes, notebooks, wild, wrong as wrong_members
from tests.graded import ReportCache

_FULL = assignment("full")
_WRONG = [
    *causes(),
    *(one for one in wrong_members() if one.fails),
    *(one for one in wild() if one.fails),
    *(one for one in notebooks() if one.fails),
]
TWO_PASSES = Explained(
    graph="",
    root="c",
    nodes=(wrong(node("a", 2, 3), 5), node("b", 4, 1, "*", "a", 2.0), node("c", 6, 1, "*", "a", 3.0)),
    calls=(
        Call(kind=CallKind.BACKWARD, node="b", step=1),
        Call(kind=CallKind.ZERO_GRAD, node="a", step=2),
        Call(kind=CallKind.BACKWARD, node="c", step=4),
    ),
    writes=(
        write("b", 0, 1, step=1),
        write("a", 0, 2, "b", step=1),
        write("c", 0, 1, step=4),
        write("a", 2, 5, "c", step=4),
    ),
)
"""A reset that does nothing, between two passes."""


@pytest.mark.sampled(one_in=24)
@pytest.mark.parametrize("one", _WRONG, ids=lambda one: one.id)
def test_a_replay_says_and_shows_what_its_numbers_say(
    one: Cause | Member | Wild | Notebook, graded: ReportCache
) -> None:
    diagnosis = graded.report(one.submission, _FULL).diagnosis
    assert diagnosis is not None
    for explained in (finding.explained for finding in diagnosis.findings):
        assert explained is None or complaints(explained) == []


WRONG_DATA = replace(
    FIVE_NODES,
    nodes=(
        replace(FIVE_NODES.nodes[0], data_got=9.0, wrong_data=True),
        *FIVE_NODES.nodes[1:],
    ),
)


@pytest.mark.parametrize(
    ("explained", "played"),
    [
        (FIVE_NODES, "Replay the backward pass"),
        (TWO_PASSES, "Replay: 2 backward passes and 1 reset"),
        (WRONG_DATA, "Replay: the forward pass and 1 backward pass"),
    ],
    ids=["one pass", "two passes", "forward"],
)
def test_the_button_names_what_is_played(explained: Explained, played: str) -> None:
    assert title(explained) == played


@pytest.mark.parametrize("explained", [FIVE_NODES, EARLY, TWO_PASSES], ids=["lost", "early", "two passes"])
def test_a_number_or_a_node_that_is_another_is_seen(explained: Explained) -> None:
    told = moments(explained)
    assert complaints(explained, told) == []
    lies = list(_lies(told, [node.name for node in explained.nodes]))
    assert lies
    for lie, statement in lies:
        assert complaints(explained, lie), statement


def test_a_statement_at_another_step_is_seen() -> None:
    """In particular that a pass ends, or that a rule runs again."""
    for explained in (FIVE_NODES, EARLY, TWO_PASSES):
        told = moments(explained)
        for number, moment in enumerate(told):
            shifted = replace(told[number - 1], said=moment.said, right=moment.right)
            lie = [shifted if each is told[number - 1] else each for each in told]
            assert complaints(explained, lie), moment.said


def _lies(
    told: Sequence[ReplayMoment], names: Sequence[str]
) -> Iterator[tuple[list[ReplayMoment], Statement]]:
    """The replay with one number or one node of one statement changed."""
    for number, moment in enumerate(told):
        for side in ("said", "right"):
            statements: tuple[Statement, ...] = getattr(moment, side)
            for place, statement in enumerate(statements):
                for other in _others(statement, names):
                    changed = (*statements[:place], other, *statements[place + 1 :])
                    lie = list(told)
                    lie[number] = replace(moment, **{side: changed})
                    yield lie, other


def _others(statement: Any, names: Sequence[str]) -> Iterator[Statement]:
    for each in fields(statement):
        value = getattr(statement, each.name)
        if isinstance(value, float):
            yield replace(statement, **{each.name: value + 1.0})
        elif isinstance(value, str):
            other = names[names.index(value) - 1]
            yield replace(statement, **{each.name: other})
        elif isinstance(value, dict):
            yield replace(statement, values={name: number + 1.0 for name, number in value.items()})
