"""What the diagnosis tried is shown with the last hint, and not before: it says what to repair."""

import pytest

from api.formats import html, terminal
from api.report_view.report import report_view
from grader.finding import Diagnosis, Tried, Where
from grader.records import replace
from grader.report import Report
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import as_seen, trim, without_suites
from tests.api.explained import DIAGNOSIS

TRIED = (
    Tried(fault="overwritten_gradient", where=Where(operation="+", line=17), mended=4, of=4, chosen=True),
    Tried(fault="wrong_sign", where=Where(operation="*", line=20), mended=0, of=1),
    Tried(fault="unknown", where=Where(line=1), mended=0, of=0),
)


@pytest.fixture
def report(mixed: Report) -> Report:
    diagnosis = Diagnosis(findings=DIAGNOSIS.findings, tried=TRIED)
    return replace(mixed, diagnosis=diagnosis)


@pytest.mark.parametrize("rung", Rung)
def test_it_is_told_with_the_repair_and_not_before(report: Report, rung: Rung) -> None:
    trimmed = trim(report, rung)
    shown = trimmed.report.diagnosis

    assert bool(report_view(trimmed, {}).tried) == (rung is Rung.REPAIR)
    assert bool(shown and shown.tried) == (rung is Rung.REPAIR)
    assert ("Repairs that we tried" in html.render([report], {}, hints=rung)) == (rung is Rung.REPAIR)
    assert ("Repairs that we tried" in terminal.render([report], {}, hints=rung)) == (rung is Rung.REPAIR)


def test_it_is_not_told_where_suites_are_hidden(report: Report) -> None:
    slug = report.suites[0].slug

    for seen in (
        as_seen(report, closed=(), outlined=(slug,)),
        as_seen(report, closed=(slug,), outlined=()),
        without_suites(report, {slug}),
    ):
        assert seen.diagnosis is None or seen.diagnosis.tried == ()


def test_each_says_what_was_undone_and_how_many_graphs_passed(report: Report) -> None:
    told = report_view(trim(report, Rung.REPAIR), {}).tried

    assert [(each.undone, each.mended, each.chosen) for each in told] == [
        (
            "Gradient overwritten instead of accumulated (line 17, in `+`)",
            "With this repaired, 4 of 4 graphs passed.",
            True,
        ),
        (
            "Wrong sign in a local derivative (line 20, in `*`)",
            "With this repaired, 0 of 1 graph passed.",
            False,
        ),
        ("Another edit (line 1)", "It helps only together with the rest of the repair.", False),
    ]
