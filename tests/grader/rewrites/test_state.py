"""Every object and every call starts afresh."""

from dataclasses import replace

import pytest

from grader.assignment import assignment
from grader.finding import Certainty
from grader.grade import grade
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "detail"),
    [
        ("dataclass_nodes/order_shared_by_all_calls", "default"),
        ("functional/seen_is_a_default_argument", "default"),
        ("operation_objects/context_kept_on_the_class", "class"),
        ("path_recursion/parents_of_the_class", "class"),
        ("closures_set/visited_of_the_module", "call"),
        ("closures_set/order_of_the_class", "call"),
        ("closures_tuple/seen_of_the_class", "call"),
        ("edge_lists/waiting_of_the_class", "call"),
        ("functional/seen_in_a_closure", "call"),
        ("local_gradients/visited_of_a_helper", "call"),
        ("method_dispatch/visited_of_the_function", "call"),
        ("numpy_arrays/visited_by_default", "default"),
        ("closures_slots/marca_que_nadie_quita", "mark"),
        ("operation_objects/operation_done_once", "mark"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("fresh-state", detail, found.line) in repairs(found, sandbox)


def test_what_the_module_keeps_is_emptied(sandbox: Sandbox) -> None:
    start = "    seen, order = set(), []\n\n    def walk(node):\n"
    found = broken("functional", start, "    order = []\n\n    def walk(node):\n", "training_loop")
    definition = "def topological(root):"
    source = found.source.decode().replace(definition, f"seen = set()\n\n\n{definition}")
    shared = replace(found, source=source.encode())

    assert ("fresh-state", "call", line(shared, "seen = set()")) in repairs(shared, sandbox)


_WAITS_FOR_USERS = """
class Tensor:
    made = 0

    def __init__(self, data, creators=(), op=""):
        Tensor.made += 1
        self.data, self.grad, self.creators, self.op = data, None, creators, op
        self.id, self.users = Tensor.made, {}
        for c in creators:
{COUNT}

    def backward(self, grad=1.0, origin=None):
        if origin is not None:
            self.users[origin.id] -= 1
        self.grad = grad if self.grad is None else self.grad + grad
        if origin is not None and any(self.users.values()):
            return
        if self.op == "+":
            for creator in self.creators:
                creator.backward(self.grad, self)
        if self.op == "*":
            a, b = self.creators
            a.backward(self.grad * b.data, self)
            b.backward(self.grad * a.data, self)

    def __add__(self, other):
        return Tensor(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        return Tensor(self.data * other.data, (self, other), "*")
"""


_BY_GET = "            c.users[self.id] = c.users.get(self.id, 0) + 1"
_BY_TEST = """\
            if self.id in c.users:
                c.users[self.id] += 1
            else:
                c.users[self.id] = 1"""


@pytest.mark.parametrize("count", [_BY_GET, _BY_TEST])
def test_users_that_a_table_of_each_node_counts_are_counted_in_the_pass(count: str, sandbox: Sandbox) -> None:
    text = _WAITS_FOR_USERS.replace("{COUNT}", count)
    report = grade(Source("waits.py", text.encode()), assignment("full"), sandbox)

    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    assert (finding.fault, finding.certainty) == ("shared_state", Certainty.PROVEN)
    assert text.splitlines()[(finding.where.line or 0) - 1] == count.splitlines()[0]
