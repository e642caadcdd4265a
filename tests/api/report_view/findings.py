"""A finding as its reader sees it, and findings to see: for the tests of views, stories and sentences."""

from collections.abc import Sequence

from api.report_view.finding import FindingView, finding_view
from api.report_view.source_lines import SourceLines
from grader.finding import Explained, Finding, NodeExplained, Write
from grader.records import replace
from submissions.courses.assignments.hints import DEFAULT, Rung
from submissions.teaching.results.trimming import trim_finding
from tests.api.explained import OVERWRITTEN, node, write, wrong

SOURCE = SourceLines("value.py", b"\n" * 16 + b"            self.grad = 1.0 * out.grad  # <b>\n")


def changed(**fields: object) -> Finding:
    return replace(OVERWRITTEN, **fields)


def view(finding: Finding, rung: Rung = DEFAULT) -> FindingView:
    return finding_view(trim_finding(finding, rung), SOURCE)


def evidence_of(finding: Finding) -> tuple[str, ...]:
    return view(finding).evidence


def story(explained: Explained, fault: str = "unknown") -> str:
    return view(changed(fault=fault, explained=explained)).story


def passed_through(nodes: Sequence[NodeExplained], *writes: Write) -> Explained:
    """One pass of a graph whose last node is the root."""
    program = Explained(graph="", root=nodes[-1].name, nodes=tuple(nodes), writes=writes)
    return replace(program, right_writes=(write(nodes[-1].name, 0, 1),))


PRODUCT = (wrong(node("a", 2, 5), 2), wrong(node("b", 5, 2), 5), node("c", 10, 1, "*", "a", "b"))
"""Both inputs are wrong, which is for the test to explain."""

NODE_OF_A_SUM = Explained(
    graph="",
    root="b",
    nodes=(
        replace(node("a", 3, 2), gradient_got=None),
        replace(node("b", 6, 1, "+", "a", "a"), data_got=None, gradient_got=None),
    ),
)
"""An operation gave nothing that has data."""

_ORDER = (
    wrong(node("a", 3, 114), 60),
    node("b", 9, 19, "*", "a", "a"),
    node("c", 10, 9, "+", "b", 1.0),
    node("d", 90, 1, "*", "b", "c"),
)
EARLY = passed_through(
    _ORDER,
    write("d", 0, 1),
    write("b", 0, 10, "d"),
    write("c", 0, 9, "d"),
    write("a", 0, 30, "b"),
    write("a", 30, 60, "b"),
    write("b", 10, 19, "c"),
)
"""The rule of `b` runs before that of `c`, which sends `b` the rest."""
