"""The results of the files of a demo term: those that are shipped, or new ones of this machine."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from grader.assignment import SuiteSelection
from grader.records import Frozen, from_json
from grader.report import Report
from grader.sandbox.plays import Source
from submissions.courses.grades.report_facts import ReportFacts
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


class Examiner(Frozen):
    """A grader, and the threads in which it grades files."""

    grader: Grader
    threads: int
    turn: Callable[[int, int], None]
    """The listener that hears of each graded file: how many are graded, and how many there are."""

    def graded(
        self, selections: Sequence[SuiteSelection], asked: Sequence[AssignedFile]
    ) -> dict[AssignedFile, FinishedReport]:
        """Grade each file on all cores; `selections` are those of the assignments.

        Raises `GraderError` if one cannot be graded.
        """
        found = {}

        def grade(file: AssignedFile) -> FinishedReport:
            work = Work(file.source, selections[file.assignment], file.seed)
            return FinishedReport.of(self.grader.grade(work))

        with ThreadPoolExecutor(self.threads) as pool:
            for done, (each, report) in enumerate(zip(asked, pool.map(grade, asked), strict=True), 1):
                found[each] = report
                self.turn(done, len(asked))
        return found


def shipped(known: TermRecording, asked: Iterable[AssignedFile]) -> dict[AssignedFile, FinishedReport]:
    """Read the recorded report of each file, which stays as it was written."""
    found = {}
    for each in asked:
        written = known.reports[each.assignment][each.file.number]
        report = from_json(Report, written)
        found[each] = FinishedReport(report, written, ReportFacts.of(report))
    return found
