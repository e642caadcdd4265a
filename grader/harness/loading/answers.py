"""Tells by trying whether what a class answers is a gradient, where no pass moves one."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..model.asked import answer_of
from ..model.find_class import ValueClass
from ..model.operations import FIRST_OPERATIONS, Operations
from ..running.problem import is_accident
from .gradient_calls import GradientCall
from .gradient_entries import GradientEntry

_RIGHT = {"*": (15.0, 6.0), "+": (1.0, 1.0)}
"""The gradients of the first and the last input of `2 * 3 * 5` and `2 + 3 + 5`."""


def is_answer(value_class: ValueClass, name: str, attribute: str) -> bool:
    """Whether what a node answers by this name grows with the output's number in this attribute.

    Any answer will do that is kept there, and that a node alone does not give: the chain may be wrong.
    """
    for op in FIRST_OPERATIONS:
        with suppress(BaseException):
            (one, kept), (two, _) = (_answer(op, value_class, name, attribute, seed) for seed in (1.0, 2.0))
            if one and (two == 2.0 * one or kept == one != _answer_alone(value_class, name)):
                return True
    return False


def stops_at_an_operand(value_class: ValueClass, name: str, attribute: str) -> bool:
    """Whether an output answers by this method what it was given in this attribute, and an operand raises.

    That is a method with a mistake; one that only reads an attribute raises nowhere.
    """
    for op in FIRST_OPERATIONS:
        with suppress(BaseException):
            output, operand = _seeded(op, value_class, attribute, seed := 2.0)
            if value_class.reader.number(getattr(output, name)())[0] == seed:
                return _raises(getattr(operand, name))
    return False


def _raises(method: Callable[[], Any]) -> bool:
    """Whether a call raises."""
    try:
        method()
    except Exception:
        return True
    return False


def _seeded(op: str, value_class: ValueClass, attribute: str, seed: float) -> tuple[Any, Any]:
    """Return an output with this number in an attribute, and the first input of its graph."""
    value_class.layouts.begin_graph()
    do, leaf = Operations(value_class).do, value_class.leaf
    a = leaf(2.0, "a")
    output = do(op, [do(op, [a, leaf(3.0, "b")], []), leaf(5.0, "c")], [])
    setattr(output, attribute, seed)
    return output, a


def _answer(op: str, value_class: ValueClass, name: str, attribute: str, seed: float) -> tuple[float, float]:
    """Return the number that an input answers, and the one that it keeps."""
    _, a = _seeded(op, value_class, attribute, seed)
    answer, _ = value_class.reader.number(answer_of(a, name))
    return answer, value_class.reader.attribute(a, attribute)[0]


def _answer_alone(value_class: ValueClass, name: str) -> float:
    """Return the number that a node answers that nothing uses: a pass that seeds gives its seed."""
    return value_class.reader.number(answer_of(value_class.leaf(2.0, "a"), name))[0]


def raises_by_accident(value_class: ValueClass, entry: GradientEntry) -> bool:
    """Whether the pass stops at a mistake in a line of the submission, whatever the operation."""
    for op in FIRST_OPERATIONS:
        try:
            value_class.layouts.begin_graph()
            leaf = value_class.leaf
            output = Operations(value_class).do(op, [leaf(2.0, "a"), leaf(3.0, "b")], [])
        except Exception:  # noqa: S112 - another operation may be there
            continue
        try:
            entry.begin(output)
        except Exception as error:
            return is_accident(error)
        return False
    return False


def tells_nodes_apart(value_class: ValueClass, call: GradientCall | GradientEntry) -> bool:
    """Whether a call tells an operand from a node that was not used, and one of its gradients is right."""
    return any(_tells_apart(op, value_class, call) for op in FIRST_OPERATIONS)


def _tells_apart(op: str, value_class: ValueClass, call: GradientCall | GradientEntry) -> bool:
    """Whether a call gives a right gradient in a chain of this operation, but not to an unused node."""
    with suppress(BaseException):
        value_class.layouts.begin_graph()
        do, leaf, number = Operations(value_class).do, value_class.leaf, value_class.reader.number
        a, b, c = leaf(2.0, "a"), leaf(3.0, "b"), leaf(5.0, "c")
        output = do(op, [do(op, [a, b], []), c], [])
        call.begin(output)
        answers = number(call.ask(output, a))[0], number(call.ask(output, c))[0]
        if answers[0] == _RIGHT[op][0] or answers[1] == _RIGHT[op][1]:
            with suppress(Exception):  # it may refuse to answer
                return number(call.ask(output, leaf(7.0, "d")))[0] not in answers
            return True
    return False
