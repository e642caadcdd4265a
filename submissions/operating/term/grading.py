"""The results of the files of a demo term: those that are shipped, or new ones of this machine."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

from grader.assignment import SuiteSelection
from grader.report import Report
from grader.sandbox.base import Source
from submissions.grading.work.results import FinishedReport, Work
from submissions.grading.work.task import Grader
from submissions.operating.term.recording import RecordedFile, TermRecording

_NOBODY = ""


class AssignedFile(NamedTuple):
    """A file that is submitted for the assignment of a number."""

    assignment: int
    file: RecordedFile

    @property
    def source(self) -> Source:
        """The file before a student writes their name into it."""
        return Source(self.file.name, self.file.submitted(_NOBODY, 0))

    @property
    def seed(self) -> int:
        """The seed of its inputs: the same on every machine."""
        digest = hashlib.sha256(f"{self.assignment}:{self.file.name}\n{self.file.text}".encode()).digest()
        return int.from_bytes(digest[:8], "big")


@dataclass(frozen=True, slots=True)
class Examiner:
    """A grader, and the threads in which it grades files."""

    grader: Grader
    threads: int
    turn: Callable[[int, int], None]
    """The listener that hears of each graded file: how many are graded, and how many there are."""

    def graded(
        self, selections: Sequence[SuiteSelection], asked: Iterable[AssignedFile]
    ) -> Iterator[tuple[AssignedFile, Report]]:
        """Grade each file on all cores; `selections` are those of the assignments.

        Raises:
            GraderError: if one cannot be graded.
        """
        ordered = list(asked)

        def grade(each: AssignedFile) -> Report:
            return self.grader.grade(Work(each.source, selections[each.assignment], each.seed))

        with ThreadPoolExecutor(self.threads) as pool:
            for done, (each, report) in enumerate(zip(ordered, pool.map(grade, ordered), strict=True), 1):
                yield each, report
                self.turn(done, len(ordered))


def shipped(known: TermRecording, asked: Iterable[AssignedFile]) -> Iterator[tuple[AssignedFile, Report]]:
    """Read the recorded report of each file."""
    for each in asked:
        yield each, Report.model_validate_json(known.reports[each.assignment][each.file.number])


def finished(reports: Iterable[tuple[AssignedFile, Report]]) -> dict[AssignedFile, FinishedReport]:
    """Read the facts of all reports."""
    return {each: FinishedReport.of(report) for each, report in reports}
