"""What a picture of a graph shows at a moment: a box for each node, an arrow for each contribution."""

from collections.abc import Mapping

from msgspec import field

from api.i18n import gettext as _
from api.report_view.numbers import short
from api.report_view.pictures.layers import Edge
from api.report_view.pictures.text import figures, formula, label
from api.words import picture as words
from grader.explanation.passes import ContributionOutcome, Fate, Passes
from grader.finding import Explained, NodeExplained
from grader.records import Frozen

_DIGITS = 4
_LONGEST_NAME = 16
_ORDER = frozenset({Fate.EARLY, Fate.REPEATED})


class BoxRow(Frozen):
    """A line of a box: what a number is, and the number."""

    left: str
    right: str = ""
    kind: str = ""


class BoxLook(Frozen):
    """A node."""

    rows: tuple[BoxRow, ...]
    kinds: tuple[str, ...] = ()
    """`wrong`, `lit`, ..."""


class ArrowLook(Frozen):
    """A contribution on its way back."""

    label: str
    verdict: str = ""
    """Its fate in a word or two."""
    kind: str = ""
    """The fate as an id."""


class PictureLook(Frozen):
    """A whole picture."""

    boxes: Mapping[str, BoxLook]
    arrows: Mapping[Edge, ArrowLook] = field(default_factory=dict)


def final_look(explained: Explained, gradient: str) -> PictureLook:
    """Return the look of the end: what every node held, and what became of each contribution.

    `gradient` is what the class calls gradients.
    """
    passes = Passes(explained)
    fates = {outcome.fate for outcome in passes.outcomes}
    by_order = bool(fates & _ORDER)
    wrong = {node.name for node in explained.nodes if node.wrong_gradient}
    arrows = {
        Edge(*outcome.use): arrow(outcome)
        for outcome in passes.outcomes
        if outcome.use.node in wrong or outcome.fate in _ORDER or by_order or passes.is_traced
    }
    return PictureLook(
        {node.name: _box(explained, node, passes, gradient, by_order=by_order) for node in explained.nodes},
        arrows,
    )


def _box(
    explained: Explained, node: NodeExplained, passes: Passes, gradient: str, *, by_order: bool
) -> BoxLook:
    # The first row shows the node's data: where it is wrong, what the class got stands there.
    rows = [name_row(explained, node)]
    if node.wrong_data:
        rows = wrong_rows(rows[0].left, node.data, node.data_got, "name")
    if node.wrong_gradient:
        rows += wrong_rows(gradient, node.gradient, node.gradient_got)
    else:
        rows.append(BoxRow(gradient, figures(node.gradient, node.gradient_got)[0]))
    rank, had = passes.ranks.get(node.name), passes.had(node.name)
    kinds = ["wrong"] if node.wrong_data or node.wrong_gradient else []
    if by_order and rank and had is not None:
        rows.append(BoxRow(words.rank(rank), _("with {number}", number=short(had, _DIGITS)), "rank"))
        early = any(o.fate in _ORDER for o in passes.outcomes if o.use.consumer == node.name)
        kinds += ["early"] if early else []
    return BoxLook(tuple(rows), tuple(kinds))


def wrong_rows(left: str, right: float, got: float | None, kind: str = "got") -> list[BoxRow]:
    """Return the rows of a wrong number: what the class got, and what it should be."""
    expected, held = figures(right, got)
    return [BoxRow(left, held or words.nothing(), kind), BoxRow(words.should_be(), expected, "should")]


def name_row(explained: Explained, node: NodeExplained) -> BoxRow:
    """The first line: what the node is, and its data."""
    name = formula(explained, node) if len(formula(explained, node)) <= _LONGEST_NAME else label(node)
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "…"
    return BoxRow(name, short(node.data, _DIGITS), "name")


def arrow(outcome: ContributionOutcome) -> ArrowLook:
    """A contribution and its fate."""
    right, got = _apart(outcome)
    return ArrowLook(got or right, words.verdict(outcome.fate, right), outcome.fate.value)


def _apart(outcome: ContributionOutcome) -> tuple[str, str]:
    right, got = figures(outcome.right, outcome.value)
    return _with_sign(right), _with_sign(got)


def _with_sign(number: str) -> str:
    return number if not number or number.startswith("-") else f"+{number}"
