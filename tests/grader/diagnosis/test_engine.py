"""Wrong classes of the corpus are told their fault and its line; no diagnosis ever changes a point."""

from collections.abc import Mapping

import pytest

from grader import grade as grading
from grader.assignment import assignment
from grader.diagnosis.engine import Engine
from grader.finding import Certainty, Diagnosis, Finding
from grader.grade import grade
from grader.report import Report
from grader.sandbox.base import Sandbox
from tests.corpus_files import Member, member, wrong

FULL = assignment("full")

ACCEPTED: Mapping[str, frozenset[str]] = {}
"""Members for which another name is as true as the one in the corpus."""

UNNAMED: frozenset[str] = frozenset()
"""Members for which nothing better than *unknown* is said so far."""


def each(members: list[Member]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("found", members, ids=lambda one: one.id)


def without_diagnosis(report: Report) -> Report:
    return report.model_copy(update={"diagnosis": None})


def findings(report: Report) -> tuple[Finding, ...]:
    assert report.diagnosis is not None
    return report.diagnosis.findings


@each([one for one in wrong() if one.fails])
def test_a_wrong_class_is_told_its_fault_and_loses_no_point_by_it(
    found: Member, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = grade(found.submission, FULL, sandbox)
    named = {one.fault for one in findings(report)}
    if found.id in UNNAMED:
        assert named <= {"unknown"}
    else:
        assert named & ({found.fault} | ACCEPTED.get(found.id, frozenset()))

    assert grade(found.submission, FULL, sandbox, diagnose=False) == without_diagnosis(report)
    monkeypatch.setattr(Engine, "diagnose", _crash)
    crashed = grade(found.submission, FULL, sandbox)
    assert without_diagnosis(crashed) == without_diagnosis(report)
    assert crashed.diagnosis == Diagnosis(status="failed") or not findings(report)


def _crash(_: Engine) -> Diagnosis:
    raise RuntimeError("the engine stops")
