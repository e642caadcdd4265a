"""Makes a neuron, a layer or a network: its arguments are guessed from their number and their names."""

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from .names import ACTIVATIONS, IN_FIRST, OUT_FIRST, plain

NEURON, LAYER, NETWORK = "neuron", "layer", "network"

Maker = Callable[[], Any]

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_FACTORIES = ("random", "create", "init", "build", "from_sizes", "aleatori", "zufall", "new", "crear", "make")


def makers(cls: type, kind: str, sizes: Sequence[int], inner: Callable[[], Any]) -> Iterator[Maker]:
    """Ways to make one of these sizes, the usual first. `inner` makes the layers that it may want."""
    factories: list[Callable[..., Any]] = [cls, *_factories(cls)]
    for factory in factories:
        signature = _signature(factory)
        if signature is None:
            continue
        for arguments in _arguments(kind, sizes, signature):
            for further in _further(signature, arguments, len(sizes) - 1):
                yield partial(factory, *arguments, **further)
        if kind == NETWORK and _binds(signature, ([],), {}):
            yield partial(_of_layers, factory, inner)


def _of_layers(factory: Callable[..., Any], inner: Callable[[], Any]) -> Any:
    return factory(inner())


def _factories(cls: type) -> list[Callable[..., Any]]:
    """Methods of the class itself that make one: `Neuron.random(3)`."""
    return [
        getattr(cls, name)
        for name, thing in cls.__dict__.items()
        if isinstance(thing, classmethod | staticmethod) and plain(name).startswith(_FACTORIES)
    ]


def _signature(factory: Callable[..., Any]) -> inspect.Signature | None:
    try:
        return inspect.signature(factory)
    except (TypeError, ValueError):
        return None


def _arguments(kind: str, sizes: Sequence[int], signature: inspect.Signature) -> Iterator[tuple[Any, ...]]:
    first, *rest = sizes
    if kind == NEURON:
        yield (first,)
    elif kind == LAYER:
        yield (rest[0], first) if _is_reversed(signature) else (first, rest[0])
    else:
        hidden, last = list(rest[:-1]), rest[-1]
        yield from ((first, list(rest)), (list(sizes),), (first, hidden, last), tuple(sizes))
        yield (first, hidden[0] if hidden else last, last)


def _is_reversed(signature: inspect.Signature) -> bool:
    """Whether a layer takes the number of its neurons first."""
    names = [plain(name) for name in signature.parameters][:2]
    if len(names) < 2:  # noqa: PLR2004 - two sizes
        return False
    one, two = names
    return bool(OUT_FIRST.search(one) and IN_FIRST.search(two)) and not IN_FIRST.match(one)


def _further(
    signature: inspect.Signature, arguments: tuple[Any, ...], layers: int
) -> Iterator[dict[str, Any]]:
    """Yield keywords for what else is required: an activation, by name or as a function, or one a layer."""
    if _binds(signature, arguments, {}):
        yield {}
        return
    required = [
        name
        for position, (name, parameter) in enumerate(signature.parameters.items())
        if parameter.default is parameter.empty
        and parameter.kind in (*_POSITIONAL, parameter.KEYWORD_ONLY)
        and position >= len(arguments)
    ]
    if not required or not all(ACTIVATIONS.search(plain(name)) for name in required):
        return
    for activation in ("tanh", _tanh, [_tanh] * layers, ["tanh"] * layers, True):
        keywords = dict.fromkeys(required, activation)
        if _binds(signature, arguments, keywords):
            yield keywords


def _tanh(node: Any) -> Any:
    return node.tanh()


def _binds(signature: inspect.Signature, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    try:
        signature.bind(*arguments, **keywords)
    except TypeError:
        return False
    return True
