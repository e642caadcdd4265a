"""The self-test is worth something: each property is found broken when the lock lacks just that."""

import json
import os
import platform
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grader.errors import SandboxUnavailable, SelfTestFailed
from grader.harness.lock import calls, seccomp, selftest
from grader.harness.processes import remains
from grader.sandbox import embedded
from grader.sandbox.embedded import Embedded
from grader.sandbox.level import Level
from grader.sandbox.limits import Limits
from tests import patience

PATIENT = Limits(step_cpu=3.0, step_wall=6.0, total=20.0)
"""Without a limit, all memory is asked for, which takes a while: what is not proven has to be said."""
HARNESS = Path(seccomp.__file__).parents[1]
NUMBERS = calls.NUMBERS[platform.machine()]
BY_FILTER = set(selftest.PROPERTIES) - {"memory-limit", "environment"}

# A lock that is weaker in one respect: the file, a piece of it, what stands there instead, and the
# properties that then do not hold.
WEAKENED: dict[str, tuple[str, str, str, set[str]]] = {
    "no filter": ("lock/lock.py", "seccomp.install(self.program)", "pass", BY_FILTER),
    "root kept": ("lock/lock.py", "_leave_root()\n        _limit", "_limit", {"privileges"}),
    "no memory limit": ("lock/lock.py", "(resource.RLIMIT_AS, memory),", "", {"memory-limit"}),
    "a descriptor more": (
        "lock/lock.py",
        "_close_all_but(keep)",
        "_close_all_but(keep); os.dup(0)",
        {"descriptors"},
    ),
    "nothing closed": ("lock/lock.py", "_close_all_but(keep)", "pass", {"descriptors"}),
    "environment left": (
        "processes/zygote.py",
        "os.environ.clear()",
        "os.environ['LEFT'] = '1'",
        {"environment"},
    ),
    "one supervisor for all": (
        "processes/supervisor.py",
        "how = Supervisor(settings, prepared, host, self_test, turn).serve()",
        """lock.Lock.forbid_processes = Turn.hand_over = lambda _: None
        while (how := Supervisor(settings, prepared, host, self_test, turn).serve()) == SERVED: pass""",
        {"earlier-submissions"},
    ),
    "a spy that sees nothing": (
        "processes/memory_search.py",
        "known = _blocks_in_use(buffers)\n",
        "return [0] * len(seconds)\n",
        {"earlier-submissions"},
    ),
    "sockets allowed": (
        "lock/seccomp.py",
        "in table.allowed.values():",
        f"in (*table.allowed.values(), {NUMBERS['socket']}):",
        {"network", "descriptors"},
    ),
}

OF_EARLIER = ["one supervisor for all", "a spy that sees nothing"]
"""The weaknesses that may show otherwise in a zygote for a single file, which forks later."""

CALLS = {
    "files": {"openat", "newfstatat", "statx", "getdents64", "readlinkat", "mkdirat"},
    "network": {"socket", "socketpair"},
    "processes": {"execve", "execveat", "clone", "clone3"},
    "other-processes": {"kill", "tgkill", "pidfd_open", "ptrace", "process_vm_readv"},
    "hidden-memory": {"memfd_create", "shmget", "mq_open", "pipe2"},
    "executable-memory": {"mmap"},
    "privileges": {"unshare", "setns", "prctl", "mount", "chroot", "setuid"},
    "limits": {"prlimit64", "seccomp"},
    "kernel-surface": {
        "bpf", "io_uring_setup", "keyctl", "userfaultfd", "perf_event_open", "inotify_init1",
    },
}  # fmt: skip

WITH_ONE_MORE_CALL = """
import json, os, platform, sys
sys.path.insert(0, sys.argv[1])
from harness.lock import calls, landlock, lock, namespaces, seccomp, selftest

namespaces.unshare()
if inside := os.fork():
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(inside, 0)[1]))
namespaces.empty_root()
os.environ.clear()
machine = platform.machine()
table, results = seccomp.TABLES[machine], {}
for name, number in [("nothing", -1), *calls.NUMBERS[machine].items()]:
    more = {} if name == "nothing" else {name: number}
    without = {"mprotect": table.without_exec["mprotect"]} if name == "mmap" else table.without_exec
    seccomp.TABLES[machine] = table._replace(allowed={**table.allowed, **more}, without_exec=without)
    results[name] = selftest.run(lock.prepare(memory=256 << 20, cpu=30))
sys.stdout.write(json.dumps(results))
"""


