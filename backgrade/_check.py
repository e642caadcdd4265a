"""Grades a class of this notebook in the sandbox, as the command line grades a file."""

import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from backgrade._result import Feedback, NotebookFinding
from backgrade._source import NOTEBOOK, source_of

if TYPE_CHECKING:
    from api.report_view.finding import FindingView
    from grader.assignment import SuiteSelection
    from grader.report import Report
    from grader.sandbox.level import Level
    from grader.sandbox.plays import Source
    from submissions.courses.assignments.hints import Rung


_OURSELVES = "backgrade"


class OtherClassGraded(Exception):
    """The notebook has another class that Backgrade takes for the one to grade."""


class CheckOptions(NamedTuple):
    """The options of a check: what to grade by, how much to say, and in which language."""

    suites: "SuiteSelection"
    hints: "Rung"
    lang: str | None

    @classmethod
    def of(cls, *, stage: str, hints: int, lang: str | None, class_name: str = "") -> "CheckOptions":
        """Return it for names and numbers; without the name of a class, the likeliest is graded.

        Raises:
            KeyError: if there is no such stage.
            ValueError: if there is no such level of hints.
        """
        from grader.assignment import assignment
        from grader.records import replace
        from submissions.courses.assignments.hints import Rung

        return cls(replace(assignment(stage), class_name=class_name), Rung(hints), lang)

    def naming(self, class_name: str) -> "CheckOptions":
        """Return the same options for the class of this name."""
        from grader.records import replace

        return self._replace(suites=replace(self.suites, class_name=class_name))


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
        TypeError: if it is no class, such as a node.
        KeyError: if there is no such stage.
        ValueError: if there is no such level of hints or of the sandbox.
        SourceNotFound: if the class is neither from a notebook nor from a file.
        OtherClassGraded: if another class of the notebook would be graded.
        GraderError: if Backgrade failed. There are no points then.
    """
    from grader.sandbox.level import Level as SandboxLevel

    if not isinstance(cls, type):
        raise TypeError(
            "Give the class itself, as in backgrade.check(Value). "
            f"This is an object of the class {type(cls).__name__}."
        )
    asked, level = CheckOptions.of(stage=stage, hints=hints, lang=lang), SandboxLevel(sandbox_level)
    source = source_of(cls)
    report = unlocked_report(source, asked) if trusted else locked_report(source, asked, level)
    if report.found is not None and report.found.name != cls.__name__:
        raise OtherClassGraded(
            f"Backgrade grades {report.found.name} here instead of {cls.__name__}. Rename one of them."
        )
    return feedback(report, source, asked)


def locked_report(source: "Source", options: CheckOptions, least: "Level") -> "Report":
    """Grade in a sandbox of this level or a stronger one.

    Raises `GraderError` if this machine has none, or if Backgrade failed.
    """
    from api.process.sandboxes import require_level, started
    from grader.grade import grade

    with closing(started(os.environ).sandbox) as sandbox:
        require_level(sandbox.level, least)
        return grade(source, options.suites, sandbox)


def unlocked_report(source: "Source", options: CheckOptions) -> "Report":
    """Grade one's own class with one's own rights; in processes that end with a class that does not.

    Raises `GraderError` if Backgrade failed.
    """
    from grader.grade import grade
    from grader.sandbox.embedded import Embedded

    if not sys.platform.startswith("linux"):
        from backgrade._own_process import graded

        return graded(source, options.suites)
    with closing(Embedded(locked=False)) as sandbox:
        return grade(source, options.suites, sandbox)


def feedback(report: "Report", source: "Source", asked: CheckOptions, notice: str = "") -> Feedback:
    """Return what a notebook shows of a report, below a notice if there is one."""
    from api.formats import terminal
    from api.i18n import of_environment, speaking
    from api.rendering import notebook_output
    from api.report_view.report import report_view
    from grader.records import replace
    from submissions.teaching.results.trimming import trim

    sources = {source.name: source.content}
    if source.name == NOTEBOOK:  # what cells print and raise stands below them
        report = replace(report, error=None, printed="")
    # The cell that asks for this check names us, and nobody misses us in the sandbox.
    report = replace(report, absent=tuple(name for name in report.absent if name != _OURSELVES))
    with speaking(asked.lang or of_environment(os.environ)):
        text = terminal.render([report], sources, hints=asked.hints)
        return Feedback(
            points=report.score.earned,
            possible=report.score.possible,
            passed=report.passed,
            findings=tuple(map(_finding, report_view(trim(report, asked.hints), sources).findings)),
            text=f"{notice}\n\n{text}" if notice else text,
            html=notebook_output.render(report, sources, hints=asked.hints, notice=notice),
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
