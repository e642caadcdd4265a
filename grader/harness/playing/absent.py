"""Finds the operation that a play waits for: one that is not there, and that the submission's own code calls.

A `/` made of `*` and `**` is not wrong where `**` is missing. A play that stopped is played once more, with
something in the place of each method that is not there, which says when the submission calls it.
"""

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..model.primitives import PRIMITIVES
from ..running.nowhere import Nowhere
from ..running.problem import Missing, Places


class AbsentOperationError(Missing, TypeError, AttributeError):
    """An error as Python raises it for what is not there: who has another way goes it."""


@contextlib.contextmanager
def standing_in(cls: type, absent: Mapping[str, str], places: Places) -> Iterator[None]:
    """Let a call of an absent method by the submission raise, until the context ends."""
    before = {name: vars(cls)[name] for name in absent if name in vars(cls)}
    with contextlib.redirect_stdout(Nowhere()), contextlib.redirect_stderr(Nowhere()):
        try:
            for name, operation in absent.items():
                # Without a method, it answers as none does, so that Python goes on to the other operand's.
                method = getattr(cls, name, lambda *_: NotImplemented)
                setattr(cls, name, _stand_in(operation, method, places))
            yield
        finally:
            for name in absent.keys() & vars(cls).keys():
                delattr(cls, name)
            for name, method in before.items():
                setattr(cls, name, method)


def _stand_in(operation: str, method: Callable[..., Any], places: Places) -> Callable[..., Any]:
    """Return a method that raises where the submission calls it, and does what `method` does otherwise."""

    def called(*operands: Any) -> Any:
        code = sys._getframe(1).f_code
        if code.co_filename in places.cells and not _is_own_slip(operation, code.co_name):
            raise AbsentOperationError(operation)
        return method(*operands)

    return called


def _is_own_slip(operation: str, function: str) -> bool:
    """Whether an operation's own function has a number on the left of a node: `self.data * other` in `*`.

    It would wait for what is made of it.
    """
    own = PRIMITIVES.get(operation.removeprefix("reflected "))
    return own is not None and operation != own.symbol and function in (own.method, *own.names)
