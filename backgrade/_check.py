"""Grades a class of this notebook in the sandbox, as the command line grades a file."""

import os
from contextlib import closing
from typing import TYPE_CHECKING

from backgrade._result import Feedback, NotebookFinding
from backgrade._source import source_of

if TYPE_CHECKING:
    from api.report_view.finding import FindingView
    from grader.report import Report
    from grader.sandbox.base import Sandbox, Source
    from submissions.courses.assignments.hints import Rung


class OtherClassGraded(Exception):
    """The notebook has another class that Backgrade takes for the one to grade."""


def check(
    cls: type,
    *,
    stage: str = "full",
    hints: int = 3,
    lang: str | None = None,
    sandbox_level: str = "E1",
    trusted: bool = False,
) -> Feedback:
    """Grade a class: `backgrade.check(Value)`. The options are those of `backgrade check`.

    The source of the class is graded in the sandbox: the cells that this notebook has run, or the file of its
    module. `trusted` grades your own class without a sandbox, where there is none, such as outside of Linux.

    Raises:
        KeyError: if there is no such stage.
        ValueError: if there is no such level of hints or of the sandbox.
        SourceNotFound: if the class is neither from a notebook nor from a file.
        OtherClassGraded: if another class of the notebook would be graded.
        GraderError: if Backgrade failed. There are no points then.
    """
    from api.i18n import of_environment, speaking
    from api.process.sandboxes import require_level
    from grader.assignment import assignment
    from grader.grade import grade
    from grader.sandbox.level import Level
    from submissions.courses.assignments.hints import Rung

    suites, rung, level = assignment(stage), Rung(hints), Level(sandbox_level)
    source = source_of(cls)
    with closing(_sandbox(locked=not trusted)) as sandbox:
        if not trusted:
            require_level(sandbox.level, level)
        report = grade(source, suites, sandbox)
    if report.found is not None and report.found.name != cls.__name__:
        raise OtherClassGraded(
            f"Backgrade grades {report.found.name} here instead of {cls.__name__}. Rename one of them."
        )
    with speaking(lang or of_environment(os.environ)):
        return _feedback(report, source, rung)


def _sandbox(*, locked: bool) -> "Sandbox":
    from api.process.sandboxes import started
    from grader.sandbox.embedded import Embedded

    return started(os.environ).sandbox if locked else Embedded(locked=False)


def _feedback(report: "Report", source: "Source", hints: "Rung") -> Feedback:
    from api.formats import html, terminal
    from api.report_view.report import report_view
    from submissions.teaching.results.trimming import trim

    sources = {source.name: source.content}
    view = report_view(trim(report, hints), sources)
    return Feedback(
        points=report.score.earned,
        possible=report.score.possible,
        passed=report.passed,
        findings=tuple(map(_finding, view.findings)),
        text=terminal.render([report], sources, hints=hints),
        page=html.render([report], sources, hints=hints),
    )


def _finding(view: "FindingView") -> NotebookFinding:
    where = view.where
    return NotebookFinding(
        title=view.title,
        certainty=view.how_sure,
        line=where.line if where else None,
        cell=where.cell if where else None,
        hints=view.hints,
    )
