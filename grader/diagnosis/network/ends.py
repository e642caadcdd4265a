"""The functions at the ends of neurons, told from outputs that were measured at weights of ours."""

import math
from collections.abc import Callable, Iterator, Sequence

from grader.harness.wire.messages import MEASURED
from suites import Activation

Ends = tuple[Activation, Activation]
"""The functions of the hidden layers and of the last one; of one layer twice the same."""
_Function = Callable[[float], float]

_ONCE: dict[Activation, _Function] = {
    Activation.TANH: math.tanh,
    Activation.RELU: lambda z: max(z, 0.0),
    Activation.SIGMOID: lambda z: 1.0 / (1.0 + math.exp(-z)),
    Activation.LINEAR: lambda z: z,
}
_TWICE: dict[Activation, _Function] = {
    Activation.TANH: lambda z: math.tanh(math.tanh(z)),
    Activation.SIGMOID: lambda z: _ONCE[Activation.SIGMOID](_ONCE[Activation.SIGMOID](z)),
}
"""Functions that give other numbers when they are applied again."""
_CLOSE = 1e-6


def ends_once(measured: Sequence[float], *, deep: bool) -> list[Ends]:
    """Return the functions that give what was measured of a layer, or of a network that is deep."""
    return list(_fitting(measured, [_ONCE], deep=deep))


def ends_twice(measured: Sequence[float], *, deep: bool) -> list[Ends]:
    """Return those that do so with some of them applied twice, where none does if each is applied once."""
    if not measured or ends_once(measured, deep=deep):
        return []
    return list(_fitting(measured, [_ONCE, _TWICE], deep=deep))


def _fitting(
    measured: Sequence[float], tables: Sequence[dict[Activation, _Function]], *, deep: bool
) -> Iterator[Ends]:
    """Yield the functions of these tables that give what was measured."""
    functions = [pair for table in tables for pair in table.items()]
    for end, outer in functions:
        if not deep:
            if _gives(measured, [outer(first) for first, _ in MEASURED]):
                yield end, end
            continue
        for hidden, inner in functions:
            if _gives(measured, [outer(last * inner(first)) for first, last in MEASURED]):
                yield hidden, end


def _gives(measured: Sequence[float], numbers: Sequence[float]) -> bool:
    """Whether these numbers are what was measured."""
    pairs = zip(numbers, measured, strict=False)
    return all(math.isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE) for one, other in pairs)
