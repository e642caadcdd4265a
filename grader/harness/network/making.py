"""Makes a neuron, a layer or a network: its arguments are guessed from their number and their names."""

import inspect
import random
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import product
from typing import Any

from ..model.signatures import required_arguments
from .names import ACTIVATIONS, ADDS, ENDS, FUNCTIONS, GENERATORS, IN_FIRST, OUT_FIRST, RATES, plain

NEURON, LAYER, NETWORK = "neuron", "layer", "network"

Maker = Callable[[], Any]

_SURE = 2
"""Arguments that are sizes in every file; a third may be anything."""
_SIZES = {NEURON: 1, LAYER: 2}
"""The sizes that each takes, but for one that learns the number of its inputs when it is first called."""
_A_RATE = 0.1

_COLLECTIONS = (list, tuple, dict, set, frozenset)
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_FACTORIES = ("random", "create", "init", "build", "from_sizes", "aleatori", "zufall", "new", "crear", "make")


def makers(cls: type, kind: str, sizes: Sequence[int], inner: Callable[..., Any]) -> Iterator[Maker]:
    """Ways to make one of these sizes, the usual first.

    `inner` makes the layers that it may want; if they stand `apart`, with a function between them.
    """
    factories: list[Callable[..., Any]] = [cls, *_factories(cls)]
    words = _words_of(cls)
    for factory in factories:
        signature = _signature(factory)
        if signature is None:
            continue
        given = [
            (arguments, further)
            for arguments in _arguments(kind, sizes, signature)
            if _are_sizes(signature, arguments)
            for further in _keywords_to_try(signature, arguments, len(sizes) - 1, words)
        ]
        given.sort(key=_is_flagged)
        yield from (partial(factory, *arguments, **further) for arguments, further in given)
        if kind == NETWORK:
            yield from _makers_of_layers(cls, factory, signature, inner)


def _makers_of_layers(
    cls: type, factory: Callable[..., Any], signature: inspect.Signature, inner: Callable[..., Any]
) -> Iterator[Maker]:
    """Yield ways to make a network that is given its layers, or to which they are added."""
    if _takes_layers(signature):
        several = any(each.kind is each.VAR_POSITIONAL for each in signature.parameters.values())
        for apart in (False, True):
            yield partial(_of_layers, factory, partial(inner, apart=apart), several=several)
    if _binds(signature, (), {}):
        yield from (partial(_added, factory, partial(inner, apart=False), by=name) for name in _adding(cls))


def _takes_layers(signature: inspect.Signature) -> bool:
    """Whether a network may be given its layers: what it takes first is no function at their ends."""
    first = next(iter(signature.parameters), "")
    return _binds(signature, ([],), {}) and not ACTIVATIONS.search(plain(first))


def is_guessed(maker: Maker) -> bool:
    """Whether its arguments may be wrong: flags, three sizes, layers that are added.

    What it raises is no mistake of the file.
    """
    arguments, further = getattr(maker, "args", ()), getattr(maker, "keywords", {})
    return len(arguments) > _SURE or "by" in further or any(type(each) is bool for each in further.values())


def has_our_functions(maker: Maker) -> bool:
    """Whether a maker is given functions for the ends of neurons, or layers, of which the file has others."""
    further = getattr(maker, "keywords", {})
    return is_put_together(maker) or any(ACTIVATIONS.search(plain(name)) for name in further)


def is_lazy(maker: Maker, kind: str) -> bool:
    """Whether a maker is not given the number of inputs: its weights are made when it is first called."""
    return len(getattr(maker, "args", ())) < _SIZES.get(kind, 0)


def is_put_together(maker: Maker) -> bool:
    """Whether a network is given its layers, or they are added to it."""
    return getattr(maker, "func", None) in (_of_layers, _added)


def has_free_ends(layer: type, neurons: Sequence[type]) -> bool:
    """Whether a layer lets others choose the function at its end; it may hand that on to its neurons."""
    further = _signature(layer)
    if further is None:
        return False
    names = list(further.parameters)
    if any(each.kind is each.VAR_KEYWORD for each in further.parameters.values()):
        names += [name for cls in neurons for name in getattr(_signature(cls), "parameters", ())]
    return any(ENDS.search(plain(name)) for name in names)


def _is_flagged(given: tuple[tuple[Any, ...], dict[str, Any]]) -> bool:
    """Whether arguments guess a flag, which may stand where a size belongs: those come last."""
    _, further = given
    return any(type(each) is bool for each in further.values())


def _of_layers(factory: Callable[..., Any], inner: Callable[[], list[Any]], *, several: bool) -> Any:
    """Return a network that is given its layers, as arguments or as one list."""
    return factory(*inner()) if several else factory(inner())


def _added(factory: Callable[..., Any], inner: Callable[[], list[Any]], *, by: str) -> Any:
    """Return a network to which its layers are added one by one."""
    network = factory()
    for layer in inner():
        getattr(network, by)(layer)
    return network


def _adding(cls: type) -> Iterator[str]:
    """Yield the methods that add a layer: those of one argument."""
    for name, method in vars(cls).items():
        if (
            ADDS.match(plain(name))
            and callable(method)
            and required_arguments(method) == len(("self", "layer"))
        ):
            yield name


def _factories(cls: type) -> list[Callable[..., Any]]:
    """Methods of the class itself that make one: `Neuron.random(3)`."""
    return [
        getattr(cls, name)
        for name, thing in cls.__dict__.items()
        if isinstance(thing, classmethod | staticmethod) and plain(name).startswith(_FACTORIES)
    ]


