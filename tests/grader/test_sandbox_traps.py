"""What other sandboxes fell into, and we once did or might: each stays shut.

Where another test shows it already, that one is named.
"""

import shutil
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.report import Report
from grader.sandbox import embedded
from grader.sandbox.embedded import Embedded
from grader.sandbox.imports import Imports
from grader.sandbox.level import Level
from grader.sandbox.limits import MEBIBYTE, Limits
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from suites import load
from tests import back_ends
from tests.redteam_files import RIGHT

ROOT = Path(__file__).resolve().parents[2]
SMALL = SuiteSelection("small", tuple(load()[slug] for slug in ("a_plus_a", "diamond")))

SHOWN_ELSEWHERE = {
    "the environment is ours when the process starts, not cleared later, and no /proc tells of another's": (
        "tests/grader/sandbox/test_enclosure.py::test_the_environment_is_empty",
        "tests/grader/sandbox/test_enclosure.py::test_there_is_no_proc_and_no_folder",
    ),
    "the kernel's youngest doors are shut: odd families, io_uring, keyrings, page faults": (
        "tests/grader/sandbox/test_selftest.py::test_a_call_too_many_is_found",
    ),
    "user namespaces may be forbidden, and Landlock absent": (
        "tests/grader/sandbox/test_levels.py::test_the_level_is_what_the_machine_allows",
        "tests/grader/sandbox/test_levels.py::test_an_ordinary_user_grades_too",
        "tests/grader/test_redteam.py::test_the_filter_alone_keeps_every_escape_shut",
    ),
    "the filter looks at the architecture first, and kills the other numbering": (
        "tests/grader/sandbox/test_seccomp_filter.py::test_calls_of_another_architecture_kill",
        "tests/grader/sandbox/test_seccomp_filter.py::test_x32_calls_kill",
        "tests/grader/sandbox/test_seccomp_filter.py::test_a_call_by_another_door_dies_of_sigsys",
    ),
    "closing an empty range of descriptors closes them all": (
        "tests/grader/sandbox/test_enclosure.py::test_only_the_five_descriptors_of_the_harness_are_open_and_all_are_pipes",
    ),
}
"""Traps that have tests of their own."""


@pytest.fixture(scope="module", params=back_ends.NAMES)
def back_end(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with back_ends.serving(request.param) as made:
        yield made


def graded(code: str, sandbox: Sandbox) -> Report:
    report = grade(Source("trap.py", f"{code}\n{RIGHT}".encode()), SMALL, sandbox)
    assert report.passed, (report.problem, report.error)
    return report


def test_every_trap_that_is_shown_elsewhere_is() -> None:
    for tests in SHOWN_ELSEWHERE.values():
        for test in tests:
            path, _, name = test.partition("::")
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), test


# --- The environment ------------------------------------------------------------------------------------


