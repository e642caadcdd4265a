"""JUnit XML: a testsuite for each suite, a testcase for each graph, as build servers read it."""

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from api.formats._rows import graph_lines, message_lines
from api.i18n import gettext as _
from api.report_view.graph import GraphView, QuotedMessage
from api.report_view.outcome import NotGraded, Outcome
from api.report_view.report import ReportView, report_view
from api.report_view.suite import SuiteView
from api.words import suite as suite_words
from grader.report import Verdict
from submissions.courses.assignments.hints import DEFAULT, Rung
from submissions.teaching.results.trimming import trim

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no way to write."""

_COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """One document for all files."""
    root = ET.Element("testsuites", name="backgrade")
    for outcome in outcomes:
        if isinstance(outcome, NotGraded):
            _error(root, outcome.name, outcome.kind, QuotedMessage(outcome.why))
            continue
        report = report_view(trim(outcome, hints), sources)
        if report.problem is not None and outcome.problem is not None:
            _error(root, report.name, outcome.problem.kind, report.problem)
        for suite in (suite for stage in report.stages for suite in stage.suites):
            _suite(root, report, suite)
    for element in (*root, root):
        _count(element)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _error(root: ET.Element, name: str, kind: str, why: QuotedMessage) -> None:
    """A file of which nothing was graded, as one case that is an error."""
    suite = ET.SubElement(root, "testsuite", name=_legal(name))
    case = ET.SubElement(suite, "testcase", classname=_legal(name), name=_("not graded"))
    detail = ET.SubElement(case, "error", type=kind, message=_legal(why.message.seen))
    detail.text = _legal("\n".join(message_lines(why)))


def _suite(root: ET.Element, report: ReportView, suite: SuiteView) -> None:
    element = ET.SubElement(root, "testsuite", name=_legal(f"{report.name}: {suite.title}"))
    cause = next(
        (finding.title for finding in report.findings if suite.slug in finding.trimmed.finding.explains), ""
    )
    classname = _legal(f"{report.name}.{suite.slug}")
    if not suite.graphs:
        _whole(element, suite, classname)
    for graph in suite.graphs:
        case = ET.SubElement(element, "testcase", classname=classname, name=_legal(graph.caption))
        if graph.failed:
            _failure(case, graph, cause)
        elif graph.verdict is not Verdict.PASSED:
            ET.SubElement(case, "skipped", message=_legal(_why_skipped(graph, suite)))


def _whole(element: ET.Element, suite: SuiteView, classname: str) -> None:
    """A suite whose graphs are not shown, as one case."""
    case = ET.SubElement(element, "testcase", classname=classname, name=_legal(suite.title))
    verdict = suite_words.verdict(suite.verdict)
    if suite.verdict is Verdict.FAILED:
        ET.SubElement(case, "failure", type="", message=verdict)
    elif suite.verdict is not Verdict.PASSED:
        ET.SubElement(case, "skipped", message=_legal(suite.remark or verdict))


def _failure(case: ET.Element, graph: GraphView, cause: str) -> None:
    lines = graph_lines(graph)
    first = "".join(lines[:1])
    message = _("{cause}: {detail}", cause=cause, detail=first) if cause and first else cause or first
    detail = ET.SubElement(case, "failure", type=graph.kind, message=_legal(message))
    detail.text = _legal("\n".join(filter(None, (graph.inputs, *lines))))


def _why_skipped(graph: GraphView, suite: SuiteView) -> str:
    if graph.messages:
        return graph.messages[0].message.seen
    return suite.remark or suite_words.verdict(graph.verdict)


def _count(element: ET.Element) -> None:
    element.set("tests", str(sum(1 for _ in element.iter("testcase"))))
    for name, tag in _COUNTED.items():
        element.set(name, str(sum(1 for _ in element.iter(tag))))


def _legal(text: str) -> str:
    return _NOT_XML.sub("", text)
