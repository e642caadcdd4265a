"""The sentence below a picture: what to look at, and how many arrows it is true of."""

from typing import Any

import pytest

from api.i18n import speaking
from api.report_view.graph import caption_of, wrong_number
from grader.compare import Quantity
from grader.finding import Explained, NodeExplained
from grader.records import replace
from tests.api import conftest
from tests.api.explained import DIAMOND, FIVE_NODES, OVERWRITTEN, contributions, node, write, wrong
from tests.api.report_view.findings import view

_LEGEND = "Thin lines: the forward pass."
_SQUARE = (wrong(node("a", 2, 4), 0), node("b", 4, 1, "*", "a", "a"))
_SUM = (wrong(node("a", 2, 1), 2), node("b", 3, 1), node("c", 5, 1, "+", "a", "b"))


def _explained(root: str, nodes: tuple[NodeExplained, ...], **fields: Any) -> Explained:
    return Explained(graph="", root=root, nodes=nodes, **fields)


_BOTH_MISSING = _explained(
    "b",
    _SQUARE,
    contributions=contributions([("a", "b", 0, 2, 1, None), ("a", "b", 1, 2, 1, None)]),
    writes=(write("b", 0, 1),),
)
_ONLY_MISSING = _explained(
    "b",
    (wrong(node("a", 2, 1), 0), node("b", -2, 1, "neg", "a")),
    contributions=contributions([("a", "b", 0, -1, 1, None)]),
    writes=(write("b", 0, 1),),
)
_BEGUN_WITH_ONE = _explained(
    "c",
    _SUM,
    contributions=contributions([("a", "c", 0, 1, 1, None), ("b", "c", 1, 1, 1, None)]),
    writes=(write("a", 0, 1), write("c", 0, 1), write("a", 1, 2, "c"), write("b", 0, 1, "c")),
)
_SET_BY_ITS_USER = replace(_BEGUN_WITH_ONE, writes=(write("a", 0, 1, "c"), *_BEGUN_WITH_ONE.writes[1:]))
"""As where `backward` of a node, in which its rule runs too, sets those of its operands first."""
_DATA = _explained(
    "c",
    (replace(_SUM[1], data_got=-3.0, wrong_data=True), *_SUM[:1], _SUM[2]),
    contributions=contributions([("a", "c", 0, 1, 1, None)]),
)


@pytest.mark.parametrize(
    ("explained", "lead"),
    [
        (_BOTH_MISSING, "Follow the arrows into `a`: 2 of 2 are never sent."),
        (_ONLY_MISSING, "Follow the arrow into `a`: it is never sent."),
        (_BEGUN_WITH_ONE, "Each contribution to `a` is right, but its gradient begins with 1."),
        (_SET_BY_ITS_USER, "Each contribution to `a` is right, but its gradient begins with 1."),
        (_DATA, "Look at `b`: it holds -3, and should hold 3."),
        (DIAMOND, "Follow the arrows into `a`: one is sent, but lost."),
        (FIVE_NODES, "Follow the arrows into `a`: one is sent, but lost."),
    ],
    ids=["both missing", "only one", "begins with 1", "set by its user", "data", "untraced", "traced"],
)
def test_the_caption_is_true_of_as_many_arrows_as_it_says(explained: Explained, lead: str) -> None:
    caption = view(replace(OVERWRITTEN, explained=explained)).caption

    assert caption.partition(f" {_LEGEND}")[0] == lead


def test_the_title_of_a_long_graph_is_in_the_language_of_the_reader() -> None:
    with speaking("es"):
        assert caption_of("y = y + y, 12 times") == "y = y + y, 12 veces"
        assert caption_of("b = a * a\nc = b + a") == "b = a * a; c = b + a"


@pytest.mark.parametrize(
    ("node", "name"),
    [
        ("a", "a.grad"),
        ("relu(a)", "relu(a).grad"),
        ("a + b", "(a + b).grad"),
        ("relu(a) * relu(b)", "(relu(a) * relu(b)).grad"),
    ],
)
def test_a_number_of_an_expression_has_the_parentheses_that_it_needs(node: str, name: str) -> None:
    shown = wrong_number(conftest.wrong(node), {Quantity.GRADIENT: "grad"}, is_first=True)
    assert shown.name == name
