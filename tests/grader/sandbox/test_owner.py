"""A container whose owner is gone is known as such, and no other."""

import json
import os
import subprocess
import sys
import time

import pytest

from grader.sandbox import owner
from grader.sandbox.owner import EXPIRES, OWNER, Owner
from tests.patience import until

LABELS_OF_ANOTHER = "import json; from grader.sandbox.owner import Owner; print(json.dumps(Owner().labels()))"


def labels_of_a_process_that_ended() -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", LABELS_OF_ANOTHER], capture_output=True, text=True, check=True
    )
    labels: dict[str, str] = json.loads(done.stdout)
    return labels


def test_ones_own_containers_are_no_orphans() -> None:
    me = Owner()
    assert not me.is_orphan("box", me.labels(), {"box"})


def test_ones_own_container_that_one_does_not_know_of_is_one() -> None:
    me = Owner()
    assert me.is_orphan("box", me.labels(), {"other"})


def test_another_pool_of_the_same_process_is_left_alone() -> None:
    assert not Owner().is_orphan("box", Owner().labels(), set())


def test_a_living_process_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = Owner().labels()
    monkeypatch.setattr(os, "getpid", os.getppid)
    assert not Owner().is_orphan("box", theirs, set())


def test_a_process_that_ended_leaves_orphans() -> None:
    assert Owner().is_orphan("box", labels_of_a_process_that_ended(), set())


def test_a_new_process_with_an_old_number_is_not_taken_for_the_owner() -> None:
    theirs = Owner().labels()
    place, _, rest = theirs[OWNER].rpartition("/")
    pid, started, token = rest.split("-")
    earlier = {**theirs, OWNER: f"{place}/{pid}-{int(started) - 1}-{token}"}
    assert Owner().is_orphan("box", earlier, set())


def test_a_zombie_owns_nothing() -> None:
    child = subprocess.Popen([sys.executable, "-c", LABELS_OF_ANOTHER], stdout=subprocess.PIPE)
    assert child.stdout is not None
    labels = json.loads(child.stdout.readline())
    child.stdout.close()
    until(lambda: not owner._started(child.pid))
    assert Owner().is_orphan("box", labels, set())
    child.wait()


def test_a_process_elsewhere_cannot_be_seen_and_has_until_its_time_is_over() -> None:
    elsewhere = {**Owner().labels(), OWNER: "another-boot/pid:[1]/1-1-aa"}
    assert not Owner().is_orphan("box", elsewhere, set())
    assert Owner().is_orphan("box", {**elsewhere, EXPIRES: str(int(time.time()) - 1)}, set())


@pytest.mark.parametrize("expires", ["", "never", "-1", "1e99"])
def test_what_has_no_time_is_nobodys(expires: str) -> None:
    assert Owner().is_orphan("box", {OWNER: "x/y/1-1-aa", EXPIRES: expires}, set())
