"""Lists calls that may give a gradient: `z.grad(x)`, `grad(z, [x])`, `tape.gradient(z, x)`, `x.grad(z)`."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from ..model.find_class import ValueClass, backward_names
from ..model.signatures import required_arguments
from .passes_beside import PassBeside, functions_beside, methods_of_tapes, named_like_a_pass

_FORMS = (("{}", ""), ("[{}]", "[0]"), ("{}", "[0]"))
"""How a node is given, and which part of what is returned is its gradient."""


class GradientCall(NamedTuple):
    """A call that may give the gradient of an output with respect to a node."""

    holder: Any
    """The owner of a function beside the class; None for a method of the output."""
    holder_name: str
    name: str
    form: tuple[str, str]
    pass_name: str = ""
    """The pass of the output, after which the node is asked about it: `z.backward()`, `x.grad(z)`."""
    takes_a_key: bool = False
    """Whether the pass is given the key under which nodes keep its gradients: it is the output."""

    @property
    def written(self) -> str:
        """The source text of the call."""
        given, part = self.form
        if self.pass_name:
            return f"node.{self.name}(output)"
        holder, output = ("output", "") if self.holder is None else (self.holder_name, "output, ")
        return f"{holder}.{self.name}({output}{given.format('node')}){part}".removeprefix(".")

    @property
    def written_pass(self) -> str:
        """The pass as it is written; empty where there is none."""
        return f"output.{self.pass_name}({'output' * self.takes_a_key})" if self.pass_name else ""

    def begin(self, output: Any) -> None:
        """Run the pass of an output, where there is one."""
        if self.pass_name:
            getattr(output, self.pass_name)(*[output] * self.takes_a_key)

    def ask(self, output: Any, node: Any) -> Any:
        """Return what it answers."""
        if self.pass_name:
            return getattr(node, self.name)(output)
        given, part = self.form
        argument = node if given == "{}" else [node]
        if self.holder is None:
            answer = getattr(output, self.name)(argument)
        else:
            answer = getattr(self.holder, self.name)(output, argument)
        return answer[0] if part else answer


def gradient_calls(value_class: ValueClass) -> Iterator[GradientCall]:
    """Yield the calls of what is named like a pass or a gradient, and takes an output and a node.

    A file may compare its pass with derivatives that are carried forward: what is named so comes last.
    """
    cls = value_class.cls
    of_nodes = [*named_like_a_pass({name: getattr(cls, name, None) for name in dir(cls)}, 2)]
    beside = [PassBeside(None, "", name) for name in of_nodes]
    beside += [*functions_beside(value_class, 2), *methods_of_tapes(value_class, 2)]
    beside.sort(key=lambda each: "forward" in each.name.lower())
    for each, form in product(beside, _FORMS):
        yield GradientCall(each.holder, each.holder_name, each.name, form)
    passes = {name: getattr(cls, name, None) for name in backward_names(cls, value_class.module)}
    for (pass_name, method), name in product(passes.items(), of_nodes):
        if method is not None:
            yield GradientCall(None, "", name, _FORMS[0], pass_name, required_arguments(method) > 1)
