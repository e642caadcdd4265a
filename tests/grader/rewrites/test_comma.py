"""What stands alone where all others have a tuple is put into one."""

from grader.sandbox.protocol import Sandbox
from tests.rewriting_trials import broken, line, repairs


def test_a_slope_is_put_into_a_tuple(sandbox: Sandbox) -> None:
    found = broken("local_gradients", "(1 - t**2,)", "(1 - t**2)", "tanh")

    assert ("comma", "", line(found, "(1 - t**2)")) in repairs(found, sandbox)