@pytest.mark.parametrize("numpy", [False, True], ids=["plain", "numpy"])
def test_no_process_of_the_sandbox_was_ever_given_our_environment(
    numpy: bool,  # noqa: FBT001 - a parameter of the test
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The kernel shows what a process was started with, whatever it has cleared since."""
    monkeypatch.setenv("BACKGRADE_SENTINEL", "sentinel-91c3")
    with closing(Embedded()) as made:
        graded("import numpy" if numpy else "", made)
        outer = made._zygotes[Imports.NUMPY if numpy else Imports.USUAL].process.pid
        zygotes = [outer, *_children(outer)]
        given = [text for pid in zygotes if (text := _given(pid)) is not None]
    assert given
    names = {each.partition(b"=")[0] for text in given for each in text.split(b"\0") if each}
    assert names == {b"PYTHONHASHSEED"} | ({b"OPENBLAS_NUM_THREADS", b"OMP_NUM_THREADS"} if numpy else set())


# --- Root, whom limits do not bind ----------------------------------------------------------------------


def test_who_runs_a_submission_is_not_root_and_may_start_nothing(sandbox: Embedded) -> None:
    """A limit on processes is nothing to root, so root is left before it is set."""
    source = Source("waits.py", RIGHT.encode())
    with sandbox.open(source, needs_backward=True) as run:
        assert run.loaded.problem is None
        zygote = sandbox._zygotes[Imports.USUAL].process.pid
        running = [pid for each in _serving(zygote) for pid in _descendants(each)]
        for pid in running:
            assert "0" not in _status(pid)["Uid"].split()
            limits = Path(f"/proc/{pid}/limits").read_text(encoding="utf-8").splitlines()
            assert [line.split()[2:4] for line in limits if "processes" in line] == [["0", "0"]]
    assert running


def test_nothing_that_is_needed_is_opened_after_root_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interpreter and the harness may lie where nobody else can look."""
    harness = tmp_path / "harness"
    shutil.copytree(embedded._HARNESS, harness, ignore=shutil.ignore_patterns("__pycache__"))
    tmp_path.chmod(0o700)
    monkeypatch.setattr(embedded, "_HARNESS", harness)
    with closing(Embedded()) as made:
        graded("import decimal, statistics, unittest.mock, numpy", made)


# --- Memory ---------------------------------------------------------------------------------------------

HIDE = """
import ctypes, os, resource
libc = ctypes.CDLL(None, use_errno=True)
hidden = 0
for number in range(64):
    for make in (lambda: os.memfd_create(str(number)), lambda: os.open('/dev/shm/x', os.O_RDWR | os.O_CREAT),
                 lambda: os.open('/tmp', os.O_TMPFILE | os.O_RDWR), lambda: os.pipe()[1]):
        try:
            hidden += os.write(make(), bytes(1 << 20))
        except OSError:
            pass
    hidden += libc.shmget(0, 1 << 20, 0o1600) != -1
    hidden += libc.mq_open(b'/x', 0o102, 0o600, None) != -1
print(hidden, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)
"""


def test_memory_that_a_limit_does_not_see_cannot_be_had(back_end: Sandbox) -> None:
    """A limit of the address space counts neither files in memory nor shared segments."""
    hidden, resident = map(int, graded(HIDE, back_end).printed.split())
    assert hidden == 0
    assert resident < 100


@pytest.mark.parametrize(("numpy", "memory"), [(False, 64), (True, 132)], ids=["plain", "numpy"])
def test_the_memory_that_is_given_is_twice_what_is_needed(
    numpy: bool,  # noqa: FBT001 - a parameter of the test
    memory: int,
) -> None:
    """Another version of Python may reserve more: this fails before a class does."""
    assert memory * MEBIBYTE <= Limits().memory / 2
    with closing(Embedded(Limits(memory=memory * MEBIBYTE))) as made:
        graded("import numpy; numpy.ones(10).sum()" if numpy else "", made)


# --- Files ----------------------------------------------------------------------------------------------

ASK = """
import errno, os
def answer(path):
    try:
        return os.stat(path) and 'found'
    except OSError as error:
        return errno.errorcode[error.errno]
paths = ('/', '/etc/passwd', '/nowhere', '.', __file__, '/proc/1', '/dev/null')
print(*sorted({answer(path) for path in paths}))
"""


def test_a_file_that_is_there_answers_as_one_that_is_not(back_end: Sandbox) -> None:
    """Landlock never hides that a file exists; the filter must."""
    assert graded(ASK, back_end).printed == "EPERM\n"


# --- Signals --------------------------------------------------------------------------------------------


def test_the_kernel_ends_what_the_zygote_would_not() -> None:
    """The first process of a namespace ignores most signals, and a child may block them: not this one."""
    deaf = (
        f"{RIGHT}\nimport signal\ndef _endless(self):\n"
        "    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n"
        "    while True: pass\nValue.backward = _endless\n"
    )
    one = SuiteSelection("one", SMALL.suites[:1])
    with closing(Embedded(Limits(cpu=1, step_cpu=60, step_wall=60, total=5))) as made:
        report = grade(Source("deaf.py", deaf.encode()), one, made, diagnose=False)
        told = [graph.problem for suite in report.suites for graph in suite.graphs]
        graded("", made)
    assert ("crash", signal.SIGKILL) in {(each.kind, each.signal) for each in told if each}


def test_a_process_that_aborts_is_told_as_a_crash(back_end: Sandbox) -> None:
    """Where signals to oneself are refused, what ends it is another signal than the one it asked for."""
    text = f"{RIGHT}\nimport os\nValue.backward = lambda self: os.abort()\n"
    report = grade(Source("aborts.py", text.encode()), SMALL, back_end)
    assert {g.problem.kind for suite in report.suites for g in suite.graphs if g.problem} == {"crash"}
    graded("", back_end)


def test_a_level_is_never_said_to_be_more_than_it_is(sandbox: Embedded) -> None:
    ready = sandbox._zygote(Imports.USUAL).ready
    assert (sandbox.level is Level.ENCLOSED) == (ready.namespaces and ready.landlock > 0)


def _given(pid: int) -> bytes | None:
    """The environment a process was started with; None where it does not let itself be looked at."""
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except PermissionError:
        return None


def _children(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    except OSError:
        return []
    return [int(each) for each in text.split()]


def _descendants(pid: int) -> list[int]:
    return [each for child in _children(pid) for each in (child, *_descendants(child))]


def _serving(zygote: int) -> list[int]:
    """Return the supervisors that were given a submission: since then a filter forbids them to fork.

    Beside it another one waits, with a child that may not be forked or locked yet: neither has read anything.
    """
    return [pid for pid in _descendants(zygote) if _children(pid) and _status(pid).get("Seccomp") == "2"]


def _status(pid: int) -> dict[str, str]:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    return {name: rest.strip() for name, _, rest in (line.partition(":") for line in lines)}
