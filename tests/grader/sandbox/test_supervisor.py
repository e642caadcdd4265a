"""Who forks has read nothing, and who has read forks no more: the kernel keeps it so."""

import os
import shutil
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

from grader.assignment import SuiteSelection
from grader.errors import HarnessProtocolError, SelfTestFailed
from grader.grade import grade
from grader.sandbox import embedded
from grader.sandbox.embedded import Embedded
from grader.sandbox.imports import Imports
from grader.sandbox.plays import Source
from suites import load
from tests.patience import until
from tests.redteam_files import RIGHT
from tests.world.processes import children

SMALL = SuiteSelection("small", (load()["a_plus_a"],))
SOURCE = Source("right.py", RIGHT.encode())

OPENED = "        payload = self.read(length)\n        self.child, self.waiting"
FORKED = "        self.waiting: Child | None = Child(prepared)\n"


def with_edit(folder: Path, old: str, new: str) -> Path:
    """A copy of the harness whose supervisor does something else."""
    harness = folder / "harness"
    shutil.copytree(embedded._HARNESS, harness, ignore=shutil.ignore_patterns("__pycache__"))
    text = (harness / "processes" / "supervisor.py").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (harness / "processes" / "supervisor.py").write_text(text.replace(old, new), encoding="utf-8")
    return harness


@pytest.mark.parametrize("attempt", ["os.fork()", "os.posix_spawn('/bin/true', ['true'], {})", "Child(None)"])
@pytest.mark.parametrize("place", ["before its child reads", "afterwards"])
def test_no_process_forks_after_it_has_read(
    attempt: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that tries is refused and ends, its child with it: a failure of ours, which the self-test sees."""
    if place == "afterwards":
        old = '        """Pass a job on; its clocks start now."""\n'
    else:
        old = OPENED.partition("\n")[0] + "\n"
    monkeypatch.setattr(embedded, "_HARNESS", with_edit(tmp_path, old, f"{old}        {attempt}\n"))
    with closing(Embedded()) as made, pytest.raises((HarnessProtocolError, SelfTestFailed)):
        grade(SOURCE, SMALL, made)


def test_before_it_has_read_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attempts above fail for no other reason."""
    twice = f"{FORKED}        Child(prepared).kill()\n"
    monkeypatch.setattr(embedded, "_HARNESS", with_edit(tmp_path, FORKED, twice))
    with closing(Embedded()) as made:
        assert grade(SOURCE, SMALL, made).passed


def test_each_submission_has_a_supervisor_and_a_child_of_its_own(sandbox: Embedded) -> None:
    seen: list[list[int]] = [[]]
    for _ in range(2):
        with sandbox.open(SOURCE, needs_backward=True) as run:
            assert run.loaded.problem is None
            seen.append(_family(sandbox._zygotes[Imports.USUAL].process.pid, gone=seen[-1]))
    _, first, second = seen
    assert len(first) == len(second)
    assert first[:-2] == second[:-2], "the zygote lives on"
    assert not set(first[-2:]) & set(second[-2:])


def test_the_zygote_has_read_no_byte(sandbox: Embedded) -> None:
    """By the kernel's own count, from one submission to the next."""
    grade(SOURCE, SMALL, sandbox)
    zygote = _family(sandbox._zygotes[Imports.USUAL].process.pid)[-3]
    before = _bytes_read(zygote)
    grade(SOURCE, SMALL, sandbox)
    grade(Source("large.py", RIGHT.encode() + b"# x\n" * 20_000), SMALL, sandbox)
    assert _bytes_read(zygote) == before


def _family(outer: int, *, gone: Sequence[int] = ()) -> list[int]:
    """The processes of a sandbox, from parent to child: of two supervisors the one whose turn it is.

    The child of the submission before may go away while it is looked at, and the next may not be locked yet.
    """
    families: list[list[int]] = []

    def is_locked() -> bool:
        with suppress(FileNotFoundError, ProcessLookupError):
            families.append(_living(outer))
            return families[-1][-1] not in gone and _status(families[-1][-1], "Seccomp") == "2"
        return False

    until(is_locked)
    return families[-1]


def _living(outer: int) -> list[int]:
    """Of several, the longest: a supervisor whose child is gone is on its way out."""
    below = (_living(pid) for pid in children(outer) if _status(pid, "State")[0] != "Z")
    return [outer, *max(below, key=len, default=[])]


def _status(pid: int, name: str) -> str:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith(name)).split()[1]


def _bytes_read(pid: int) -> str:
    if os.geteuid() != 0:
        pytest.skip("only root is told what another process has read")
    lines = Path(f"/proc/{pid}/task/{pid}/io").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("rchar"))
