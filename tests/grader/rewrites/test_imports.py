"""A function of a module is the module's, and the module is imported."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.parametrize("identity", ["kahn_order/log_shadowed", "path_recursion/star_import_and_own_exp"])
def test_the_function_of_the_module_is_called(identity: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("qualify", "", found.line) in repairs(found, sandbox)


def test_a_module_is_imported(sandbox: Sandbox) -> None:
    found = member("global_tape/math_not_imported")

    assert ("import", "math", line(found, "math.exp(")) in repairs(found, sandbox)


def test_a_function_is_imported_beside_others(sandbox: Sandbox) -> None:
    found = broken("kahn_order", "from math import exp, log, tanh", "from math import exp, tanh", "log")

    assert ("import", "log", line(found, "log(self.data)")) in repairs(found, sandbox)
