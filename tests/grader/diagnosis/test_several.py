"""Files with several causes: each is told with what fails for it alone, and with nothing of the others."""

import tomllib
from typing import Any

import pytest

from grader.assignment import assignment
from grader.finding import Certainty, Finding
from grader.grade import grade
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from tests.corpus_files import FOLDER, member
from tests.graded import ReportCache

FULL = assignment("full")
FILES = FOLDER / "several"
TABLES: dict[str, list[dict[str, Any]]] = tomllib.loads((FILES / "several.toml").read_text(encoding="utf-8"))

ON_EACH_FILE = pytest.mark.parametrize("name", TABLES)
ON_EACH_CAUSE = pytest.mark.parametrize(
    ("name", "cause"),
    [
        pytest.param(name, cause, id="-".join([name, cause["fault"], *cause.get("operations", [])]))
        for name, causes in TABLES.items()
        for cause in causes
    ],
)


def findings(name: str, graded: ReportCache) -> tuple[Finding, ...]:
    """What is found in one of the files."""
    diagnosis = graded.report(Source(name, (FILES / name).read_bytes()), FULL).diagnosis
    assert diagnosis is not None
    return diagnosis.findings


def finding(name: str, cause: dict[str, Any], graded: ReportCache) -> Finding:
    at = cause.get("operations", [None])[0]
    (found,) = [
        one for one in findings(name, graded) if (one.fault, one.where.operation) == (cause["fault"], at)
    ]
    return found


def test_every_file_has_its_causes_written_down() -> None:
    assert {path.name for path in FILES.glob("*.py")} == set(TABLES)


@pytest.mark.sampled(one_in=3)
@ON_EACH_FILE
def test_every_cause_is_named_once(name: str, graded: ReportCache) -> None:
    assert [one.fault for one in findings(name, graded)] == [cause["fault"] for cause in TABLES[name]]


@pytest.mark.sampled(one_in=12)
@ON_EACH_CAUSE
def test_a_slip_in_several_operations_is_one_cause(
    name: str, cause: dict[str, Any], graded: ReportCache
) -> None:
    found = finding(name, cause, graded)
    assert found.everywhere is cause.get("everywhere", False)
    operations = [found.where.operation, *(where.operation for where in found.also)]
    assert operations == cause.get("operations", [None])


@pytest.mark.sampled(one_in=12)
@ON_EACH_CAUSE
def test_a_cause_explains_what_fails_for_it_alone(
    name: str, cause: dict[str, Any], graded: ReportCache
) -> None:
    explained = set(finding(name, cause, graded).explains)
    assert explained >= set(cause["explains"])
    assert not explained & set(cause.get("leaves", []))


@pytest.mark.sampled(one_in=12)
@ON_EACH_CAUSE
def test_a_cause_is_shown_by_what_fails_for_it_alone(
    name: str, cause: dict[str, Any], graded: ReportCache
) -> None:
    found = finding(name, cause, graded)
    assert (found.explained is None) is cause.get("only_raises", False)
    assert found.explained is None or found.explained.others_repaired is cause.get("apart", False)
    raised = found.evidence.raised
    assert (raised and raised.message) == cause.get("raised")


def test_what_is_left_for_another_cause_makes_no_name_less_sure(graded: ReportCache) -> None:
    """Division has no rule there, and no edit could write one: the other causes are as sure as without it."""
    sure = {one.fault: one.certainty for one in findings("rules_on_operands.py", graded)}
    assert sure == {
        "rule_on_wrong_node": Certainty.PROVEN,
        "rule_missing": Certainty.LIKELY,
        "wrong_sign": Certainty.PROVEN,
    }


def test_of_two_faults_each_is_shown_by_a_graph_of_its_own(sandbox: Sandbox) -> None:
    """Closures that overwrite cannot be seen where no closure is ever run, and the reverse."""
    base = member("closures_set/overwrite_everywhere").source
    never_run = base.replace(b"topo.append(v)", b"pass")
    assert never_run != base
    report = grade(Source("two.py", never_run), FULL, sandbox)
    assert report.diagnosis is not None
    told = {each.fault: each for each in report.diagnosis.findings}
    assert set(told) == {"traversal_missing", "overwritten_gradient"}
    shown = told["traversal_missing"].explained

    assert shown is not None
    assert "# 0, should be " in shown.graph
