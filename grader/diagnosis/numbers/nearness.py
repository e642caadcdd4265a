"""How near a number must be to one that is predicted: as near as the precision that a class computes in."""

from collections.abc import Callable
from math import isclose

Near = Callable[[float, float], bool]

_DOUBLE = (1e-7, 1e-9)
_DIFFERENCE = (0.02, 1e-9)
_SINGLE = (1e-5, 1e-5)
"""Relative and absolute: rounding to single precision, some operations later."""


def is_near(got: float, predicted: float, *, single: bool = False) -> bool:
    """Whether both numbers are equal but for rounding, which may be to single precision."""
    relative, absolute = _SINGLE if single else _DOUBLE
    return isclose(got, predicted, rel_tol=relative, abs_tol=absolute)


def is_as_by_a_difference(got: float, right: float) -> bool:
    """Whether a number is as near as a difference quotient with an ordinary step, as few others are."""
    relative, absolute = _DIFFERENCE
    return isclose(got, right, rel_tol=relative, abs_tol=absolute)
