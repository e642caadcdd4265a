"""Pages that a child is going to write to are copied before a submission comes, and stay what they were."""

import os
import resource
from collections.abc import Callable

import pytest

from grader.harness.processes import pages


@pytest.fixture(scope="module", autouse=True)
def learned() -> None:
    pages.learn()


def _in_child(number: Callable[[], int]) -> int:
    """What a process that is forked for it says."""
    told_in, told_out = os.pipe()
    if (pid := os.fork()) == 0:
        try:
            os.write(told_out, str(number()).encode())
        finally:
            os._exit(0)
    os.close(told_out)
    with os.fdopen(told_in) as told:
        text = told.read()
    os.waitpid(pid, 0)
    return int(text)


def _faults_of_playing() -> int:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    pages._play()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def _faults_after_copying() -> int:
    pages.copy()
    return _faults_of_playing()


def test_playing_stops_for_few_pages_afterwards() -> None:
    assert _in_child(_faults_after_copying) * 3 < _in_child(_faults_of_playing)


def test_what_stands_in_memory_stays() -> None:
    marked = [bytearray(os.urandom(4096)) for _ in range(64)]
    copies = [bytes(each) for each in marked]

    def changed() -> int:
        pages.copy()
        return sum(each != copy for each, copy in zip(marked, copies, strict=True))

    assert _in_child(changed) == 0


def test_pages_that_are_gone_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = (pages._Piece * 2)(pages._Piece(4096, 1), pages._Piece(8192, 1))
    monkeypatch.setattr(pages, "_pieces", [nowhere, *pages._pieces])
    assert _in_child(_faults_after_copying) >= 0
