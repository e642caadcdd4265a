"""What arrives multiplies the whole local derivative."""

import pytest

from grader.sandbox.base import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import repairs


@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("closures_slots/exp_sin_regla_de_la_cadena", "chain", ""),
        ("dataclass_nodes/log_without_chain", "chain", ""),
        ("edge_lists/only_the_local_slope", "chain", ""),
        ("functional/exp_ignores_g", "chain", ""),
        ("global_tape/tanh_ignores_upstream", "chain", ""),
        ("local_gradients/upstream_forgotten", "chain", ""),
        ("path_recursion/local_slope_handed_on", "chain", ""),
        ("closures_set/tanh_without_brackets", "brackets", ""),
        ("method_dispatch/tanh_without_brackets", "brackets", ""),
        ("local_gradients/local_plus_upstream", "chain-times", ""),
        ("numpy_arrays/tanh_adds_the_gradients", "chain-times", ""),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)
