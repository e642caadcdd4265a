"""What a file leaves behind, and who comes next: not one byte is found, and nothing is earned by it.

The controls run the same spies where one process serves several submissions and forks between them, which
is how it once was: there they find what they look for.
"""

import json
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.records import to_json
from grader.report import Report
from grader.sandbox import embedded
from grader.sandbox.contained import Contained
from grader.sandbox.container import ContainerEngine
from grader.sandbox.embedded import Embedded
from grader.sandbox.hardening import Bounds
from grader.sandbox.imports import Imports
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from suites import load
from tests import back_ends, engines, patience
from tests.leaky_harness import leaky_harness
from tests.outcomes import allowed
from tests.redteam_files import OVERWRITING, RIGHT, marked, outcome, spying
from tests.sandbox_runs import running

SMALL = SuiteSelection(
    "small", tuple(load()[slug] for slug in ("a_plus_a", "diamond", "product_of_sum", "tanh"))
)
POINTS = sum(suite.points for suite in SMALL.suites)
LIMITS = Limits(step_cpu=2.0, step_wall=2.0, total=10.0)
"""To read all memory takes half a second of processor time where nothing else is done."""

SPIES = ("fresh_memory", "descriptors", "walk_memory")
_TRIES = 10
_ABOVE = "# Exercise 3: backpropagation on scalars.\n" * 10 + "import numpy\n"
_TOLD = re.compile(r"(\d+) bytes, (\d+) marks of another file, (\d+) of its own")


class Victim(NamedTuple):
    """A file that is graded before a spy."""

    text: Callable[[str], str]
    """By its mark. It mentions numpy, as its spies do, so that they are graded in the same place."""
    becomes: set[str]
    """The problems that its report may name; none if it is right."""
    suffix: str = ".py"


def _broken(mark: str) -> str:
    return f"{marked(mark, 100)}import numpy\ndef {mark.replace('-', '_')}(:\n"


def _notebook(mark: str) -> str:
    lines = f"import numpy\n{marked(mark, 60)}{RIGHT}print('{mark}{60:05d}')\n".splitlines(keepends=True)
    cell: dict[str, object] = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        "source": lines,
    }
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def _with_class(value: str, after: str) -> Callable[[str], str]:
    def text(mark: str) -> str:
        return f"import numpy\n{marked(mark, 100)}{value}\nprint('{mark}{100:05d}')\n{after}\n"

    return text


VICTIMS = {
    "syntax error": Victim(_broken, {"syntax"}),
    "no class": Victim(lambda mark: f"import numpy\n{marked(mark, 100)}", {"no-class"}),
    "84 KB": Victim(lambda mark: f"import numpy\n{marked(mark, 3_000)}", {"no-class"}),
    "165 KB": Victim(lambda mark: f"import numpy\n{marked(mark, 6_000)}", {"no-class"}),
    "notebook": Victim(_notebook, set(), ".ipynb"),
    "failing, with its diagnosis": Victim(_with_class(OVERWRITING, ""), set()),
    "memory": Victim(_with_class(RIGHT, "x = []\nwhile True: x.append(bytearray(1 << 16))"), {"memory"}),
    "hanging": Victim(_with_class(RIGHT, "while True: pass"), {"time"}),
}


def new_mark() -> str:
    """Nothing else has it."""
    return f"sentinel-{secrets.token_hex(5)}-"


def be_graded(victim: Victim, mark: str, sandbox: Sandbox) -> None:
    """Grade a victim, in whose name its mark is too; it becomes what it is said to. And load it again."""
    source = Source(f"{mark}99999{victim.suffix}", victim.text(mark).encode())
    report = grade(source, SMALL, sandbox, seed=1)
    named = {graph.problem.kind for suite in report.suites for graph in suite.graphs if graph.problem}
    named |= {problem.kind for problem in (report.problem, report.error) if problem}
    assert named <= allowed(victim.becomes)
    assert bool(named) == bool(victim.becomes)
    _load(source, sandbox)


def _load(source: Source, sandbox: Sandbox) -> None:
    """Without a job, which would be written over what is left of the source where it was passed on."""
    with running(sandbox, source) as run:
        _ = run.loaded


