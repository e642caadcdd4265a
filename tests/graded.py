"""Reports that several tests look at: each file is graded once a run, by whichever process asks first.

Who looks at whether grading is repeatable grades again by itself.
"""

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.records import from_json, to_json
from grader.report import Report
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from tests.patience import attempted


@dataclass(frozen=True, slots=True)
class ReportCache:
    """Grades, and keeps reports in a folder that all processes of a run share."""

    folder: Path
    sandbox: Sandbox

    def report(
        self, source: Source, assignment: SuiteSelection, *, seed: int | None = None, diagnose: bool = True
    ) -> Report:
        """The same as `grade` says."""
        kept = self.folder / f"{_key(source, assignment, seed, diagnose=diagnose)}.json"
        with alone(kept):
            if not kept.exists():
                made = self.anew(source, assignment, seed=seed, diagnose=diagnose)
                kept.write_text(to_json(made), encoding="utf-8")
            return from_json(Report, kept.read_bytes())

    def anew(
        self, source: Source, assignment: SuiteSelection, *, seed: int | None = None, diagnose: bool = True
    ) -> Report:
        """The same, graded once more whatever is known."""
        return attempted(lambda: grade(source, assignment, self.sandbox, seed=seed, diagnose=diagnose))


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """One folder for all processes of this run: those of xdist have theirs inside of a common one."""
    own = factory.getbasetemp()
    common = own.parent if own.name.startswith("popen-") else own
    folder = common / "graded"
    folder.mkdir(exist_ok=True)
    return folder


def _key(source: Source, assignment: SuiteSelection, seed: int | None, *, diagnose: bool) -> str:
    """A name for everything that a report depends on."""
    slugs = [suite.slug for suite in assignment.suites]
    asked = (
        tuple(source),
        assignment.name,
        slugs,
        assignment.gradients,
        assignment.seed,
        assignment.class_name,
        assignment.keep_graph,
        seed,
        diagnose,
    )
    return hashlib.sha256(repr(asked).encode()).hexdigest()


@contextmanager
def alone(kept: Path) -> Iterator[None]:
    """So that nobody makes what another process makes just now."""
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
