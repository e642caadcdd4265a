"""Networks of neurons as graphs: what a network of given weights computes, written as any other program.

The inputs of the program are the parameters, layer by layer and neuron by neuron, each neuron's weights and
then its bias; behind them come the numbers that the network is called on. So expected values, PyTorch and
drawings need to know nothing of networks. Beside the program stands an `AskedNetwork`, which says what the
submission's classes are asked.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from suites._expression import parse
from suites._program import Program


class NetworkPart(StrEnum):
    """The class that is asked."""

    NEURON = "neuron"
    LAYER = "layer"
    NETWORK = "network"
    LOSS = "loss"
    """The loss function, which is asked without a network."""


class Ask(StrEnum):
    """The question to it."""

    OUTPUTS = "outputs"
    GRADIENTS = "gradients"
    PARAMETERS = "parameters"
    """1 is added to each entry of `parameters()`: so each parameter must be there once."""
    ZERO_GRAD = "zero-grad"
    TWO_PASSES = "two-passes"
    """Two passes with `zero_grad()` in between."""
    LOSS = "loss"
    STEP = "step"
    TRAINING = "training"
    """Some steps of gradient descent on what `parameters()` returns."""


class Activation(StrEnum):
    """The function at the end of each neuron of a layer."""

    TANH = "tanh"
    RELU = "relu"
    SIGMOID = "sigmoid"
    LINEAR = "linear"


RATE = 0.1
"""The learning rate of a step."""
MOVED = "new_"
"""The beginning of the name of a parameter after it was moved."""
EPOCHS = 20
"""The steps of a training."""


class AskedNetwork(Struct, frozen=True, dict=True):
    """The network of a graph, and what is asked of it."""

    unit: NetworkPart
    asks: Ask
    sizes: tuple[int, ...]
    """The number of inputs, then that of the neurons of each layer."""
    samples: int = 1
    hidden: Activation = Activation.TANH
    output: Activation = Activation.TANH
    divisor: float = 0.0
    """The number by which a sum of squares is divided; 0 for that of the samples."""

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in the order of the program's inputs."""
        return tuple(name for layer in self._layers() for neuron in layer for name in neuron)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The names of the numbers that the network is called on, one sample after the other."""
        return tuple(name for sample in range(self.samples) for name in self._sample(sample))

    @cached_property
    def program(self) -> Program:
        """The program that computes it, with these activations."""
        return parse(self.text, self.inputs)

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The names of the program's inputs."""
        match self.asks:
            case Ask.LOSS:
                return (*self._of_samples("p"), *self._of_samples("y"))
            case Ask.PARAMETERS:
                return self.parameters
            case Ask.STEP:
                return (*self.parameters, *(f"g_{name}" for name in self.parameters))
            case Ask.TRAINING:
                return (*self.parameters, *self.numbers, *self._of_samples("y"))
        return (*self.parameters, *self.numbers)

    @cached_property
    def text(self) -> str:
        """The text of the program."""
        return "; ".join(self._statements())

    @cached_property
    def outputs(self) -> tuple[str, ...]:
        """The nodes that the submission is asked for, beside parameters, in the order in which they come."""
        match self.asks:
            case Ask.LOSS:
                return ("loss",)
            case Ask.PARAMETERS | Ask.STEP:
                return tuple(f"{MOVED}{name}" for name in self.parameters)
        return tuple(node for sample in range(self.samples) for node in self._outputs(sample))

    @cached_property
    def judged_data(self) -> tuple[str, ...]:
        """The nodes of the program whose data counts."""
        if self.asks is Ask.TRAINING:
            return self.parameters
        return () if self.asks in (Ask.ZERO_GRAD, Ask.TWO_PASSES) else self.outputs

    @cached_property
    def judged_gradients(self) -> tuple[str, ...]:
        """The nodes of the program whose gradients count."""
        if self.asks in (Ask.GRADIENTS, Ask.ZERO_GRAD, Ask.TWO_PASSES):
            return self.parameters
        return self._of_samples("p") if self.asks is Ask.LOSS else ()

    def with_activations(self, hidden: Activation, output: Activation) -> "AskedNetwork":
        """Return the same network with other functions at the ends of its neurons."""
        return replace(self, hidden=hidden, output=output)

    def with_divisor(self, divisor: float) -> "AskedNetwork":
        """Return the same loss, divided by another number."""
        return replace(self, divisor=divisor)

    def _of_samples(self, letter: str) -> tuple[str, ...]:
        return tuple(f"{letter}{sample + 1}" for sample in range(self.samples))

    def _sample(self, sample: int) -> tuple[str, ...]:
        tail = self._tail(sample)
        return tuple(f"x{position + 1}{tail}" for position in range(self.sizes[0]))

    def _tail(self, sample: int, *, again: bool = False) -> str:
        """The end of the names of what is computed for a sample, once more in a second pass."""
        return ("" if self.samples == 1 else "abcdefgh"[sample]) + ("_again" if again else "")

    def _layers(self) -> Iterator[list[list[str]]]:
        """Yield the names of the parameters of each neuron of each layer."""
        if self.unit is NetworkPart.LOSS:
            return
        is_one = self.unit is NetworkPart.NEURON
        for layer, (before, neurons) in enumerate(zip(self.sizes, self.sizes[1:], strict=False), 1):
            yield [
                [f"w{tail}{weight + 1}" for weight in range(before)] + [f"b{tail}".rstrip("_")]
                for neuron in range(neurons)
                for tail in ["" if is_one else f"{self._layer(layer)}{neuron + 1}_"]
            ]

    def _layer(self, layer: int) -> str:
        return "" if len(self.sizes) == 2 else f"{layer}_"  # noqa: PLR2004 - one layer

    def _outputs(self, sample: int, *, again: bool = False) -> list[str]:
        tail = self._tail(sample, again=again)
        neurons = self.sizes[-1]
        return [f"out{tail}" if neurons == 1 else f"out{neuron + 1}{tail}" for neuron in range(neurons)]

    def _statements(self) -> Iterator[str]:
        match self.asks:
            case Ask.LOSS:
                pairs = zip(self._of_samples("p"), self._of_samples("y"), strict=True)
                terms = [f"({p} - {y}) ** 2" for p, y in pairs]
                yield f"loss = ({' + '.join(terms)}) / {self.divisor or self.samples}"
            case Ask.PARAMETERS:
                yield from (f"{MOVED}{name} = {name} + 1" for name in self.parameters)
            case Ask.STEP:
                yield from (f"{MOVED}{name} = {name} - {RATE} * g_{name}" for name in self.parameters)
            case Ask.TRAINING:
                yield from self._training()
            case _:
                yield from self._passes()

    def _passes(self) -> Iterator[str]:
        yield from self._forward(0)
        outputs = self._outputs(0)
        if self.asks is Ask.OUTPUTS:
            return
        yield from self._backward(outputs, "total")
        if self.asks in (Ask.ZERO_GRAD, Ask.TWO_PASSES):
            yield from (f"{name}.grad = 0" for name in self.parameters)
        if self.asks is Ask.TWO_PASSES:
            yield from self._forward(0, again=True)
            yield from self._backward(self._outputs(0, again=True), "total_again")

    def _backward(self, outputs: list[str], name: str) -> Iterator[str]:
        """One pass. Of several outputs each has a factor of its own, so that none can stand for another."""
        if len(outputs) == 1:
            yield f"{outputs[0]}.backward()"
            return
        yield f"{name} = " + " + ".join(f"{output} * {factor}" for factor, output in enumerate(outputs, 2))
        yield f"{name}.backward()"

    def _training(self) -> Iterator[str]:
        for sample in range(self.samples):
            yield from self._forward(sample)
        pairs = zip(self._of_samples("y"), range(self.samples), strict=True)
        terms = [f"({self._outputs(sample)[0]} - {y}) ** 2" for y, sample in pairs]
        yield f"loss = {' + '.join(terms)}"

    def _forward(self, sample: int, *, again: bool = False) -> Iterator[str]:
        """The layers on one sample."""
        values = list(self._sample(sample))
        tail = self._tail(sample, again=again)
        layers = list(self._layers())
        for number, layer in enumerate(layers, 1):
            is_last = number == len(layers)
            names = (
                self._outputs(sample, again=again)
                if is_last
                else [f"h{self._layer(number)}{neuron + 1}{tail}" for neuron in range(len(layer))]
            )
            activation = self.output if is_last else self.hidden
            for name, (*weights, bias) in zip(names, layer, strict=True):
                terms = " + ".join(f"{w} * {x}" for w, x in zip(weights, values, strict=True))
                yield f"{name} = {_activated(f'{terms} + {bias}', activation)}"
            values = names


def _activated(text: str, activation: Activation) -> str:
    return text if activation is Activation.LINEAR else f"{activation.value}({text})"
