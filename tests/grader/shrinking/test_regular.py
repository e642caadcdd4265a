"""A graph is shown only at inputs where right classes agree."""

import pytest

from grader.shrinking.regular import is_regular
from suites import Graph


@pytest.mark.parametrize(
    ("text", "inputs", "expected"),
    [
        ("c = a ** b", (3.0, 2.0), True),
        ("c = a ** b", (-3.0, 2.0), False),
        ("c = a ** b", (0.0, 2.0), False),
        ("c = a ** 2 + b", (-3.0, 2.0), True),
        ("c = relu(a) + b", (0.0, 2.0), False),
        ("c = a / b", (2.0, 0.0), False),
    ],
)
def test_every_number_of_it_has_one_right_value(
    text: str, inputs: tuple[float, ...], *, expected: bool
) -> None:
    program = Graph(text, ({"a": 1.5, "b": 2.5},)).program
    assert is_regular(program, inputs) is expected
