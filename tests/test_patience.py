"""Limits in tests are those of an idle machine, or longer; what does not happen is not waited for."""

import os
from pathlib import Path

import pytest

from grader.errors import MachineTooBusy
from grader.sandbox.limits import Limits
from tests import patience


def test_nothing_is_shorter_than_on_an_idle_machine() -> None:
    assert patience.scaled(3.0) >= 3.0
    longer, usual = patience.limits(Limits()), Limits()
    assert longer.step_cpu >= usual.step_cpu
    assert longer.step_wall >= usual.step_wall
    assert longer.total >= usual.total
    assert (longer.memory, longer.cpu, longer.printed) == (usual.memory, usual.cpu, usual.printed)


def test_it_grows_with_those_that_share_the_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(patience, "slowness", lambda: 1.5)
    for said, times in (
        ("0.10 0 0 1/9 1", 1),
        ("6.00 0 0 1/9 1", 3),
        ("0.10 0 0 8/9 1", 4),
        ("900 0 0 1/9 1", 20),
    ):
        monkeypatch.setattr(Path, "read_text", lambda *_, said=said, **__: said)
        assert patience.crowd() == times
        assert patience.scaled(2.0) == min(2.0 * 1.5 * times, 40.0)


def test_an_event_is_waited_for_and_not_for_ever() -> None:
    looks = iter([False, False, True])
    patience.until(lambda: next(looks))

    with pytest.raises(AssertionError):
        patience.until(lambda: False, seconds=0.01)


def test_what_the_machine_was_too_busy_for_is_tried_again_and_not_for_ever() -> None:
    busy = [MachineTooBusy(), MachineTooBusy()]

    def work() -> str:
        if busy:
            raise busy.pop()
        return "graded"

    assert patience.attempted(work) == "graded"
    busy += [MachineTooBusy() for _ in range(3)]
    with pytest.raises(MachineTooBusy):
        patience.attempted(work)
