"""A submission is told that nobody traces it, so that it does the same whether it is watched or not."""

import pytest

from grader.assignment import assignment
from grader.gradients import Method
from grader.sandbox.plays import Source
from tests import redteam_files
from tests.corpus_files import member
from tests.graded import ReportCache

_RIGHT = member("closures_set/base").source.decode()
_ASKS = """
import sys
_asked = Value.backward

def _backward(self):
    assert sys.{name}() is None
    _asked(self)

Value.backward = _backward
"""


@pytest.mark.parametrize("name", ["gettrace", "getprofile"])
def test_who_asks_for_a_tracer_finds_none_and_loses_nothing(name: str, graded: ReportCache) -> None:
    text = _RIGHT + _ASKS.format(name=name)
    report = graded.report(Source("value.py", text.encode()), assignment("core"), diagnose=False)

    assert report.passed
    assert report.gradients.is_proven_backpropagation


@pytest.mark.parametrize("stage", ["core", "whole-graph"])
def test_rules_for_a_tracer_alone_are_not_run(stage: str, graded: ReportCache) -> None:
    cheat = Source("value.py", redteam_files.cheating("rules_when_traced").encode())
    gradients = graded.report(cheat, assignment(stage), diagnose=False).gradients

    assert gradients.method is Method.NUMERICAL
    assert gradients.is_proven_otherwise
