"""Finds what a submission has beside its network: parameters(), zero_grad(), an optimiser, a step, a loss."""

import contextlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ..model.find_class import ValueClass
from ..model.signatures import required_arguments
from ..running.problem import Missing, in_submission
from .calling import Unseen, functions_of
from .names import ADAPTIVE, INERTIA, OPTIMISERS, PARAMETERS, RATES, STEPS, ZEROES, plain

_HIDDEN = {"parameters": ("parameters", "params"), "zero_grad": ("zero_grad",)}
"""Methods that some call private. A `_step` may be anything."""
_NOTHING = (str, bytes, bool, int, float, type(None))


class Methods:
    """The methods and functions that belong to one network."""

    def __init__(self, value_class: ValueClass, network: Any) -> None:
        self.value_class = value_class
        self.network = network

    def parameters(self) -> list[Any]:
        """The entries of `parameters()`, of a property or of a function of the module.

        Raises `Missing` if there is none.
        """
        thing = self._handed_out()
        return list(thing.values()) if isinstance(thing, dict) else thing

    def _handed_out(self) -> Any:
        """Return the parameters as a list, or as the dict that they are in.

        Raises `Missing` if there is none.
        """
        for name in _names(type(self.network), PARAMETERS, "parameters"):
            thing = getattr(self.network, name)
            if callable(thing):
                if required_arguments(thing):
                    continue
                thing = thing()
            return self._listed(thing)
        for function in self._functions(PARAMETERS, 1):
            return self._listed(function(self.network))
        held = vars(self.network) if hasattr(self.network, "__dict__") else {}
        for name, thing in held.items():
            if "param" in plain(name) and isinstance(thing, list | tuple | dict):
                return self._listed(thing)
        raise Missing("parameters()")

    def zero_grad(self) -> Callable[[], Any]:
        """Return the function that sets all gradients to 0.

        Raises `Missing` if there is nothing that does.
        """
        for name in _names(type(self.network), ZEROES, "zero_grad"):
            method = getattr(self.network, name)
            if callable(method) and not required_arguments(method):
                return method  # type: ignore[no-any-return]
        methods = list(self._of_optimisers(0.1, ZEROES, "zero_grad", are_plain=False))
        if methods:
            return partial(_first_that_runs, methods)
        for function in self._functions(ZEROES, 1):
            return partial(self._given_network, function, {})
        raise Missing("zero_grad()")

    def step(self, rate: float) -> Callable[[], Any]:
        """Return the function that makes one step of gradient descent with this rate.

        Raises:
            Missing: if there is nothing that does.
            Unseen: if it does more than that.
        """
        methods = list(self._of_optimisers(rate, STEPS, "step"))
        if methods:
            return partial(_first_that_runs, methods)
        for name in _names(type(self.network), STEPS, "step"):
            method = getattr(self.network, name)
            if not callable(method):
                continue
            if (keywords := _rate(method, rate, before=0)) is not None:
                return partial(method, **keywords)
            if not required_arguments(method) and self._takes_rate(rate):
                return method  # type: ignore[no-any-return]
        whole = any(self._of_optimisers(rate, STEPS, "step", are_plain=False))
        for function in self._functions(STEPS, None):
            if (keywords := _rate(function, rate, before=1)) is not None:
                return partial(self._given_network, function, keywords)
            whole = True
        if whole:
            raise Unseen("step")
        raise Missing("step")

    def _takes_rate(self, rate: float) -> bool:
        """Whether the network holds the learning rate, which is this one from now on."""
        held = vars(self.network) if hasattr(self.network, "__dict__") else {}
        names = [name for name, thing in held.items() if type(thing) is float and RATES.search(plain(name))]
        for name in names[:1]:
            setattr(self.network, name, rate)
        return bool(names)

    def _given_network(self, function: Callable[..., Any], keywords: dict[str, Any]) -> Any:
        """Call a function on the network, or on its parameters where it wants these."""
        if _wants_parameters(function):
            return function(self._handed_out(), **keywords)
        try:
            return function(self.network, **keywords)
        except (TypeError, AttributeError):
            return function(self._handed_out(), **keywords)

    def _of_optimisers(
        self, rate: float, pattern: Any, usual: str, *, are_plain: bool = True
    ) -> Iterator[Callable[[], Any]]:
        """Yield the methods of such a name of optimisers, made for the parameters or for the network."""
        for optimiser in self._optimisers(rate):
            if are_plain and ADAPTIVE.search(plain(type(optimiser).__name__)):
                continue
            for name in _names(type(optimiser), pattern, usual):
                method = getattr(optimiser, name)
                if callable(method) and not required_arguments(method):
                    yield partial(method)
                elif callable(method) and required_arguments(method) == 1 and _wants_parameters(method):
                    yield partial(self._given_network, method, {})

    def _optimisers(self, rate: float) -> Iterator[Any]:
        """Yield optimisers of the submission, given the parameters or the network."""
        for cls in vars(self.value_class.module).values():
            if (
                not isinstance(cls, type)
                or not in_submission(cls)
                or not OPTIMISERS.search(plain(cls.__name__))
            ):
                continue
            for first in (self.parameters, lambda: self.network):
                with contextlib.suppress(Exception):
                    yield cls(first(), rate, **_without_inertia(cls))
            with contextlib.suppress(Exception):
                yield cls(rate)

    def _functions(self, pattern: Any, arguments: int | None) -> list[Any]:
        """Return the functions of the module with such a name, and with this many required arguments."""
        return [
            function
            for name, function in functions_of(self.value_class.module)
            if pattern.search(plain(name))
            and (arguments is None or required_arguments(function) == arguments)
        ]

    def _listed(self, thing: Any) -> Any:
        """Return the parameters as a list, whatever collection they are in but a dict."""
        if isinstance(thing, dict):
            return thing
        return [] if isinstance(thing, _NOTHING) else list(thing)


