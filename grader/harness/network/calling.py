"""Calls a neuron, a layer or a network on numbers: by the method that computes its output."""

import inspect
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ..model.find_class import ValueClass
from ..model.signatures import required_arguments
from ..model.unwritten import is_unwritten
from ..running.problem import Missing, WrongResult, in_submission, type_name
from .names import CALLS
from .structure import Structure, as_list

Call = Callable[[Any, Sequence[float]], list[Any]]
"""Calls an object on numbers; the nodes that come out."""


class Unseen(Exception):
    """Something is written in a way that nothing can be said of it: that costs nothing."""


Form = Callable[[Sequence[float]], Any]
"""The form in which numbers are given."""


class OutputCalls:
    """Knows for each class how its objects want to be called, once one of them was."""

    def __init__(self, value_class: ValueClass) -> None:
        self.value_class = value_class
        self._ways: dict[type, Call] = {}

    def __call__(self, thing: Any, numbers: Sequence[float]) -> list[Any]:
        """The nodes that come out for these numbers.

        Raises:
            Missing: where none gives nodes, and the method of it or of a part of it has no body.
            Exception: else what the first of the usual ways raised.
        """
        known = self._ways.get(type(thing))
        if known is not None:
            return known(thing, numbers)
        first: Exception | None = None
        for way in self._all_ways(thing):
            try:
                outputs = way(thing, numbers)
            except Exception as error:
                first = first or error
                continue
            if Structure(thing, self.value_class.cls).leaves:  # one without weights may be made wrongly
                self._ways[type(thing)] = way
            return outputs
        for each in (thing, *(held.thing for held in Structure(thing, self.value_class.cls).objects)):
            _require_written(type(each))
        raise first or Unseen(type(thing).__name__)

    def draws_anew(self, thing: Any, numbers: Sequence[float]) -> bool:
        """Whether a thing keeps other nodes after a call, or never any, and each call gives other numbers."""
        held = [{id(held.thing) for held in Structure(thing, self.value_class.cls).leaves}]
        outputs: list[list[float]] = []
        for _ in range(2):
            try:
                nodes = self(thing, numbers)
            except Exception:
                return False
            outputs.append(self.value_class.reader.attributes(nodes, self.value_class.data_name)[0])
        held.append({id(each.thing) for each in Structure(thing, self.value_class.cls).leaves})
        return outputs[0] != outputs[1] and (held[0] != held[1] or not held[0])

    def _all_ways(self, thing: Any) -> Iterator[Call]:
        """Yield every way to call it: by each method that may be meant, with numbers in each form."""
        names = calls_of(type(thing))
        forms: list[Form] = [list, self._as_nodes, tuple]
        if numpy := sys.modules.get("numpy"):
            forms.append(numpy.array)
        for name in names or _methods_of_one(type(thing)):
            for form in forms:
                yield partial(self._called, name, form)

    def _called(self, name: str, form: Form, thing: Any, numbers: Sequence[float]) -> list[Any]:
        """Call the method on the numbers in some form; a tuple of them are several arguments."""
        given, method = form(numbers), getattr(thing, name)
        further = [True] * (required_arguments(method) - 1)  # flags, as of a function at the end
        if form is not tuple and further:
            return self._guessed(method, given, further)
        return self._nodes(f"{type(thing).__name__}()", method(*given) if form is tuple else method(given))

    def _guessed(self, method: Any, given: Any, flags: Sequence[bool]) -> list[Any]:
        """Call a method with flags that we guess: what it raises then is no mistake of the file."""
        try:
            return self._nodes("", method(given, *flags))
        except Exception as error:
            raise Unseen(str(method.__name__)) from error

    def _as_nodes(self, numbers: Sequence[float]) -> list[Any]:
        """Return the numbers as leaves of the submission's class."""
        return [self.value_class.leaf(number, "x") for number in numbers]

    def _nodes(self, name: str, result: Any) -> list[Any]:
        """The nodes of a result.

        Raises `WrongResult` if it holds something else.
        """
        nodes = list(result) if isinstance(result, list | tuple) else as_list(result) or [result]
        if len(nodes) == 1 and isinstance(nodes[0], list | tuple):
            nodes = list(nodes[0])
        wrong = [each for each in nodes if not issubclass(type(each), self.value_class.cls)]
        if wrong or not nodes:
            raise WrongResult(name, type_name(wrong[0] if wrong else result))
        return nodes


def calls_of(cls: type) -> list[str]:
    """The methods of a class that compute an output, by their usual names."""
    # Every class can be called, so `getattr` finds a `__call__` in each: that of `type`.
    own = {name for base in cls.__mro__[:-1] for name in vars(base)}
    return [name for name in CALLS if name in own and callable(getattr(cls, name))]


def functions_of(module: Any) -> Iterator[tuple[str, types.FunctionType]]:
    """Yield the functions of the submission by name, then the static methods of its classes."""
    for name, thing in vars(module).items():
        if isinstance(thing, types.FunctionType) and in_submission(thing):
            yield name, thing
    for cls in vars(module).values():
        if isinstance(cls, type) and in_submission(cls):
            for name, thing in vars(cls).items():
                if isinstance(thing, staticmethod) and isinstance(thing.__func__, types.FunctionType):
                    yield name, thing.__func__


def _require_written(cls: type) -> None:
    """Check that some of these methods has a body.

    Raises:
        Missing: with the first of them, if none has.
    """
    names = calls_of(cls)
    if names and all(is_unwritten(getattr(cls, name)) for name in names):
        raise Missing(f"{cls.__name__[:60]}.{names[0]}()")


def _methods_of_one(cls: type) -> list[str]:
    """Public methods that ask for one thing."""
    return [
        name
        for name in dir(cls)
        if not name.startswith("_")
        and inspect.isfunction(method := getattr(cls, name, None))
        and required_arguments(method) == 2  # noqa: PLR2004 - the object, and what it is called on
    ]
