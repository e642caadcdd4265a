"""Names a cause that shows in how the class obtains its gradients, and in no edit and no number alone."""

from grader.diagnosis.arbiter import UNKNOWN
from grader.faults import FaultSign, first, signed
from grader.finding import Certainty, Diagnosis, Explained
from grader.gradients import Gradients, Method
from grader.records import replace

_SIGNS = {
    Method.FORWARD_MODE: FaultSign.OWN_RULE_IGNORED,
    Method.NUMERICAL: FaultSign.NEARLY_RIGHT,
    Method.BY_HEART: FaultSign.ONLY_TEXTBOOK_RIGHT,
}


def named_by_method(diagnosis: Diagnosis, gradients: Gradients) -> Diagnosis:
    """Return the diagnosis; where only results lack gradients, the cause is the method, if that is proven.

    Such a finding is unknown, or told by that symptom.
    """
    if not gradients.is_proven_otherwise:
        return diagnosis
    fault, of_symptom = first(_SIGNS[gradients.method]), (UNKNOWN, *signed(FaultSign.MIDDLE_MISSING))
    found = tuple(
        replace(each, fault=fault, certainty=Certainty.LIKELY)
        if each.fault in of_symptom and _is_right_in_inputs(each.explained)
        else each
        for each in diagnosis.findings
    )
    return replace(diagnosis, findings=found)


def _is_right_in_inputs(explained: Explained | None) -> bool:
    """Whether the graph of an example is right but for the gradients of what operations made."""
    if explained is None:
        return False
    return not any(node.wrong_data or (node.op is None and node.wrong_gradient) for node in explained.nodes)
