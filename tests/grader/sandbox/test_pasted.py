"""Lines run behind the class in its child: what they print is told, and a child that they end is replaced."""

from collections.abc import Iterator

import pytest

from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import PastedRun
from grader.sandbox_session import SandboxSession

CLASS = b"""
import os

class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
    def __add__(self, other):
        return Value(self.data + other.data)
    def backward(self):
        self.grad = 1.0
"""


@pytest.fixture
def session(sandbox: Sandbox) -> Iterator[SandboxSession]:
    with SandboxSession(sandbox, Source("value.py", CLASS), needs_backward=True) as opened:
        yield opened


def test_the_last_print_is_told_in_every_order(session: SandboxSession) -> None:
    lines = "a = Value(2.0)\nb = a + a\nprint(1)\nprint(b.data, a.grad)"

    assert session.paste(lines) == (PastedRun(printed="4.0 0.0"),) * 9


def test_the_first_order_comes_once_more_at_the_end(session: SandboxSession) -> None:
    lines = "a, b, c = Value(1.0), Value(2.0), Value(3.0)\nprint(*(node.data for node in {a, b, c}))"
    first, *others, last = session.paste(lines)

    assert first == last
    assert len({run.printed for run in others}) > 2


def test_an_exception_is_told_by_its_type(session: SandboxSession) -> None:
    assert session.paste("a = Value(2.0)\na.backward(3, 4)") == (PastedRun(raised="TypeError"),) * 9


def test_lines_are_in_no_later_ones(session: SandboxSession) -> None:
    session.paste("leftover = 1")

    assert session.paste("print(leftover)") == (PastedRun(raised="NameError"),) * 9


def test_what_is_printed_is_bounded(session: SandboxSession) -> None:
    first, *_ = session.paste("print('x' * 10_000)")

    assert first.printed is not None
    assert len(first.printed) <= 100


def test_a_child_that_ends_over_lines_is_replaced(session: SandboxSession) -> None:
    assert session.paste("os._exit(0)") == ()
    assert session.paste("print(Value(3.0).data)") == (PastedRun(printed="3.0"),) * 9
