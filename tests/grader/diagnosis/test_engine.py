"""Wrong classes of the corpus are told their fault and its line; no diagnosis ever changes a point."""

from collections.abc import Mapping

import pytest

from grader.assignment import assignment
from grader.diagnosis.engine import DiagnosisEngine
from grader.finding import Certainty, Diagnosis, Finding
from grader.grade import grade
from grader.records import replace, to_data
from grader.report import Report
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from suites import PRIMITIVES
from tests.corpus_files import Member, member, wrong
from tests.graded import ReportCache
from tests.redteam_files import OVERWRITING

FULL = assignment("full")

ACCEPTED: Mapping[str, str] = {
    "edge_lists/slope_of_tanh_measured": "tanh_rule",  # one rule of many is measured
    "kahn_order/consumers_counted_when_built": "creation_order",  # waits for consumers of other graphs
    "kahn_order/uses_never_counted_up": "visited_missing",  # every node is released again and again
    "numpy_arrays/add_rule_with_sign": "wrong_sign",  # the sign of the data is no rule of a product
    "numpy_arrays/dtype_of_the_argument": "raises",  # numpy refuses to add a float to an integer
    "path_recursion/first_path_only": "no_topological_order",
    "path_recursion/mul_has_the_rule_of_add": "gradient_is_data",  # a second fault, in `+`
    "path_recursion/recursion_without_argument": "no_topological_order",
}
"""Members for which another name is as true as the one in the corpus."""

BY_ADDRESS = frozenset({"functional/seen_is_a_default_argument"})
"""Members that keep the `id` of nodes which are gone: what they compute depends on addresses."""


