"""Functions of a loaded class get new code for a while, and their own back."""

import ast
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from grader.harness.repair.edit import Change, Conflict, replaced
from grader.harness.repair.patch import NotPatchable, patched, patches
from grader.harness.repair.survey import Survey
from grader.harness.repair.syntax import expression
from tests.grader.repair.loading import node, survey, survey_of

SOURCE = """
from __future__ import annotations

class Base:
    step = 1.0

class Value(Base):
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.__kept = 5.0

    def __add__(self, other, scale=2.0):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    @property
    def kept(self):
        return self.__kept + 0.25

    @staticmethod
    def twice(x):
        return x + x

    def stepped(self):
        return super().step + 10.0

    def backward(self):
        self.grad = 1.0
        self._backward()

Value.late = lambda self: 7.0
"""


@pytest.fixture(scope="module")
def found() -> Survey:
    return survey_of(SOURCE)


def value(found: Survey, data: float = 3.0) -> Any:
    return found._value_class.cls(data)


def edit(found: Survey, old: str, new: str) -> Change:
    at = node(found._tree, old)
    return replaced(at, expression(new, at))


@pytest.mark.parametrize(
    ("change", "read", "values"),
    [
        (("self.__kept + 0.25", "self.__kept - 0.25"), lambda x: x.kept, (5.25, 4.75)),
        (("x + x", "x * 5"), lambda x: x.twice(2), (4, 10)),
        (("super().step + 10.0", "super().step - 10.0"), lambda x: x.stepped(), (11.0, -9.0)),
        (("self.data + other.data", "self.data - other.data"), lambda x: (x + 1.0).data, (4.0, 2.0)),
    ],
)
def test_a_patched_function_gives_its_old_code_back(
    change: tuple[str, str], read: Callable[[Any], float], values: tuple[float, float], found: Survey
) -> None:
    first, then = values
    codes = {key: function.__code__ for key, function in found._live.items()}
    assert read(value(found)) == first

    with patched(patches(found._tree, found._live, [edit(found, *change)])):
        assert read(value(found)) == then

    assert read(value(found)) == first
    assert all(found._live[key].__code__ is code for key, code in codes.items())


def test_a_closure_inside_is_patched_with_its_function(found: Survey) -> None:
    change = edit(found, "out.grad", "-out.grad")
    with patched(patches(found._tree, found._live, [change])):
        a, b = value(found), value(found)
        (a + b).backward()

    assert {a.grad, b.grad} == {-1.0, 1.0}


def test_what_is_raised_inside_gives_the_old_code_back(found: Survey) -> None:
    times_five = patches(found._tree, found._live, [edit(found, "x + x", "x * 5")])
    with pytest.raises(ZeroDivisionError), patched(times_five):
        raise ZeroDivisionError

    assert value(found).twice(2) == 4


def test_edits_that_exclude_each_other_change_no_code(found: Survey) -> None:
    change = edit(found, "x + x", "x * 5")
    with pytest.raises(Conflict):
        patches(found._tree, found._live, [change, change])

    assert value(found).twice(2) == 4


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1.0", "2.0"),  # of the class
        ("2.0", "3.0"),  # a default
        ("property", "staticmethod"),  # a decorator
        ("7.0", "8.0"),  # a function of the module's own statements
    ],
)
def test_what_is_outside_of_functions_is_not_patchable(old: str, new: str, found: Survey) -> None:
    at = next(
        each
        for each in ast.walk(found._tree.modules[0])
        if isinstance(each, ast.Constant | ast.Name) and ast.unparse(each) == old
    )
    change = replaced(at, expression(new, at))

    with pytest.raises(NotPatchable):
        patches(found._tree, found._live, [change])


@given(
    st.sampled_from(["closures_set/preorder", "method_dispatch/base", "operation_objects/base"]), st.data()
)
def test_any_offers_put_into_force_leave_every_function_its_code(identity: str, data: st.DataObject) -> None:
    found = survey(identity)
    numbers = data.draw(st.lists(st.integers(0, len(found.offers) - 1), min_size=1, max_size=3))
    codes = {key: function.__code__ for key, function in found._live.items()}
    try:
        with patched(patches(found._tree, found._live, found.changes(numbers))):
            assert any(function.__code__ is not codes[key] for key, function in found._live.items())
    except (Conflict, NotPatchable):
        assume(False)  # noqa: FBT003 - how hypothesis is told

    assert all(found._live[key].__code__ is code for key, code in codes.items())


def test_what_is_not_patchable_is_loaded_anew() -> None:
    found = survey("global_tape/math_not_imported")
    (number, *_) = [i for i, offer in enumerate(found.offers) if offer.rewrite == "import"]

    with found.in_force([number]) as player:
        assert player.value_class is not found._value_class
        assert player.value_class.cls(0.0).exp().value == 1.0


MADE_BY_A_FUNCTION = """
def made(step):
    def method(self, other):
        return Value(self.data + other.data + step)
    return method

class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
    __add__ = made(1.0)
    def backward(self):
        self.grad = 1.0
"""


def test_a_function_that_has_made_methods_is_loaded_anew() -> None:
    """They have the code that it had then: new code for it would change nothing."""
    found = survey_of(MADE_BY_A_FUNCTION)
    with pytest.raises(NotPatchable):
        patches(found._tree, found._live, [edit(found, "step", "-step")])
