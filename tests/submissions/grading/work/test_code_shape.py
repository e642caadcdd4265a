import time

import pytest

from grader.sandbox.plays import Source
from submissions.grading.work.code_shape import code_shape, shape_of_text

_ONE = '''
class Value:
    """A value."""
    def __add__(self, other):
        # the sum
        out = Value(self.data + other.data, (self, other))
        def _backward():
            self.grad += 1.0 * out.grad
        out._backward = _backward
        return out

    def total(self): return sum([1, 2])
'''
_RENAMED = '''
class Number:

    def sum_up(me):
        "text"
        return sum(
            [1, 2,],
        )
    def __add__(a, b):
        """Add."""
        result = Number(a.data + b.data,
            (a, b))

        def rule():
            a.grad += 1 * result.grad  # share
        result.rule = rule
        return result
'''


def test_names_layout_comments_and_order_are_not_seen() -> None:
    one, other = shape_of_text(_ONE), shape_of_text(_RENAMED)
    assert one is not None
    assert other is not None

    assert len(one) == 2
    assert [each.size for each in one] == [each.size for each in other]
    # `_backward` and `Value` are names of their own there, as `data` and `grad` are
    assert {each.digest for each in one} == {each.digest for each in other}


@pytest.mark.parametrize(
    ("before", "after"),
    [("+= 1.0", "+= 2.0"), ("self.data + other", "self.data * other"), ("+=", "="), ("[1, 2]", "[2, 1]")],
)
def test_what_is_computed_is_seen(before: str, after: str) -> None:
    assert shape_of_text(_ONE) != shape_of_text(_ONE.replace(before, after))


@pytest.mark.parametrize(
    "text",
    [
        "'" * 60_000,
        "'x\\\n" * 15_000,
        "'''" + "\n" * 60_000,
        "(" * 60_000,
        "\n".join("'" * 999 for _ in range(60)),
        "".join(" " * depth + "if 1:\n" for depth in range(300)),
        "x = 1 if " * 6000,
        "\0",
        "0" * 60_000,
    ],
    ids=range(9),
)
def test_hostile_texts_take_no_time_and_no_stack(text: str) -> None:
    began = time.process_time()
    shape_of_text(text)

    assert time.process_time() - began < 2


def test_what_is_no_python_or_too_large_has_no_shape() -> None:
    assert code_shape(Source("a.py", b"\xff")) is None
    assert code_shape(Source("a.ipynb", b"{}")) is None
    assert code_shape(Source("a.py", b"x" * 70_000)) is None
    assert shape_of_text("def f(:\n  (") is None
