"""Every finding has its story and its figure, or is of a kind that says why it has none."""

import pytest

from api.report_view.finding import FindingView
from api.report_view.report import report_view
from grader.assignment import assignment
from grader.finding import Finding
from grader.grade import grade
from grader.report import Report
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from submissions.courses.assignments.hints import DEFAULT
from submissions.teaching.results.trimming import trim
from tests.corpus_files import FOLDER, Cause, Member, Wild, causes, member, wild, wrong
from tests.graded import ReportCache

_FULL = assignment("full")
_WRONG = [*causes(), *(one for one in wrong() if one.fails), *(one for one in wild() if one.fails)]
_WITHOUT_GRAPH = {
    "numerical_differentiation": "no graph's numbers show it: they are right",
    "forward_mode": "no graph's numbers show it: they are right",
    "hard_coded_answers": "another graph would not show it",
    "recursion_limit": "only graphs that are too large to draw show it",
    "reflected_recurses": "Python stops, and there are no numbers",
    "order_dependent": "the numbers differ from run to run",
    "shared_state": "what is left of earlier graphs shows it, and no graph alone",
}


@pytest.mark.sampled(one_in=24)
@pytest.mark.parametrize("one", _WRONG, ids=lambda one: one.id)
def test_a_finding_has_its_story_and_its_figure(one: Cause | Member | Wild, graded: ReportCache) -> None:
    report = graded.report(one.submission, _FULL)
    for finding, view in _told(report):
        assert _tells(view) or finding.fault in _WITHOUT_GRAPH, finding.fault
        assert view.explained or _has_no_numbers(finding) or finding.fault in _WITHOUT_GRAPH, finding.fault


def _told(report: Report) -> list[tuple[Finding, FindingView]]:
    assert report.diagnosis is not None
    view = report_view(trim(report, DEFAULT), {})
    return list(zip(report.diagnosis.findings, view.findings, strict=True))


def _tells(view: FindingView) -> bool:
    """By its numbers, by Python's exception, or by a loop that does not end."""
    return bool(view.story or view.raised)


def _has_no_numbers(finding: Finding) -> bool:
    """Whether Python stopped, or the code went on, so that there is nothing to draw."""
    nodes = finding.explained.nodes if finding.explained else ()
    has_none = bool(nodes) and not any(node.wrong_data or node.wrong_gradient for node in nodes)
    return has_none or finding.evidence.raised is not None or finding.evidence.loop is not None


_RIGHT = (FOLDER / "closures_set" / "value.py").read_text(encoding="utf-8")
_OVERWRITTEN = _RIGHT.replace(".grad += ", ".grad = ")
_APPEND, _VISIT = "                topo.append(v)\n", "                visited.add(v)\n"
_PRE_ORDER = (
    _OVERWRITTEN.replace(_APPEND, "").replace(_VISIT, _VISIT + _APPEND).replace("reversed(topo)", "topo")
)


def test_the_second_of_two_has_both_too(sandbox: Sandbox) -> None:
    """No graph shows the order alone while everything is overwritten: that is repaired in its graph."""
    told = _told(grade(Source("value.py", _PRE_ORDER.encode()), _FULL, sandbox))
    overwritten, order = (view for _, view in told)
    (first, _), (second, _) = told

    assert (first.fault, second.fault) == ("overwritten_gradient", "preorder")
    assert second.explained is not None
    assert second.explained.others_repaired
    assert order.story.startswith("Suppose that the other mistakes are repaired. `")
    assert "runs when" in order.story
    assert order.explained
    assert overwritten.story
    assert overwritten.explained
    assert not order.paste, "its lines would print what both mistakes give"


@pytest.mark.parametrize(
    ("identity", "flag"),
    [
        ("closures_slots/marca_que_nadie_quita", "nodo.visto"),
        ("operation_objects/operation_done_once", "op.done"),
    ],
)
def test_a_flag_that_stays_set_is_named(identity: str, flag: str, graded: ReportCache) -> None:
    found = member(identity).submission
    report = trim(graded.report(found, _FULL), DEFAULT)

    (finding,) = report_view(report, {found.name: found.content}).findings

    assert f"`{flag}` is still `True` from the first pass." in finding.story


def test_a_use_that_is_kept_in_place_of_another_has_no_wrong_sign(graded: ReportCache) -> None:
    (last_user,) = (one for one in causes() if one.name == "only_the_last_user_by_its_side.py")
    _, view = _told(graded.report(last_user.submission, _FULL))[0]
    assert view.story
    assert "sign is wrong" not in " ".join(view.story)
