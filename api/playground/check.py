"""Checks one file in the worker of a browser: the engine, and the result as HTML. The worker calls `check`.

At textbook inputs alone, and never a grade: the inputs of a grade are drawn by the service.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypedDict

from jinja2 import Environment

from api.browser.check_request import CheckRequest, selection
from api.browser.folders import PAGES, TEMPLATES
from api.i18n import gettext as _, ngettext, speaking
from api.pages._report import page_of
from api.playground.links import relinked
from api.rendering.markup import environment
from api.report_view.notes import note_lines
from api.report_view.one_line import one_line
from api.words import check as words
from grader.finding import Diagnosis
from grader.grade import grade, prepare
from grader.records import replace
from grader.report import Report, Verdict
from grader.sandbox.plays import Source
from grader.sandbox.unforked import UnforkedSandbox
from submissions.courses.assignments.suite_points import SuitePoints
from submissions.teaching.results.trimming import trim, trim_causes

SLOWER = 5.0
"""How much longer Python takes in a browser than on the machines for which limits were chosen."""
USUAL = CheckRequest(stage="full", on_site=True)
"""The request of the static site."""

_RESULT = "checked_here.html"
_NO_POINTS = SuitePoints(0, 0, 0)
"""An assignment has points of its own, which only a grade says."""


class Checked(TypedDict):
    """The result as the page gets it."""

    needs_server: bool
    """Whether the file imports numpy, which is not here."""
    html: str
    earned: float
    possible: int
    problem: str
    """The kind of what kept the file from being played; empty where it was played."""
    causes: list[str]
    """The causes, where the rung shows them."""


def warm_up() -> None:
    """Do now what else the first check does: who types has the time."""
    import grader.diagnosis.engine  # noqa: F401 - a right file needs none of it

    prepare(selection(USUAL))
    _compile_templates()


def check(
    name: str,
    content: bytes,
    language: str,
    asked: CheckRequest = USUAL,
    *,
    lost: Mapping[str, tuple[str, int]] | None = None,
    begins: Callable[[str], object] = lambda _: None,
    diagnose: bool = True,
) -> Checked:
    """Return the result of a file.

    `begins` is called with the name of each step. One that ended the whole worker is `lost` for the next
    worker, which goes on as if a sandbox had ended it there. Without `diagnose` it says that the search for
    causes stopped: too many workers were lost in it.
    """
    source = Source(name, content, class_name=asked.class_name)
    if source.imports.has_numpy:
        return Checked(needs_server=True, html="", earned=0, possible=0, problem="", causes=[])
    sandbox = UnforkedSandbox(slower=SLOWER, lost=lost, begins=begins)
    report = grade(source, selection(asked), sandbox, diagnose=diagnose)
    if not diagnose and any(suite.verdict is Verdict.FAILED for suite in report.suites):
        report = replace(report, diagnosis=Diagnosis(status="failed"))
    return checked(report, content, language, asked)


def checked(report: Report, content: bytes, language: str, asked: CheckRequest = USUAL) -> Checked:
    """Return a report as the page gets it."""
    with speaking(language):
        html = _rendered(report, content, asked)
    findings = report.diagnosis.findings if report.diagnosis else ()
    return Checked(
        needs_server=False,
        html=html,
        earned=report.score.earned,
        possible=report.score.possible,
        problem=report.problem.kind.value if report.problem else "",
        causes=list(trim_causes((finding.fault or "" for finding in findings), asked.rung)),
    )


def _rendered(report: Report, content: bytes, asked: CheckRequest) -> str:
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
            title=_title(report, asked) or view.report.score,
            lines=_missing_operations(report, asked) if asked.of_assignment and not report.problem else [],
        )
    )
    return relinked(html) if asked.on_site else html


def _compile_templates() -> None:
    """Compile what a result is made of, before there is one."""
    _environment().get_template(_RESULT)


def _title(report: Report, asked: CheckRequest) -> str:
    """Return the heading; empty where it is the points."""
    if report.problem:
        return _("No graph could be tried")
    if not asked.of_assignment:
        return ""
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
