"""A rule that the result does not have is attached to it."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("closures_set/mul_closure_under_another_name", "attach", "hides"),
        ("closures_slots/regla_del_producto_asignada_dentro", "attach", "inside"),
        ("closures_tuple/add_attached_to_self", "attach-to-result", ""),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)


def test_the_usual_name_is_given_to_a_rule_that_has_another(sandbox: Sandbox) -> None:
    kept = "            other.grad += self.data * out.grad\n        out.{name} = _backward"
    found = broken(
        "closures_set", kept.format(name="_backward"), kept.format(name="_backwards"), "linear_chain"
    )

    assert ("attach", "name", line(found, "out._backwards = _backward")) in repairs(found, sandbox)
