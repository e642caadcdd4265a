"""What is misspelt is called what it is called elsewhere."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.parametrize(
    ("old", "new", "detail"),
    [
        (
            "def __truediv__(self, other):  # self / other",
            "def __div__(self, other):  # self / other",
            "method",
        ),
        ("def __rsub__(self, other):  # other - self", "def __rsubtract__(self, other):  #", "method"),
        ("self.grad += (1 / self.data) * out.grad", "self.grad += (1 / self.data) * ou.grad", "name"),
        ("self.grad += (1 / self.data) * out.grad", "self.grad += (1 / self.dtaa) * out.grad", "attribute"),
        ("for child in v._prev:", "for child in v._p:", "attribute"),
    ],
)
def test_a_name_is_written_as_it_is_called(old: str, new: str, detail: str, sandbox: Sandbox) -> None:
    suite = {"name": "log", "attribute": "log"}.get(detail, "plain_numbers" if "rsub" in old else "division")
    found = broken("closures_set", old, new, suite)

    assert ("rename", detail, line(found, new)) in repairs(found, sandbox)


@pytest.mark.parametrize("name", ["__int__", "_init_", "__init", "initialize"])
def test_the_constructor_of_a_helper_has_its_name(name: str, sandbox: Sandbox) -> None:
    """Also where the class would have another one from its base."""
    old, new = "def __init__(self, n):", f"def {name}(self, n):"
    found = broken("operation_objects", old, new, "power")

    assert ("rename", "method", line(found, new)) in repairs(found, sandbox)
