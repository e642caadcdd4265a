"""A report that is shared is the one that grading gives, and of exactly what was asked."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Self

import pytest

from grader.assignment import GradientPolicy, assignment
from grader.grade import grade
from grader.records import replace
from grader.report import Report
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.graded import ReportCache, shared_folder

CORE = assignment("core")
WRONG = member("closures_set/overwrite_everywhere").submission


class Unused(Embedded):
    """Nothing is graded here."""

    def room(self, source: Source) -> AbstractContextManager[Self]:
        """There is none."""
        raise AssertionError(source.name)


def test_it_is_graded_once_for_all_processes(sandbox: Sandbox, tmp_path: Path) -> None:
    first = ReportCache(tmp_path, sandbox).report(WRONG, CORE)
    again = ReportCache(tmp_path, Unused()).report(WRONG, CORE)

    assert first == again == grade(WRONG, CORE, sandbox)
    assert first.diagnosis is not None
    assert first.diagnosis.findings


@pytest.mark.parametrize(
    "other",
    [
        lambda graded: graded.report(WRONG._replace(name="other.py"), CORE),
        lambda graded: graded.report(WRONG._replace(content=WRONG.content + b"\n"), CORE),
        lambda graded: graded.report(WRONG, assignment("full")),
        lambda graded: graded.report(WRONG, replace(CORE, suites=CORE.suites[1:])),
        lambda graded: graded.report(WRONG, replace(CORE, gradients=GradientPolicy.ANY)),
        lambda graded: graded.report(WRONG, CORE, seed=1),
        lambda graded: graded.report(WRONG, CORE, diagnose=False),
    ],
    ids=["name", "content", "assignment", "suites", "policy", "seed", "diagnosis"],
)
def test_whatever_a_report_depends_on_makes_another(
    other: Callable[[ReportCache], Report], sandbox: Sandbox, tmp_path: Path
) -> None:
    ReportCache(tmp_path, sandbox).report(WRONG, CORE)

    with pytest.raises(AssertionError):
        other(ReportCache(tmp_path, Unused()))


def test_the_processes_of_a_run_have_one_folder(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of(name: str) -> Path:
        monkeypatch.setattr(tmp_path_factory, "_basetemp", tmp_path / name)
        (tmp_path / name).mkdir()
        return shared_folder(tmp_path_factory)

    assert of("popen-gw0") == of("popen-gw1") == tmp_path / "graded"
    assert of("alone") == tmp_path / "alone" / "graded"
