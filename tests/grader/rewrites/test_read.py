"""A local gradient reads the number it needs: of that node, and not the node itself."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("closures_slots/producto_usa_el_gradiente_del_otro", "grad-for-data", "grad of an operand"),
        ("closures_tuple/mul_reads_the_gradient_of_self", "read-result", ""),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("style", "edit", "suite", "told"),
    [
        (
            "kahn_order",
            ("self.grad += res.grad * other.data\n", "self.grad += res.data * other.data\n"),
            "linear_chain",
            ("grad-for-data", "data of the result"),
        ),
        (
            "closures_slots",
            ("otro.grad += self.val * g", "otro.grad += otro.val * g"),
            "linear_chain",
            ("other-operand", ""),
        ),
        ("closures_slots", ("g if self.val > 0", "g if self > 0"), "relu", ("plain-number", "")),
        (
            "closures_tuple",
            ("math.log(self.data) * out", "math.log(self) * out"),
            "value_exponent",
            ("plain-number", ""),
        ),
    ],
)
def test_it_reads_the_other_number(
    style: str, edit: tuple[str, str], suite: str, told: tuple[str, str], sandbox: Sandbox
) -> None:
    found = broken(style, *edit, suite)

    assert (*told, line(found, edit[1].rstrip("\n"))) in repairs(found, sandbox)
