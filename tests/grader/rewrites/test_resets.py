"""Gradients and data stay while they are needed; `zero_grad()` clears gradients."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "detail"),
    [
        ("closures_set/add_cleans_its_operands", ""),
        ("dataclass_nodes/node_cleared_before_it_is_used", ""),
        ("kahn_order/free_the_gradients", ""),
        ("kahn_order/free_the_middle_gradients", ""),
        ("numpy_arrays/mul_clears_its_operands", ""),
        ("global_tape/results_cleared_after_use", "moved"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("no-reset", detail, found.line) in repairs(found, sandbox)


def test_data_is_kept(sandbox: Sandbox) -> None:
    rule, step = "            v._apply_rule()\n", "            v.data -= 0.1 * v.grad\n"
    found = broken("method_dispatch", rule, rule + step, "linear_chain")

    assert ("data-kept", "", line(found, step.strip())) in repairs(found, sandbox)


@pytest.mark.parametrize(
    "instead",
    [
        "self.data = 0.0", "self.grad = None", "grad = 0.0", "self.grad == 0.0", "self.grad += 0.0",
        "self.gradient = 0.0", "self.grad = -self.grad", "self.grad - self.grad", "return 0.0", "pass",
    ],
)  # fmt: skip
def test_clearing_clears_the_gradient_in_place_of_what_does_not(instead: str, sandbox: Sandbox) -> None:
    found = broken(
        "operation_objects",
        "    def zero_grad(self):\n        self.grad = 0.0\n",
        f"    def zero_grad(self):\n        {instead}\n",
        "zero_grad",
    )

    at = line(found, "    def zero_grad(self):") + 1
    assert ("zero-grad", "", at) in repairs(found, sandbox)
