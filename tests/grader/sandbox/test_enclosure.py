"""What a submission finds around itself: nothing. And nothing is left when either side dies."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from grader.assignment import SuiteSelection
from grader.errors import HarnessProtocolError, MachineTooBusy, SelfTestFailed
from grader.grade import grade
from grader.sandbox import embedded
from grader.sandbox.embedded import Embedded
from grader.sandbox.imports import Imports
from grader.sandbox.level import Level
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Source
from suites import load
from tests import patience
from tests.corpus_files import member

ROOT = Path(__file__).resolve().parents[3]
SMALL = SuiteSelection("small", tuple(load()[slug] for slug in ("a_plus_a", "diamond")))
HONEST = member("closures_set/base").submission


def printed(sandbox: Embedded, code: str) -> list[str]:
    """The lines that a piece of code prints in the sandbox."""
    with sandbox.open(Source("probe.py", code.encode()), needs_backward=True) as run:
        loaded = run.loaded
        assert loaded.error is None
        return run.printed.splitlines()


def assert_grades(sandbox: Embedded) -> None:
    score = grade(HONEST, SMALL, sandbox).score
    assert score.earned == score.possible > 0


@pytest.fixture
def own() -> Iterator[Embedded]:
    """A sandbox to be broken."""
    with closing(Embedded()) as made:
        yield made


# --- Inside -----------------------------------------------------------------------------------------------


def test_the_environment_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKGRADE_SENTINEL", "sentinel-7d1f")
    everything = """
import ctypes, gc, os
print(dict(os.environ), os.getenv("BACKGRADE_SENTINEL"))
libc = ctypes.CDLL(None)
libc.getenv.restype = ctypes.c_char_p
print(libc.getenv(b"BACKGRADE_SENTINEL"), bool(ctypes.c_void_p.in_dll(libc, "environ").value)
      and ctypes.POINTER(ctypes.c_char_p).in_dll(libc, "environ")[0])
"""
    with closing(Embedded()) as made:
        assert printed(made, everything)[0] == "{} None"
        assert "sentinel" not in "".join(printed(made, everything))


def test_the_interpreter_has_no_path_and_no_site(sandbox: Embedded) -> None:
    lines = printed(
        sandbox,
        "import sys; flags = sys.flags\n"
        "print(sys.path, flags.safe_path, flags.no_user_site, flags.no_site, sys.dont_write_bytecode)",
    )
    assert lines == ["[] True 1 1 True"]


def test_only_the_five_descriptors_of_the_harness_are_open_and_all_are_pipes() -> None:
    code = """
import errno, os
found = []
for fd in range(2000):
    try:
        os.lseek(fd, 0, os.SEEK_CUR)
        found.append("file")
    except OSError as error:
        if error.errno != errno.EBADF:
            found.append(errno.errorcode[error.errno])
print(found)
"""
    with Path(__file__).open() as ours, closing(Embedded()) as made:
        os.set_inheritable(ours.fileno(), True)  # noqa: FBT003 - the parameter has no name
        assert printed(made, code) == [str(["ESPIPE"] * 5)]


def test_it_does_not_run_as_root(sandbox: Embedded) -> None:
    code = "import os; print(0 in (os.getuid(), os.geteuid(), os.getgid(), os.getegid()))"
    assert printed(sandbox, code) == ["False"]


def statuses_of_children(sandbox: Embedded) -> list[dict[str, str]]:
    """What the kernel says of children, from outside; those forked ahead may still be locking themselves."""
    waiting = Source("probe.py", b"print('here')")
    with sandbox.open(waiting, needs_backward=True) as run:
        _ = run.loaded
        zygote, statuses = sandbox._zygotes[Imports.USUAL].process.pid, list[dict[str, str]]()

        def are_locked() -> bool:
            statuses[:] = [status(pid) for pid in descendants(zygote) if not children(pid)]
            return all(each.get("NoNewPrivs") == "1" for each in statuses)

        patience.until(are_locked)
        return statuses


def status(pid: int) -> dict[str, str]:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    return {name: rest.strip() for name, _, rest in (line.partition(":") for line in lines)}


def test_the_kernel_confirms_that_it_has_neither_root_nor_capabilities(sandbox: Embedded) -> None:
    locked = statuses_of_children(sandbox)
    assert locked
    for each in locked:
        assert "0" not in each["Uid"].split()
        assert "0" not in each["Gid"].split()
        assert not each["Groups"] or os.geteuid() != 0
        assert {int(each[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {0}
        assert each["NoNewPrivs"] == "1"
        assert each["Threads"] == "1"


def test_there_is_no_proc_and_no_folder(sandbox: Embedded) -> None:
    code = """
import os
for action in (
    lambda: open("/proc/self/environ"), lambda: os.listdir("/"), lambda: os.listdir("."), os.getcwd,
    lambda: os.stat("/"), lambda: os.stat("/proc"), lambda: os.readlink("/proc/self/exe"),
    lambda: os.open("/", os.O_RDONLY), lambda: os.access("/", os.F_OK) or 1 / 0, lambda: os.scandir("/proc"),
    lambda: open(__file__) if "__file__" in globals() else open("/etc/hostname"),
    lambda: os.chdir("/"), lambda: os.mkdir("x"), lambda: open("x", "w"),
):
    try:
        print("FOUND", action())
    except (OSError, ZeroDivisionError) as error:
        print(type(error).__name__)