def spied(names: Sequence[str], mark: str, sandbox: Sandbox) -> list[tuple[int, int, int]]:
    """How many bytes each spy looked at, and how many marks of the victim, and of its own, it found there."""
    report = grade(Source("spy.py", spying(names, mark).encode()), SMALL, sandbox)
    told = [tuple(map(int, numbers)) for numbers in _TOLD.findall(report.printed)]
    assert len(told) == len(names), (report.problem, report.error)
    assert "GOT THROUGH" not in report.printed
    assert mark not in to_json(report)
    assert report.score.earned == 0
    return [(looked, found, own) for looked, found, own in told]


def stolen(sandbox: Sandbox) -> Report:
    """The report on a thief, after a right class with a syntax error behind it, as a student leaves it."""
    half = Source("half.py", f"{_ABOVE}{RIGHT}\ndef unfinished(:\n".encode())
    grade(half, SMALL, sandbox)
    _load(half, sandbox)
    return grade(Source("thief.py", spying(["thief"], new_mark()).encode()), SMALL, sandbox, diagnose=False)


@pytest.fixture(scope="module", params=back_ends.NAMES)
def reused(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Each back-end, serving one file after the other; containers are used again."""
    with back_ends.serving(request.param, patience.limits(LIMITS)) as made:
        yield made


@pytest.fixture(scope="module")
def leaky(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """One supervisor for all submissions, which forks each child from its own memory; nobody tests for it."""
    with _leaking(tmp_path_factory.mktemp("leaky")) as made:
        yield made


@contextmanager
def _leaking(folder: Path) -> Iterator[Embedded]:
    harness = leaky_harness(folder)
    with closing(Embedded(patience.limits(LIMITS))) as made:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(embedded, "_HARNESS", harness)
            _ = made._zygote(Imports.NUMPY)
        yield made


# --- Spies ----------------------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("kind", VICTIMS)
def test_nothing_of_a_file_is_found_by_the_next(kind: str, reused: Sandbox) -> None:
    mark = new_mark()
    be_graded(VICTIMS[kind], mark, reused)
    for spy, (looked, found, own) in zip(SPIES, spied(SPIES, mark, reused), strict=True):
        assert found == 0, spy
        said = outcome("spies", spy)
        assert looked >= said.get("looks_at", 0)
        assert own >= said.get("sees", 0), "it sees what is there"


@pytest.mark.parametrize("kind", ["syntax error", "84 KB"])
def test_a_container_of_its_own_holds_nothing_either(kind: str, engine: ContainerEngine) -> None:
    mark, bounds = new_mark(), Bounds(submission=patience.limits(LIMITS))
    with closing(Contained(engines.connected(), engines.image_id(engine), bounds)) as containers:
        be_graded(VICTIMS[kind], mark, containers)
        assert [found for _, found, _ in spied(SPIES, mark, containers)] == [0, 0, 0]


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize(
    ("kind", "at_least"),
    [("syntax error", 90), ("no class", 90), ("84 KB", 1), ("165 KB", 1), ("notebook", 1), ("memory", 1)],
)
def test_the_same_spy_finds_a_file_in_the_memory_it_was_forked_from(
    kind: str, at_least: int, leaky: Embedded
) -> None:
    mark = new_mark()
    be_graded(VICTIMS[kind], mark, leaky)
    ((_, found, _),) = spied(["walk_memory"], mark, leaky)
    assert found >= at_least


def test_fresh_memory_is_memory_that_another_file_was_in(leaky: Embedded) -> None:
    assert any(_is_found_in_fresh_memory(leaky) for _ in range(_TRIES))


def _is_found_in_fresh_memory(leaky: Embedded) -> bool:
    """On a busy machine others can be given the memory first."""
    mark = new_mark()
    be_graded(VICTIMS["84 KB"], mark, leaky)
    ((_, found, _),) = spied(["fresh_memory"], mark, leaky)
    return found > 0


# --- The thief ------------------------------------------------------------------------------------------


def test_a_thief_gets_nothing(reused: Sandbox) -> None:
    report = stolen(reused)
    assert report.printed == "thief: got nothing\n"
    assert report.problem is not None
    assert report.problem.kind == "no-class"
    assert (report.score.earned, report.score.possible) == (0, POINTS)


def test_the_same_thief_earns_points_with_what_it_was_forked_from(tmp_path: Path) -> None:
    with _leaking(tmp_path) as leaky:  # nobody else's class is in its memory
        report = stolen(leaky)
    assert report.printed == "thief: got a class\n"
    assert report.score.earned == POINTS
