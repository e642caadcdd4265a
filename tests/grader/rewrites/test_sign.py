"""A local gradient with the other sign, by its operator or by a minus."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("closures_tuple/sub_adds_for_both", "negate", ""),
        ("local_gradients/neg_with_plus_one", "negate", ""),
        ("method_dispatch/sub_adds_to_both", "negate", ""),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("style", "old", "new", "suite"),
    [
        (
            "functional",
            "- b.data, (a, b), lambda g: (g, -g)",
            "- b.data, (a, b), lambda g: (g, g)",
            "subtraction",
        ),
        (
            "functional",
            "+ b.data, (a, b), lambda g: (g, g)",
            "+ b.data, (a, b), lambda g: (g, -g)",
            "five_nodes",
        ),
        ("operation_objects", "-g * x / (y * y)", "g * x / (y * y)", "division"),
        ("numpy_arrays", "self.grad + out.grad / self.data", "self.grad - out.grad / self.data", "log"),
        ("closures_slots", "self.grad += e * g", "self.grad += -(e * g)", "exp"),
    ],
)
def test_it_puts_a_minus_in_or_takes_it_out(
    style: str, old: str, new: str, suite: str, sandbox: Sandbox
) -> None:
    found = broken(style, old, new, suite)

    assert ("negate", "", line(found, new)) in repairs(found, sandbox)
