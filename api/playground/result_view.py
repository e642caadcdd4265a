"""The result of a file as the service's result page shows it, made in a browser."""

from functools import cache

from jinja2 import Environment

from api.browser.check_request import CheckRequest
from api.browser.folders import PAGES, TEMPLATES
from api.i18n import gettext as _, ngettext
from api.pages._report import page_of
from api.playground.links import relinked
from api.rendering.markup import environment
from api.report_view.notes import note_lines
from api.report_view.one_line import one_line
from api.words import check as words
from grader.records import replace
from grader.report import Report, Verdict
from submissions.courses.assignments.suite_points import SuitePoints
from submissions.teaching.results.trimming import trim

_RESULT = "checked_here.html"
_NO_POINTS = SuitePoints(0, 0, 0)
"""An assignment has points of its own, which only a grade says."""


def rendered(report: Report, content: bytes, asked: CheckRequest) -> str:
    """Return the result as HTML, up to the rung that is asked for."""
    trimmed = trim(report, asked.rung)
    worth = {suite.slug: _NO_POINTS for suite in report.suites} if asked.of_assignment else None
    view = page_of(trimmed, content, worth=worth)
    # There is a wall around the worker, which the engine knows nothing of: it would warn that there is none.
    seen = replace(view.report, warning=None, version_line="")
    if asked.of_assignment:
        seen = replace(seen, missing="", notes=tuple(map(one_line, note_lines(trimmed.report))))
    view = replace(view, report=seen)
    html = (
        _environment()
        .get_template(_RESULT)
        .render(
            view=view,
            of_assignment=asked.of_assignment,
            title=_title(report) if asked.of_assignment else view.report.score,
            lines=_missing_operations(report, asked) if asked.of_assignment and not report.problem else [],
        )
    )
    return relinked(html) if asked.on_site else html


def compile_templates() -> None:
    """Compile what a result is made of, before there is one."""
    _environment().get_template(_RESULT)


def _title(report: Report) -> str:
    if report.problem:
        return _("Check on this computer")
    played = [suite.verdict for suite in report.suites if suite.verdict is not Verdict.NOT_APPLICABLE]
    return ngettext(
        "{right} of {n} suite passed",
        "{right} of {n} suites passed",
        len(played),
        right=played.count(Verdict.PASSED),
    )


def _missing_operations(report: Report, asked: CheckRequest) -> list[tuple[bool, str]]:
    """Return a line for each operation that the assignment asks for and the class does not have."""
    absent = tuple(each for each in asked.operations if each not in report.operations)
    return [(good, line) for good, line in words.found("", report.operations, absent) if not good]


@cache
def _environment() -> Environment:
    return environment(TEMPLATES, PAGES)