def each(members: list[Member]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("found", members, ids=lambda one: one.id)


def without_diagnosis(report: Report) -> dict[str, object]:
    """Return the other fields, so that a difference is told by its field."""
    return to_data(replace(report, diagnosis=None))


def findings(report: Report) -> tuple[Finding, ...]:
    assert report.diagnosis is not None
    return report.diagnosis.findings


SEEN = [one for one in wrong() if one.fails]


@pytest.mark.sampled(one_in=12)
@each(SEEN)
def test_a_wrong_class_is_told_its_fault(found: Member, graded: ReportCache) -> None:
    report = graded.report(found.submission, FULL)
    named = {one.fault for one in findings(report)}
    assert named & {found.fault, ACCEPTED.get(found.id, found.fault)}


@pytest.mark.sampled(one_in=12)
@each([one for one in SEEN if one.id not in BY_ADDRESS])
def test_without_a_diagnosis_the_report_is_the_same(found: Member, graded: ReportCache) -> None:
    report = graded.report(found.submission, FULL)
    anew = graded.anew(found.submission, FULL, diagnose=False)
    assert anew.diagnosis is None
    assert without_diagnosis(anew) == without_diagnosis(report)


@pytest.mark.sampled(one_in=12)
@each(SEEN)
def test_a_fault_of_one_operation_is_shown_on_a_graph_that_has_it(found: Member, graded: ReportCache) -> None:
    for finding in findings(graded.report(found.submission, FULL)):
        if finding.where.operation in PRIMITIVES and finding.explained:
            used = [node.op for node in finding.explained.nodes if node.op]
            made_of = {part for op in used for part in (op, *PRIMITIVES[op].made_of)}
            assert finding.where.operation in made_of


HALF_DONE = """
class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0
        self.children = []

    def __add__(self, other):
        out = Value(self.data + other.data)
        out.children = [self, other]
        def backward():
            self.grad = self.grad + 1
            other.grad = other.grad + 1
        out.step = backward
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data)
        # TODO
        return out

    def backward(self):
        self.step()
        # TODO: go through the children
"""


def test_an_operation_that_records_its_operands_is_not_said_to_leave_them_out(graded: ReportCache) -> None:
    """The numbers fit both; that the pass goes one step, and where, can be read in the source."""
    _raised, finding = findings(graded.report(Source("half.py", HALF_DONE.encode()), FULL))
    told = {finding.fault, *(other.fault for other in finding.alternatives)}

    assert finding.fault == "one_level"
    assert "detached_result" not in told
    assert "products_by_hand" not in finding.explains


@pytest.mark.sampled(one_in=24)
@each(SEEN)
def test_a_diagnosis_that_crashes_changes_nothing_else(
    found: Member, graded: ReportCache, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = graded.report(found.submission, FULL)
    monkeypatch.setattr(DiagnosisEngine, "diagnose", _crash)
    crashed = grade(found.submission, FULL, sandbox)
    assert without_diagnosis(crashed) == without_diagnosis(report)
    assert crashed.diagnosis == Diagnosis(status="failed") or not findings(report)


def test_the_log_of_a_crash_does_not_have_the_name_of_the_file(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(DiagnosisEngine, "diagnose", _crash)
    crashed = grade(Source("adas-own-value.py", OVERWRITING.encode()), FULL, sandbox)
    assert crashed.diagnosis == Diagnosis(status="failed")
    assert "diagnosis" in caplog.text
    assert "adas-own-value" not in caplog.text


def _crash(_: DiagnosisEngine) -> Diagnosis:
    raise RuntimeError("the engine stops")


@pytest.mark.parametrize(
    "identity",
    [
        "closures_set/overwrite_everywhere",
        "local_gradients/upstream_forgotten",
        "functional/neg_forgets_its_input",
    ],
)
def test_a_proven_cause_says_what_was_edited_and_shows_the_smallest_graph(
    identity: str, graded: ReportCache
) -> None:
    (finding,) = findings(graded.report(member(identity).submission, FULL))
    assert finding.certainty is Certainty.PROVEN
    assert finding.evidence.repaired > 0
    assert finding.repair
    assert finding.repair[0].was != finding.repair[0].now
    assert finding.explained is not None
    assert len(finding.explained.nodes) <= 5


def test_a_whole_new_order_proves_the_place_and_not_the_name(graded: ReportCache) -> None:
    (finding,) = findings(graded.report(member("local_gradients/recursive_without_order").submission, FULL))
    assert finding.certainty is Certainty.LIKELY
    assert finding.fault == "no_topological_order"
    assert {one.fault for one in finding.alternatives} == {"visited_missing"}
    assert finding.evidence.repaired > 0
    assert finding.repair


def test_an_edit_without_a_name_has_its_place_and_the_name_of_its_example(graded: ReportCache) -> None:
    """Its example says that the sign is wrong: "unknown" cannot stand above that sentence."""
    (finding,) = findings(graded.report(member("numpy_arrays/add_rule_with_sign").submission, FULL))
    assert (finding.fault, finding.certainty) == ("wrong_sign", Certainty.LIKELY)
    assert finding.where.operation == "+"
    assert finding.where.line is not None


def test_the_same_slip_in_every_operation_is_told_once(graded: ReportCache) -> None:
    (finding,) = findings(graded.report(member("closures_set/overwrite_everywhere").submission, FULL))
    assert finding.everywhere
    assert finding.explained is not None
    assert "d = c * a" in finding.explained.graph.splitlines()


def test_two_faults_are_both_told_and_proven(graded: ReportCache) -> None:
    both = findings(graded.report(member("dataclass_nodes/add_and_mul_rules_swapped").submission, FULL))
    assert {one.fault for one in both} == {"product_rule_in_sum", "sum_rule_in_product"}
    assert {one.certainty for one in both} == {Certainty.PROVEN}


def test_what_nobody_foresaw_is_unknown(sandbox: Sandbox) -> None:
    source = member("closures_set/base").source.replace(
        b"self.grad += 1.0 * out.grad", b"self.grad += 1.01 * out.grad"
    )
    odd = source.replace(
        b"other.grad += 1.0 * out.grad", b"other.grad += out.grad if out.grad < 2 else out.grad / 3"
    )
    assert odd != source
    told = findings(grade(Source("odd.py", odd), FULL, sandbox))
    assert all(one.certainty is not Certainty.PROVEN or one.repair for one in told)
