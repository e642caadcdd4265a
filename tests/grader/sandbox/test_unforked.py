"""The back-end without a wall gives the points and causes of the sandbox, and puts its process back."""

import builtins
import math
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from grader.assignment import assignment, at_textbook_inputs
from grader.grade import grade
from grader.report import Report
from grader.sandbox.embedded import Embedded
from grader.sandbox.level import Level
from grader.sandbox.plays import Source
from grader.sandbox.replies import ProblemKind
from grader.sandbox.unforked import UnforkedSandbox
from suites import load
from tests.corpus_files import Member, members

RIGHT = (Path(__file__).parents[3] / "examples" / "correct.py").read_text()
FULL = at_textbook_inputs(assignment("full"))
# A browser has neither; and torch, loaded a second time in one process, ends it.
IN_A_BROWSER = [
    member
    for member in members()
    if not member.submission.imports.has_numpy and b"import torch" not in member.submission.content
]
ENDINGS = {
    "exits": "import os\nos._exit(3)\n",
    "exits_as_one_does": "exit()\n",
    "closes_its_streams": "import sys\nsys.stdout.close()\nsys.stderr.close()\nprint('x')\n",
    "never_ends": "a = 0\nwhile a < 1:\n    a = a * 1\n",
    "floods": "while True:\n    print('x' * 1000)\n",
    "recurses": "def f(n):\n    return f(n + 1)\nf(0)\n",
    "sleeps": "import time\ntime.sleep(1000)\n",
    "changes_python": "import builtins, sys\nbuiltins.zip = 0\nsys.setrecursionlimit(9999)\nimport nowhere\n",
}

pytestmark = pytest.mark.usefixtures("without_callbacks")


def told(report: Report) -> tuple[object, ...]:
    """What must not depend on where a file is played."""
    findings = report.diagnosis.findings if report.diagnosis else ()
    problems = [(each.kind, each.line) for each in (report.problem, report.error) if each]
    return report.score, problems, [(each.fault, each.where) for each in findings]


def unforked(source: Source) -> Report:
    return grade(source, FULL, UnforkedSandbox())


@pytest.mark.sampled(one_in=80)
@pytest.mark.parametrize("found", IN_A_BROWSER, ids=lambda found: found.id)
def test_a_file_gets_what_it_gets_in_the_sandbox(found: Member, sandbox: Embedded) -> None:
    source = found.submission
    assert told(unforked(source)) == told(grade(source, FULL, sandbox))


@pytest.fixture(scope="module")
def alone() -> Iterator[Executor]:
    """A process with one thread: what a file changes in Python, it changes for every thread there is."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        yield process


@pytest.mark.parametrize("ending", ENDINGS)
def test_whatever_ends_a_child_ends_nothing_else(ending: str, alone: Executor, sandbox: Embedded) -> None:
    source = Source("value.py", f"{RIGHT}\n{ENDINGS[ending]}".encode())
    unforked_there, is_as_before = alone.submit(_told_alone, source).result()
    assert unforked_there == told(grade(source, FULL, sandbox))
    assert is_as_before


def test_a_file_that_cannot_be_parsed_is_told_so() -> None:
    report = unforked(Source("value.py", f"{RIGHT}\ndef f(:\n".encode()))
    assert report.problem
    assert report.problem.kind is ProblemKind.SYNTAX


def test_it_promises_nothing() -> None:
    assert UnforkedSandbox().level is Level.TRUSTED
    assert UnforkedSandbox().prove() == {}


def test_steps_are_named_alike_in_the_next_process() -> None:
    steps: tuple[list[str], list[str]] = ([], [])
    for seen in steps:
        # What takes long by the clock is played once more, so no time passes here.
        grade(Source("value.py", RIGHT.encode()), FULL, UnforkedSandbox(slower=1e6, begins=seen.append))
    assert steps[0] == steps[1]
    assert len(set(steps[0])) == len(steps[0])


class _EverySecondMessage(dict[str, tuple[str, int]]):
    """Lost is whatever is played first, in every process."""

    def get(self, step: str, _: object = None) -> tuple[str, int] | None:  # type: ignore[override]
        return ("exit", -11) if step.split(".")[1] == "2" else None


def test_a_step_that_ends_its_process_once_costs_nothing() -> None:
    steps: list[str] = []
    source = Source("value.py", RIGHT.encode())
    whole = grade(source, FULL, UnforkedSandbox(begins=steps.append))
    lost = grade(source, FULL, UnforkedSandbox(lost={steps[40]: ("exit", -11)}))
    assert lost.score == whole.score


def test_steps_that_end_every_process_are_crashes() -> None:
    report = grade(Source("value.py", RIGHT.encode()), FULL, UnforkedSandbox(lost=_EverySecondMessage()))
    assert report.score.earned < report.score.possible


def test_where_loading_was_lost_the_class_is_graded_by_its_definitions() -> None:
    report = grade(Source("value.py", RIGHT.encode()), FULL, UnforkedSandbox(lost={"1.1.1": ("time", 0)}))
    assert report.score.earned == report.score.possible


def test_at_textbook_inputs_no_suite_has_others() -> None:
    everything = at_textbook_inputs(assignment("everything"))
    assert [suite.slug for suite in everything.suites] == list(load())
    assert not any(graph.fresh or graph.far for suite in everything.suites for graph in suite.graphs)
    assert any(graph.fresh for suite in load().values() for graph in suite.graphs)


def _told_alone(source: Source) -> tuple[tuple[object, ...], bool]:
    before = _process()
    report = unforked(source)
    return told(report), _process() == before


def _process() -> tuple[object, ...]:
    return (
        dict(vars(builtins)), sys.stdin, sys.stdout, sys.stderr, sys.getrecursionlimit(), list(sys.meta_path),
        list(sys.path), list(sys.argv), os._exit, time.sleep, {"submission", "nowhere"} & sys.modules.keys(),
        vars(math).copy(),
    )  # fmt: skip