print(any(map(os.path.exists, ("/", "/proc", "/etc/passwd", "/tmp", "/dev/null"))))
"""
    lines = printed(sandbox, code)
    assert set(lines[:-1]) == {"PermissionError", "ZeroDivisionError"}
    assert lines[-1] == "False"


def test_even_the_zygote_has_an_empty_read_only_root(sandbox: Embedded) -> None:
    if sandbox.level is not Level.ENCLOSED:
        pytest.skip("no namespaces here")
    inner = children(sandbox._zygote(Imports.USUAL).process.pid)
    assert len(inner) == 1
    root = Path(f"/proc/{inner[0]}/root")
    assert list(root.iterdir()) == []
    assert os.statvfs(root).f_flag & os.ST_RDONLY
    for name in ("net", "pid", "mnt", "ipc", "uts"):
        assert Path(f"/proc/{inner[0]}/ns/{name}").readlink() != Path(f"/proc/self/ns/{name}").readlink()
    assert Path(f"/proc/{inner[0]}/environ").read_bytes() == b"PYTHONHASHSEED=0\0"


def test_nothing_is_left_for_the_next_submission(sandbox: Embedded) -> None:
    leave = """
import builtins, gc, json, math, sys
for module in list(sys.modules.values()):
    if module is not None:
        try:
            module.left = "over"
        except Exception:
            pass
builtins.left, sys.left, math.pi = "over", "over", 3
"""
    look = """
import builtins, json, math, sys
print(any(hasattr(module, "left") for module in [*sys.modules.values(), builtins]), math.pi == 3)
"""
    printed(sandbox, leave)
    assert printed(sandbox, look) == ["False False"]


# --- When something dies ----------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def descendants(pid: int) -> list[int]:
    return [each for child in children(pid) for each in (child, *descendants(child))]


def assert_gone(pids: list[int]) -> None:
    patience.until(lambda: all(status(pid).get("State", "Z")[0] == "Z" for pid in pids))


WORKER = """
import sys, time
from grader.sandbox.plays import Source
from grader.sandbox.embedded import Embedded
sandbox = Embedded()
with sandbox.open(Source("x.py", sys.argv[1].encode()), needs_backward=True) as run:
    print("ready", flush=True)
    _ = run.loaded
    print("loaded", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize(
    "code",
    [
        "x = 1",
        "while True: pass",
        "import time; time.sleep(60)",
        "while True: print('x' * 50)",
        "import numpy\nwhile True: pass",
    ],
    ids=["idle", "busy", "asleep", "printing", "numpy"],
)
def test_nothing_outlives_a_worker_that_is_killed(code: str) -> None:
    program = [sys.executable, "-c", WORKER, code]
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"ready\n"
        if code == "x = 1":
            assert worker.stdout.readline() == b"loaded\n"
        family = descendants(worker.pid)
        assert len(family) >= 2
        worker.kill()
        worker.wait()
        assert_gone(family)


def test_closing_ends_every_process(own: Embedded) -> None:
    assert_grades(own)
    grade(Source("np.py", b"import numpy\n" + HONEST.content), SMALL, own)
    family = [pid for z in own._zygotes.values() for pid in (z.process.pid, *descendants(z.process.pid))]
    assert len(family) >= 4
    own.close()
    assert_gone(family)


@pytest.mark.parametrize("which", ["outer", "inner"])
def test_a_zygote_that_is_killed_at_work_is_a_failure_of_ours_and_the_next_one_works(
    which: str, own: Embedded
) -> None:
    busy = Source("busy.py", b"import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()\n")
    outer = own._zygote(busy.imports).process.pid
    if which == "inner" and own.level is not Level.ENCLOSED:
        pytest.skip("there is one process only")
    victim = outer if which == "outer" else children(outer)[0]
    with pytest.raises(HarnessProtocolError), own.open(busy, needs_backward=True) as run:  # noqa: PT012
        family = [outer, *descendants(outer)]
        os.kill(victim, signal.SIGKILL)
        _ = run.loaded
    assert_gone(family)
    assert_grades(own)


def test_a_zygote_that_died_in_between_is_replaced_without_a_word(own: Embedded) -> None:
    assert_grades(own)
    zygote = own._zygote(Imports.USUAL).process.pid
    os.kill(zygote, signal.SIGKILL)
    os.waitid(os.P_PID, zygote, os.WEXITED | os.WNOWAIT)
    assert_grades(own)


def test_a_zygote_that_does_not_answer_is_a_failure_of_ours() -> None:
    with closing(Embedded(Limits(silence=1.0))) as own:
        zygote = own._zygote(Imports.USUAL).process.pid
        for pid in (zygote, *descendants(zygote)):  # before there is work that one could have done by now
            with suppress(ProcessLookupError):  # those of the self-test are just ending
                os.kill(pid, signal.SIGSTOP)
        with pytest.raises(MachineTooBusy), own.open(HONEST, needs_backward=True) as run:
            _ = run.loaded
        assert_grades(own)


def test_a_failure_in_the_caller_does_not_spoil_the_next_run(own: Embedded) -> None:
    with pytest.raises(ZeroDivisionError), own.open(HONEST, needs_backward=True):
        _ = 1 / 0
    assert_grades(own)


def test_a_sandbox_can_be_used_again_after_it_was_closed_and_proves_itself_again(
    own: Embedded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_grades(own)
    own.close()
    assert_grades(own)
    own.close()
    shutil.copytree(ROOT / "grader" / "harness", tmp_path / "harness")
    lock = tmp_path / "harness" / "lock" / "lock.py"
    lock.write_text(lock.read_text().replace("(resource.RLIMIT_AS, memory),", ""))
    monkeypatch.setattr(embedded, "_HARNESS", tmp_path / "harness")
    with pytest.raises(SelfTestFailed, match="memory-limit"):
        grade(HONEST, SMALL, own)


def test_an_unlocked_sandbox_grades_too() -> None:
    with closing(Embedded(locked=False)) as unlocked:
        assert_grades(unlocked)
        assert unlocked.level is Level.TRUSTED
