"""Spans: how long a step lasts. Without tracing, a span costs next to nothing.

The edge decides what traces. A span has a name of ours, with ids, numbers and words of ours: never a line of
a file, a message of an exception, a path, or the name of a person.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar

Attributes = Mapping[str, str | int | None]
"""Names with their values; those that are None are left out."""

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class TracedSpan(Protocol):
    """A step that is under way."""

    def describe(self, attributes: Attributes, *, name: str | None = None) -> None:
        """Add what is known only now; perhaps a better name."""


class _Untraced:
    def describe(self, attributes: Attributes, *, name: str | None = None) -> None:
        """Forget the attributes."""


Tracer = Callable[[str, Attributes], AbstractContextManager[TracedSpan]]
"""Begins a span and, when it is left, ends it."""

_NOTHING: AbstractContextManager[TracedSpan] = nullcontext(_Untraced())


def _trace_nothing(_name: str, _attributes: Attributes) -> AbstractContextManager[TracedSpan]:
    return _NOTHING


_tracers: list[Tracer] = [_trace_nothing]


def span(name: str, attributes: Attributes | None = None) -> AbstractContextManager[TracedSpan]:
    """Trace what is done inside of this context."""
    return _tracers[-1](name, attributes or {})


def spanned(name: str) -> Callable[[Callable[_Parameters, _Result]], Callable[_Parameters, _Result]]:
    """Trace every call of a function."""

    def decorated(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
        @wraps(function)
        def called(*arguments: _Parameters.args, **named: _Parameters.kwargs) -> _Result:
            with span(name):
                return function(*arguments, **named)

        return called

    return decorated


@contextmanager
def traced_by(tracer: Tracer) -> Iterator[None]:
    """Have this tracer begin the spans of all threads while this context lasts."""
    _tracers.append(tracer)
    try:
        yield
    finally:
        _tracers.remove(tracer)
