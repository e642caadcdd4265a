"""Reads numbers of any kind as plain ones: numpy's, exact ones, subclasses. Runs no submission's code."""

from typing import Any, NamedTuple

_EXACT = {("decimal", "Decimal"), ("fractions", "Fraction"), ("numpy", "longdouble"), ("numpy", "float128")}
"""Types with more digits than a float has, by module and name: none is imported for that."""
_TURNED = {("numpy", "clongdouble"), ("numpy", "complex256")}
_PLAIN: dict[tuple[str, str], Any] = {
    ("numpy", "complexfloating"): complex,
    ("numpy", "floating"): float,
    ("numpy", "integer"): int,
}


class Exact(NamedTuple):
    """A number with more digits than a float has."""

    near: float
    key: Any
    """Equal numbers have equal ones."""


class Turned(NamedTuple):
    """A complex number whose parts have more digits than floats have, and may be smaller."""

    real: Any
    imaginary: Any


PlainNumber = float | complex | int | Exact | Turned


def plain_number(value: Any) -> PlainNumber | None:
    """Return the number that a value of an unusual type is; None where it is none.

    Raises `ArithmeticError`, `TypeError` or `ValueError` where it is one that has no float.
    """
    kind = type(value)
    for plain in (complex, float, int):
        if issubclass(kind, plain):
            return getattr(plain, f"__{plain.__name__}__")(value)  # type: ignore[no-any-return]
    for base in kind.__mro__:
        name = (base.__module__, base.__name__)
        if name in _EXACT:
            return _exact(base, value)
        if name in _TURNED:
            return Turned(value.real, value.imag) if value.imag else plain_number(value.real)
        if name in _PLAIN:
            return _PLAIN[name](value)  # type: ignore[no-any-return]
        if name == ("numpy", "ndarray"):
            return _only_element(value)
    return None


def _exact(base: Any, value: Any) -> Exact:
    """Read a number by its type's own methods; of numpy's, the hash is that of the float beside it."""
    key = base.as_integer_ratio(value) if base.__module__ == "numpy" else base.__hash__(value)
    return Exact(base.__float__(value), key)


def _only_element(array: Any) -> PlainNumber | None:
    """Return the number in an array that has one element, of whatever shape."""
    return plain_number(array[(0,) * array.ndim]) if array.size == 1 else None


class TinyParts:
    """Brings imaginary parts that a float has as zero, or nearly, into its range.

    What a tiny step moves is in proportion to it: one factor for all that are nearly of its size changes
    nothing that is compared.
    """

    _TINY, _WANTED = 1e-140, 1e-100

    def __init__(self) -> None:
        self._factors: list[Any] = []

    def as_complex(self, number: Turned) -> complex:
        """Return the number with parts that are floats."""
        real, part = float(number.real), float(number.imaginary)
        if abs(part) > self._TINY:
            return complex(real, part)
        raised = (float(number.imaginary * factor) for factor in self._factors)
        part = next((each for each in raised if self._TINY < abs(each) < 1 / self._TINY), 0.0)
        if not part:
            self._factors.append(self._WANTED / abs(number.imaginary))
            part = float(number.imaginary * self._factors[-1])
        return complex(real, part)