def weakened_harness(folder: Path, file: str, old: str, new: str) -> Path:
    copy = folder / "harness"
    shutil.copytree(HARNESS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    text = (copy / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file} no longer says {old!r}: weaken it in another way"
    (copy / file).write_text(text.replace(old, new), encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    ("weakness", "serves_many"),
    [*((weakness, True) for weakness in WEAKENED), *((each, False) for each in OF_EARLIER)],
)
def test_a_weaker_lock_is_found_and_refused(
    weakness: str, *, serves_many: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sandbox: Embedded
) -> None:
    file, old, new, broken = WEAKENED[weakness]
    if weakness == "root kept" and os.geteuid() != 0:
        pytest.skip("there is no root to keep")
    if weakness == "no filter" and sandbox.level is not Level.ENCLOSED:
        pytest.skip("the attempts would start a real shell")
    monkeypatch.setattr(embedded, "_HARNESS", weakened_harness(tmp_path, file, old, new))
    limits = patience.limits(PATIENT)
    with (
        closing(Embedded(limits, serves_many=serves_many)) as weak,
        pytest.raises(SelfTestFailed) as failure,
    ):
        _ = weak.level
    named = str(failure.value).removeprefix("the sandbox is not safe here: ").removesuffix(" not proven")
    assert set(named.split(", ")) == broken


def test_a_slow_machine_proves_as_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that takes long says in between where it is: that is not yet its answer."""
    start = "    modules = [*sys.modules.values()]\n"
    slow = "    clock = sys.modules['time'].monotonic\n    end = clock() + 1\n    while clock() < end: pass\n"
    harness = weakened_harness(tmp_path, "processes/memory_search.py", start, slow + start)
    monkeypatch.setattr(embedded, "_HARNESS", harness)
    with closing(Embedded(Limits(step_cpu=0.2, step_wall=3.0))) as made:
        assert made.level


@pytest.fixture(scope="module")
def with_one_more_call(sandbox: Embedded) -> dict[str, dict[str, bool]]:
    """The self-test's results for filters that allow a call too many."""
    if sandbox.level is not Level.ENCLOSED:
        pytest.skip("the attempts would start a real shell")
    program = [sys.executable, "-I", "-S", "-B", "-c", WITH_ONE_MORE_CALL, str(HARNESS.parent)]
    done = subprocess.run(program, env={}, capture_output=True, text=True, check=True, timeout=600)
    results: dict[str, dict[str, bool]] = json.loads(done.stdout)
    return results


def test_the_whole_lock_holds(with_one_more_call: dict[str, dict[str, bool]]) -> None:
    assert with_one_more_call["nothing"] == dict.fromkeys(selftest.PROPERTIES, True)


@pytest.mark.parametrize("call", sorted(set().union(*CALLS.values())))
def test_a_call_too_many_is_found(call: str, with_one_more_call: dict[str, dict[str, bool]]) -> None:
    broken = {name for name, held in with_one_more_call[call].items() if not held}
    expected = {name for name, calls in CALLS.items() if call in calls}
    assert broken - {"descriptors"} == expected  # several of them also leave a descriptor open


def test_every_call_that_is_tried_belongs_to_a_property() -> None:
    assert set().union(*CALLS.values()) == set(NUMBERS) - {"fstat"}


def test_without_a_lock_nothing_is_said_to_hold() -> None:
    assert selftest.run(None) == dict.fromkeys(selftest.PROPERTIES, False)


def test_an_unlocked_sandbox_says_so() -> None:
    with closing(Embedded(locked=False)) as unlocked:
        assert unlocked.level is Level.TRUSTED
        assert set(unlocked.prove().values()) == {False}


def test_the_sandbox_proves_every_property_when_asked(sandbox: Embedded) -> None:
    assert sandbox.prove() == dict.fromkeys([*selftest.PROPERTIES, *remains.PROPERTIES], True)


def test_a_sandbox_for_a_single_file_proves_as_much_and_can_be_asked_again() -> None:
    with closing(Embedded(serves_many=False)) as single:
        assert single.level
        for _ in range(2):
            assert single.prove() == dict.fromkeys([*selftest.PROPERTIES, *remains.PROPERTIES], True)


@pytest.mark.parametrize(
    "lost",
    ["os._exit(0)", "return {}", "raise SystemExit(1)", "os.write(1, b'no message')", "os.write(1, b'R')"],
)
def test_a_zygote_without_a_self_test_is_refused(
    lost: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit = ("lock/selftest.py", "    if prepared is None:", f"    {lost}\n    if prepared is None:")
    monkeypatch.setattr(embedded, "_HARNESS", weakened_harness(tmp_path, *edit))
    with closing(Embedded()) as broken, pytest.raises((SandboxUnavailable, SelfTestFailed)):
        _ = broken.level
