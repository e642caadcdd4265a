"""A pass that another call prepares: `out.sort(); out.backward()`, `order = topo(out); backward(order)`."""

from typing import Any, NamedTuple

OUTPUT, OUTPUTS, ORDER = "output", "[output]", "ordered"
"""The names of what a call is given: the node at which the pass begins, and what the first call returned."""


class PassStep(NamedTuple):
    """A call of a method of the output, of a tape, or of a function."""

    holder: Any
    """The tape or the module; None for a method of the output."""
    name: str
    given: tuple[str, ...] = ()
    """Its arguments in source."""
    holder_name: str = ""
    """The name of the tape."""

    def run(self, known: dict[str, Any]) -> Any:
        """Call it with what is known by name."""
        arguments = [known[name] for name in self.given]
        return getattr(known[OUTPUT] if self.holder is None else self.holder, self.name)(*arguments)

    @property
    def written(self) -> str:
        """The source text of the call."""
        holder = OUTPUT if self.holder is None else self.holder_name
        return f"{holder}.{self.name}({', '.join(self.given)})".removeprefix(".")


class PreparedPass(NamedTuple):
    """Two calls, of which the second one is the pass."""

    first: PassStep | None
    """The call before the pass; None where there is none."""
    pass_: PassStep

    @property
    def takes_order(self) -> bool:
        """Whether the pass is given what the first call returned."""
        return ORDER in self.pass_.given

    @property
    def is_given_no_output(self) -> bool:
        """Whether nothing says at which node the pass begins: it is the one that was made last."""
        steps = [step for step in (self.first, self.pass_) if step is not None]
        return all(step.holder is not None and not {OUTPUT, OUTPUTS} & {*step.given} for step in steps)

    @property
    def is_usual(self) -> bool:
        """Whether it is the call of a method of the output with nothing or its gradient, as others are."""
        return self.first is None and self.pass_.holder is None and self.pass_.given in ((), ("1.0",))

    @property
    def written(self) -> str:
        """The source text of both."""
        result = f"{ORDER} = " if self.takes_order else ""
        first = "" if self.first is None else f"{self.first.written}; "
        return f"{result}{first}{self.pass_.written}"

    def run(self, output: Any) -> Any:
        """Call both on an output, and return what the pass returns."""
        known = {OUTPUT: output, OUTPUTS: [output], "1.0": 1.0}
        if self.first is not None:
            known[ORDER] = self.first.run(known)
        return self.pass_.run(known)
