"""Finds the loss of a submission: a function, an object or a method, of predictions or of a network.

A network that a loss wants to call is one of ours, which answers with the predictions that are given.
"""

import dis
import types
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..model.find_class import ValueClass
from ..model.signatures import required_arguments
from ..running.problem import in_submission
from .calling import calls_of, functions_of
from .names import CALLS, LOSSES, NO_LOSS, plain

Loss = Callable[[list[Any], list[float]], Any]
"""Takes predictions, which are nodes, and targets."""


def _node(node: Any) -> Any:
    """Return the output as it is."""
    return node


def _in_a_list(node: Any) -> list[Any]:
    """Return the output as a list of one."""
    return [node]


Form = Callable[[Any], Any]
_FORMS: tuple[Form, ...] = (_node, _in_a_list)
"""The forms in which networks answer that have one output."""


class NamedLoss(NamedTuple):
    """A loss and the text that says what it is: its name and its docstring."""

    text: str
    ways: list[Loss]
    """The ways to call it, the usual first."""
    is_part: bool = False
    """Whether another loss calls it, which may take the mean."""
    name: str = ""
    """The name of a function that does nothing but compute: it has to return what it computes."""


def losses(value_class: ValueClass) -> Iterator[NamedLoss]:
    """Yield every possible loss, by its name."""
    functions = {name: each for name, each in functions_of(value_class.module) if _is_a_loss(name)}
    called = {name for each in functions.values() for name in _names_in(each.__code__)}
    for name, function in functions.items():
        text, ways = _text(name, function), _ways_of(function)
        yield NamedLoss(text, ways, is_part=name in called, name=_if_it_computes(name, function.__code__))
    for name, thing in vars(value_class.module).items():
        if isinstance(thing, type) and in_submission(thing) and not issubclass(thing, BaseException):
            if _is_a_loss(name):
                yield NamedLoss(_text(name, thing), [partial(_by_object, thing)])
            yield from _methods(thing)


def _methods(cls: type) -> Iterator[NamedLoss]:
    """Yield the losses that are methods of a class."""
    for name, method in vars(cls).items():
        if isinstance(method, types.FunctionType) and _is_a_loss(name):
            ways = [partial(_on_network, cls, method, form) for form in _FORMS]
            yield NamedLoss(_text(name, method), [*ways, partial(_of_another, cls, method)])


def _names_in(code: types.CodeType) -> Iterator[str]:
    """Yield the names that a function uses, also in what is defined inside of it."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _names_in(inner)


def _if_it_computes(name: str, code: types.CodeType) -> str:
    """Return the name of a function that stores nothing outside of itself, and shows or fills nothing."""
    stores = any(each.opname in _STORES for each in dis.get_instructions(code))
    return "" if stores or not _ACTS.isdisjoint(code.co_names) else name


_STORES = ("STORE_ATTR", "STORE_GLOBAL", "STORE_SUBSCR")
_ACTS = frozenset(
    {"print", "append", "extend", "backward", "write", "update", "set", "plot", "show", "setattr"}
)


def _is_a_loss(name: str) -> bool:
    """Whether a name is that of a loss."""
    return LOSSES.search(plain(name)) is not None and NO_LOSS.search(plain(name)) is None


def _text(name: str, thing: Any) -> str:
    """Return the name and the docstring, in which the kind of loss is looked for."""
    return plain(f"{name} {thing.__doc__ or ''}").replace("_", " ")


def _ways_of(function: Any) -> list[Loss]:
    """Return the ways to call a function as a loss: with the network, all pairs, or pair by pair."""
    if required_arguments(function) == 3:  # noqa: PLR2004 - a network, samples and targets
        return [partial(_of_network, function, form) for form in _FORMS]
    of_pairs = [partial(_of_pairs, function, form) for form in _FORMS]
    return [function, *of_pairs, partial(_pair_by_pair, function)]


def _pair_by_pair(function: Any, predictions: list[Any], targets: list[float]) -> Any:
    """The mean of a loss that is one of a single prediction."""
    first, *rest = (function(*pair) for pair in zip(predictions, targets, strict=True))
    for loss in rest:
        first = first + loss
    return first * (1 / len(predictions))


def _by_object(cls: type, predictions: list[Any], targets: list[float]) -> Any:
    """Return the loss that an object of a class of losses computes."""
    thing: Any = cls()
    return getattr(thing, calls_of(cls)[0])(predictions, targets)


def _of_network(function: Any, form: Form, predictions: list[Any], targets: list[float]) -> Any:
    """Return the loss of a function that takes the network, inputs and targets."""
    return function(_AnsweringNetwork(predictions, form), _samples(predictions), targets)


def _of_pairs(function: Any, form: Form, predictions: list[Any], targets: list[float]) -> Any:
    """Return the loss of a function that takes the network and pairs of an input and a target."""
    return function(
        _AnsweringNetwork(predictions, form), list(zip(_samples(predictions), targets, strict=True))
    )


def _samples(predictions: Sequence[Any]) -> list[list[float]]:
    """Return samples that `_AnsweringNetwork` knows again."""
    return [[float(number)] for number in range(len(predictions))]


def _on_network(cls: type, method: Any, form: Form, predictions: list[Any], targets: list[float]) -> Any:
    """Call the method of a network that answers with the predictions."""
    given = _AnsweringNetwork(predictions, form)
    answers = {name: lambda _, sample: given(sample) for name in calls_of(cls)}
    if not answers:
        raise AttributeError(method)
    thing: Any = object.__new__(type(cls.__name__, (cls,), answers))
    return method(thing, _samples(predictions), targets)


def _of_another(cls: type, method: Any, predictions: list[Any], targets: list[float]) -> Any:
    """Call the method of an object that is no network, as of a trainer."""
    return method(object.__new__(cls), predictions, targets)


class _AnsweringNetwork:
    """A network that answers with given predictions."""

    def __init__(self, predictions: Sequence[Any], form: Form) -> None:
        self._predictions = predictions
        self._form = form

    def __call__(self, sample: Sequence[float]) -> Any:
        """The prediction for a sample."""
        return self._form(self._predictions[int(sample[0])])

    def __getattr__(self, name: str) -> Any:
        """Return the same call under each of the names that a network has for it."""
        if name in CALLS:
            return self.__call__
        raise AttributeError(name)
