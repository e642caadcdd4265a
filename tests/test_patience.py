"""Limits in tests are those of an idle machine, or longer; what does not happen is not waited for."""

import math
import os
from pathlib import Path

import pytest

from grader.sandbox.clock import Clock
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
    monkeypatch.setattr(patience, "_stretches", [1.0])
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


def test_time_that_others_took_counts_to_a_bound_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "_stretches", [1.0])
    monkeypatch.setattr(patience, "scaled", lambda seconds: seconds)
    for own, passed, expected in ((1.0, 1.0, True), (1.0, 9.0, True), (3.0, 3.0, False), (1.0, 13.0, False)):
        times = {0: own, math.inf: passed}
        monkeypatch.setattr(Clock, "counted", lambda _, cpu, __, times=times: times[cpu])
        assert patience.in_time(Clock(), 2.0) is expected


def test_a_limit_that_was_stretched_is_judged_by_that_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "_stretches", [1.0])
    monkeypatch.setattr(patience, "crowd", lambda: 3.0)
    monkeypatch.setattr(patience, "slowness", lambda: 1.0)
    limit = patience.scaled(2.0)
    monkeypatch.setattr(patience, "crowd", lambda: 1.0)
    for passed, expected in ((limit, True), (limit + 1.0, False)):
        monkeypatch.setattr(Clock, "counted", lambda _, __, ___, passed=passed: passed)
        assert patience.in_time(Clock(), 2.1) is expected
