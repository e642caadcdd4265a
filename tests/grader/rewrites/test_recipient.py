"""Every operand is handed its local gradient, once."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs, trial_results


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("path_recursion/left_factor_gets_both", "recipient", ""),
        ("explicit_stack/add_counted_twice", "once", ""),
        ("path_recursion/left_summand_twice", "once", ""),
        ("edge_lists/second_factor_has_no_edge", "contribute", ""),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("style", "old", "new"),
    [
        ("kahn_order", "other.grad += res.grad * self.data", "self.grad += res.grad * self.data"),
        ("explicit_stack", "b.grad += a.data * g", "a.grad += a.data * g"),
    ],
)
def test_a_local_gradient_goes_to_the_other_operand(style: str, old: str, new: str, sandbox: Sandbox) -> None:
    found = broken(style, old, new, "linear_chain")

    assert ("recipient", "", line(found, new)) in repairs(found, sandbox)


def test_of_a_statement_that_stands_twice_the_second_goes(sandbox: Sandbox) -> None:
    share = "            b.grad += a.data * g\n"
    found = broken("explicit_stack", share, share * 2, "linear_chain")
    first = found.source.decode().split("\n").index(share.rstrip("\n")) + 1

    assert ("once", "", first + 1) in repairs(found, sandbox)


def test_a_local_gradient_that_is_absent_is_looked_for_in_the_function(sandbox: Sandbox) -> None:
    found = member("explicit_stack/mul_forgets_the_right_operand")

    assert ("contribute", "", line(found, "def pass_on(")) in repairs(found, sandbox)


def test_a_local_gradient_that_a_tuple_lacks_is_put_in(sandbox: Sandbox) -> None:
    found = broken("operation_objects", "return g * y, g * x", "return (g * y,)", "linear_chain")

    assert ("contribute", "", line(found, "return (g * y,)")) in repairs(found, sandbox)


def test_a_local_gradient_of_another_branch_is_no_second_one(sandbox: Sandbox) -> None:
    """One of two branches runs, so what both say is said once."""
    rule = "            self.grad += (out.data > 0) * out.grad"
    branches = "            if out.data > 0:\n                self.grad += out.grad\n                return\n"
    found = broken("closures_set", rule, f"{branches}            self.grad += out.grad", "relu")

    assert "once" not in {offer.rewrite for offer, _ in trial_results(found, found.fails, sandbox)}
