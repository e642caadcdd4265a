"""HTML: one page that needs nothing else, with every wrong number in a table."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from api.rendering.markup import environment
from api.report_view.one_line import one_line
from api.report_view.outcome import NotGraded, Outcome
from api.report_view.pictures import svg
from api.report_view.report import report_view
from submissions.courses.assignments.hints import DEFAULT, Rung
from submissions.teaching.results.trimming import trim


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """The page. Every text is escaped where it is put in."""
    reports = [
        report_view(trim(outcome, hints), sources)
        for outcome in outcomes
        if not isinstance(outcome, NotGraded)
    ]
    return (
        environment()
        .get_template("report.html")
        .render(
            reports=reports,
            style=Markup(svg.STYLE) if any(report.findings for report in reports) else "",  # noqa: S704 - our own
            not_graded=[outcome for outcome in outcomes if isinstance(outcome, NotGraded)],
            names=[one_line(outcome.name) for outcome in outcomes],
        )
    )
