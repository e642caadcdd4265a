"""Rules run from the output to the inputs."""

import pytest

from grader.assignment import assignment
from grader.finding import Certainty
from grader.grade import grade
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.grader.repair.loading import survey_of
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    "identity",
    [
        "global_tape/tape_played_forwards",
        "numpy_arrays/order_not_reversed",
        "edge_lists/minus_forgotten_in_the_heap",
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("reverse", "", found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("style", "old", "new"),
    [
        ("closures_slots", "nodo = orden.pop()", "nodo = orden.pop(0)"),
        ("closures_slots", "orden.append(nodo)", "orden.insert(0, nodo)"),
        ("dataclass_nodes", "for node in reversed(order):", "for node in order:"),
        ("operation_objects", "in reversed(self._ops_in_order()):", "in self._ops_in_order():"),
        ("closures_set", "for node in reversed(topo):", "for node in reversed(topo[::-1]):"),
    ],
)
def test_it_turns_other_orders(style: str, old: str, new: str, sandbox: Sandbox) -> None:
    found = broken(style, old, new, "product_of_sum")

    assert ("reverse", "", line(found, new)) in repairs(found, sandbox)


_BY_OBJECTS = """
class AddRule:
    def __init__(self, *operands):
        self.operands = operands

    def __call__(self, upstream):
        for operand in self.operands:
            operand.grad += upstream


class MulRule(AddRule):
    def __call__(self, upstream):
        a, b = self.operands
        a.grad += b.data * upstream
        b.grad += a.data * upstream


class Value:
    def __init__(self, data, rule=None):
        self.data, self.grad, self.rule = data, 0.0, rule

    def __add__(self, other):
        return Value(self.data + other.data, AddRule(self, other))

    def __mul__(self, other):
        return Value(self.data * other.data, MulRule(self, other))

    def backward(self):
        ordered = []

        def walk(node):
            if node not in ordered:
                for operand in node.rule.operands if node.rule else ():
                    walk(operand)
                ordered.append(node)

        walk(self)
        self.grad = 1.0
        for node in ordered:
            if node.rule is not None:
                node.rule(node.grad)
"""


def test_rules_that_are_objects_run_from_the_output(sandbox: Sandbox) -> None:
    report = grade(Source("objects.py", _BY_OBJECTS.encode()), assignment("core"), sandbox)

    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    line = _BY_OBJECTS[: _BY_OBJECTS.index("for node in ordered:")].count("\n") + 1
    assert (finding.fault, finding.certainty, finding.where.line) == ("forward_order", Certainty.PROVEN, line)


_BY_NAME = """
class Value:
    def __init__(self, data, inputs=(), op="leaf"):
        self.data, self.grad, self.inputs, self.op = data, 0.0, inputs, op

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), "sum")

    def __neg__(self):
        return Value(-self.data, (self,), "negation")

    def of_leaf(self):
        pass

    def of_sum(self):
        for node in self.inputs:
            node.grad += self.grad

    def of_negation(self):
        self.inputs[0].grad -= self.grad

    def order(self):
        return [node for each in self.inputs for node in each.order()] + [self]

    def backward(self):
        self.grad = 1.0
        for node in self.order():
            {rule}


RULES = {{"leaf": Value.of_leaf, "sum": Value.of_sum, "negation": Value.of_negation}}
"""


@pytest.mark.parametrize("rule", ["getattr(node, 'of_' + node.op)()", "RULES[node.op](node)"])
def test_it_turns_a_pass_whose_rules_are_looked_up(rule: str) -> None:
    survey = survey_of(_BY_NAME.format(rule=rule))
    offered = [number for number, offer in enumerate(survey.offers) if offer.rewrite == "reverse"]
    assert [shown["now"].split("\n")[0] for shown in survey.shown(offered)] == [
        "for node in reversed(list(self.order())):"
    ]
