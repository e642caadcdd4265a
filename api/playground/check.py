"""Checks one file in the worker of a browser: the engine, and the result as HTML. The worker calls `check`.

At textbook inputs alone, and never a grade: the inputs of a grade are drawn by the service.
"""

from collections.abc import Callable, Mapping
from typing import TypedDict

from api.browser.check_request import CheckRequest, selection
from api.i18n import speaking
from api.playground.result_view import compile_templates, rendered
from grader.finding import Diagnosis
from grader.grade import grade, prepare
from grader.records import replace
from grader.report import Report, Verdict
from grader.sandbox.base import Source
from grader.sandbox.unforked import UnforkedSandbox
from submissions.teaching.results.trimming import trim_causes

SLOWER = 5.0
"""How much longer Python takes in a browser than on the machines for which limits were chosen."""
USUAL = CheckRequest(stage="full", on_site=True)
"""The request of the static site."""


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
    compile_templates()


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
        html = rendered(report, content, asked)
    findings = report.diagnosis.findings if report.diagnosis else ()
    return Checked(
        needs_server=False,
        html=html,
        earned=report.score.earned,
        possible=report.score.possible,
        problem=report.problem.kind.value if report.problem else "",
        causes=list(trim_causes((finding.fault or "" for finding in findings), asked.rung)),
    )