def _wants_parameters(function: Callable[..., Any]) -> bool:
    """Whether the name of what a function takes first is that of parameters."""
    wants = plain(next(iter(inspect.signature(function).parameters), ""))
    return PARAMETERS.search(wants) is not None or wants in ("ps", "params", "p", "weights", "pesos")


def _first_that_runs(methods: Sequence[Callable[[], Any]]) -> None:
    """Run the first that raises nothing: an optimiser may want the network, and fail only when it is used.

    Raises:
        Exception: what the first of them raised, if all of them do.
    """
    first: Exception | None = None
    for method in methods:
        try:
            method()
        except Exception as error:
            first = first or error
        else:
            return
    if first is not None:
        raise first


def _without_inertia(cls: type) -> dict[str, float]:
    """The keywords with which an optimiser makes plain steps."""
    try:
        names = list(inspect.signature(cls).parameters)
    except (TypeError, ValueError):
        return {}
    return dict.fromkeys((name for name in names[2:] if INERTIA.search(plain(name))), 0.0)


def _names(cls: type, pattern: Any, usual: str) -> list[str]:
    """The attributes of a class with such a name: public ones, the usual one first, then it behind a `_`."""
    found = [name for name in dir(cls) if not name.startswith("_") and pattern.search(plain(name))]
    hidden = [f"_{name}" for name in _HIDDEN.get(usual, ()) if callable(getattr(cls, f"_{name}", None))]
    return [*sorted(found, key=lambda name: (name != usual, len(name))), *hidden]


def _rate(function: Any, rate: float, *, before: int) -> dict[str, Any] | None:
    """Return the keyword for the learning rate, if nothing else is required after `before` arguments."""
    try:
        parameters = list(inspect.signature(function).parameters.values())[before:]
    except (TypeError, ValueError):
        return None
    required = [each for each in parameters if each.default is each.empty]
    if len(required) > 1:
        return None
    chosen: Sequence[Any] = required or [each for each in parameters if RATES.search(plain(each.name))]
    return {chosen[0].name: rate} if chosen else None
