"""Finds the operation that a play waits for: one that is not there, and that the submission's own code calls.

A `/` made of `*` and `**` is not wrong where `**` is missing. A play that stopped is played once more, with
something in the place of each method that is not there, which says when the submission calls it.
"""

import contextlib
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..model.primitives import PRIMITIVES
from ..running.nowhere import Nowhere
from ..running.problem import Missing, Places


class AbsentOperationError(Missing, TypeError, AttributeError):
    """An error as Python raises it for what is not there: who has another way goes it."""


@contextlib.contextmanager
def standing_in(cls: type, absent: Mapping[str, str], places: Places, data_name: str) -> Iterator[None]:
    """Let a call of an absent method by the submission raise, until the context ends."""
    before = {name: vars(cls)[name] for name in absent if name in vars(cls)}
    with contextlib.redirect_stdout(Nowhere()), contextlib.redirect_stderr(Nowhere()):
        try:
            for name, operation in absent.items():
                # Without a method, it answers as none does, so that Python goes on to the other operand's.
                method = getattr(cls, name, lambda *_: NotImplemented)
                setattr(cls, name, _stand_in(operation, method, places, data_name))
            yield
        finally:
            for name in absent.keys() & vars(cls).keys():
                delattr(cls, name)
            for name, method in before.items():
                setattr(cls, name, method)


def _stand_in(
    operation: str, method: Callable[..., Any], places: Places, data_name: str
) -> Callable[..., Any]:
    """Return a method that raises where the submission calls it, and does what `method` does otherwise."""

    def called(*operands: Any) -> Any:
        frame = sys._getframe(1)
        is_own = frame.f_code.co_filename in places.cells
        if is_own and not _is_slip(operation, frame, operands[-1], data_name):
            raise AbsentOperationError(operation)
        return method(*operands)

    return called


def _is_slip(operation: str, frame: types.FrameType, left: Any, data_name: str) -> bool:
    """Whether an operation's own function has its operand's data on the left of a node: `self.data * other`.

    It would wait for what is made of it. A number of its own is no slip: `1 / other` waits for `2 / a`.
    """
    own = PRIMITIVES.get(operation.removeprefix("reflected "))
    if own is None or operation == own.symbol or frame.f_code.co_name not in (own.method, *own.names):
        return False
    return any(getattr(each, data_name, None) is left for each in frame.f_locals.values())
