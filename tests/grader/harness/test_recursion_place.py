"""A recursion without end has one place, wherever in it the limit is reached."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from grader.harness.running.problem import Places, describe

_FILE = "value.py"
_CASES = {
    "itself": ("def f(n):\n    seen = {n}\n    hash(str(n))\n    return f(n + 1)\n", 4),
    "two in a circle": ("def f(n):\n    return g(n)\n\ndef g(n):\n    str(n)\n    return f(n + 1)\n", 2),
    "three in a circle": (
        "def f(n):\n    return g(n)\n\ndef g(n):\n    return h(n)\n\ndef h(n):\n    return f(n + 1)\n", 2
    ),
    "a generator": ("def f(n):\n    str(n)\n    yield from f(n + 1)\n", 3),
    "below a call": ("def f(n):\n    return max(n, g(n))\n\ndef g(n):\n    str(n)\n    return g(n + 1)\n", 6),
}  # fmt: skip


@contextmanager
def _limit(more: int) -> Iterator[None]:
    """Let the limit be reached some calls later than it would be."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + more)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _described(call: Callable[[], Any], more: int) -> dict[str, Any]:
    places = Places()
    places.add(_FILE, None)
    try:
        with _limit(more):
            call()
    except RecursionError as error:
        return describe(error, places)
    raise AssertionError


@pytest.mark.parametrize(("source", "line"), _CASES.values(), ids=_CASES)
def test_a_recursion_has_one_place_wherever_the_limit_is_reached(source: str, line: int) -> None:
    space: dict[str, Any] = {}
    exec(compile(source, _FILE, "exec"), space)  # noqa: S102 - the sources above
    found = [_described(lambda: list(space["f"](0)), more) for more in range(12)]

    assert [each["line"] for each in found] == [line] * len(found)
    assert all(each == found[0] for each in found)
    assert found[0]["message"] == "maximum recursion depth exceeded"


def test_an_error_of_that_kind_that_is_raised_by_hand_is_where_it_was_raised() -> None:
    source = "def f(n):\n    return g(n)\n\ndef g(n):\n    raise RecursionError('mine')\n"
    space: dict[str, Any] = {}
    exec(compile(source, _FILE, "exec"), space)  # noqa: S102 - the source above
    found = _described(lambda: space["f"](0), 0)

    assert (found["line"], found["function"], found["message"]) == (5, "g", "mine")
