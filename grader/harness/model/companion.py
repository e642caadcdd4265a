"""An object of the file that must be there before any node is made: a tape, a graph, a context."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

Function = Callable[..., Any]


class OperationOfCompanion(NamedTuple):
    """A method of such an object that may do an operation on nodes."""

    run: Function
    written: str
    """The call as it is written, with `{}` for the nodes."""


@dataclass
class Companion:
    """The object, and its name in the module. It is made as at first for each graph."""

    cls: type
    name: str
    thing: Any
    is_entered: bool = False
    """Whether it is the context of a `with` statement, which stays open."""

    @property
    def written(self) -> str:
        """The source text that makes it."""
        entered = f"; {self.name}.__enter__()" * self.is_entered
        return f"{self.name} = {self.cls.__name__}(){entered}"

    def begin(self) -> None:
        """Make it as it was at first: all that refers to it goes on to do so.

        Raises what the submission does.
        """
        if self.is_entered:
            with contextlib.suppress(Exception):
                self.thing.__exit__(None, None, None)
        vars(self.thing).clear()
        self.thing.__init__()
        if self.is_entered:
            self.thing.__enter__()

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Make it as at first for a while, and give it back what it held."""
        held = dict(vars(self.thing))
        try:
            self.begin()
            yield
        finally:
            vars(self.thing).clear()
            vars(self.thing).update(held)

    def operations(self, names: tuple[str, ...]) -> Iterator[OperationOfCompanion]:
        """Yield the calls of its methods of these names: with nodes, or with a list of them."""
        for name in names:
            if callable(getattr(self.thing, name, None)):
                method = _method(self.thing, name)
                yield OperationOfCompanion(method, f"{self.name}.{name}({{}})")
                yield OperationOfCompanion(_of_list(method), f"{self.name}.{name}([{{}}])")


def _method(thing: Any, name: str) -> Function:
    """Return a method that may be another one after the object is made anew."""
    return lambda *nodes: getattr(thing, name)(*nodes)  # noqa: PLW0108 - looked up at each call


def _of_list(method: Function) -> Function:
    """Return a call of a method on a list of nodes."""
    return lambda *nodes: method([*nodes])
