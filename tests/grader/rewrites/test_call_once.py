"""A rule that is called twice in one pass is called once."""

import pytest

from grader.assignment import assignment
from grader.finding import Certainty
from grader.grade import grade
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from tests.corpus_files import FOLDER

RIGHT = (FOLDER / "closures_set" / "value.py").read_text(encoding="utf-8")
_CALL = "            node._backward()\n"
_LOOP = "        for node in reversed(topo):\n"


@pytest.mark.parametrize(
    ("old", "new", "line_has"),
    [
        (_CALL, 2 * _CALL, "node._backward()"),
        (_LOOP + _CALL, 2 * (_LOOP + _CALL), "for node in reversed(topo):"),
        (_LOOP + _CALL, "        self._backward()\n" + _LOOP + _CALL, "self._backward()"),
    ],
    ids=["twice", "two loops", "the output's before"],
)
def test_a_second_call_is_named_with_its_line(old: str, new: str, line_has: str, sandbox: Sandbox) -> None:
    assert RIGHT.count(old) == 1
    wrong = RIGHT.replace(old, new)
    report = grade(Source("value.py", wrong.encode()), assignment("whole-graph"), sandbox)
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    assert (finding.fault, finding.certainty) == ("visited_missing", Certainty.PROVEN)
    assert finding.where.line is not None
    assert wrong.split("\n")[finding.where.line - 1].strip() == line_has
