"""Lists dicts in which a pass may leave gradients: `x.partials[z]` of a node, `z.grads[x]` of the output."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from ..model.find_class import ValueClass, backward_names
from ..model.payload import own_attributes
from ..model.signatures import required_arguments
from .passes_beside import PassBeside, functions_beside, methods_of_tapes, named_like_a_pass


class GradientEntry(NamedTuple):
    """A pass, and the dict in which it may leave the gradient of an output with respect to a node."""

    beside: PassBeside
    """The pass: a method of the output, a function or a method of a tape."""
    given: int
    """The number of times that the pass is given the output."""
    module: Any
    holder: str
    """The owner of the dict: `node`, `output`, the name of a tape, or nothing for the module."""
    name: str
    key: str
    """The owner of a key of the dict: the node whose gradient it is, or the output."""
    number: Callable[[Any], int] | None
    """The `id` that the submission sees, where keys are such."""

    @property
    def is_kept_in_nodes(self) -> bool:
        """Whether a method of the output leaves gradients in the dicts of nodes."""
        return self.beside.holder is None and self.holder == "node"

    @property
    def pass_name(self) -> str:
        """The name of the pass."""
        return self.beside.name

    @property
    def written(self) -> str:
        """The source text that reads a gradient."""
        key = self.key if self.number is None else f"id({self.key})"
        return f"{self.holder}.{self.name}.get({key}, 0)".removeprefix(".")

    @property
    def written_pass(self) -> str:
        """The source text of the pass."""
        holder = "output" if self.beside.holder is None else self.beside.holder_name
        return f"{holder}.{self.beside.name}({'output' * self.given})".removeprefix(".")

    def begin(self, output: Any) -> None:
        """Run the pass of an output."""
        holder = output if self.beside.holder is None else self.beside.holder
        getattr(holder, self.beside.name)(*[output] * self.given)

    def ask(self, output: Any, node: Any) -> Any:
        """Return what the dict has; what is not there has received nothing."""
        known = {"node": node, "output": output, "": self.module}
        entries = getattr(known.get(self.holder, self.beside.holder), self.name)
        key = known[self.key]
        return entries.get(key if self.number is None else self.number(key), 0)


def gradient_entries(value_class: ValueClass) -> Iterator[GradientEntry]:
    """Yield each pass with each dict that its output, a node, a tape or the module has."""
    keys: list[Callable[[Any], int] | None] = [None, value_class.layouts.identity]
    module = value_class.module
    for (beside, given), number in product(_passes(value_class), keys):
        for holder, name in _dicts(value_class, beside):
            key = "output" if holder == "node" else "node"
            yield GradientEntry(beside, given, module, holder, name, key, number)


def _passes(value_class: ValueClass) -> Iterator[tuple[PassBeside, int]]:
    """Yield what may be a pass, and how often it is given the output."""
    cls, module = value_class.cls, value_class.module
    methods = {name: getattr(cls, name, None) for name in dir(cls)}
    named = (name for name in backward_names(cls, module) if inspect.isfunction(methods.get(name)))
    for name in dict.fromkeys((*named, *named_like_a_pass(methods, 2))):
        yield PassBeside(None, "", name), required_arguments(methods[name]) - 1
    for beside in functions_beside(value_class, 1):
        yield beside, required_arguments(getattr(beside.holder, beside.name))
    for beside in methods_of_tapes(value_class, 1):
        yield beside, required_arguments(getattr(beside.holder, beside.name))


def _dicts(value_class: ValueClass, beside: PassBeside) -> Iterator[tuple[str, str]]:
    """Yield the holder and the name of each dict: its keys are nodes, or in a node the outputs."""
    example = value_class.leaf(1.0, "x")
    own = _dicts_in({name: getattr(example, name, None) for name in own_attributes(example)})
    yield from product(("node", "output"), own)
    if beside.holder is not None and beside.holder is not value_class.module:
        yield from ((beside.holder_name, name) for name in _dicts_in(vars(beside.holder)))
    yield from (("", name) for name in _dicts_in(vars(value_class.module)))


def _dicts_in(names: Mapping[str, Any]) -> list[str]:
    """Return the names of dicts."""
    return [name for name, thing in names.items() if isinstance(thing, dict) and name[:2] != "__"]