def _signature(factory: Callable[..., Any]) -> inspect.Signature | None:
    """Return the signature of a factory; None where Python knows none."""
    try:
        return inspect.signature(factory)
    except (TypeError, ValueError):
        return None


def _arguments(kind: str, sizes: Sequence[int], signature: inspect.Signature) -> Iterator[tuple[Any, ...]]:
    """Yield the arguments that a neuron, layer or network of these sizes may take."""
    first, *rest = sizes
    if kind == NEURON:
        yield from ((first,), ())
    elif kind == LAYER:
        yield (rest[0], first) if _is_reversed(signature) else (first, rest[0])
        yield (rest[0],)
    else:
        hidden, last = list(rest[:-1]), rest[-1]
        yield from ((first, list(rest)), (list(sizes),), (first, hidden, last), tuple(sizes))
        yield (first, hidden[0] if hidden else last, last)
        yield from ((first, last, hidden), (first, last, *hidden))


def _is_reversed(signature: inspect.Signature) -> bool:
    """Whether a layer takes the number of its neurons first."""
    names = [plain(name) for name in signature.parameters][:2]
    if len(names) < 2:  # noqa: PLR2004 - two sizes
        return False
    one, two = names
    return bool(OUT_FIRST.search(one) and IN_FIRST.search(two)) and not IN_FIRST.match(one)


def _are_sizes(signature: inspect.Signature, arguments: Sequence[Any]) -> bool:
    """Whether each argument may stand where it does: a default that is a collection is of no number."""
    pairs = zip(signature.parameters.values(), arguments, strict=False)
    return not any(isinstance(each.default, _COLLECTIONS) and isinstance(n, int) for each, n in pairs)


def _keywords_to_try(
    signature: inspect.Signature, arguments: tuple[Any, ...], layers: int, words: Sequence[Any]
) -> Iterator[dict[str, Any]]:
    """Yield none, then guesses for the parameters behind the arguments, where the signature binds them."""
    for keywords in ({}, *_fillings(_remaining_parameters(signature, len(arguments)), layers, words)):
        if _binds(signature, arguments, keywords):
            yield keywords


def _fillings(remaining: Mapping[str, bool], layers: int, words: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Yield guesses for the remaining parameters: an activation, by name or as a function, or one a layer.

    `words` are what the file itself has for functions.

    Anything else that is required is a generator, or a flag, a number or a name: `True` may stand for those.
    """
    activations = [name for name in remaining if ACTIVATIONS.search(plain(name))]
    others = [name for name, required in remaining.items() if required and name not in activations]
    # Each function is tried with each flag: what is made tells later which of them fits.
    tanh = ("tanh", _tanh, [_tanh] * layers, ["tanh"] * layers)
    functions = (*tanh, "sigmoid", *words, True) if activations else (None,)
    for function, flag in product(functions, (True, False) if others else (True,)):
        keywords = dict.fromkeys(activations, function) | {name: _guessed(name, flag=flag) for name in others}
        if keywords:
            yield keywords


def _remaining_parameters(signature: inspect.Signature, given: int) -> dict[str, bool]:
    """Return the names of the parameters behind those that are given, and whether each is required."""
    return {
        name: parameter.default is parameter.empty
        for position, (name, parameter) in enumerate(signature.parameters.items())
        if parameter.kind in (*_POSITIONAL, parameter.KEYWORD_ONLY) and position >= given
    }


def _guessed(name: str, *, flag: bool) -> Any:
    """Return a value for a parameter that nobody knows: a generator, a rate, else the flag."""
    if GENERATORS.search(plain(name)):
        return random.Random(0)
    return _A_RATE if RATES.fullmatch(plain(name)) else flag


def _tanh(node: Any) -> Any:
    """Return the node's tanh, as an activation that is given as a function."""
    return node.tanh()


def _binds(signature: inspect.Signature, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    """Whether the arguments fit the signature."""
    try:
        signature.bind(*arguments, **keywords)
    except TypeError:
        return False
    return True


def _words_of(cls: type) -> list[Any]:
    """Return what the file of a class has for functions: members of an Enum, `"Tanh"` as it compares it."""
    things = [*vars(sys.modules.get(cls.__module__) or cls).values()]
    members = (member for thing in things for member in _members_of(thing))
    named = [*members, *((text, text) for text in dict.fromkeys(_texts_in(things)))]
    return [word for function in FUNCTIONS for name, word in named if plain(name) == function]


def _members_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """Yield the members of an Enum by name, as Python keeps them: its own code may list or compare them."""
    if isinstance(thing, type) and issubclass(thing, Enum):
        yield from vars(thing)["_member_map_"].items()


def _texts_in(things: Sequence[Any]) -> Iterator[str]:
    """Yield the texts in the code of functions and classes."""
    for thing in things:
        for code in _codes_of(thing):
            yield from (each for each in _constants(code) if isinstance(each, str))


def _codes_of(thing: Any) -> Iterator[types.CodeType]:
    """Yield the code of a function, or of the methods of a class."""
    for each in vars(thing).values() if isinstance(thing, type) else (thing,):
        if isinstance(each, types.FunctionType):
            yield each.__code__


def _constants(code: types.CodeType) -> Iterator[Any]:
    """Yield the constants of a function, also of those inside of it and of the collections among them."""
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _constants(each)
        elif isinstance(each, tuple | frozenset):
            yield from each
        else:
            yield each
