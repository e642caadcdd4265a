"""Expected values against PyTorch, finite differences and the sum over paths: all must agree.

    python -m bench oracle [--random N] [--write]

With `--write`, the certificates are replaced. The one module that imports torch: `make
oracle` installs it. It plays the same programs for real, in float64: graphs are built and kept, `backward()`
runs as often as the program says, gradients are cleared when it says so. The conventions in which a second
pass compounds or resets are not PyTorch's; they are tested elsewhere.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any

from bench._certificates import TORCH, certify, dumps, is_certified, path
from bench._path_sums import path_sums
from grader.expected import Expected
from grader.instances import Instance, draw, instances
from grader.opinions import finite_differences, has_opinions
from suites import PRIMITIVES, Backward, Clear, Graph, Operand, Operation, Program, Suite, ZeroGrad, load
from tests.random_graphs import random_graph

Tensor = Any
"""Torch is installed in few of the places where types are checked."""

_SEED = 20_260_101
_DRAWS = 32
_RANDOM_GRAPHS = 3_000
_RANDOM_DRAWS = 3
_MOST_RANDOM_OPERATIONS = 25
_RTOL = 1e-11
_DIFFERENCE_RTOL = 1e-3
_MOST_REPLAYS = 200
"""Finite differences are taken at every node of graphs up to this size, else at the inputs."""
_DIFFERENCED = 3
"""The number of instances of a graph of which finite differences are taken."""


class Disagreement(Exception):
    """An expected value that is not the one that an independent computation gives."""


@dataclass(slots=True)
class Summary:
    """A summary of what was compared, how far apart it was at most, and what was written."""

    suites: int = 0
    graphs: int = 0
    instances: int = 0
    random_graphs: int = 0
    random_instances: int = 0
    finite_differences: int = 0
    path_sums: int = 0
    largest_error: float = 0.0
    """The largest difference to PyTorch, relative to the largest number of its instance or to 1."""
    largest_difference_error: float = 0.0
    """The largest difference to finite differences, relative in the same way."""
    certificates_written: int = 0


def main(options: Sequence[str] = ()) -> None:
    """Print how much was compared and how far apart it was at most, or the first number that differs."""
    parser = argparse.ArgumentParser(prog="python -m bench oracle", description=__doc__)
    parser.add_argument(
        "--random", type=int, default=_RANDOM_GRAPHS, metavar="N", help="so many random graphs"
    )
    parser.add_argument("--write", action="store_true", help="replace the certificates")
    wanted = parser.parse_args(list(options))
    if find_spec("torch") is None:
        print("  not compared: PyTorch is not installed; `make oracle` installs it")
        return
    summary = verify(write=wanted.write, random_graphs=wanted.random)
    for field in fields(summary):
        print(f"  {field.name.replace('_', ' '):<25} {getattr(summary, field.name)}")


def verify(*, write: bool, random_graphs: int = _RANDOM_GRAPHS, seed: int = _SEED) -> Summary:
    """Compare every suite and many random graphs; write the certificates if asked to.

    Raises:
        Disagreement: at the first number that is not as expected; nothing is written then.
        ValueError: if certificates are to be written by another version of torch.
    """
    if write and (version := _torch().__version__).partition("+")[0] != TORCH:
        raise ValueError(f"certificates are of torch {TORCH}; this is {version}")
    rng = Random(seed)
    summary = Summary()
    certified = [suite for suite in load().values() if is_certified(suite)]
    for suite in certified:
        for graph in suite.graphs:
            drawn = _instances(graph, rng, _DRAWS)
            _Comparison(suite.slug, graph, summary).run(drawn)
            summary.graphs += 1
            summary.instances += len(drawn)
        summary.suites += 1
    _verify_random(rng, random_graphs, summary)
    if write:
        summary.certificates_written = sum(map(_write, certified))
    return summary


@cache
def _torch() -> ModuleType:
    """Torch, which takes seconds to import: who only collects the tests of this does without."""
    return import_module("torch")


def play(program: Program, inputs: Sequence[Sequence[float]]) -> list[Expected]:
    """Return what PyTorch says of a program at many choices of inputs, all computed at once."""
    nodes: dict[str, Tensor] = {}
    for position, name in enumerate(program.inputs):
        column = [values[position] for values in inputs]
        nodes[name] = _torch().tensor(column, dtype=_torch().float64, requires_grad=True)
    for step in program.steps:
        _step(step, nodes)
    data = [nodes[name].detach().tolist() for name in program.nodes]
    gradients = [_gradient(nodes[name]) for name in program.nodes]
    columns = zip(zip(*data, strict=True), zip(*gradients, strict=True), strict=True)
    return [Expected(tuple(one_data), tuple(one_gradients)) for one_data, one_gradients in columns]


def _step(step: Operation | Backward | Clear | ZeroGrad, nodes: dict[str, Tensor]) -> None:
    match step:
        case Operation(name, op, operands):
            function: Callable[..., Tensor] = PRIMITIVES[op].on_nodes or getattr(_torch(), op)
            nodes[name] = function(*_tensors(operands, nodes))
            nodes[name].retain_grad()
        case Backward(node):
            nodes[node].backward(_torch().ones_like(nodes[node]), retain_graph=True)
        case Clear(node) | ZeroGrad(node):
            nodes[node].grad = None


def _tensors(operands: Iterable[Operand], nodes: dict[str, Tensor]) -> list[Tensor]:
    return [nodes[operand] if isinstance(operand, str) else operand for operand in operands]


def _gradient(tensor: Tensor) -> list[float]:
    gradient = _torch().zeros_like(tensor) if tensor.grad is None else tensor.grad
    numbers: list[float] = gradient.tolist()
    return numbers


def _instances(graph: Graph, rng: Random, draws: int) -> list[Instance]:
    """The textbook instances and some generic ones, of which some graphs have none."""
    drawn = (draw(graph, rng) for _ in range(draws if graph.fresh else 0))
    return instances(graph, rng) + [instance for instance in drawn if instance is not None]


def _verify_random(rng: Random, number: int, summary: Summary) -> None:
    for _ in range(number):
        graph = random_graph(rng, rng.randint(1, _MOST_RANDOM_OPERATIONS))
        drawn = _instances(graph, rng, _RANDOM_DRAWS)
        _Comparison("random graph", graph, summary).run(drawn)
        summary.random_graphs += 1
        summary.random_instances += len(drawn)


def _write(suite: Suite) -> bool:
    certificate = certify(suite, lambda graph, inputs: play(graph.program, [inputs])[0])
    file = path(suite.slug)
    file.parent.mkdir(exist_ok=True)
    return bool(file.write_text(dumps(certificate), encoding="utf-8"))


@dataclass(slots=True)
class _Comparison:
    """One graph's expected values against every opinion there is."""

    suite: str
    graph: Graph
    summary: Summary

    def run(self, drawn: list[Instance]) -> None:
        program = self.graph.program
        for instance, torch_says in zip(
            drawn, play(program, [instance.inputs for instance in drawn]), strict=True
        ):
            self.torch(instance, torch_says)
        if has_opinions(program):
            for instance in drawn:
                self.paths(instance)
            for instance in [] if self.graph.kink else drawn[:_DIFFERENCED]:
                self.differences(instance)

    def torch(self, instance: Instance, torch_says: Expected) -> None:
        expected = instance.expected
        nodes = self.graph.program.nodes
        for quantity, right, actual in (
            ("data", expected.data, torch_says.data),
            ("gradient", expected.gradients, torch_says.gradients),
        ):
            error = self.compare(instance, "PyTorch", quantity, nodes, right, actual, _RTOL)
            self.summary.largest_error = max(self.summary.largest_error, error)

    def paths(self, instance: Instance) -> None:
        program = self.graph.program
        sums = path_sums(program, instance.inputs)
        if sums is not None:
            right = instance.expected.gradients
            self.compare(instance, "the sum over paths", "gradient", program.nodes, right, sums, _RTOL)
            self.summary.path_sums += 1

    def differences(self, instance: Instance) -> None:
        program = self.graph.program
        nodes = program.nodes if len(program.nodes) <= _MOST_REPLAYS else program.inputs
        actual = finite_differences(program, instance.inputs, nodes)
        right = [instance.expected.gradients[program.index[node]] for node in nodes]
        error = self.compare(
            instance, "the finite difference", "gradient", nodes, right, actual, _DIFFERENCE_RTOL
        )
        self.summary.largest_difference_error = max(self.summary.largest_difference_error, error)
        self.summary.finite_differences += 1

    def compare(
        self,
        instance: Instance,
        opinion: str,
        quantity: str,
        nodes: Sequence[str],
        expected: Sequence[float],
        actual: Sequence[float],
        rtol: float,
    ) -> float:
        """The largest error, relative to the instance's largest number: sums may cancel."""
        scale = max(1.0, *map(abs, expected))
        largest = 0.0
        for node, right, number in zip(nodes, expected, actual, strict=True):
            error = abs(right - number) / scale
            if not error <= rtol:
                raise Disagreement(self._described(instance, f"{quantity} of {node}", right, opinion, number))
            largest = max(largest, error)
        return largest

    def _described(self, instance: Instance, what: str, right: float, opinion: str, number: float) -> str:
        inputs = zip(self.graph.program.inputs, instance.inputs, strict=True)
        at = ", ".join(f"{name} = {value!r}" for name, value in inputs)
        told = f"expected {right!r}, {opinion} says {number!r}"
        return f"{self.suite}: {what} in `{self.graph.caption}` at {at}: {told}"
