"""One small change where the right local gradient cannot be written in the names of its place."""

from grader.sandbox.base import Sandbox
from tests.rewriting_trials import broken, line, repairs


def test_a_square_that_became_a_cube(sandbox: Sandbox) -> None:
    old, new = "-a.data / b.data ** 2 * self.grad", "-a.data / b.data ** 3 * self.grad"
    found = broken("method_dispatch", old, new, "division")

    assert ("tweak", "", line(found, new)) in repairs(found, sandbox)
