"""Grades the files of a made term: each different one once, on all cores."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from grader.assignment import SuiteSelection
from grader.sandbox.base import Source
from submissions.courses.assignments.points import graded_on
from submissions.grading.work.results import FinishedReport, Work, seed_of
from submissions.grading.work.task import Grader
from submissions.operating.term.files import PlannedFile
from submissions.tables import AssignmentVersion

_NOBODY = ""


class VersionedFile(NamedTuple):
    """A file on a version of an assignment."""

    version_id: UUID
    file: PlannedFile


@dataclass(frozen=True, slots=True)
class Examiner:
    """What files are graded with."""

    grader: Grader
    threads: int
    secret: bytes
    """The key from which inputs are drawn."""
    turn: Callable[[int, int], None]
    """Called for each file that is graded: how many are, and how many there are."""

    def graded(
        self, versions: Iterable[AssignmentVersion], asked: Iterable[VersionedFile]
    ) -> dict[VersionedFile, FinishedReport]:
        """The report of each file.

        Raises:
            GraderError: if one cannot be graded.
        """
        selections = {version.id: graded_on(version) for version in versions}
        ordered = sorted(set(asked), key=lambda each: (each.version_id.hex, each.file))
        found: dict[VersionedFile, FinishedReport] = {}
        with ThreadPoolExecutor(self.threads) as pool:
            for each, report in self._reports(pool, ordered, selections):
                found[each] = report
                self.turn(len(found), len(ordered))
        return found

    def _reports(
        self, pool: ThreadPoolExecutor, asked: list[VersionedFile], selections: dict[UUID, SuiteSelection]
    ) -> Iterator[tuple[VersionedFile, FinishedReport]]:
        # written in this thread alone: in Python 3.11 `ast.parse` fails where two threads are in it
        sources = [Source(each.file.name, each.file.submitted(_NOBODY, 0)) for each in asked]

        def grade(each: VersionedFile, source: Source) -> FinishedReport:
            seed = seed_of(self.secret, each.version_id, hashlib.sha256(source.content).hexdigest())
            return FinishedReport.of(self.grader.grade(Work(source, selections[each.version_id], seed)))

        yield from zip(asked, pool.map(grade, asked, sources), strict=True)
