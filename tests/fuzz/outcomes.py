"""What may come of a wreck: a report that is whole, and that every format can show. Nothing else."""

from api import formats
from grader.records import from_json, to_json
from grader.report import Report, Verdict
from grader.sandbox.plays import Source
from submissions.courses.assignments.hints import Rung


def assert_is_an_outcome(report: Report, source: Source) -> None:
    """The report is consistent, bounded, and can be told in every format."""
    graphs = [graph for suite in report.suites for graph in suite.graphs]
    assert 0 <= report.score.earned <= report.score.possible
    assert report.score.earned == sum(graph.earned for graph in graphs)
    assert report.problem is None or report.score.earned == 0
    assert not report.passed or Verdict.FAILED not in {graph.verdict for graph in graphs}
    text = to_json(report)
    assert len(text) < 4 << 20
    assert from_json(Report, text).score == report.score
    assert_can_be_shown(report, source)


def assert_can_be_shown(report: Report, source: Source) -> None:
    """In every format, with all there is to tell, and no character in it that moves anything."""
    for name in formats.names():
        shown = formats.load(name).render([report], {source.name: source.content}, hints=Rung.REPAIR)
        assert all(c.isprintable() or c.isspace() for c in shown), name
        assert not set(shown) & {"\x1b", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"}, name
