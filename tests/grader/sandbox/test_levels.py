"""What a sandbox is made of is said honestly, and it grades on each level, for root and for others."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.errors import SandboxUnavailable, SelfTestFailed
from grader.sandbox import embedded
from grader.sandbox.embedded import Embedded
from tests.corpus_files import member

ROOT = Path(__file__).resolve().parents[3]
NOBODY = 65534

GRADE_UNDER_A_FILTER = """
import json, os, platform, sys
from grader.harness.lock import seccomp
from grader.harness.lock.calls import NUMBERS

numbers = {**NUMBERS[platform.machine()], "landlock_create_ruleset": 444}
program = [seccomp._instruction(seccomp._LOAD, seccomp._NUMBER_AT)]
for name in sys.argv[1].split(","):
    if name == "writing":  # openat(..., O_WRONLY): maps of a user namespace cannot be written
        program += [
            seccomp._instruction(seccomp._JUMP_EQUAL, numbers["openat"], if_false=5),
            seccomp._instruction(seccomp._LOAD, seccomp._ARGUMENTS_AT + 2 * 8),
            seccomp._instruction(seccomp._JUMP_ANY_BIT, os.O_RDWR, if_true=2),
            seccomp._instruction(seccomp._JUMP_ANY_BIT, os.O_WRONLY, if_false=1),
            seccomp._instruction(seccomp._RETURN, seccomp._ERRNO | 13),
            seccomp._instruction(seccomp._LOAD, seccomp._NUMBER_AT),
        ]
    elif name:
        program += [
            seccomp._instruction(seccomp._JUMP_EQUAL, numbers[name], if_false=1),
            seccomp._instruction(seccomp._RETURN, seccomp._ERRNO | 1),
        ]
program.append(seccomp._instruction(seccomp._RETURN, seccomp._ALLOW))
seccomp.install(b"".join(program))

from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.plays import Source
from grader.sandbox.embedded import Embedded

sandbox = Embedded()
with open(sys.argv[2], "rb") as file:
    source = Source("value.py", file.read())
reports = [grade(source, assignment("core"), sandbox) for _ in range(3)]
told = {
    "level": sandbox.level,
    "uid": os.getuid(),
    "proven": sandbox.prove(),
    "points": [(report.score.earned, report.score.possible) for report in reports],
}
sandbox.close()
sys.stdout.write(json.dumps(told))
"""


def grade_under_a_filter(
    refused: str, file: Path, *, python: str = sys.executable, path: Path = ROOT, user: int | None = None
) -> dict[str, Any]:
    packages = Path(msgspec.__file__).parent.parent
    done = subprocess.run(
        [python, "-B", "-c", GRADE_UNDER_A_FILTER, refused, str(file)],
        env={"PYTHONPATH": f"{path}:{packages}"}, cwd="/", capture_output=True, text=True, check=False,
        user=user, group=user, extra_groups=None if user is None else [], timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def assert_safe_and_right(told: dict[str, Any]) -> None:
    assert set(told["proven"].values()) == {True}
    assert all(earned == possible > 0 for earned, possible in told["points"])


@pytest.fixture(scope="module")
def readable() -> Iterator[Path]:
    """A folder that everybody can read, with the code and a right class."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for package in ("grader", "suites"):
            shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "value.py").write_bytes(member("closures_set/base").source)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        yield folder


@pytest.mark.parametrize(
    ("refused", "level"),
    [
        ("", "E3"),
        ("unshare", "E2"),
        ("mount", "E2"),
        ("unshare,landlock_create_ruleset", "E1"),
        ("landlock_create_ruleset", "E1"),
    ],
)
def test_the_level_is_what_the_machine_allows(
    refused: str, level: str, readable: Path, sandbox: Embedded
) -> None:
    if sandbox.level != "E3":
        pytest.skip("here the machine itself refuses a part")
    told = grade_under_a_filter(refused, readable / "value.py")
    assert told["level"] == level
    assert_safe_and_right(told)


@pytest.fixture(scope="module")
def as_ordinary_user(readable: Path) -> dict[str, Any]:
    """How to run Python as somebody who is not root: arguments of `grade_under_a_filter`."""
    if os.geteuid() != 0:
        return {}
    packages = Path(msgspec.__file__).parent.parent
    for python in (os.path.realpath(sys.executable), f"/usr/bin/python3.{sys.version_info.minor}"):
        try:
            done = subprocess.run(
                [python, "-B", "-c", "import grader.grade, msgspec"],
                env={"PYTHONPATH": f"{readable}:{packages}"}, cwd="/", check=False, capture_output=True,
                user=NOBODY, group=NOBODY, extra_groups=[],
            )  # fmt: skip
        except OSError:
            continue
        if done.returncode == 0:
            return {"python": python, "path": readable, "user": NOBODY}
    pytest.skip("no Python of this version that another user could run with our packages")


@pytest.mark.parametrize("refused", ["", "unshare", "mount", "writing", "unshare,landlock_create_ruleset"])
def test_an_ordinary_user_grades_too(refused: str, readable: Path, as_ordinary_user: dict[str, Any]) -> None:
    told = grade_under_a_filter(refused, readable / "value.py", **as_ordinary_user)
    assert told["uid"] != 0
    assert told["level"] in ({"E1", "E2", "E3"} if not refused else {"E1", "E2"})
    assert_safe_and_right(told)


@pytest.mark.parametrize("system", ["darwin", "win32", "freebsd14"])
def test_there_is_no_sandbox_but_on_linux(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    with closing(Embedded()) as made, pytest.raises(SandboxUnavailable):
        _ = made.level


def test_a_kernel_without_filters_has_no_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = tmp_path / "harness"
    shutil.copytree(ROOT / "grader" / "harness", harness)
    text = (harness / "lock" / "seccomp.py").read_text(encoding="utf-8")
    (harness / "lock" / "seccomp.py").write_text(
        text.replace("_MODE_FILTER = 22, 38, 2", "_MODE_FILTER = 22, 38, 9")
    )
    monkeypatch.setattr(embedded, "_HARNESS", harness)
    with closing(Embedded()) as made, pytest.raises((SandboxUnavailable, SelfTestFailed)):
        _ = made.level


def test_an_unknown_architecture_has_no_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = tmp_path / "harness"
    shutil.copytree(ROOT / "grader" / "harness", harness)
    text = (harness / "lock" / "machine.py").read_text(encoding="utf-8")
    (harness / "lock" / "machine.py").write_text(text.replace("os.uname().machine", '"riscv64"'))
    monkeypatch.setattr(embedded, "_HARNESS", harness)
    with closing(Embedded()) as made, pytest.raises(SandboxUnavailable):
        _ = made.level
