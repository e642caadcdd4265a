"""Grades files one after the other: a report for each, or the reason why there is none."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from api.i18n import gettext as _
from api.report_view.outcome import NotGraded, Outcome
from api.terminal.console import warn
from api.terminal.progress import progress
from api.words.failure import failure
from api.words.refusal import refusal
from grader.assignment import SuiteSelection
from grader.errors import HarnessFailed, HarnessProtocolError, MachineTooBusy
from grader.grade import grade
from grader.report import Report
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from submissions.grading.intake.source import Refused, from_path, shown_name

_OURS = "harness"
_MOST_WAITS = 5
"""Times that a busy machine is waited for, a minute each."""
_PASSED, _NOT_PASSED, _NOT_GRADED = 0, 1, 2


@dataclass(slots=True)
class GradedFiles:
    """The outcomes of some files, in their order."""

    outcomes: list[Outcome] = field(default_factory=list)
    sources: dict[str, bytes] = field(default_factory=dict)
    """The bytes of those that were read, by name."""

    @property
    def failures(self) -> list[NotGraded]:
        """The files without a report."""
        return [outcome for outcome in self.outcomes if isinstance(outcome, NotGraded)]

    @property
    def failed_ourselves(self) -> bool:
        """Whether some file has no report because Backgrade failed."""
        return any(outcome.kind == _OURS for outcome in self.failures)

    @property
    def status(self) -> int:
        """The exit status: that of the worst file."""
        return max(map(_status, self.outcomes), default=_PASSED)


def grade_files(
    files: Sequence[str], assignment: SuiteSelection, sandbox: Sandbox, *, seed: int | None = None
) -> GradedFiles:
    """Grade every file, whatever becomes of the others.

    Raises:
        SandboxUnavailable: if there is no sandbox, for any of them.
        SelfTestFailed: if it is not safe.
    """
    graded = GradedFiles()
    with progress(len(files)) as turn:
        for file in files:
            turn(shown_name(file))
            try:
                source = _read(file)
            except Refused as refused:
                graded.outcomes.append(NotGraded(refused.name, refused.kind, refusal(refused)))
                continue
            graded.sources[source.name] = source.content
            graded.outcomes.append(_outcome(source, assignment, sandbox, seed))
    return graded


def _read(file: str) -> Source:
    if Path(file).is_dir():
        raise Refused("no-submission", shown_name(file))
    return from_path(file)


def _outcome(source: Source, assignment: SuiteSelection, sandbox: Sandbox, seed: int | None) -> Outcome:
    try:
        return _report(source, assignment, sandbox, seed)
    except (HarnessFailed, HarnessProtocolError, MachineTooBusy) as error:
        return NotGraded(source.name, _OURS, failure(error))


def _report(source: Source, assignment: SuiteSelection, sandbox: Sandbox, seed: int | None) -> Report:
    """The report. On a machine that is too busy it comes later, and says the same."""
    for _attempt in range(_MOST_WAITS):
        try:
            return grade(source, assignment, sandbox, seed=seed)
        except MachineTooBusy:
            warn(_("{name}: this machine is busy. We are trying again.", name=source.name))
    return grade(source, assignment, sandbox, seed=seed)


def _status(outcome: Outcome) -> int:
    if isinstance(outcome, NotGraded) or outcome.problem is not None:
        return _NOT_GRADED
    return _PASSED if outcome.passed else _NOT_PASSED
