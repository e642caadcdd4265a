"""The output's gradient starts at one, every other one at zero."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.parametrize(
    ("identity", "definition"),
    [
        ("closures_set/output_not_seeded", "def backward("),
        ("edge_lists/seed_left_out", "def backward("),
        ("local_gradients/seed_left_to_the_caller", "def backward("),
    ],
)
def test_a_missing_seed_is_put_in(identity: str, definition: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("seed", "", line(found, definition)) in repairs(found, sandbox)


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("dataclass_nodes/seeded_with_the_result", "seed-one", ""),
        ("method_dispatch/seed_is_the_output_value", "seed-one", ""),
        ("explicit_stack/every_node_seeded", "seed-once", "loop"),
        ("kahn_order/each_released_node_seeded", "seed-once", "loop"),
        ("closures_slots/gradiente_inicial_uno", "initial-zero", ""),
        ("edge_lists/every_grad_starts_at_one", "initial-zero", ""),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)


def test_a_late_seed_is_moved(sandbox: Sandbox) -> None:
    found = broken(
        "closures_set",
        "        self.grad = 1.0\n        for node in reversed(topo):\n            node._backward()\n",
        "        for node in reversed(topo):\n            node._backward()\n        self.grad = 1.0\n",
        "linear_chain",
    )

    assert ("seed", "late", line(found, "        self.grad = 1.0")) in repairs(found, sandbox)


def test_a_seed_that_is_added_is_set(sandbox: Sandbox) -> None:
    found = broken(
        "method_dispatch", "        self.grad = 1.0\n", "        self.grad += 1.0\n", "linear_chain"
    )

    assert ("seed-set", "", line(found, "self.grad += 1.0")) in repairs(found, sandbox)


def test_a_seed_in_the_recursion_is_put_before_it(sandbox: Sandbox) -> None:
    found = member("path_recursion/recursion_without_argument")

    assert ("topological", "recursive", found.line) in repairs(found, sandbox)


def test_a_constant_that_gradients_start_at_is_not_the_data(sandbox: Sandbox) -> None:
    found = broken(
        "closures_set", "        self.grad = 0.0\n", "        self.grad = math.nan\n", "linear_chain"
    )

    assert ("initial-zero", "constant", line(found, "self.grad = math.nan")) in repairs(found, sandbox)
