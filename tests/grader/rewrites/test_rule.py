"""A local gradient is what the chain rule says, in the names of its place."""

import pytest

from grader.harness.rewrites.rule import _negated
from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("closures_set/relu_always_on", "rule", ""),
        ("closures_slots/tanh_derivada_con_x", "rule", ""),
        ("closures_tuple/division_rule_unsquared", "rule", ""),
        ("dataclass_nodes/exp_rule_like_a_power", "rule", ""),
        ("dataclass_nodes/sub_drops_the_second", "rule", "nothing"),
        ("explicit_stack/relu_tests_the_gradient", "rule", ""),
        ("functional/log_rule_pasted_from_exp", "rule", ""),
        ("functional/second_factor_is_constant", "rule", "nothing"),
        ("method_dispatch/exponent_not_lowered", "rule", ""),
        ("numpy_arrays/tanh_adds_the_gradients", "rule", ""),
        ("operation_objects/div_rule_not_squared", "rule", ""),
        ("path_recursion/inverse_without_square", "rule", ""),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("style", "edit", "suite", "detail"),
    [
        (
            "closures_slots",
            ("otro.grad += self.val *", "otro.grad += otro.val *"),
            "linear_chain",
            "own-data",
        ),
        ("method_dispatch", ("a.grad += b.data *", "a.grad += 1 *"), "linear_chain", "sum-rule"),
        (
            "closures_set",
            ("self.grad += 1.0 *", "self.grad += 1.0 * other.data *"),
            "a_plus_a",
            "product-rule",
        ),
        ("closures_set", ("other.grad += 1.0", "other.grad += other.data"), "five_nodes", "own-data-in-sum"),
        (
            "closures_set",
            ("self.grad += other.data * out.grad", "self.grad += other.grad"),
            "linear_chain",
            "gradient-of-operand",
        ),
        (
            "closures_set",
            ("self.grad += other.data * out.grad", "self.grad += out.grad * out.grad"),
            "linear_chain",
            "gradient-of-operand",
        ),
        ("method_dispatch", ("b.grad += a.data *", "b.grad += self.data *"), "linear_chain", "result-data"),
        (
            "closures_set",
            ("self.grad += other.data * out.grad", "self.grad = (self.grad + other.data) * out.grad"),
            "linear_chain",
            "",
        ),
    ],
)
def test_it_says_what_stands_there_instead(
    style: str, edit: tuple[str, str], suite: str, detail: str, sandbox: Sandbox
) -> None:
    found = broken(style, *edit, suite)

    assert ("rule", detail, line(found, edit[1])) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("derivative", "negated"),
    [("1.0", "-1.0"), ("-1.0", "1.0"), ("-a / b ** 2", "a / b ** 2"), ("1 - t ** 2", "-(1 - t ** 2)")],
)
def test_what_is_subtracted_has_no_two_signs(derivative: str, negated: str) -> None:
    assert _negated(derivative) == negated


@pytest.mark.parametrize(
    ("style", "old", "new"),
    [
        ("method_dispatch", "self._arg * a.data ** (self._arg - 1)", "self._arg * a.data ** (self._arg + 1)"),
        ("method_dispatch", "self._arg * a.data ** (self._arg - 1)", "self._arg / a.data ** (self._arg - 1)"),
    ],
)
def test_the_rule_of_a_power_whose_exponent_is_kept(style: str, old: str, new: str, sandbox: Sandbox) -> None:
    found = broken(style, old, new, "power")

    assert ("rule", "", line(found, new)) in repairs(found, sandbox)


@pytest.mark.parametrize("new", ["self.ctx ** self.n", "self.ctx ** (self.n + 1)"])
def test_where_running_it_tells_which_number_is_the_exponent_the_rule_is_written(
    new: str, sandbox: Sandbox
) -> None:
    found = broken("operation_objects", "self.ctx ** (self.n - 1)", new, "power")

    assert ("rule", "", line(found, new)) in repairs(found, sandbox)
